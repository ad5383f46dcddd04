"""What happens in Riga, for telling. `total` is always a sum of base values, ducats are paid or held."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from rules.contract import Event

Season = Literal["summer", "autumn"]
Pile = Literal["goods", "buildings"]


class TurnedUp(Event, frozen=True):
    """R2: a player's first goods, openly. The first one told of is the provisional start player (R1)."""

    seat: int
    goods: tuple[str, ...]
    total: int


class StarterAsked(Event, frozen=True):
    """R3: the smallest sum names the start player; `tied` are all who had it."""

    about: ClassVar[tuple[str, ...]] = ("tied",)
    seat: int
    tied: tuple[int, ...]


class StarterNamed(Event, frozen=True):
    """R3: who named whom."""

    about: ClassVar[tuple[str, ...]] = ("starter",)
    seat: int
    starter: int


class Drew(Event, frozen=True):
    """R4, R24, R25: a player looks at cards. `building` is the function used, None for the start buildings."""

    reveals: ClassVar[bool] = True
    seat: int
    building: str | None
    count: int
    private: tuple[str, ...] | None


class SealedStart(Event, frozen=True):
    """R4: a player chose a start building. That it was changed, nobody may know."""

    quiet: ClassVar[bool] = True
    seat: int
    private: str | None


class StartKept(Event, frozen=True):
    """R4: everyone has chosen; one building each in hand, the others face down."""

    reveals: ClassVar[bool] = True
    face_down: int


class YearBegan(Event, frozen=True):
    """A year of so many, and who starts it."""

    heading: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("starter",)
    year: int
    years: int
    starter: int


class Shuffled(Event, frozen=True):
    """R7, R8, R24, R25: a pile was empty and its discard was shuffled into a new one of so many cards."""

    pile: Pile
    cards: int


class RowLaid(Event, frozen=True):
    """R6: cards were dealt to a row: a new one, or one left from last year (`topped_up`)."""

    reveals: ClassVar[bool] = True
    row: int
    goods: tuple[str, ...]
    total: int
    topped_up: bool


class BuildingsLaid(Event, frozen=True):
    """R8: which buildings went to the discard, which are old now, which were turned up."""

    reveals: ClassVar[bool] = True
    removed: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]


class TurnBegan(Event, frozen=True):
    """R9, R10: whose turn it is."""

    quiet: ClassVar[bool] = True
    seat: int
    year: int
    season: Season


class NothingLies(Event, frozen=True):
    """R12: there is nothing at all to be taken."""

    seat: int


class TookRow(Event, frozen=True):
    """R12."""

    seat: int
    row: int
    goods: tuple[str, ...]
    total: int


class TookBuilding(Event, frozen=True):
    """R12."""

    seat: int
    building: str
    old: bool


class Swapped(Event, frozen=True):
    """R26: cards of two rows were swapped; each row is named with the card it gave."""

    seat: int
    row: int
    good: str
    other_row: int
    other_good: str


class Built(Event, frozen=True):
    """R13–R16: what was built and how it was paid. `cost` is after Cranes; `lapsed` is what was paid too much."""

    seat: int
    buildings: tuple[str, ...]
    goods: tuple[str, ...]
    money: tuple[tuple[str, int], ...]
    """Money functions with their ducats."""
    cranes: tuple[tuple[str, str], ...]
    """Cranes with the building each halved."""
    full_cost: int
    cost: int
    paid: int
    lapsed: int


class PersonChosen(Event, frozen=True):
    """The School has its person."""

    seat: int
    person: str


class KeptBuilding(Event, frozen=True):
    """R24: one of the buildings drawn was kept, or none; the others lie face down."""

    seat: int
    building: str
    kept: int
    face_down: int
    private: str | None


class KeptGood(Event, frozen=True):
    """R25: one of the goods drawn was kept; the others lie open on the discard."""

    reveals: ClassVar[bool] = True
    seat: int
    building: str
    discarded: tuple[str, ...]
    private: str | None


class Filled(Event, frozen=True):
    """R17: goods were changed into the ducats that the Exchange holds now."""

    seat: int
    goods: tuple[str, ...]
    total: int
    ducats: int


class WinterBegan(Event, frozen=True):
    """R11: winter, and who has to discard, or may."""

    heading: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("asked",)
    year: int
    asked: tuple[int, ...]


class SealedDiscard(Event, frozen=True):
    """R11: a player chose what to discard. That it was changed, nobody may know."""

    quiet: ClassVar[bool] = True
    seat: int
    private: tuple[str, ...] | None


class Discarded(Event, frozen=True):
    """R11: goods lie open; of buildings only the number is known."""

    reveals: ClassVar[bool] = True
    seat: int
    goods: tuple[str, ...]
    buildings: int


class YearEnded(Event, frozen=True):
    """R11: winter is over and the game goes on; what each seat has built so far is worth (R28–R30)."""

    year: int
    points: tuple[int, ...]


class Score(msgspec.Struct, frozen=True):
    """R28–R31: one player's end. `total` is the sum of all parts before it; `money` decides a tie."""

    buildings: int
    lodges: int
    archives: int
    hand: int
    riga: int
    total: int
    money: int


class Finished(Event, frozen=True):
    """R28–R32: the final scores by seat, and who won."""

    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("winners",)
    scores: tuple[Score, ...]
    winners: tuple[int, ...]
