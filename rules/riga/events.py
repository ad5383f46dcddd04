"""The events of Riga, in the order of the rulebook: set-up, spring, turns, winter, end.

A `total` is a sum of base values; ducats are what is paid or held. `seat` is the player who acted. Buildings are named
by city and kind, `danzig:crane`; rows are numbered from 1.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from rules.contract import Event

Season = Literal["summer", "autumn"]
Pile = Literal["goods", "buildings"]


class TurnedUp(Event, frozen=True):
    """R2: a player's first goods, drawn openly, and their base value.

    The first such event in a game is about the provisional starting player (R1).
    """

    seat: int
    goods: tuple[str, ...]
    total: int


class StarterAsked(Event, frozen=True):
    """R3: `seat`, whose first goods have the smallest base value, is asked to name the starting player.

    `tied` are all seats with that value, ascending. If there are several, `seat` is the first of them clockwise from
    the provisional starting player.
    """

    about: ClassVar[tuple[str, ...]] = ("tied",)
    seat: int
    tied: tuple[int, ...]


class StarterNamed(Event, frozen=True):
    """R3: `seat` has named `starter` as starting player."""

    about: ClassVar[tuple[str, ...]] = ("starter",)
    seat: int
    starter: int


class Drew(Event, frozen=True):
    """R4, R24, R25: a player drew `count` cards to look at; `private` are these cards, which only that player sees.

    `building` is the Builders' Yard or Treasury used; None if the cards are the player's start buildings.
    """

    reveals: ClassVar[bool] = True
    seat: int
    building: str | None
    count: int
    private: tuple[str, ...] | None


class SealedStart(Event, frozen=True):
    """R4: a player has sealed the start building to keep; `private` is its name.

    A changed choice emits the same event again, so nobody learns of the change.
    """

    quiet: ClassVar[bool] = True
    seat: int
    private: str | None


class StartKept(Event, frozen=True):
    """R4: everyone has chosen and holds one start building.

    `face_down` is the number of start buildings that nobody kept; they are now face down on the discard.
    """

    reveals: ClassVar[bool] = True
    face_down: int


class YearBegan(Event, frozen=True):
    """A year begins: its number, the number of years in this game, and the seat of its starting player."""

    heading: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("starter",)
    year: int
    years: int
    starter: int


class Shuffled(Event, frozen=True):
    """R7, R8, R24, R25: a pile was empty, and its discard was shuffled into a new pile of `cards` cards."""

    pile: Pile
    cards: int


class RowLaid(Event, frozen=True):
    """R6: in spring, the `goods` were dealt to row number `row`.

    `topped_up` is True for a row left from last year, False for a new one. `total` is the base value of the whole row.
    """

    reveals: ClassVar[bool] = True
    row: int
    goods: tuple[str, ...]
    total: int
    topped_up: bool


class BuildingsLaid(Event, frozen=True):
    """R8: the buildings on display changed in spring.

    `removed` are the buildings that had been there for two years and went to the discard, `old` those that stay from
    last year, and `new` those that were turned up.
    """

    reveals: ClassVar[bool] = True
    removed: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]


class TurnBegan(Event, frozen=True):
    """R9, R10: a player's turn begins."""

    quiet: ClassVar[bool] = True
    seat: int
    year: int
    season: Season


class NothingLies(Event, frozen=True):
    """R12: there are neither rows nor buildings to take, so the player takes nothing in this turn."""

    seat: int


class TookRow(Event, frozen=True):
    """R12: a player took a row of goods into the hand; `total` is their base value."""

    seat: int
    row: int
    goods: tuple[str, ...]
    total: int


class TookBuilding(Event, frozen=True):
    """R12: a player took a building from the display; `old` is True if it was there since last year."""

    seat: int
    building: str
    old: bool


class Swapped(Event, frozen=True):
    """R26: the Monastery swapped `good` of `row` with `other_good` of `other_row`."""

    seat: int
    row: int
    good: str
    other_row: int
    other_good: str


class Built(Event, frozen=True):
    """R13–R16: a player built `buildings` and paid for them together.

    `goods` are the goods discarded to pay. `full_cost` is the cost of the buildings in ducats before Cranes, `cost`
    after them. Goods and money functions paid `paid` ducats; `lapsed` of these were too many and are lost.
    """

    seat: int
    buildings: tuple[str, ...]
    goods: tuple[str, ...]
    money: tuple[tuple[str, int], ...]
    """(building whose money function paid, its ducats)."""
    cranes: tuple[tuple[str, str], ...]
    """(Crane, building whose cost it halved)."""
    full_cost: int
    cost: int
    paid: int
    lapsed: int


class PersonChosen(Event, frozen=True):
    """A player chose the person of their School, `knight` or `merchant`."""

    seat: int
    person: str


class KeptBuilding(Event, frozen=True):
    """R24: of the buildings drawn with a Builders' Yard (`building`), one or none was kept (`kept` is 1 or 0).

    `private` is the name of the kept one. The others, `face_down` in number, are face down on the discard.
    """

    seat: int
    building: str
    kept: int
    face_down: int
    private: str | None


class KeptGood(Event, frozen=True):
    """R25: of the goods drawn with a Treasury (`building`), one was kept; `private` is that good.

    The others, `discarded`, lie open on the discard.
    """

    reveals: ClassVar[bool] = True
    seat: int
    building: str
    discarded: tuple[str, ...]
    private: str | None


class Filled(Event, frozen=True):
    """R17: a player discarded `goods` of the base value `total` to fill the Exchange, which now holds `ducats`."""

    seat: int
    goods: tuple[str, ...]
    total: int
    ducats: int


class WinterBegan(Event, frozen=True):
    """R11: winter begins; `asked` are the seats that must or may discard."""

    heading: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("asked",)
    year: int
    asked: tuple[int, ...]


class SealedDiscard(Event, frozen=True):
    """R11: a player has sealed what to discard in winter; `private` are the goods and buildings.

    A changed choice emits the same event again, so nobody learns of the change.
    """

    quiet: ClassVar[bool] = True
    seat: int
    private: tuple[str, ...] | None


class Discarded(Event, frozen=True):
    """R11: a player's winter discard was carried out: the goods, which lie open, and the number of buildings.

    Which buildings they are is secret. The owner of a Warehouse may have discarded nothing.
    """

    reveals: ClassVar[bool] = True
    seat: int
    goods: tuple[str, ...]
    buildings: int


class YearEnded(Event, frozen=True):
    """R11: winter is over and the game continues. `points` is what each seat's built buildings are worth (R28–R30)."""

    year: int
    points: tuple[int, ...]


class Score(msgspec.Struct, frozen=True):
    """R28–R31: one player's score in points. `total` is the sum of the five fields before it.

    `buildings`, `lodges` and `archives` are the points of the built buildings. `hand` and `riga` are the penalties (0
    or less) for buildings in hand and unbuilt Riga buildings. `money`, in ducats, decides ties.
    """

    buildings: int
    lodges: int
    archives: int
    hand: int
    riga: int
    total: int
    money: int


class Finished(Event, frozen=True):
    """R28–R32: the game ended with these scores, by seat; `winners` are the seats that won, after the tie-break."""

    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("winners",)
    scores: tuple[Score, ...]
    winners: tuple[int, ...]
