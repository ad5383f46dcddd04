"""Early answers as a trader gives them: its plans and its standing answers, for the questions of the product.

What can be planned, and whether a plan still applies, is decided by `rules.plans`, as for players, and what standing
answers do by `rules.standing_answers`. Here is only the choice of the moves and policies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from opponents.trader import EVALUATIONS, trader, value_after
from rules import AnyGame, Move
from rules.chance import Chance
from rules.early_answers import Question
from rules.plans import MAX_WISHES, Plan, Rehearsal, planned_moves, rehearse, wish_from
from rules.riga.moves import Take
from rules.riga.state import Turn
from rules.standing_answers import StandingAnswer, standing_move
from rules.visby.state import Trade as TradeFrame

RANKING_GUESSES = 2
"""On how many guesses the wishes of a Riga plan are ranked."""
NOT_POSSIBLE = "no longer applies"
CHANCE = "chance decides in it"
"""Why a seat is asked although it has answered early: `NOT_POSSIBLE` or `CHANCE`."""


class EarlyAnswer(NamedTuple):
    """An answer that was given before its question was asked."""

    moves: Callable[[Any], Sequence[str]]
    """Return the moves to make in the state that asks the question; empty if the seat must be asked."""
    otherwise: str = NOT_POSSIBLE
    """Why the seat must be asked if there are no moves."""


def plan_answer(game: AnyGame, question: Question, decision: str, seat: int, seed: int) -> EarlyAnswer:
    """Return the trader's plan for a question of `rules.plans.questions_ahead`, carried out as the product does it.

    It has one wish; in a turn of Riga up to `MAX_WISHES`, the best first. The list ends before a wish that depends on
    chance from its first move on: the trader then wants to be asked, and nothing worse is played instead.
    """
    assert game.early is not None
    state, wishes, otherwise = question.state, [], NOT_POSSIBLE
    first: Sequence[Move | None] = [None]
    if isinstance(top := state.agenda[-1], Turn) and not top.taken:
        first = _ranked_takes(game, state, seat, seed)
    elif isinstance(top, TradeFrame):
        first = [_order(game, state, seat, seed)]
    for number, move in enumerate(first):
        rehearsal = _rehearsed(game, question, seat, move, seed + number)
        if not rehearsal.moves:
            otherwise = CHANCE
            break
        wishes.append(wish_from(game, question, decision, seat, rehearsal))
    plan = Plan(decision, game.early.period(state), state.version, tuple(wishes))
    return EarlyAnswer(lambda asked: planned_moves(game, asked, seat, plan), otherwise)


def _ranked_takes(game: AnyGame, asked: Any, seat: int, seed: int) -> list[Move]:
    """Return the best `MAX_WISHES` things to take in Riga, the best first; before them the trader's move, if another.

    The trader may want to swap or use a function before it takes something.
    """
    best = trader(game, asked, seat, seed)
    takes = [move for move in game.options(asked, seat) if isinstance(move, Take)]
    evaluation, chance = EVALUATIONS[game.name], Chance(seed)
    values: dict[Move, float] = dict.fromkeys(takes, 0.0)
    for _ in range(RANKING_GUESSES):
        guess, luck = game.guess(asked, seat, chance.draw()), chance.draw()
        for move in takes:
            values[move] += value_after(game, evaluation, guess.copy(), seat, move, luck)
    ranked = sorted(takes, key=lambda move: -values[move])
    return [best, *(move for move in ranked if move != best)][:MAX_WISHES]


def _order(game: AnyGame, asked: Any, seat: int, seed: int) -> Move:
    """Return what a trade in Visby shall buy: as much as possible if the trader wants all that it could get."""
    (most, all_seals, *_), wanted = game.options(asked, seat), trader(game, asked, seat, seed)
    return most if wanted == all_seals else wanted


def _rehearsed(game: AnyGame, question: Question, seat: int, first: Move | None, seed: int) -> Rehearsal:
    """Return the trader's answer to a question, as far as it can be planned. It begins with `first` if not None."""
    tried = rehearse(game, question, seat, ())
    while not (tried.is_complete or tried.is_stopped):
        move = (None if tried.moves else first) or trader(game, tried.state, seat, seed + len(tried.moves))
        tried = rehearse(game, question, seat, (*tried.moves, str(move)))
    return tried


STANDING = {"viking_games": "silver", "unrest": "any"}
"""The policies of the trader's standing answers."""


def standing_answer(game: AnyGame, decision: str, seat: int) -> EarlyAnswer:
    """Return the standing answer of a seat: in Viking games silver, in Unrest a ware, if possible a spare one."""
    standing = StandingAnswer(decision, STANDING[decision])

    def moves(asked: Any) -> Sequence[str]:
        move = standing_move(game, asked, seat, standing)
        return () if move is None else (str(move),)

    return EarlyAnswer(moves)
