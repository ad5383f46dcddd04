"""The moves of Riga and their text forms.

Buildings are named by city and kind (`danzig:crane`), a player's Riga buildings too (`riga:school`). Rows are numbered
from 1, as they lie. The grammar of a payment:

    build danzig:bank danzig:lodge pay cloth cloth glass visby:bank tallinn:crane@danzig:lodge
          what is built                goods             money      Crane@what it halves
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules.contract import Move
from rules.riga.data import BASE, BUILDINGS, GOODS

NOTHING = "nothing"
"""The word for no card, in `keep` and `discard`."""
PERSONS = ("knight", "merchant")
"""The persons of the School."""


class Name(Move, frozen=True):
    """R3: name a seat as starting player. `name 2` names seat 2 (seats are numbered from 0)."""

    verb: ClassVar[str] = "name"

    starter: int

    def words(self) -> Sequence[str]:
        """Return the seat's number."""
        return (str(self.starter),)

    @classmethod
    def read(cls, words: Sequence[str]) -> Name:
        """Return the move for one word, a number from 0 to 99; raise ValueError for anything else."""
        if len(words) != 1:
            raise ValueError("name one seat")
        return cls(_number(words[0]))


class Keep(Move, frozen=True):
    """R4, R24, R25: keep one of the cards drawn, secretly: `keep danzig:crane`, `keep cloth`, `keep nothing`.

    It answers three decisions: the start building, the Builders' Yard and the Treasury. Only the Builders' Yard allows
    keeping nothing.
    """

    verb: ClassVar[str] = "keep"
    secret: ClassVar[bool] = True

    card: str | None
    """A building or a good; None to keep nothing."""

    def words(self) -> Sequence[str]:
        """Return the card's name, or `nothing`."""
        return (self.card or NOTHING,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Keep:
        """Return the move for one word: a good, a building's name, or `nothing`; raise ValueError for anything else."""
        if len(words) != 1:
            raise ValueError("name one card")
        if words[0] == NOTHING:
            return cls(None)
        return cls(words[0] if words[0] in BASE else _building(words[0]))


class Take(Move, frozen=True):
    """R12: take a whole row, by its number, or a building from the display. `take row 2`, `take danzig:crane`."""

    verb: ClassVar[str] = "take"

    what: int | str
    """A row's number (int) or a building's name (str)."""

    def words(self) -> Sequence[str]:
        """Return `row` and its number, or the building's name."""
        return (self.what,) if isinstance(self.what, str) else ("row", str(self.what))

    @classmethod
    def read(cls, words: Sequence[str]) -> Take:
        """Return the move for the words `row` and its number, or for one building's name.

        Raise ValueError for anything else.
        """
        if len(words) == 2 and words[0] == "row":
            return cls(_number(words[1]))
        if len(words) != 1:
            raise ValueError("say `row` and its number, or one building")
        return cls(_building(words[0]))


class Swap(Move, frozen=True):
    """R26: with the Monastery, swap a card of one row with a card of another. `swap 1 cloth 3 wine`.

    `good` leaves `row` and `other_good` leaves `other_row`. Rows are numbered from 1.
    """

    verb: ClassVar[str] = "swap"

    row: int
    good: str
    other_row: int
    other_good: str

    def words(self) -> Sequence[str]:
        """Return each row's number with the good it gives."""
        return (str(self.row), self.good, str(self.other_row), self.other_good)

    @classmethod
    def read(cls, words: Sequence[str]) -> Swap:
        """Return the move for four words: a row's number and the good it gives, then the same for the other row.

        Raise ValueError for anything else.
        """
        if len(words) != 4:
            raise ValueError("say a row and its good, then the other row and its good")
        return cls(_number(words[0]), _good(words[1]), _number(words[2]), _good(words[3]))


class Use(Move, frozen=True):
    """R24, R25: use the function of one's own Builders' Yard or Treasury. `use visby:treasury`."""

    verb: ClassVar[str] = "use"

    building: str

    def words(self) -> Sequence[str]:
        """Return the building's name."""
        return (self.building,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Use:
        """Return the move for one word, a building's name; raise ValueError for anything else."""
        if len(words) != 1:
            raise ValueError("name one building")
        return cls(_building(words[0]))


class Build(Move, frozen=True):
    """R13–R16: build one or more buildings of one city, and pay for them together.

    `build danzig:bank pay cloth visby:trading_post tallinn:crane@danzig:bank`.
    """

    verb: ClassVar[str] = "build"

    buildings: tuple[str, ...]
    goods: tuple[str, ...] = ()
    """The goods cards given."""
    money: tuple[str, ...] = ()
    """The buildings whose money function pays."""
    cranes: tuple[tuple[str, str], ...] = ()
    """(Crane, building whose cost it halves)."""

    def words(self) -> Sequence[str]:
        """Return the buildings' names and, after the word `pay`, the goods, money functions and Cranes.

        A Crane is written `crane@building`. `pay` is left out if nothing pays.
        """
        cranes = (f"{crane}@{building}" for crane, building in self.cranes)
        payment = (*self.goods, *self.money, *cranes)
        return (*self.buildings, "pay", *payment) if payment else self.buildings

    @classmethod
    def read(cls, words: Sequence[str]) -> Build:
        """Return the move for names of buildings, followed by the word `pay` and the parts of the payment.

        The parts may be in any order, and `pay` may be missing. Raise ValueError if no building is named, or for a word
        that is neither a good, a building, nor `crane@building`.
        """
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
    """Choose the person of the School when it is built: `choose knight` or `choose merchant`."""

    verb: ClassVar[str] = "choose"

    person: str

    def words(self) -> Sequence[str]:
        """Return the person."""
        return (self.person,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Choose:
        """Return the move for one word, `knight` or `merchant`; raise ValueError for anything else."""
        if len(words) != 1 or words[0] not in PERSONS:
            raise ValueError(f"expected one of {', '.join(PERSONS)}")
        return cls(words[0])


class Fill(Move, frozen=True):
    """R17: fill one's Exchange by discarding these goods, the last act of a turn. `fill cloth grain`."""

    verb: ClassVar[str] = "fill"

    goods: tuple[str, ...]

    def words(self) -> Sequence[str]:
        """Return the goods."""
        return self.goods

    @classmethod
    def read(cls, words: Sequence[str]) -> Fill:
        """Return the move for one or more words, each a good; raise ValueError for anything else."""
        if not words:
            raise ValueError("name the goods")
        return cls(tuple(map(_good, words)))


class Done(Move, frozen=True):
    """End one's turn. `done`."""

    verb: ClassVar[str] = "done"


class Discard(Move, frozen=True):
    """R11: discard cards in winter, secretly until all have chosen.

    `discard grain wine danzig:bank`, `discard nothing`.
    """

    verb: ClassVar[str] = "discard"
    secret: ClassVar[bool] = True

    goods: tuple[str, ...]
    buildings: tuple[str, ...]

    def words(self) -> Sequence[str]:
        """Return the goods, then the buildings; `nothing` if there are none."""
        return (*self.goods, *self.buildings) or (NOTHING,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Discard:
        """Return the move for goods and names of buildings in any order, or for the word `nothing`.

        Raise ValueError for no words, or for one that is neither a good nor a building.
        """
        if not words:
            raise ValueError(f"name the cards, or say `{NOTHING}`")
        if list(words) == [NOTHING]:
            return cls((), ())
        goods = tuple(word for word in words if word in BASE)
        return cls(goods, tuple(_building(word) for word in words if word not in BASE))


TurnMove = Take | Swap | Use | Build | Fill | Done
"""The moves of a player's turn."""


def _number(word: str) -> int:
    """Return a word of one or two digits as a number; raise ValueError for anything else."""
    if not word.isascii() or not word.isdigit() or len(word) > 2:
        raise ValueError(f"{word} is no number of a seat or row")
    return int(word)


def _good(word: str) -> str:
    """Return the word if it is a good; raise ValueError otherwise."""
    if word not in BASE:
        raise ValueError(f"{word} is no good, expected one of {', '.join(GOODS)}")
    return word


def _building(word: str) -> str:
    """Return the word if it is a building's name; raise ValueError otherwise."""
    if word not in BUILDINGS:
        raise ValueError(f"{word} is neither a good nor a building such as danzig:crane")
    return word
