"""The function `guess`: a copy of a state in which the sealed choices of other seats are random."""

from __future__ import annotations

from rules.chance import Chance
from rules.visby import moves
from rules.visby.state import Choose, State, Trade
from rules.visby.steps import ChooseCards, TradeWares


def guess(state: State, seat: int, seed: int) -> State:
    """Return a copy of the state in which the cards or trades sealed by seats other than `seat` are drawn at random.

    Nothing else changes, because it is public in Visby: seats that have not decided yet stay undecided, and a seat
    without a choice keeps the cards sealed for it. The copy has a random generator of its own, seeded from `seed`, and
    an empty `tail`, so none of its moves can be taken back.
    """
    chance = Chance(seed)
    guessed = state.copy_to_guess(chance)
    frame = guessed.agenda[-1] if guessed.agenda else None
    if isinstance(frame, Choose):
        choosing = ChooseCards()
        for other in range(state.seats):
            if other != seat and other not in frame.forced and frame.picks[other] is not None:
                frame.picks[other] = choosing.sample(guessed, frame, other, chance).cards
    elif isinstance(frame, Trade):
        trading = TradeWares()
        for other, wares in frame.sealed.items():
            if other != seat and wares is not None:
                trade = trading.sample(guessed, frame, other, chance)
                assert isinstance(trade, moves.Trade)
                frame.sealed[other] = trade.wares
    return guessed
