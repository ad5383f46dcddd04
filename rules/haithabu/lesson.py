"""Haithabu's `LESSON`: a recorded game, and the function `ideas` that names the ideas of a decision.

An idea is the key of an explanation, such as `bargain` or `loans`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules.contract import Move
from rules.haithabu import moves, quotes
from rules.haithabu.actions import ACTIONS, AnyAction, Buy, Sell
from rules.haithabu.data import DATA
from rules.haithabu.view import View
from rules.lessons import Lesson

NIGHT = "night"
"""The idea of placing a worker on a night field."""
LITTLE_SILVER = DATA.loan.silver
"""With less silver than one loan brings, a larger purchase needs a loan."""
LATE_ROUND = 6
"""From this round on, the final scoring matters."""
_FUNCTIONS = (moves.Starter, moves.Seer, moves.Stevedore, moves.Carpenter)
_VERBS = (moves.Pick, moves.Hire, moves.Happen, moves.Give, moves.Lose, moves.Discard, moves.Return)
"""The moves whose verb is an idea of its own."""
_CHOICES = ("rondel", "storage", "loans", "points")


def ideas(view: View, move: Move) -> Iterator[str]:
    """Yield the key of the main idea that the learner's move uses, then those of further ideas that fit it.

    Placing a worker yields, as far as they apply: `night` if event dice are rolled, the idea of the action (`_about`),
    and `storage` if the end of this round will cost a storage fee; then those of `_placing_ideas`. Nothing is yielded
    for moves that need no explanation, such as `done`.
    """
    match move:
        case moves.Work():
            if move.dice:
                yield NIGHT
            if move.action:
                yield _about(move.place, move.action)
            if _storage_will_cost(view):
                yield "storage"
            yield from _placing_ideas(view)
        case moves.Act():
            yield _about(view.acting or "", move.action)
        case moves.Repay():
            yield "loans"
        case moves.TurnBy():
            yield "rondel"
        case _ if isinstance(move, _FUNCTIONS):
            yield "functions"
        case _ if isinstance(move, _VERBS):
            yield move.verb


def _storage_will_cost(view: View) -> bool:
    """Return True in the last phase of a round if the learner's present wares will cost a storage fee at its end."""
    assert view.seat is not None
    forecast = quotes.forecast_round_end(view, view.seat) if view.phase == DATA.play.workers else None
    return forecast is not None and forecast.fee > 0


def _placing_ideas(view: View) -> Iterator[str]:
    """Yield the keys of the ideas that help to choose a place for a worker.

    These are `loans` if the learner has little silver or a loan, then `points` in the last rounds, then `rondel`,
    always.
    """
    seat = view.seat
    assert seat is not None
    me = view.players[seat]
    if me.silver < LITTLE_SILVER or me.loans:
        yield "loans"
    if view.round >= LATE_ROUND:
        yield "points"
    yield "rondel"


def _about(place: str, action: AnyAction) -> str:
    """Return the key of the main idea of an action on the place with the key `place`.

    For `Buy` and `Sell` it is `market` on the market and `bargain` on any other place. For all other actions it is
    their verb.
    """
    if isinstance(action, Buy | Sell):
        return moves.MARKET if place == moves.MARKET else "bargain"
    return action.verb


LESSON = Lesson(
    file=Path(__file__).with_name("lesson.txt"),
    seat=0,
    ideas=ideas,
    every_idea=(
        *(kind.verb for kind in _VERBS),
        *(NIGHT, moves.MARKET, "bargain", "functions"),
        *(verb for verb in ACTIONS if verb not in (Buy.verb, Sell.verb)),
        *_CHOICES,
    ),
    choices=frozenset(_CHOICES),
    practice=frozenset(("bargain",)),
    untaught={"lose": "neither a storm nor an assassination takes anything from them"},
)
