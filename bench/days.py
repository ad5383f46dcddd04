"""Measures how many days a game lasts if people take hours to answer, and how many days early answers save.

Traders play at all seats, with fewer playouts than usual, so that hundreds of games take minutes. `docs/days.md`
states the assumptions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random
from statistics import median
from typing import NamedTuple
from unittest.mock import patch

from bench.asynchronous_game import AsynchronousGame, Outcome
from bench.report import Goal, print_goals, print_table
from opponents.haithabu.evaluation import HaithabuEvaluation
from opponents.riga.evaluation import RigaEvaluation
from opponents.trader import EVALUATIONS
from opponents.visby.evaluation import VisbyEvaluation


class _Size(NamedTuple):
    """How many games of a kind are played, how many days they should last, and how much less early answers should gain.

    `half` and `all` are the wanted changes if half of the players or all give early answers; None for no goal.
    """

    games: int
    days: float
    half: float | None = None
    all: float | None = None


SIZES = {
    ("visby", 2): _Size(60, 4),
    ("visby", 4): _Size(60, 12, all=-0.15),
    ("visby", 6): _Size(50, 12),
    ("riga", 2): _Size(40, 8.5),
    ("riga", 4): _Size(20, 20, -0.20, -0.33),
    ("haithabu", 2): _Size(16, 20.5),
    ("haithabu", 4): _Size(16, 47, -0.25, -0.40),
}
"""By game and number of players."""
TOLERANCE = 0.1
"""By which share the days may differ from those wanted."""
WAYS: dict[str, dict[str, set[str]]] = {
    "visby": {"trade with the card": {"trade"}, "next card early": {"choose"}},
    "riga": {"plan the turn": {"turn"}, "winter discard early": {"winter"}},
    "haithabu": {
        "plan the turn": {"turn"},
        "worker planned during its event": {"act"},
        "round end early": {"return_characters", "use_functions"},
        "standing answers": {"viking_games", "unrest"},
    },
}
"""By game: the ways to answer early that players have, and the decisions that each of them answers."""
NOT_IN_PRODUCT: dict[str, dict[str, set[str]]] = {
    "visby": {},
    "riga": {},
    "haithabu": {},
}
"""By game: further ways, which players do not have. They are measured to see what they would gain."""
MAX_WHAT_IF = 4
"""With more players, only the days without early answers are measured."""
SHOWN_CAUSES = 8
"""How many causes of waiting are listed."""


class _QuickVisby(VisbyEvaluation):
    max_playouts = 150


class _QuickRiga(RigaEvaluation):
    max_playouts = 12
    max_options = 16


class _QuickHaithabu(HaithabuEvaluation):
    max_playouts = 24
    max_options = 24


_QUICK = {"visby": _QuickVisby(), "riga": _QuickRiga(), "haithabu": _QuickHaithabu()}


def measure() -> bool:
    """Print the days by game and number of players, what early answers gain, and what still causes waiting.

    Return True if the days are as wanted without early answers, and the gains with four players are as large as wanted.
    """
    return print_goals([goal for game, seats in SIZES for goal in measure_game(game, seats)])


def measure_game(game: str, seats: int) -> list[Goal]:
    """Play games of one kind, print their days and causes of waiting, and return the goals.

    The goals are for everything that players have; in a game that has no early answers, for what is not in the product.
    """
    size, ways, ideas = SIZES[game, seats], WAYS[game], NOT_IN_PRODUCT[game]
    days = _days(play_games(game, seats, frozenset(), seats))
    goals = [
        Goal(f"{game}, {seats} players", f"{days:.1f} days", f"{size.days:g}", abs(days / size.days - 1) <= TOLERANCE)
    ]
    if seats > MAX_WHAT_IF:
        print(f"{game}, {seats} players: {days:.1f} days, the median of {size.games} games\n")
        return goals
    measured = {name: play_games(game, seats, frozenset(decisions), seats) for name, decisions in ways.items()}
    for name, decisions in ideas.items():
        measured[f"{name} (not in the product)"] = play_games(game, seats, frozenset(decisions), seats)
    together = {"everything in the product": ways} if ways else {}
    if ideas:
        together["everything, with what is not in the product"] = {**ways, **ideas}
    for name, used in together.items():
        everything = frozenset[str]().union(*used.values())
        for who, planners in (("half", seats // 2), ("all", seats)):
            measured[f"{name}, by {who}"] = play_games(game, seats, everything, planners)
    rows = [["no early answers", f"{days:.1f}", ""]]
    for name, outcomes in measured.items():
        rows.append([name, f"{_days(outcomes):.1f}", f"{_days(outcomes) / days - 1:+.0%}"])
    print(f"{game}, {seats} players: days of the median of {size.games} games")
    print_table(["early answers", "days", "change"], rows)
    judged = next(iter(together))
    for who, wanted in (("half", size.half), ("all", size.all)):
        if wanted is not None:
            change = _days(measured[f"{judged}, by {who}"]) / days - 1
            name = f"{game}, {seats} players, {judged}, by {who}"
            goals.append(Goal(name, f"{change:+.0%}", f"{wanted:+.0%} or less", change <= wanted))
    for who in ("half", "all"):
        _print_causes(measured[f"{judged}, by {who}"], who)
    return goals


def play_games(game: str, seats: int, early: frozenset[str], planners: int) -> list[Outcome]:
    """Play as many games as `SIZES` says; in each, `planners` random seats answer the decisions `early` early."""
    with patch.dict(EVALUATIONS, _QUICK):
        return [
            AsynchronousGame(game, seats, seed, early, frozenset(Random(seed).sample(range(seats), planners))).play()
            for seed in range(SIZES[game, seats].games)
        ]


def _days(outcomes: list[Outcome]) -> float:
    """Return the days that the median game lasts."""
    return median(outcome.days for outcome in outcomes)


def _print_causes(outcomes: list[Outcome], who: str) -> None:
    """Print what people still wait for if `who` (half or all of them) answer early, and what became of their plans."""
    hours, plans = defaultdict[tuple[str, str], float](float), Counter[tuple[str, str]]()
    for outcome in outcomes:
        for cause, count_h in outcome.hours.items():
            hours[cause] += count_h
        plans.update(outcome.plans)
    print(f"What everybody still waits for, by {who}")
    shown = sorted(hours.items(), key=lambda item: -item[1])[:SHOWN_CAUSES]
    print_table(
        ["", "days", "share"],
        [
            [f"{decision}: {why}", f"{count / 24 / len(outcomes):.1f}", f"{count / sum(hours.values()):.0%}"]
            for (decision, why), count in shown
        ],
    )
    print(f"What became of early answers per game, by {who}")
    print_table(
        ["", "times"],
        [[f"{decision}: {what}", f"{count / len(outcomes):.1f}"] for (decision, what), count in sorted(plans.items())],
    )
