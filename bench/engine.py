"""How fast the rules are: random playouts through the checked door against other engines, and loading a game.

All contestants take turns in short slices, round after round, so that a busy machine slows all of them. A ratio is the
median over the rounds of the two speeds in the same round. Moves are drawn from Python's own generator on all sides;
what a game itself shuffles and rolls comes from its own.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from bench.report import Goal, print_goals, print_table
from bench.rivals import RIVALS
from rules import GAMES, AnyGame, records
from rules.chance import Chance

SEATS = 4
ROUNDS = 30
SLICE = 0.1
"""Seconds of the processor; whole games are played until they are over."""
LOADS = 20

SPEED_GOALS = {
    ("visby", "crazy_eights"): 0.8,
    ("visby", "catanatron"): 7.0,
    ("riga", "catanatron"): 2.5,
    ("riga", "python-chess"): 2.0,
    ("haithabu", "catanatron"): 2.5,
    ("haithabu", "python-chess"): 2.0,
}
LOAD_GOALS = {"visby": 10.0}
"""Milliseconds for loading a finished game by its log, whatever the number of players."""


def measure() -> bool:
    """Print speeds, ratios and loading times; say whether all goals were reached."""
    goals = print_goals(_speeds())
    return print_goals(_loading()) and goals


class Dice(Chance):
    """Chance from Python's own generator: what the rivals draw their moves from."""

    def draw(self) -> int:
        """Return 64 random bits."""
        return random.getrandbits(64)

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1."""
        return int(random.random() * n)


def play_out(game: AnyGame, dice: Dice) -> int:
    """Play one random game: who owes, one of the options, through the door. Return the number of moves."""
    state = game.new(SEATS, dice.draw())
    moves = 0
    while owed := game.owed(state):
        seat = next(iter(owed))
        game.play(state, seat, game.sample(state, seat, dice))
        moves += 1
    return moves


def _speeds() -> list[Goal]:
    ours = {name: partial(play_out, game, Dice(0)) for name, game in GAMES.items()}
    contestants: dict[str, Callable[[], int]] = {**ours, **RIVALS}
    for play in contestants.values():
        play()
    speeds: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, play in contestants.items():
            speeds[name].append(_speed(play))

    def ratio(name: str, rival: str) -> float:
        return median(own / other for own, other in zip(speeds[name], speeds[rival], strict=True))

    print(f"Random playouts, {SEATS} players, median of {ROUNDS} rounds\n")
    print_table(
        ["", "moves/s", *(f"× {rival}" for rival in RIVALS)],
        [
            [name, f"{median(speeds[name]):,.0f}", *(f"{ratio(name, rival):.2f}" for rival in RIVALS)]
            for name in contestants
        ],
    )
    return [
        Goal(f"{name} against {rival}", f"{ratio(name, rival):.2f}", f"at least {wanted}", ratio(name, rival) >= wanted)
        for (name, rival), wanted in SPEED_GOALS.items()
        if name in GAMES
    ]


def _speed(play: Callable[[], int]) -> float:
    moves = 0
    began = process_time()
    while (passed := process_time() - began) < SLICE:
        moves += play()
    return moves / passed


def _loading() -> list[Goal]:
    rows: list[list[str]] = []
    goals: list[Goal] = []
    for name, game in GAMES.items():
        slowest = 0.0
        for seats in game.players:
            games = [_finished(game, seats, seed) for seed in range(LOADS)]
            loading = 1000 * median(_seconds(records.replay, record) for record, _ in games)
            slowest = max(slowest, loading)
            states = [state for _, state in games]
            snapshots = [game.encode(state) for state in states]
            rows.append(
                [
                    f"{name}, {seats} players",
                    f"{median(len(record.log) for record, _ in games):.0f}",
                    f"{loading:.2f} ms",
                    *(
                        f"{1e6 * median(_seconds(act, thing) for thing in things):.0f} µs"
                        for act, things in (
                            (game.encode, states),
                            (game.decode, snapshots),
                            (type(states[0]).copy, states),
                        )
                    ),
                    f"{median(map(len, snapshots)):.0f}",
                ]
            )
        if name in LOAD_GOALS:
            wanted = LOAD_GOALS[name]
            goals.append(Goal(f"{name} by its log", f"{slowest:.2f} ms", f"under {wanted} ms", slowest < wanted))
    print(f"Loading a finished game by playing its log again, median of {LOADS} random games\n")
    print_table(["", "moves", "load", "encode", "decode", "copy", "bytes"], rows)
    return goals


def _finished(game: AnyGame, seats: int, seed: int) -> tuple[records.Record, Any]:
    record = records.Record(game.name, game.version, seats, seed, game.complete_options(seats, {}))
    state = game.new(seats, seed)
    chance = Chance(seed)
    while owed := game.owed(state):
        seat = next(iter(owed))
        move = game.sample(state, seat, chance)
        game.play(state, seat, move)
        record.log.append(records.Entry(seat, str(move)))
    return record, state


def _seconds(act: Callable[[Any], object], thing: object) -> float:
    began = process_time()
    act(thing)
    return process_time() - began
