"""Making up what a seat cannot know: what others have sealed."""

from __future__ import annotations

from rules.chance import Chance
from rules.visby.state import Choose, State, Trade
from rules.visby.steps import ChooseCards, TradeWares


def guess(state: State, seat: int, seed: int) -> State:
    """Return a full state that agrees with all the seat knows: others sealed any cards of their (public) hands."""
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
                frame.sealed[other] = trading.sample(guessed, frame, other, chance).wares
    return guessed
