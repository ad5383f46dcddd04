"""What happens in Haithabu until a round ends, for telling. Cards and wares go by their keys; `wares` count by ware."""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Event
from rules.haithabu.data import Wares

# Set-up, rounds and turns


class Dealt(Event, frozen=True):
    """H3, H5: who starts, and the start orders by seat; their wares lie in the warehouses."""

    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("starter",)
    starter: int
    orders: tuple[str, ...]


class RondelDrawn(Event, frozen=True):
    """H1: how the rondel lies at the start was drawn by lot; `day` names the fields that lie by day."""

    day: str


class Picked(Event, frozen=True):
    """H5: a player picked a character at the start; it is safe."""

    seat: int
    character: str


class RoundBegan(Event, frozen=True):
    """H10, H39: who starts it."""

    heading: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("starter",)
    round: int
    starter: int


class PhaseBegan(Event, frozen=True):
    """H11: the rondel turned; `seat` is the Juggler's owner if he decided. `day` names the fields that lie by day."""

    phase: int
    turned: int
    day: str
    seat: int | None


class Hired(Event, frozen=True):
    """H12: a player hired a neutral worker."""

    seat: int
    silver: int


class Placed(Event, frozen=True):
    """H10: a worker stands on a place."""

    seat: int
    worker: str
    place: str


class LaidAside(Event, frozen=True):
    """H15: a worker found nothing to do."""

    seat: int
    worker: str


class Borrowed(Event, frozen=True):
    """H28, H36: a player took loans for what comes next."""

    seat: int
    loans: int


class Repaid(Event, frozen=True):
    """H28, H40: a player paid loans back."""

    seat: int
    loans: int
    silver: int


# Market and fields


class PriceMoved(Event, frozen=True):
    """H7: a price went up or down to this level, where it now costs so much."""

    ware: str
    level: int
    price: int


class Bought(Event, frozen=True):
    """H16, H22: wares came into a warehouse."""

    seat: int
    wares: Wares
    silver: int


class Sold(Event, frozen=True):
    """H17, H21, H24: wares went from a trading post onto the market; `points` for markets that were empty."""

    seat: int
    wares: Wares
    silver: int
    points: int


class Looked(Event, frozen=True):
    """H19: the Carpenter paid and looks at the top cards of the stacks; only he sees them, by stack."""

    reveals: ClassVar[bool] = True
    seat: int
    stacks: tuple[str, ...]
    silver: int
    private: tuple[tuple[str, ...], ...] | None


class Fetched(Event, frozen=True):
    """H19, H33: a player got a transport. `silver` is 0 after a look: it was paid before."""

    seat: int
    transport: str
    silver: int


class TransportGone(Event, frozen=True):
    """H19, H27, H29: a transport is out of the game, `why`: replaced, used or storm."""

    seat: int
    transport: str
    why: str


class StackTurned(Event, frozen=True):
    """H6: another card of a stack lies open now."""

    reveals: ClassVar[bool] = True
    stack: str
    transport: str


class Recruited(Event, frozen=True):
    """H20: a player took a character, from another for silver or from the display."""

    about: ClassVar[tuple[str, ...]] = ("owner",)
    seat: int
    character: str
    owner: int | None
    silver: int


class OrderTaken(Event, frozen=True):
    """H25: an order lies on a player's first place."""

    seat: int
    order: str


class OrderLost(Event, frozen=True):
    """H25, H30: an order was pushed beyond the last place; the wares on it are lost."""

    seat: int
    order: str
    wares: Wares


class OrdersTurned(Event, frozen=True):
    """H25, H38: new orders lie in the display."""

    reveals: ClassVar[bool] = True
    orders: tuple[str, ...]


class OrdersShuffled(Event, frozen=True):
    """H38: the discard is the new pile, so many cards."""

    orders: int


class Gained(Event, frozen=True):
    """H23: a free ware from the market."""

    seat: int
    ware: str


class PointTaken(Event, frozen=True):
    """H23, H24: the point of D or H."""

    seat: int
    points: int


class Delivered(Event, frozen=True):
    """H26: wares lie on an order."""

    seat: int
    order: str
    wares: Wares


class Completed(Event, frozen=True):
    """H26: an order is complete; the Supplier's share is included."""

    seat: int
    order: str
    points: int
    silver: int


class Transported(Event, frozen=True):
    """H27, H33: wares came from warehouse to trading post; without a transport the Stevedore carried them."""

    seat: int
    wares: Wares
    transport: str | None


# Night


class Rolled(Event, frozen=True):
    """H18: the event dice."""

    seat: int
    dice: tuple[int, ...]
    silver: int


class Happened(Event, frozen=True):
    """H29: what the night brings; `chosen` if it was one of two."""

    seat: int
    happening: str
    chosen: bool


class Gave(Event, frozen=True):
    """H29 Viking games: a gift to the roller. `asked` is False for one who had no choice."""

    about: ClassVar[tuple[str, ...]] = ("to",)
    seat: int
    to: int
    what: str
    ware: str | None
    asked: bool = True


class CharacterLost(Event, frozen=True):
    """H29 Assassination: a character went back to the display."""

    seat: int
    character: str
    asked: bool = True


class Billed(Event, frozen=True):
    """H29 Unpaid bill: silver to the bank."""

    seat: int
    silver: int


class Discarded(Event, frozen=True):
    """H29 Unrest, H36: wares went back to the general supply."""

    seat: int
    warehouse: Wares
    post: Wares
    asked: bool = True


class Punished(Event, frozen=True):
    """H29: who cannot comply loses points."""

    seat: int
    happening: str
    points: int


class Lapsed(Event, frozen=True):
    """H18: the event made the action impossible."""

    seat: int
    field: str
