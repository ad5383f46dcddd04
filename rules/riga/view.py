"""What a player of Riga, or a spectator, may know (R27): `View`, with a `PlayerView` for each player.

`view_purse` returns what a player in a view could pay with.
"""

from __future__ import annotations

import msgspec

from rules import contract
from rules.riga import events
from rules.riga.data import GOODS
from rules.riga.memory import CardMemory
from rules.riga.moves import Discard
from rules.riga.payment import Purse


class RowView(msgspec.Struct, frozen=True):
    """A row of goods on display, and the sum of their base values."""

    goods: tuple[str, ...]
    total: int


class BuiltView(msgspec.Struct, frozen=True):
    """A building, by name, in a player's display.

    A `fresh` one was built in this turn and gives nothing yet (R18); a `used` one has no function left (R19).
    """

    building: str
    used: bool
    fresh: bool


class Hand(msgspec.Struct, frozen=True):
    """The cards in a player's hand: goods in the order of `GOODS`, buildings in the order they came."""

    goods: tuple[str, ...]
    buildings: tuple[str, ...]


class PlayerView(msgspec.Struct, frozen=True):
    """One player as the view's seat sees them: hand, display and what they still have to decide.

    The cards of a hand are shown to its owner only, and to everybody after the end; of other hands the view has the
    numbers of cards and the goods that everybody has seen. `points` is what the built buildings are worth.
    """

    goods: int
    """R27: the number of goods in hand."""
    buildings: int
    """R27: the number of buildings in hand."""
    hand: Hand | None
    """The cards themselves: of the view's own seat, and of everybody after the end, since R31 counts them; else None.
    """
    open_goods: tuple[str, ...]
    """The goods in hand that everybody has seen. Always empty in version 1 of the rules."""
    riga: tuple[str, ...]
    """R5: the player's Riga buildings not built yet."""
    built: tuple[BuiltView, ...]
    person: str
    """The person of the player's School, `knight` or `merchant`; "" without one."""
    exchange: bool
    """True if the Exchange is full."""
    merchants: int
    knights: int
    points: int
    """The points of the built buildings, Lodges and Archives included; penalties are not subtracted."""
    chosen: bool
    """True if the player has sealed a choice that others still owe (R4, R11)."""
    must_discard: tuple[int, int] | None
    """R11: the least and the most cards to discard this winter; None for a player who is not asked."""


class TurnView(msgspec.Struct, frozen=True):
    """R12, R13: the running turn of `seat`. `taken` is True once the player has taken a row or a building.

    `built` are the names of the buildings built in this turn.
    """

    seat: int
    taken: bool
    swapped: tuple[int, ...]
    """R26: the two rows, numbered from 1, one of which must be taken; empty if nothing was swapped."""
    built: tuple[str, ...]
    can_build: int
    """The number of buildings that may still be built in this turn."""


class View(contract.View, frozen=True, kw_only=True):
    """The table of Riga as one seat, or a spectator, sees it.

    `new` and `old` are the buildings on display, turned up this year and left from last year (R8). Piles are given by
    their number of cards, as is the discard of buildings, which is face down; `goods_discard` is the number of each
    good. `turn_of_year` counts the turns of a year from 0. `result` is None while the game is running.
    """

    year: int
    years: int
    season: events.Season | None
    """None before the first year, in winter, and after the end."""
    turn_of_year: int
    starter: int
    """The starting player. It may still change while `name_starter` is undecided."""
    turn: TurnView | None
    """None outside a player's turn."""
    rows: tuple[RowView, ...]
    new: tuple[str, ...]
    old: tuple[str, ...]
    goods_pile: int
    """The number of cards in the pile of goods."""
    goods_discard: dict[str, int]
    buildings_pile: int
    buildings_discard: int
    players: tuple[PlayerView, ...]
    function: str | None
    """R24, R25: the building whose function has drawn the cards being decided on; None otherwise."""
    drawn_count: int
    """R4, R24, R25: the number of cards that each seat to decide has drawn; 0 in other decisions."""
    drawn: tuple[str, ...]
    """R4, R24, R25: the cards this seat has drawn and not decided on yet."""
    kept: str | None
    """R4: the building this seat has sealed."""
    discard: Discard | None
    """R11: the discard this seat has sealed."""
    memory: CardMemory | None
    """What this seat can know about hidden cards; None for a spectator and in version 1 of the rules."""
    result: contract.Result | None


def view_purse(player: PlayerView) -> Purse:
    """Return what this player could pay with now. Goods in hand are missing if the view does not show the hand."""
    goods = player.hand.goods if player.hand else ()
    return Purse.of(
        goods={good: goods.count(good) for good in GOODS},
        built=[built.building for built in player.built],
        used=[built.building for built in player.built if built.used],
        fresh=[built.building for built in player.built if built.fresh],
        person=player.person,
        exchange=player.exchange,
    )
