"""Early answers as a trader gives them: its plans for the product's own questions, and answers the product lacks.

What can be planned, and whether a plan still applies, is decided by `rules.plans`, as for players, and what standing
answers do by `rules.standing_answers`. Here is only the choice of the moves and policies. The second part measures
ideas that are not in the product: in Visby the trade chosen with the card and the next card chosen early.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from opponents.trader import EVALUATIONS, trader, value_after
from rules import AnyGame, Move, Refused
from rules.chance import Chance
from rules.early_answers import Question
from rules.plans import MAX_WISHES, Plan, Rehearsal, planned_moves, rehearse, wish_from
from rules.riga.moves import Take
from rules.riga.state import Turn
from rules.standing_answers import StandingAnswer, standing_move
from rules.visby.data import BEST
from rules.visby.state import Choose
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


# Not in the product, from here to the end.


def next_card(game: AnyGame, state: Any, seat: int, seed: int) -> EarlyAnswer | None:
    """Return the trader's next card in Visby, chosen while others trade; their trades are predicted.

    Return None if nobody trades, the seat itself has to trade, or it will have no choice of cards.
    """
    if not (state.agenda and isinstance(state.agenda[-1], TradeFrame)) or seat in game.owed(state):
        return None
    guess, chance = game.guess(state, seat, seed), Chance(seed)
    while guess.agenda and isinstance(guess.agenda[-1], TradeFrame):
        other = guess.agenda[-1].owes[0]
        game.play(guess, other, EVALUATIONS[game.name].predicted_move(game, guess, other, chance))
    if not (guess.agenda and isinstance(guess.agenda[-1], Choose) and seat in guess.agenda[-1].owes):
        return None
    move = trader(game, guess, seat, seed)

    def moves(asked: Any) -> Sequence[str]:
        try:
            game.play(game.guess(asked, seat, seed), seat, move)
        except Refused:
            return ()
        return (str(move),)

    return EarlyAnswer(moves)


def trade_order(game: AnyGame, state: Any, seat: int, pick: Move, seed: int) -> EarlyAnswer:
    """Return the trade (V15) that the trader chooses together with this pick of a Merchant, on predicted cards.

    It orders a number of seals, bought with the fewest wares, or as many as possible.
    """
    guess, chance, seals = game.guess(state, seat, seed), Chance(seed), None
    for other in range(guess.seats):
        if other != seat and (other in game.owed(guess) or game.may_change(guess, other)):
            game.play(guess, other, EVALUATIONS[game.name].predicted_move(game, guess, other, chance))
    game.play(guess, seat, pick)
    if game.owed(guess).get(seat) == "trade":
        wanted: Any = trader(game, guess, seat, seed)
        if wanted != game.options(guess, seat)[0]:
            seals = BEST[guess.market][wanted.wares]

    def moves(asked: Any) -> Sequence[str]:
        options: list[Any] = list(game.options(asked, seat))
        by_seals = {BEST[asked.market][move.wares]: str(move) for move in options}
        wanted = max(by_seals) if seals is None else seals
        return (by_seals[wanted],) if wanted in by_seals else ()

    return EarlyAnswer(moves)
