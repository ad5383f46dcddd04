"""What a player of Riga decides.

Buildings are named by city and kind (`danzig:crane`), the own Riga buildings too (`riga:school`). Rows are counted from
1, as they lie. The whole grammar of a payment:

    build danzig:bank danzig:lodge pay cloth cloth glass visby:bank tallinn:crane@danzig:lodge
          what is built                goods             money      Crane@what it halves
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules.contract import Move
from rules.riga.data import BASE, BUILDINGS, GOODS

NOTHING = "nothing"
PERSONS = ("knight", "merchant")


class Name(Move, frozen=True):
    """R3: name the start player by seat. `name 2`."""

    verb: ClassVar[str] = "name"

    starter: int

    def words(self) -> Sequence[str]:
        """Name the seat."""
        return (str(self.starter),)

    @classmethod
    def read(cls, words: Sequence[str]) -> Name:
        """Read a seat."""
        if len(words) != 1:
            raise ValueError("name one seat")
        return cls(_number(words[0]))


class Keep(Move, frozen=True):
    """R4, R24, R25: keep one of the cards drawn, secretly. `keep danzig:crane`, `keep cloth`, `keep nothing`."""

    verb: ClassVar[str] = "keep"
    secret: ClassVar[bool] = True

    card: str | None

    def words(self) -> Sequence[str]:
        """Name the card kept."""
        return (self.card or NOTHING,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Keep:
        """Read a good, a building, or that nothing is kept."""
        if len(words) != 1:
            raise ValueError("name one card")
        if words[0] == NOTHING:
            return cls(None)
        return cls(words[0] if words[0] in BASE else _building(words[0]))


class Take(Move, frozen=True):
    """R12: take a whole row, by its number, or a building from the display. `take row 2`, `take danzig:crane`."""

    verb: ClassVar[str] = "take"

    what: int | str

    def words(self) -> Sequence[str]:
        """Name the row or the building."""
        return (self.what,) if isinstance(self.what, str) else ("row", str(self.what))

    @classmethod
    def read(cls, words: Sequence[str]) -> Take:
        """Read a row's number or a building."""
        if len(words) == 2 and words[0] == "row":
            return cls(_number(words[1]))
        if len(words) != 1:
            raise ValueError("say `row` and its number, or one building")
        return cls(_building(words[0]))


class Swap(Move, frozen=True):
    """R26: by the Monastery, swap a card of one row with a card of another. `swap 1 cloth 3 wine`."""

    verb: ClassVar[str] = "swap"

    row: int
    good: str
    other_row: int
    other_good: str

    def words(self) -> Sequence[str]:
        """Name both rows with their goods."""
        return (str(self.row), self.good, str(self.other_row), self.other_good)

    @classmethod
    def read(cls, words: Sequence[str]) -> Swap:
        """Read a row and its good, twice."""
        if len(words) != 4:
            raise ValueError("say a row and its good, then the other row and its good")
        return cls(_number(words[0]), _good(words[1]), _number(words[2]), _good(words[3]))


class Use(Move, frozen=True):
    """R24, R25: use a built Builders' Yard or Treasury. `use visby:treasury`."""

    verb: ClassVar[str] = "use"

    building: str

    def words(self) -> Sequence[str]:
        """Name the building."""
        return (self.building,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Use:
        """Read one building."""
        if len(words) != 1:
            raise ValueError("name one building")
        return cls(_building(words[0]))


class Build(Move, frozen=True):
    """R13–R16: pay for buildings of one city: goods, money functions, and Cranes with the building each halves."""

    verb: ClassVar[str] = "build"

    buildings: tuple[str, ...]
    goods: tuple[str, ...] = ()
    money: tuple[str, ...] = ()
    cranes: tuple[tuple[str, str], ...] = ()

    def words(self) -> Sequence[str]:
        """Name what is built, then what pays for it."""
        cranes = (f"{crane}@{building}" for crane, building in self.cranes)
        payment = (*self.goods, *self.money, *cranes)
        return (*self.buildings, "pay", *payment) if payment else self.buildings

    @classmethod
    def read(cls, words: Sequence[str]) -> Build:
        """Read buildings, the word `pay`, and a payment in any order."""
        at = words.index("pay") if "pay" in words else len(words)
        if not at:
            raise ValueError("name the buildings")
        goods, money, cranes = [], [], []
        for word in words[at + 1 :]:
            function, halves, building = word.partition("@")
            if halves:
                cranes.append((_building(function), _building(building)))
            elif word in BASE:
                goods.append(word)
            else:
                money.append(_building(word))
        return cls(tuple(map(_building, words[:at])), tuple(goods), tuple(money), tuple(cranes))


class Choose(Move, frozen=True):
    """The School's person, when it is built. `choose knight`."""

    verb: ClassVar[str] = "choose"

    person: str

    def words(self) -> Sequence[str]:
        """Name the person."""
        return (self.person,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Choose:
        """Read a person."""
        if len(words) != 1 or words[0] not in PERSONS:
            raise ValueError(f"expected one of {', '.join(PERSONS)}")
        return cls(words[0])


class Fill(Move, frozen=True):
    """R17: fill the Exchange with goods, the last act of a turn. `fill cloth grain`."""

    verb: ClassVar[str] = "fill"

    goods: tuple[str, ...]

    def words(self) -> Sequence[str]:
        """Name the goods."""
        return self.goods

    @classmethod
    def read(cls, words: Sequence[str]) -> Fill:
        """Read the goods."""
        if not words:
            raise ValueError("name the goods")
        return cls(tuple(map(_good, words)))


class Done(Move, frozen=True):
    """End the turn. `done`."""

    verb: ClassVar[str] = "done"


class Discard(Move, frozen=True):
    """R11: discard in winter, secretly until all have chosen. `discard grain wine danzig:bank`, `discard nothing`."""

    verb: ClassVar[str] = "discard"
    secret: ClassVar[bool] = True

    goods: tuple[str, ...]
    buildings: tuple[str, ...]

    def words(self) -> Sequence[str]:
        """Name the goods, then the buildings."""
        return (*self.goods, *self.buildings) or (NOTHING,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Discard:
        """Read goods and buildings in any order."""
        if not words:
            raise ValueError(f"name the cards, or say `{NOTHING}`")
        if list(words) == [NOTHING]:
            return cls((), ())
        goods = tuple(word for word in words if word in BASE)
        return cls(goods, tuple(_building(word) for word in words if word not in BASE))


TurnMove = Take | Swap | Use | Build | Fill | Done


def _number(word: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 2:
        raise ValueError(f"{word} is no number of a seat or row")
    return int(word)


def _good(word: str) -> str:
    if word not in BASE:
        raise ValueError(f"{word} is no good, expected one of {', '.join(GOODS)}")
    return word


def _building(word: str) -> str:
    if word not in BUILDINGS:
        raise ValueError(f"{word} is neither a good nor a building such as danzig:crane")
    return word
