"""The events of Haithabu until a round ends. Cards and wares are named by their keys; `wares` are counts by ware.

`seat` is the player concerned.
"""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Event
from rules.haithabu.data import Wares

# Set-up, rounds and turns


class Dealt(Event, frozen=True):
    """H3, H5: the starting player, and the start orders by seat; their wares are in the warehouses."""

    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("starter",)
    starter: int
    orders: tuple[str, ...]


class RondelDrawn(Event, frozen=True):
    """H1: the rondel's start was drawn by lot; `day` names the fields by day."""

    day: str


class Picked(Event, frozen=True):
    """H5: a player picked a character at the start; it is safe."""

    seat: int
    character: str


class RoundBegan(Event, frozen=True):
    """H10, H39: a round begins; `starter` is its starting player."""

    heading: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("starter",)
    round: int
    starter: int


class PhaseBegan(Event, frozen=True):
    """H11: a phase begins and the rondel turned by `turned` fields; `day` names the fields by day.

    `seat` is the Juggler's owner, who decided it; None without an owner.
    """

    phase: int
    turned: int
    day: str
    seat: int | None


class Hired(Event, frozen=True):
    """H12: a player hired a neutral worker for this silver."""

    seat: int
    silver: int


class Placed(Event, frozen=True):
    """H10: a player placed a worker, `own` or `neutral`, on a place."""

    seat: int
    worker: str
    place: str


class LaidAside(Event, frozen=True):
    """H15: a player laid a worker aside that could do nothing anywhere."""

    seat: int
    worker: str


class Borrowed(Event, frozen=True):
    """H28, H36: a player took loans to pay for what comes next."""

    seat: int
    loans: int


class Repaid(Event, frozen=True):
    """H28, H40: a player repaid loans for this silver."""

    seat: int
    loans: int
    silver: int


# Market and fields


class PriceMoved(Event, frozen=True):
    """H7: a ware's price moved to this level, where it costs this silver."""

    ware: str
    level: int
    price: int


class Bought(Event, frozen=True):
    """H16, H22: a player bought wares into the warehouse."""

    seat: int
    wares: Wares
    silver: int


class Sold(Event, frozen=True):
    """H17, H21, H24: a player sold wares from the trading post onto the market.

    `points` for markets that were empty.
    """

    seat: int
    wares: Wares
    silver: int
    points: int


class Looked(Event, frozen=True):
    """H19: a player's Carpenter paid and looks at the top cards of these stacks. `private` are the cards by stack."""

    reveals: ClassVar[bool] = True
    seat: int
    stacks: tuple[str, ...]
    silver: int
    private: tuple[tuple[str, ...], ...] | None


class Fetched(Event, frozen=True):
    """H19, H33: a player got a transport. `silver` is 0 after a look, which was paid before."""

    seat: int
    transport: str
    silver: int


class TransportGone(Event, frozen=True):
    """H19, H27, H29: a player's transport is out of the game; `why` is `replaced`, `used` or `storm`."""

    seat: int
    transport: str
    why: str


class StackTurned(Event, frozen=True):
    """H6: another card of a stack is on top and open now."""

    reveals: ClassVar[bool] = True
    stack: str
    transport: str


class Recruited(Event, frozen=True):
    """H20: a player took a character, from `owner` for silver, or from the display (`owner` is None)."""

    about: ClassVar[tuple[str, ...]] = ("owner",)
    seat: int
    character: str
    owner: int | None
    silver: int


class OrderTaken(Event, frozen=True):
    """H25: a player took an order onto the first place."""

    seat: int
    order: str


class OrderLost(Event, frozen=True):
    """H25, H30: a player's order was pushed beyond the last place; the wares on it are lost."""

    seat: int
    order: str
    wares: Wares


class OrdersTurned(Event, frozen=True):
    """H25, H38: new orders are in the display."""

    reveals: ClassVar[bool] = True
    orders: tuple[str, ...]


class OrdersShuffled(Event, frozen=True):
    """H38: the discard was shuffled into a new pile of this many cards."""

    orders: int


class Gained(Event, frozen=True):
    """H23: a player took a free ware from the market."""

    seat: int
    ware: str


class PointTaken(Event, frozen=True):
    """H23, H24: a player took the point of field D or H."""

    seat: int
    points: int


class Delivered(Event, frozen=True):
    """H26: a player put wares on an order."""

    seat: int
    order: str
    wares: Wares


class Completed(Event, frozen=True):
    """H26: a player's order is complete; the Supplier's extra is included in points and silver."""

    seat: int
    order: str
    points: int
    silver: int


class Transported(Event, frozen=True):
    """H27, H33: wares moved from warehouse to trading post; `transport` is None if the Stevedore carried them."""

    seat: int
    wares: Wares
    transport: str | None


# Night


class Rolled(Event, frozen=True):
    """H18: a player rolled the event dice and paid this silver for them."""

    seat: int
    dice: tuple[int, ...]
    silver: int


class Happened(Event, frozen=True):
    """H29: an event of the night happens, `happening` is its key; `chosen` if the roller chose it from two."""

    seat: int
    happening: str
    chosen: bool


class Gave(Event, frozen=True):
    """H29, Viking games: `seat` gave `to` a ware, silver or a point (`what`, see `moves.Give`).

    `asked` is False if there was no choice.
    """

    about: ClassVar[tuple[str, ...]] = ("to",)
    seat: int
    to: int
    what: str
    ware: str | None
    asked: bool = True


class CharacterLost(Event, frozen=True):
    """H29, Assassination: a character went back to the display. `asked` is False if there was no choice."""

    seat: int
    character: str
    asked: bool = True


class Billed(Event, frozen=True):
    """H29, Unpaid bill: a player paid silver to the bank."""

    seat: int
    silver: int


class Discarded(Event, frozen=True):
    """H29, Unrest, and H36: a player's wares went to the general supply. `asked` is False if there was no choice."""

    seat: int
    warehouse: Wares
    post: Wares
    asked: bool = True


class Punished(Event, frozen=True):
    """H29: a player could not comply with an event and lost points."""

    seat: int
    happening: str
    points: int


class Lapsed(Event, frozen=True):
    """H18: the event made the action on this night field impossible."""

    seat: int
    field: str
