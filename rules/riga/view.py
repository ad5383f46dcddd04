"""What a player of Riga, or a spectator, may know (R27)."""

from __future__ import annotations

import msgspec

from rules import contract
from rules.riga import events
from rules.riga.data import GOODS
from rules.riga.memory import CardMemory
from rules.riga.moves import Discard
from rules.riga.payment import Purse


class RowView(msgspec.Struct, frozen=True):
    """A row of goods and the sum of its base values."""

    goods: tuple[str, ...]
    total: int


class BuiltView(msgspec.Struct, frozen=True):
    """A built building. `fresh` ones give nothing yet (R18), `used` ones nothing any more (R19)."""

    building: str
    used: bool
    fresh: bool


class Hand(msgspec.Struct, frozen=True):
    """The cards in a hand: goods in their order, buildings as they came."""

    goods: tuple[str, ...]
    buildings: tuple[str, ...]


class PlayerView(msgspec.Struct, frozen=True):
    """One player as this seat sees them."""

    goods: int
    buildings: int
    """R27: how many goods and buildings are in hand."""
    hand: Hand | None
    """The cards themselves: the own ones; everybody's when the game is over, since R31 counts them."""
    open_goods: tuple[str, ...]
    """The goods in hand that everybody has seen. By the first rules nobody remembers any."""
    riga: tuple[str, ...]
    """R5: the own Riga buildings not yet built."""
    built: tuple[BuiltView, ...]
    person: str
    """The School's person."""
    exchange: bool
    """The Exchange is full."""
    merchants: int
    knights: int
    points: int
    """What the built buildings are worth, Lodges and Archives included."""
    chosen: bool
    """Has sealed what is being chosen by all at once."""
    must_discard: tuple[int, int] | None
    """R11: how many cards at least and at most go this winter; None for who is not asked."""


class TurnView(msgspec.Struct, frozen=True):
    """R12, R13: how far the running turn is."""

    seat: int
    taken: bool
    swapped: tuple[int, ...]
    """R26: the two rows of which one must be taken."""
    built: tuple[str, ...]
    can_build: int
    """How many more buildings may be built."""


class View(contract.View, frozen=True, kw_only=True):
    """The table as this seat sees it."""

    year: int
    years: int
    season: events.Season | None
    """None before the first year, in winter, and when the game is over."""
    turn_of_year: int
    starter: int
    """Provisional until `name_starter` is decided."""
    turn: TurnView | None
    rows: tuple[RowView, ...]
    new: tuple[str, ...]
    old: tuple[str, ...]
    goods_pile: int
    goods_discard: dict[str, int]
    buildings_pile: int
    buildings_discard: int
    players: tuple[PlayerView, ...]
    function: str | None
    """R24, R25: the building whose drawn cards are being looked at."""
    drawn_count: int
    """R4, R24, R25: how many cards each seat that is asked has drawn."""
    drawn: tuple[str, ...]
    """R4, R24, R25: the cards this seat has drawn and not yet decided on."""
    kept: str | None
    """R4: what this seat itself has sealed."""
    discard: Discard | None
    """R11: what this seat itself has sealed."""
    memory: CardMemory | None
    """What this seat can know of cards it does not see; nothing by the first rules."""
    result: contract.Result | None


def purse(player: PlayerView) -> Purse:
    """Return what a player whose hand is shown could pay with: for `offers` and `payment`."""
    goods = player.hand.goods if player.hand else ()
    return Purse.of(
        goods={good: goods.count(good) for good in GOODS},
        built=[built.building for built in player.built],
        used=[built.building for built in player.built if built.used],
        fresh=[built.building for built in player.built if built.fresh],
        person=player.person,
        exchange=player.exchange,
    )
