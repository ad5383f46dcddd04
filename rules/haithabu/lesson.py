"""Haithabu's `LESSON`: a recorded game, and the function `ideas` that names the ideas of a decision.

An idea is the key of an explanation, such as `bargain` or `loans`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules.contract import Move
from rules.haithabu import moves, quotes
from rules.haithabu.actions import ACTIONS, AnyAction, Buy, Deliver, Fetch, Load, Point, Sell, TakeOrder
from rules.haithabu.data import DATA
from rules.haithabu.view import View
from rules.lessons import Lesson

NIGHT = "night"
"""The idea of placing a worker on a night field."""
BARGAIN = "bargain"
"""The idea of buying on field G and selling on field C."""
LITTLE_SILVER = DATA.loan.silver
"""With less silver than one loan brings, a larger purchase needs a loan."""
FIRST_HIRING_ROUND = 2
"""From this round on, learners know enough of the fields to use two actions in one turn."""
FIRST_NIGHT_ROUND, FIRST_BARGAIN_ROUND = 3, 4
"""From these rounds on, `night` and `bargain` are explained even to learners whose moves do not use them."""
LAST_LONG_ROUND = 4
"""Orders taken after this round may remain incomplete."""
LATE_ROUND = 6
"""From this round on, the final scoring matters."""
_FUNCTIONS = (moves.Starter, moves.Seer, moves.Stevedore, moves.Carpenter)
_VERBS = (moves.Hire, moves.Happen, moves.Give, moves.Lose, moves.Discard, moves.Return)
"""The moves whose verb is an idea of its own."""
_STEPS = (TakeOrder.verb, Fetch.verb, moves.MARKET, Load.verb, Deliver.verb)
"""The ideas of the way from an order to its delivery."""
_PLANNING = ("rondel", "storage", "loans", "points")
"""The ideas that no move is about."""


def ideas(view: View, move: Move) -> Iterator[str]:
    """Yield the key of the main idea that the learner's move uses, then those of further ideas that fit it.

    Placing a worker yields, as far as they apply: `night` and then `event` if event dice are rolled, the ideas of the
    action (`_action_ideas`), and `storage` if the end of this round will cost a storage fee; then those of
    `_placing_ideas`. At the end of a round, using a function or a return yields the same as leaving it out. Nothing is
    yielded for moves that need no explanation, such as laying a worker aside.
    """
    match move:
        case moves.Work():
            if move.dice:
                yield from (NIGHT, moves.Happen.verb)
            if move.action:
                yield from _action_ideas(view, move.place, move.action)
            if _storage_will_cost(view):
                yield "storage"
            yield from _placing_ideas(view)
        case moves.Act():
            yield from _action_ideas(view, view.acting or "", move.action)
        case moves.Repay():
            yield "loans"
        case moves.TurnBy():
            yield "rondel"
        case moves.Done() if view.functions:
            yield "functions"
        case moves.Done() if view.seat is not None and view.owed.get(view.seat) == "return_characters":
            yield moves.Return.verb
        case _ if isinstance(move, _FUNCTIONS):
            yield "functions"
        case _ if isinstance(move, _VERBS):
            yield move.verb


def _storage_will_cost(view: View) -> bool:
    """Return True in the last two phases of a round if the present wares will cost the learner a storage fee."""
    assert view.seat is not None
    forecast = quotes.forecast_round_end(view, view.seat) if view.phase >= DATA.play.workers - 1 else None
    return forecast is not None and forecast.fee > 0


def _placing_ideas(view: View) -> Iterator[str]:
    """Yield the keys of the ideas that help to choose a place for a worker.

    These are `night` and `bargain` once the learner should know of them, `hire` from the second round on if the learner
    can hire a neutral worker without a loan, `loans` if they have little silver or a loan, then `points` in the last
    rounds, then `rondel`, always.
    """
    if view.round >= FIRST_NIGHT_ROUND:
        yield NIGHT
    if view.round >= FIRST_BARGAIN_ROUND:
        yield BARGAIN
    seat = view.seat
    assert seat is not None
    me, price = view.players[seat], quotes.quote_hire(view, seat)
    can_hire = price is not None and not price.loans and view.turn is not None and not view.turn.hired
    if can_hire and view.round >= FIRST_HIRING_ROUND:
        yield moves.Hire.verb
    if me.silver < LITTLE_SILVER or me.loans:
        yield "loans"
    if view.round >= LATE_ROUND:
        yield "points"
    yield "rondel"


def _action_ideas(view: View, place: str, action: AnyAction) -> Iterator[str]:
    """Yield the main idea of an action (`_about`), and `point` for an order that may remain incomplete."""
    yield _about(place, action)
    if isinstance(action, TakeOrder) and view.round > LAST_LONG_ROUND:
        yield Point.verb


def _about(place: str, action: AnyAction) -> str:
    """Return the key of the main idea of an action on the place with the key `place`.

    For `Buy` and `Sell` it is `market` on the market and `bargain` on any other place. For all other actions it is
    their verb.
    """
    if isinstance(action, Buy | Sell):
        return moves.MARKET if place == moves.MARKET else BARGAIN
    return action.verb


LESSON = Lesson(
    file=Path(__file__).with_name("lesson.txt"),
    seat=0,
    ideas=ideas,
    every_idea=(
        *(kind.verb for kind in _VERBS),
        *(NIGHT, moves.MARKET, BARGAIN, "functions"),
        *(verb for verb in ACTIONS if verb not in (Buy.verb, Sell.verb)),
        *_PLANNING,
    ),
    choices=frozenset((moves.Hire.verb, Point.verb, *_PLANNING)),
    core=frozenset((*_STEPS, NIGHT, BARGAIN)),
    practice=frozenset((NIGHT, BARGAIN)),
    prepared=2,  # The first two characters: a learner doesn't know yet what they are good for.
    untaught={"lose": "neither a storm nor an assassination takes anything from them"},
)
