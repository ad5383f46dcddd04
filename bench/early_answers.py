"""Early answers as a trader gives them: its plans and its standing answers, for the questions of the product.

What can be planned, and whether a plan still applies, is decided by `rules.plans`, as for players, and what standing
answers do by `rules.standing_answers`. Here is only the choice of the moves and policies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from opponents.trader import EVALUATIONS, trader, value_after
from rules import AnyGame, Move
from rules.chance import Chance
from rules.early_answers import Question
from rules.haithabu.state import Turn as HaithabuTurn
from rules.plans import MAX_WISHES, Plan, Rehearsal, planned_moves, rehearse, wish_from
from rules.riga.moves import Take
from rules.riga.state import Turn as RigaTurn
from rules.standing_answers import StandingAnswer, standing_move
from rules.visby.state import Trade as TradeFrame

RANKING_GUESSES = 2
"""On how many guesses the wishes of a plan are ranked."""
KIND_WORDS = 5
"""Moves of Haithabu that begin with the same words, this many, use the same place and ware: they are lost together."""
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

    It has one wish; in a turn of Riga or Haithabu up to `MAX_WISHES`, the best first. The list ends before a wish that
    depends on chance from its first move on: the trader then wants to be asked, and nothing worse is played instead.
    """
    assert game.early is not None
    state, wishes, otherwise = question.state, [], NOT_POSSIBLE
    first: Sequence[Move | None] = [None]
    if isinstance(top := state.agenda[-1], RigaTurn) and not top.taken:
        first = _ranked(game, state, seat, seed, [move for move in game.options(state, seat) if isinstance(move, Take)])
    elif isinstance(top, HaithabuTurn):
        first = _ranked(game, state, seat, seed, _different_turns(game, state, seat, seed))
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


def _ranked(game: AnyGame, asked: Any, seat: int, seed: int, moves: Sequence[Move]) -> list[Move]:
    """Return the best `MAX_WISHES` of the moves with which a turn can begin, the best first.

    Before them comes the trader's move, if another: it may want to swap or use a function first. Of moves of the same
    kind (`KIND_WORDS`) only the best one is returned.
    """
    evaluation, chance = EVALUATIONS[game.name], Chance(seed)
    values: dict[Move, float] = dict.fromkeys(moves, 0.0)
    for _ in range(RANKING_GUESSES):
        guess, luck = game.guess(asked, seat, chance.draw()), chance.draw()
        for move in moves:
            values[move] += value_after(game, evaluation, guess.copy(), seat, move, luck)
    by_kind = dict[str, Move]()
    for move in (trader(game, asked, seat, seed), *sorted(moves, key=lambda move: -values[move])):
        by_kind.setdefault(_kind(move), move)
    return list(by_kind.values())[:MAX_WISHES]


def _different_turns(game: AnyGame, asked: Any, seat: int, seed: int) -> list[Move]:
    """Return one random first move of a Haithabu turn of each kind, at most as many as the trader tries."""
    options = game.options(asked, seat)
    by_kind = {_kind(move): move for move in Random(seed).sample(options, len(options))}
    return list(by_kind.values())[: EVALUATIONS[game.name].max_options]


def _kind(move: Move) -> str:
    """Return what a move of Riga or Haithabu is about: the beginning of its text."""
    return " ".join(str(move).split()[:KIND_WORDS])


def _order(game: AnyGame, asked: Any, seat: int, seed: int) -> Move:
    """Return the trader's planned purchase in Visby.

    If it wants all the seals it could get, return "as many as possible" instead.
    """
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
