"""`USAGE`: which uses `opponents.laboratory.balance` counts in games of Visby.

They are the cards played, and the Market's rate whenever a Merchant is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from opponents.laboratory.balance import Usage, Use
from rules import Event
from rules.visby.data import CARDS, RATES
from rules.visby.events import MarketOpened, Revealed
from rules.visby.state import State

_RATES = [f"{wares}:{seals}" for wares, seals in RATES]


class VisbyUsage(Usage):
    """Counts the cards that were played by choice, and at which rate of the Market each Merchant was played."""

    things: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "card": dict.fromkeys(CARDS, 1),
        "rate": {rate: _RATES.count(rate) for rate in dict.fromkeys(_RATES)},
    }
    length_unit: ClassVar[str] = "rounds"

    def uses_in(self, event: Event) -> Iterator[Use]:
        """Yield the uses that an event of Visby stands for; nothing for most kinds of events.

        When cards are revealed these are the cards played by choice; when the Market opens, its rate for each Merchant.
        """
        if isinstance(event, Revealed):
            for seat, cards in enumerate(event.played):
                if seat not in event.forced:
                    yield from (Use(seat, "card", card) for card in cards)
        elif isinstance(event, MarketOpened):
            yield from (Use(seat, "rate", _RATES[event.space]) for seat in event.merchants)

    def length(self, state: State, decisions: int) -> int:
        """Return the length of a finished game: its number of rounds. `decisions` is not used."""
        return state.round


USAGE = VisbyUsage()
