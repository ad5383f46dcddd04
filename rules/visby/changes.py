"""What happened to a player of Visby since their last decision: what their own cards brought (V7–V19).

`find_changes` returns it as changes of the classes `NoRoom`, `Brought`, `NoTrade` and `CardsBack`.
"""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Change, SeenEvents
from rules.visby import events
from rules.visby.data import DATA
from rules.visby.view import View

_PAYS_WARES = {card.key for card in DATA.card if card.pays and card.pays.what == "wares"}
_DRAWS_WARES = {card.key for card in DATA.card if card.draws and card.draws.track != "battle"}


class NoRoom(Change, frozen=True):
    """V3: a card of the player brought more wares than the limit of 15 allows: `wares` were lost, `kept` were kept."""

    is_loss: ClassVar[bool] = True
    card: str
    wares: int
    kept: int = 0


class Brought(Change, frozen=True):
    """V7–V17: the seals or wares that a card of the player brought. Nothing was lost; both may be 0."""

    weight: ClassVar[int] = 80
    card: str
    seals: int = 0
    wares: int = 0


class NoTrade(Change, frozen=True):
    """V15: the player's own Merchant had too few wares to buy anything."""

    weight: ClassVar[int] = 90


class CardsBack(Change, frozen=True):
    """V18: the player's own Mendicant took all of the player's cards back into the hand."""

    weight: ClassVar[int] = 60


def find_changes(before: View, after: View, seen_events: SeenEvents) -> list[Change]:
    """Return what the cards played by the seat of `after` brought since it last decided, in the order it happened.

    Trades are left out, as the player chose them, but a Merchant who could buy nothing is reported (`NoTrade`).
    `before` is not used.
    """
    found: list[Change] = []
    for _, events_of_move in seen_events:
        for event in events_of_move:
            match event:
                case events.Shared(seats=seats) if after.seat in seats:
                    kept = event.kept[seats.index(after.seat)]
                    found.append(_brought(event.card, event.each, kept, wares=event.card in _DRAWS_WARES))
                case events.Paid(seat=after.seat):
                    found.append(_brought(event.card, event.amount, event.kept, wares=event.card in _PAYS_WARES))
                case events.Traded(seat=after.seat, asked=False):
                    found.append(NoTrade())
                case events.PickedUp(seat=after.seat):
                    found.append(CardsBack())
    return found


def _brought(card: str, amount: int, kept: int, *, wares: bool) -> Change:
    """Return the change for a card that brought the player `amount`, of which they could keep `kept`.

    It is `NoRoom` if `kept` is less than `amount`, else `Brought`. The amounts are wares if `wares` is True, otherwise
    seals.
    """
    if amount > kept:
        return NoRoom(card, amount - kept, kept)
    return Brought(card, wares=kept) if wares else Brought(card, seals=kept)
