"""What the alderman would do in somebody's place, with the chance to win and why: from what that seat may know."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any, Protocol, TypeVar

from opponents.advice import Advice, Reason, advise
from opponents.alderman import weigh_moves
from rules import GAMES, Move, declarations_by_game


class _WithMove(Protocol):
    """An advice, or a move that the search has weighed: its type is not named here, since that would bring numpy."""

    @property
    def move(self) -> Move:
        """What is to be done."""


M = TypeVar("M", bound=_WithMove)

MAX_HINT_MOVES = 3
"""Moves that a hint names."""

ReasonsFor = Callable[[Any, Move], tuple[Reason, ...]]
"""How a game's package here declares what speaks for a move, as `REASONS`: from a view."""


@cache
def _reasons() -> dict[str, ReasonsFor]:
    """Find them when first asked: a game's package imports the advice."""
    return declarations_by_game("opponents", "REASONS")


def _no_reasons(view: Any, move: Move) -> tuple[Reason, ...]:
    return ()


def reasons_for(game: str) -> ReasonsFor:
    """Return who says what speaks for a move of a game."""
    return _reasons().get(game, _no_reasons)


HintGroup = Callable[[Move], Hashable]
"""How a game's package here may declare what a move is about, as `GIST`: of moves about the same a hint names one."""


def _move_itself(move: Move) -> Hashable:
    return move


@cache
def _hint_groups() -> dict[str, HintGroup]:
    return declarations_by_game("opponents", "HINT_GROUP")


def hint(game: str, snapshot: bytes, seat: int, seed: int) -> list[Advice]:
    """Return the best moves of a seat, best first; where nothing is learned by the rule of thumb, without chances.

    All in plain values, for another process. The same seed and the same view give the same answer.
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
    """Return moves, best first, without those that are about the same as a better one."""
    hint_group = _hint_groups().get(game, _move_itself)
    best: dict[Hashable, M] = {}
    for each in moves:
        best.setdefault(hint_group(each.move), each)
    return list(best.values())
