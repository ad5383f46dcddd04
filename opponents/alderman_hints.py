"""Hints: the alderman's best moves for a seat, with chances to win and reasons, from what that seat may know.

`hint` computes them; `reasons_for` returns the function that gives a game's reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any, Protocol, TypeVar

from opponents.advice import Advice, Reason, advise
from opponents.alderman import weigh_moves
from rules import GAMES, Move, declarations_by_game


class _WithMove(Protocol):
    """Anything with a move: an `Advice` or a `WeighedMove`. Naming the latter here would import numpy."""

    @property
    def move(self) -> Move:
        """The move itself."""


M = TypeVar("M", bound=_WithMove)

MAX_HINT_MOVES = 3
"""The most moves that a hint names."""

ReasonsFor = Callable[[Any, Move], tuple[Reason, ...]]
"""`(view, move) -> reasons`: the type of `REASONS` in a game's package here."""


@cache
def _reasons() -> dict[str, ReasonsFor]:
    """Return each game's `REASONS`, by the game's name.

    They are looked up on the first call, because a game's package imports `advice`.
    """
    return declarations_by_game("opponents", "REASONS")


def _no_reasons(view: Any, move: Move) -> tuple[Reason, ...]:
    return ()


def reasons_for(game: str) -> ReasonsFor:
    """Return the function `(view, move) -> reasons` of a game: its `REASONS`, or one that always returns ()."""
    return _reasons().get(game, _no_reasons)


HintGroup = Callable[[Move], Hashable]
"""`move -> key`: the type of `HINT_GROUP` in a game's package here. A hint names one of the moves with equal keys."""


def _move_itself(move: Move) -> Hashable:
    return move


@cache
def _hint_groups() -> dict[str, HintGroup]:
    """Return each game's `HINT_GROUP`, by the game's name."""
    return declarations_by_game("opponents", "HINT_GROUP")


def hint(game: str, snapshot: bytes, seat: int, seed: int) -> list[Advice]:
    """Return the best moves of a seat, best first: at most `MAX_HINT_MOVES`, and only one of each hint group.

    `game` is the game's name and `snapshot` its encoded state. Moves with less than half of the best move's chance to
    win are left out. Where the alderman has no model, the rule of thumb ranks all options and `chance` is None. All
    arguments are plain values, so that it can run in another process. The same seed and view give the same result.
    """
    rules = GAMES[game]
    state = rules.decode(snapshot)
    guess = rules.guess(state, seat, seed)
    view = rules.view(guess, seat)
    why = reasons_for(game)
    weighed = _best_of_each(game, weigh_moves(rules, guess, seat, seed))
    if not weighed:
        return [
            Advice(each.move, reasons=each.reasons or why(view, each.move))
            for each in _best_of_each(game, advise(game, view, rules.options(guess, seat)))[:MAX_HINT_MOVES]
        ]
    return [
        Advice(each.move, min(1.0, max(0.0, each.chance)), each.reasons or why(view, each.move))
        for each in weighed[:MAX_HINT_MOVES]
        if 2 * each.chance >= weighed[0].chance
    ]


def _best_of_each(game: str, moves: Sequence[M]) -> list[M]:
    """Return the first of the moves in each hint group of the game, in the given order.

    A hint group is a set of moves with the same idea (`HINT_GROUP`); without one every move is a group of its own.
    """
    hint_group = _hint_groups().get(game, _move_itself)
    best: dict[Hashable, M] = {}
    for each in moves:
        best.setdefault(hint_group(each.move), each)
    return list(best.values())
