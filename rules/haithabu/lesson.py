"""Haithabu's lesson (`LESSON`): a recorded game that is replayed with explanations.

`ideas` names the ideas that a decision is about, and `kinds` the kinds of moves that the lesson should show. An idea is
the key of an explanation, such as `bargain` or `loans`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules.contract import Move
from rules.haithabu import moves
from rules.haithabu.actions import ACTIONS, AnyAction, Buy, Deliver, Fetch, Point, Sell
from rules.haithabu.view import View
from rules.lessons import Lesson

NIGHT = "night"
"""The idea, and kind of action, of placing a worker on a night field."""
_FUNCTIONS = (moves.Starter, moves.Seer, moves.Stevedore, moves.Carpenter)
_VERBS = (moves.Pick, moves.Hire, moves.Happen, moves.Give, moves.Lose, moves.Discard, moves.Return)
"""The moves whose verb is an idea of its own."""
_MORE = ("rondel", "points", "loans")
"""Ideas that are explained beside others: where something is done, and what it brings or costs."""


def ideas(view: View, proposed: Move) -> Iterator[str]:
    """Yield the key of the main idea that the proposed move is about, then those of further ideas that fit it.

    A placement yields `night` if it rolls dice, `event` for two dice, the ideas of its action, and `rondel` unless it
    is on the market. An action on a night field yields the ideas of that action; repaying yields `loans`, turning the
    rondel `rondel`, a round-end function `functions`. Moves such as `hire` or `give` yield their verb. Nothing is
    yielded for `aside`, `take` and `done`, about which there is nothing to explain.
    """
    match proposed:
        case moves.Work():
            if proposed.dice:
                yield NIGHT
            if proposed.dice > 1:
                yield moves.Happen.verb
            if proposed.action:
                yield _about(proposed.place, proposed.action)
                yield from _more(proposed.action)
            if proposed.place != moves.MARKET:
                yield "rondel"
        case moves.Act():
            yield _about(view.acting or "", proposed.action)
            yield from _more(proposed.action)
        case moves.Repay():
            yield "loans"
        case moves.TurnBy():
            yield "rondel"
        case _ if isinstance(proposed, _FUNCTIONS):
            yield "functions"
        case _ if isinstance(proposed, _VERBS):
            yield proposed.verb


def _more(action: AnyAction) -> Iterator[str]:
    """Yield further ideas about an action, at most one.

    That is `points` for a delivery and for the point of field D or H, `loans` for buying wares or transports.
    """
    if isinstance(action, Deliver | Point):
        yield "points"
    if isinstance(action, Buy | Fetch):
        yield "loans"


def _about(place: str, action: AnyAction) -> str:
    """Return the main idea of an action: `market` for buying or selling on the market, `bargain` for it elsewhere.

    For all actions but `Buy` and `Sell` it is their verb.
    """
    if isinstance(action, Buy | Sell):
        return moves.MARKET if place == moves.MARKET else "bargain"
    return action.verb


def kinds(move: Move) -> tuple[str, ...]:
    """Return the words that classify a move: its verb, and for a worker's move the verb of its action.

    A placement also has its place, and `night` instead of an action on a night field.
    """
    match move:
        case moves.Work():
            doing = (move.action.verb,) if move.action else (NIGHT,)
            return move.verb, move.place, *doing
        case moves.Act():
            return move.verb, move.action.verb
    return (move.verb,)


_ALL = (moves.Work, moves.Act, moves.TurnBy, moves.Aside, moves.Repay, moves.Take, moves.Done, *_VERBS, *_FUNCTIONS)

LESSON = Lesson(
    file=Path(__file__).with_name("lesson.txt"),
    seat=0,
    ideas=ideas,
    every_idea=(
        *(kind.verb for kind in _VERBS),
        *(NIGHT, moves.MARKET, "bargain", "functions"),
        *(verb for verb in ACTIONS if verb not in (Buy.verb, Sell.verb)),
        *_MORE,
    ),
    kinds=kinds,
    every_kind=frozenset({NIGHT, *moves.PLACES, *ACTIONS, *(kind.verb for kind in _ALL)}),
    untaught={
        "done": "there is always something to carry or to return",
        "turn": "only the owner of the Juggler turns the rondel",
        "aside": "only a worker that can do nothing anywhere is laid aside",
        "repay": "no loan is taken",
        "lose": "neither a storm nor an assassination strikes them",
        "take": "only the owner of the Carpenter looks at covered cards",
        "carpenter": "the same",
        "seer": "only the owner of the Seer moves a price",
        "starter": "the other one is the starting player",
    },
)
