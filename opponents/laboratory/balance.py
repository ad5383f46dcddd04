"""Balance of a game: how often good players use each card or building, how often its users win, and which seats win.

`observe_games` plays matches and counts, `report` writes the tables. A game declares what is counted as a `Usage`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import Any, ClassVar, NamedTuple

import msgspec

from opponents.laboratory.adversaries import declaration_of
from opponents.laboratory.entrants import entrant
from opponents.laboratory.tournament import Match, win_shares
from rules import GAMES, Event
from rules.chance import Chance

CONFIDENCE_95_Z = 1.96
"""Standard errors on either side of a mean that make a 95 % confidence interval."""


class Use(NamedTuple):
    """One use of a card, field, building or the like by a seat.

    `group` is the kind of thing, such as "building", and `thing` the one used, such as "crane"; see `Usage.things`.
    """

    seat: int
    group: str
    thing: str


class Usage(ABC):
    """Which uses are counted in a game; declared as `USAGE` in `opponents/laboratory/<game>/usage.py`."""

    things: ClassVar[Mapping[str, Mapping[str, int]]]
    """By group: each thing with the number of copies in the game."""
    length_unit: ClassVar[str] = "decisions"
    """In what `length` measures a game, as a plural noun for the report, such as "rounds"."""

    @abstractmethod
    def uses_in(self, event: Event) -> Iterator[Use]:
        """Yield the uses that an event stands for; nothing for most events."""

    def uses_at_end(self, state: Any) -> Iterator[Use]:
        """Yield the uses that only a finished game shows; by default none."""
        yield from ()

    def length(self, state: Any, decisions: int) -> int:
        """Return the length of a finished game in `length_unit`; by default its number of decisions."""
        return decisions


def usage_of(game: str) -> Usage | None:
    """Return the `USAGE` that a game declares, which says what is counted in it; None if it declares none."""
    usage: Usage | None = declaration_of(game, "usage", "USAGE")
    return usage


class GameUsage(msgspec.Struct, frozen=True):
    """What `observe_game` counted in one game: shares of the victory, its length, and how often each thing was used."""

    shares: tuple[float, ...]
    """Each seat's share of the victory."""
    length: int
    """In the game's `length_unit`."""
    used: dict[tuple[str, str], int]
    """Number of uses, by group and thing."""
    won: dict[tuple[str, str], float]
    """By group and thing: the sum, over its uses, of the users' shares of the victory."""


def observe_game(match: Match) -> GameUsage:
    """Play one match to its end and return what was used in it, its length and the shares of the victory.

    Raise ValueError if the game declares no `USAGE`.
    """
    game, usage, chance = GAMES[match.game], usage_of(match.game), Chance(match.seed)
    if usage is None:
        raise ValueError(f"{match.game} does not say what can be used in it")
    players = [entrant(match.game, name) for name in match.players]
    state = game.new(len(players), chance.draw(), match.options)
    found: Counter[tuple[int, str, str]] = Counter()
    decisions = 0
    while owed := game.owed(state):
        seat = next(iter(owed))
        events = game.play(state, seat, players[seat](game, state, seat, chance.draw()))
        decisions += 1
        found.update(use for event in events for use in usage.uses_in(event))
    found.update(usage.uses_at_end(state))
    result = game.result(state)
    assert result is not None
    parts = win_shares(result)
    used: Counter[tuple[str, str]] = Counter()
    won: dict[tuple[str, str], float] = {}
    for (seat, group, thing), count in found.items():
        used[group, thing] += count
        won[group, thing] = won.get((group, thing), 0.0) + count * parts[seat]
    return GameUsage(parts, usage.length(state, decisions), dict(used), won)


def observe_games(played: Sequence[Match], cores: int | None = None) -> list[GameUsage]:
    """Play all matches in this many processes (None: one per core), and return the counts in the same order."""
    if cores == 1:
        return list(map(observe_game, played))
    with ProcessPoolExecutor(cores) as pool:
        return list(pool.map(observe_game, played, chunksize=max(1, len(played) // 64)))


def report(game: str, seen: Sequence[GameUsage]) -> Iterator[str]:
    """Yield the lines of a report in Markdown: wins by seat, length of the games, and a table for each group.

    A group's table compares each thing's share of all uses with its share of the copies, and gives the mean share of
    the victory of those who used it. `game` is the game's name; `seen` are the counts of at least one game of it.
    """
    usage = usage_of(game)
    assert usage is not None
    games, seats = len(seen), len(seen[0].shares)
    yield "| seat | wins | 95 % |"
    yield "|---|---|---|"
    for seat in range(seats):
        parts = [each.shares[seat] for each in seen]
        mean = sum(parts) / games
        error = CONFIDENCE_95_Z * sqrt(sum((part - mean) ** 2 for part in parts) / max(1, games - 1) / games)
        yield f"| {seat + 1} | {100 * mean:.1f} % | {100 * (mean - error):.1f} to {100 * (mean + error):.1f} |"
    lengths = sorted(each.length for each in seen)
    drawn = sum(max(each.shares) < 1 for each in seen)
    low, middle, high = (lengths[round(part * (games - 1))] for part in (0.05, 0.5, 0.95))
    yield ""
    length = f"Length in {usage.length_unit}: {middle} ({low} to {high} in 90 %)."
    yield f"Shared victories: {100 * drawn / games:.1f} %. {length}"
    used: Counter[tuple[str, str]] = Counter()
    won: dict[tuple[str, str], float] = {}
    for each in seen:
        used.update(each.used)
        for key, part in each.won.items():
            won[key] = won.get(key, 0.0) + part
    for group, things in usage.things.items():
        total, there = sum(used[group, thing] for thing in things), sum(things.values())
        yield ""
        yield f"| {group} | a game | of all | there are | ratio | wins |"
        yield "|---|---|---|---|---|---|"
        for thing, many in things.items():
            count = used[group, thing]
            part = count / max(1, total)
            wins = f"{100 * won[group, thing] / count:.0f} %" if count else "–"
            yield (
                f"| {thing} | {count / games:.2f} | {100 * part:.1f} % | {100 * many / there:.1f} % |"
                f" {part * there / many:.2f} | {wins} |"
            )
