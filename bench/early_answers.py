"""Answers given before the question is asked: what a plan is, how a trader makes one, and when it still applies.

A plan is made from a guess, and so from its owner's view alone. `questions_ahead` returns the questions of a seat that
can be answered early, each as an imagined state that asks it now, with everything else as it is. `make_plan` lets the
trader answer there. `planned_moves` compares the plan with the position in which the question is really asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from opponents.trader import EVALUATIONS, trader, value_after
from rules import AnyGame, Event, Move, Refused
from rules.chance import Chance
from rules.haithabu import state as haithabu
from rules.haithabu.data import DATA as HAITHABU
from rules.haithabu.data import FIELDS, JUGGLER
from rules.haithabu.round_end_choices import usable_functions
from rules.riga import moves as riga_moves
from rules.riga import seasons
from rules.riga import state as riga
from rules.riga.data import DATA as RIGA
from rules.visby.data import BEST
from rules.visby.state import Choose
from rules.visby.state import Trade as TradeFrame

MAX_WISHES = 6
"""How many wishes a Riga plan lists."""
RANKING_GUESSES = 2
"""On how many guesses the wishes of a Riga plan are ranked."""
EXACT = ("turn", "act")
"""The decisions of Haithabu whose plan applies only if it costs and brings exactly what was shown."""


class Wish(msgspec.Struct, frozen=True):
    """One way to answer a question: moves in their order, as texts of the rules' move language."""

    moves: tuple[str, ...]
    is_complete: bool = True
    """False if something random comes next, so that the owner must be asked for the rest."""
    shown: tuple[Event, ...] = ()
    """What was shown when the plan was made: the events about its owner. Only for decisions in `EXACT`."""


class Plan(msgspec.Struct, frozen=True):
    """An early answer of one seat to one decision. The first wish that is still possible is played."""

    decision: str
    period: int
    """The year (Riga) or round for which it was made. In any other it has lapsed."""
    wishes: tuple[Wish, ...]
    rows: tuple[tuple[str, ...], ...] = ()
    """Riga: the goods of each row when the plan was made. Row numbers in the wishes mean these rows."""


class TradeOrder(msgspec.Struct, frozen=True):
    """V15: what a Visby Merchant trades, chosen with the card: so many seals, or as many as possible (None)."""

    seals: int | None


def period_of(state: Any) -> int:
    """Return the number of the year (Riga) or round of a state."""
    return int(state.year if isinstance(state, riga.State) else state.round)


def questions_ahead(game: AnyGame, state: Any, seat: int, seed: int) -> dict[str, Any]:
    """Return the decisions that the seat can answer early now, each with a guess that asks it at once.

    The guesses agree with the seat's view. Decisions that it is being asked already are left out.
    """
    if seat in game.owed(state) or not state.agenda:
        return {}
    return _AHEAD[game.name](game, game.guess(state, seat, seed), seat)


def _visby_ahead(game: AnyGame, guess: Any, seat: int) -> dict[str, Any]:
    """Return `choose`, the choice of the next card, while Merchants trade; their trades are predicted. Otherwise {}."""
    if not isinstance(guess.agenda[-1], TradeFrame):
        return {}
    chance = Chance(guess.round)
    while guess.agenda and isinstance(guess.agenda[-1], TradeFrame):
        other = guess.agenda[-1].owes[0]
        game.play(guess, other, EVALUATIONS[game.name].predicted_move(game, guess, other, chance))
    asked = guess.agenda and isinstance(guess.agenda[-1], Choose) and seat in guess.agenda[-1].owes
    return {"choose": guess} if asked else {}


def _riga_ahead(game: AnyGame, guess: Any, seat: int) -> dict[str, Any]:
    """Return what the seat can answer early in this year, as `questions_ahead` does. Changes `guess`.

    - `turn`: its next turn of the year.
    - `winter`: after its last turn, the winter discard (R11). {} if it has few enough cards to keep all.
    """
    if not isinstance(guess.agenda[0], riga.Turn):
        return {}
    for turn in range(guess.turn + 1, 2 * guess.seats):
        guess.turn = turn
        if seasons.seat_in_turn(guess) == seat:
            guess.agenda = []
            guess.push(riga.Turn(owes=[seat], seat=seat, taken=not (guess.rows or guess.new or guess.old)))
            return {"turn": guess}
    if guess.players[seat].cards() <= RIGA.setup.winter_limit:
        return {}
    guess.agenda = []
    guess.push(riga.Winter(owes=[seat], asked=(seat,), discards=[None] * guess.seats))
    return {"winter": guess}


def _haithabu_ahead(game: AnyGame, guess: Any, seat: int) -> dict[str, Any]:
    """Return what the seat can answer early in this round, as `questions_ahead` does. Changes `guess`.

    - `act`: what its worker does, while others answer to the event that it rolled.
    - `turn`: its next turn, on the rondel as it will be if it turns by one field before the next phase.
    - `turn_rondel`: the Juggler before the next phase.
    - `return_characters`, `use_functions`: the end of the round, from its last worker of the round on.
    """
    top, bottom = guess.agenda[-1], guess.agenda[0]
    if not isinstance(bottom, haithabu.Round):
        return {}
    if any(isinstance(frame, haithabu.Act) and frame.seat == seat for frame in guess.agenda):
        guess.agenda.pop()
        act = guess.agenda[-1]
        if not isinstance(act, haithabu.Act):
            return {}
        act.owes = [seat]
        return {"act": _alone(guess, seat)}
    ahead = {}
    is_last_phase = guess.phase == HAITHABU.play.workers
    if seat in bottom.waiting or not is_last_phase:
        turn = guess.copy()
        if isinstance(top, haithabu.TurnRondel) or seat not in bottom.waiting:
            turn.phase += not isinstance(top, haithabu.TurnRondel)
            turn.dawn = (turn.dawn - HAITHABU.rondel.turn) % len(FIELDS)
        turn.bought = turn.sold = 0
        turn.agenda = turn.agenda[:1]
        turn.push(haithabu.Turn(owes=[seat], seat=seat))
        ahead["turn"] = _alone(turn, seat)
    if not is_last_phase and guess.owners[JUGGLER] == seat:
        phase = guess.copy()
        phase.phase += 1
        phase.agenda = [haithabu.Round(waiting=phase.in_turn_order())]
        phase.push(haithabu.TurnRondel(owes=[seat]))
        ahead["turn_rondel"] = phase
    if is_last_phase and seat not in bottom.waiting and guess.round < HAITHABU.play.rounds:
        guess.agenda = [haithabu.EndRound(stage="supply")]
        if guess.round == HAITHABU.play.returning_round and seat in guess.owners:
            back = guess.copy()
            back.push(haithabu.ReturnCharacters(owes=[seat]))
            ahead["return_characters"] = back
        if functions := usable_functions(guess, seat):
            guess.push(haithabu.UseFunctions(owes=[seat], functions=functions))
            ahead["use_functions"] = guess
    return ahead


def _alone(guess: Any, seat: int) -> Any:
    """Return the guess changed so that another seat's turn follows: the seat's own turn then ends with nothing else."""
    guess.agenda[0].waiting = ((seat + 1) % guess.seats,)
    return guess


_AHEAD = {"visby": _visby_ahead, "riga": _riga_ahead, "haithabu": _haithabu_ahead}


def make_plan(game: AnyGame, asked: Any, seat: int, decision: str, seed: int) -> Plan:
    """Return the trader's plan for a decision that the guess `asked` asks the seat now.

    It has one wish; in a turn of Riga up to `MAX_WISHES`, the best first.
    """
    first: Sequence[Move | None] = [None]
    rows: tuple[tuple[str, ...], ...] = ()
    if isinstance(top := asked.agenda[-1], riga.Turn) and not top.taken:
        first, rows = _ranked_takes(game, asked, seat, seed), tuple(tuple(row) for row in asked.rows)
    wishes = tuple(_wish(game, asked, seat, decision, move, seed + number) for number, move in enumerate(first))
    return Plan(decision, period_of(asked), wishes, rows)


def _ranked_takes(game: AnyGame, asked: Any, seat: int, seed: int) -> list[Move]:
    """Return the best `MAX_WISHES` things to take in Riga, the best first; before them the trader's move, if another.

    The trader may want to swap or use a function before it takes something.
    """
    best = trader(game, asked, seat, seed)
    takes = [move for move in game.options(asked, seat) if isinstance(move, riga_moves.Take)]
    evaluation, chance = EVALUATIONS[game.name], Chance(seed)
    values: dict[Move, float] = dict.fromkeys(takes, 0.0)
    for _ in range(RANKING_GUESSES):
        guess, luck = game.guess(asked, seat, chance.draw()), chance.draw()
        for move in takes:
            values[move] += value_after(game, evaluation, guess.copy(), seat, move, luck)
    ranked = sorted(takes, key=lambda move: -values[move])
    return [best, *(move for move in ranked if move != best)][:MAX_WISHES]


def _wish(game: AnyGame, asked: Any, seat: int, decision: str, first: Move | None, seed: int) -> Wish:
    """Return the trader's whole answer, which begins with `first` unless that is None.

    It ends before the first move with which chance would decide or show something while the answer goes on.
    """
    state, texts = asked.copy(), list[str]()
    question = asked.agenda[-2 if decision == "act" else -1].id  # After a worker has acted, its turn may go on.
    while not _is_answered(game, state, seat, question):
        move = (None if texts else first) or trader(game, state, seat, seed + len(texts))
        game.play(state, seat, move)
        if not state.tail and not _is_answered(game, state, seat, question):
            return Wish(tuple(texts), is_complete=False)
        texts.append(str(move))
    shown = _effect(game, asked, seat, texts) if decision in EXACT and game.name == "haithabu" else ()
    return Wish(tuple(texts), shown=shown or ())


def _is_answered(game: AnyGame, state: Any, seat: int, question: int) -> bool:
    """Return True if the seat has answered in the frame with the id `question`, and its loans are settled (H28)."""
    if not state.agenda or state.agenda[-1].id == question:
        return not state.agenda or seat not in state.agenda[-1].owes
    return question not in {frame.id for frame in state.agenda} and game.owed(state).get(seat) != "settle"


def _effect(game: AnyGame, asked: Any, seat: int, texts: Sequence[str]) -> tuple[Event, ...] | None:
    """Return the events about the seat if it makes these moves in a copy of the state; None if one is not allowed."""
    state, emitted = asked.copy(), list[Event]()
    try:
        for text in texts:
            emitted += game.play(state, seat, game.parse(text))
    except Refused:
        return None
    return tuple(event for event in emitted if event.is_about(seat))


def planned_moves(game: AnyGame, state: Any, seat: int, plan: Plan, seed: int) -> list[str] | str:
    """Return the moves with which the plan answers the question that the seat is being asked.

    If the seat must be asked, return why, as a text: the plan is void, or the wish that applies stops before chance.
    """
    if plan.period != period_of(state):
        return "lapsed"
    guess = game.guess(state, seat, seed)
    exact = game.name == "haithabu" and plan.decision in EXACT
    if exact:
        guess = _alone(guess, seat)
    for wish in plan.wishes:
        texts = _renumbered(game, wish.moves, plan.rows, guess.rows) if plan.rows else list(wish.moves)
        effect = None if texts is None else _effect(game, guess, seat, texts)
        if texts is not None and effect is not None and (not (exact and wish.is_complete) or effect == wish.shown):
            return texts if wish.is_complete else "chance decides in it"
    return "no longer applies"


def _renumbered(
    game: AnyGame, texts: Sequence[str], shown: Sequence[Sequence[str]], rows: Sequence[Sequence[str]]
) -> list[str] | None:
    """Return Riga moves whose row numbers mean the rows as `shown`, with the numbers that these rows have now.

    Rows are recognised by their goods. Return None if one of the rows named is gone or was changed.
    """
    now = [sorted(row) for row in rows]
    number: dict[int, int] = {}
    for old, row in enumerate(shown, 1):
        places = [place for place, goods in enumerate(now, 1) if goods == sorted(row) and place not in number.values()]
        if places:
            number[old] = places[0]
    moves: list[str] = []
    for move in map(game.parse, texts):
        named = {getattr(move, field, None) for field in ("what", "row", "other_row")}
        if any(isinstance(row, int) and row not in number for row in named):
            return None
        if isinstance(move, riga_moves.Take) and isinstance(move.what, int):
            move = riga_moves.Take(number[move.what])
        elif isinstance(move, riga_moves.Swap):
            move = riga_moves.Swap(number[move.row], move.good, number[move.other_row], move.other_good)
        moves.append(str(move))
    return moves


def order_trade(game: AnyGame, state: Any, seat: int, pick: Move, seed: int) -> TradeOrder:
    """Return what the trader would trade after this pick of a Merchant (V15), on a guess with predicted cards."""
    guess, chance = game.guess(state, seat, seed), Chance(seed)
    for other in range(guess.seats):
        if other != seat and (other in game.owed(guess) or game.may_change(guess, other)):
            game.play(guess, other, EVALUATIONS[game.name].predicted_move(game, guess, other, chance))
    game.play(guess, seat, pick)
    if game.owed(guess).get(seat) != "trade":
        return TradeOrder(None)
    wanted: Any = trader(game, guess, seat, seed)
    most: Any = game.options(guess, seat)[0]
    return TradeOrder(None if wanted == most else BEST[guess.market][wanted.wares])


def ordered_trade(game: AnyGame, state: Any, seat: int, order: TradeOrder) -> str | None:
    """Return the trade that fulfils the order with the fewest wares; None if so many seals cannot be bought."""
    by_seals: Mapping[int, Any] = {BEST[state.market][move.wares]: move for move in game.options(state, seat)}
    wanted = max(by_seals) if order.seals is None else order.seals
    return str(by_seals[wanted]) if wanted in by_seals else None


def standing_answer(game: AnyGame, state: Any, seat: int, seed: int) -> str:
    """Return the seat's first option: silver in Viking games, else its cheapest kind of ware; so too in Unrest."""
    return str(game.options(game.guess(state, seat, seed), seat)[0])
