"""The events of Haithabu from the set-up to the last turn of a round (see `end_events` for the rest), one class each.

Where an event has a `seat`, that is the player who acted or to whom it happened. Cards, wares and characters are named
by their keys, and `wares` are counts by ware.
"""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Event
from rules.haithabu.data import Wares

# Set-up, rounds and turns


class Dealt(Event, frozen=True):
    """H3, H5: the game was set up: `starter` is the starting player, `orders` are the start orders by seat.

    Each player's warehouse holds the wares that their start order needs.
    """

    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("starter",)
    starter: int
    orders: tuple[str, ...]


class RondelDrawn(Event, frozen=True):
    """H1: the rondel's start was drawn by lot; `day` are the letters of the fields by day, such as `ABCD`."""

    day: str


class Picked(Event, frozen=True):
    """H5: a player picked a character at the start, which gets a safe marker."""

    seat: int
    character: str


class RoundBegan(Event, frozen=True):
    """H10, H39: round number `round` begins; `starter` is the seat of its starting player."""

    heading: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("starter",)
    round: int
    starter: int


class PhaseBegan(Event, frozen=True):
    """H11: phase 1, 2 or 3 of a round begins, and the rondel has turned by `turned` fields.

    `day` are the letters of the fields by day now, such as `HABC`. `seat` is the Juggler's owner, who decided how far
    it turns; None if nobody owns the Juggler.
    """

    phase: int
    turned: int
    day: str
    seat: int | None


class Hired(Event, frozen=True):
    """H12: a player hired a neutral worker and paid this silver for it."""

    seat: int
    silver: int


class Placed(Event, frozen=True):
    """H10: a player placed a worker, `own` or `neutral`, on a place: a field's letter or `market`."""

    seat: int
    worker: str
    place: str


class LaidAside(Event, frozen=True):
    """H15: a player laid aside a worker (`own` or `neutral`) that could do nothing anywhere."""

    seat: int
    worker: str


class Borrowed(Event, frozen=True):
    """H28, H36: a player took this number of loans to pay for what the next event says."""

    seat: int
    loans: int


class Repaid(Event, frozen=True):
    """H28, H40: a player repaid this number of loans and paid this silver for them."""

    seat: int
    loans: int
    silver: int


# Market and fields


class PriceMoved(Event, frozen=True):
    """H7: a ware's price moved to this level; one cube costs `price` silver there."""

    ware: str
    level: int
    price: int


class Bought(Event, frozen=True):
    """H16, H22: a player paid `silver` and got these wares into the warehouse."""

    seat: int
    wares: Wares
    silver: int


class Sold(Event, frozen=True):
    """H17, H21, H24: a player sold these wares from the trading post onto the market and got `silver`.

    `points` is what the player got for wares of which the market had held none.
    """

    seat: int
    wares: Wares
    silver: int
    points: int


class Looked(Event, frozen=True):
    """H19: a player paid `silver`, and the player's Carpenter looks at the top cards of these stacks.

    `private` are the ids of the cards seen, for each stack from the top; None for everybody but that player.
    """

    reveals: ClassVar[bool] = True
    seat: int
    stacks: tuple[str, ...]
    silver: int
    private: tuple[tuple[str, ...], ...] | None


class Fetched(Event, frozen=True):
    """H19, H33: a player got a transport card and paid `silver` for it.

    `silver` is 0 if the player's Carpenter looked at covered cards first: then the event `Looked` has the price.
    """

    seat: int
    transport: str
    silver: int


class TransportGone(Event, frozen=True):
    """H19, H27, H29: a player's transport left the game; `why` is `replaced`, `used` or `storm`."""

    seat: int
    transport: str
    why: str


class StackTurned(Event, frozen=True):
    """H6: the open card of a stack was taken, and `transport` is its new open card."""

    reveals: ClassVar[bool] = True
    stack: str
    transport: str


class Recruited(Event, frozen=True):
    """H20: a player took a character from the player `owner`, who got `silver` for it, or from the display.

    `owner` is None and `silver` 0 for a character from the display.
    """

    about: ClassVar[tuple[str, ...]] = ("owner",)
    seat: int
    character: str
    owner: int | None
    silver: int


class OrderTaken(Event, frozen=True):
    """H25: a player took an order from the display onto the first of the player's places."""

    seat: int
    order: str


class OrderLost(Event, frozen=True):
    """H25, H30: a player's order was pushed beyond the last place and left the game.

    `wares` are the cubes that lay on it, which went to the general supply.
    """

    seat: int
    order: str
    wares: Wares


class OrdersTurned(Event, frozen=True):
    """H3, H25, H38: these orders were drawn from the pile into the display."""

    reveals: ClassVar[bool] = True
    orders: tuple[str, ...]


class OrdersShuffled(Event, frozen=True):
    """H38: the discarded orders were shuffled into a new pile of this many cards."""

    orders: int


class Gained(Event, frozen=True):
    """H23: a player took one cube of this ware from the market for free."""

    seat: int
    ware: str


class PointTaken(Event, frozen=True):
    """H23, H24: a player took the points of field D or H instead of any other action there; `points` is how many."""

    seat: int
    points: int


class Delivered(Event, frozen=True):
    """H26: a player moved these wares from the trading post onto one of the player's orders."""

    seat: int
    order: str
    wares: Wares


class Completed(Event, frozen=True):
    """H26: a player's order is complete and brought these points and this silver, the Supplier's extra included."""

    seat: int
    order: str
    points: int
    silver: int


class Transported(Event, frozen=True):
    """H27, H33: these wares moved from a player's warehouse to the trading post.

    `transport` is the card that carried them; None if the Stevedore did at the end of a round.
    """

    seat: int
    wares: Wares
    transport: str | None


# Night


class Rolled(Event, frozen=True):
    """H18: a player paid `silver` for the event dice and rolled these faces, one or two.

    `silver` is 0 for a single die, and for the owner of the Seer.
    """

    seat: int
    dice: tuple[int, ...]
    silver: int


class Happened(Event, frozen=True):
    """H29: the event of the night with the key `happening` begins; `seat` rolled it.

    `chosen` is True if that player chose it from two dice.
    """

    seat: int
    happening: str
    chosen: bool


class Gave(Event, frozen=True):
    """H29, Viking games: the player `seat` gave the player `to` one ware, silver or a point.

    `what` is `silver`, `point`, or the store from which the ware came (`warehouse` or `post`); `ware` is None unless a
    ware was given. `asked` is False if the giver had no choice.
    """

    about: ClassVar[tuple[str, ...]] = ("to",)
    seat: int
    to: int
    what: str
    ware: str | None
    asked: bool = True


class CharacterLost(Event, frozen=True):
    """H29, Assassination: a player's character went back to the display.

    `asked` is False if the player had only this one and so no choice.
    """

    seat: int
    character: str
    asked: bool = True


class Billed(Event, frozen=True):
    """H29, Unpaid bill: a player paid this silver to the bank."""

    seat: int
    silver: int


class Discarded(Event, frozen=True):
    """H29 (Unrest), H36: wares of a player's warehouse and trading post (`post`) went to the general supply.

    `asked` is False if the player had no choice.
    """

    seat: int
    warehouse: Wares
    post: Wares
    asked: bool = True


class Punished(Event, frozen=True):
    """H29: a player could not comply with the event `happening` (its key) and lost this number of points."""

    seat: int
    happening: str
    points: int


class Lapsed(Event, frozen=True):
    """H18: the event left no possible action for the player's worker on this night field."""

    seat: int
    field: str
