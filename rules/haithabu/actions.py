"""What a worker does where it stands. Each action has a text form, part of the text of a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

import msgspec

from rules.haithabu.cards import ORDER, STACK
from rules.haithabu.data import CHARACTER, KINDS, WARE, WARES, Wares

KINDS_OF_TRANSPORT = ("cart", "ship")


MOST = 999
"""The largest number in a text."""


def count(word: str) -> int:
    """Read a number of at most three digits."""
    if not word.isascii() or not word.isdigit() or len(word) > 3:
        raise ValueError(f"{word} is no number")
    return int(word)


def one_of(word: str, known: Sequence[str] | dict[str, int], what: str) -> str:
    """Read a word that must be known."""
    if word not in known:
        raise ValueError(f"{word} is no {what}")
    return word


def ware_words(wares: Wares) -> list[str]:
    """Name wares with their number, `cloth:3`, or just `mead` for one of them."""
    return [key if number == 1 else f"{key}:{number}" for key, number in zip(WARES, wares, strict=False) if number]


def read_wares(words: Sequence[str]) -> Wares:
    """Read wares with or without their number; the same ware twice adds up."""
    if not words:
        raise ValueError("name the wares")
    wares = [0] * KINDS
    for word in words:
        key, colon, number = word.partition(":")
        one_of(key, WARE, "ware")
        added = count(number) if colon else 1
        if not added:
            raise ValueError(f"{word} is none")
        wares[WARE[key]] += added
    if max(wares) > MOST:
        raise ValueError(f"nobody has more than {MOST} of a ware")
    return tuple(wares)


class Action(msgspec.Struct, frozen=True, gc=False):
    """What a worker does. The text is the verb and then `words()`; it round-trips."""

    verb: ClassVar[str]

    def words(self) -> Sequence[str]:
        """Return what follows the verb in the text form."""
        return ()

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """Make the action from the words after the verb; raise ValueError with a reason if they are none."""
        if words:
            raise ValueError("nothing may follow")
        return cls()


class Buy(Action, frozen=True):
    """H16 on the market, H22 on G: `buy cloth:4`."""

    verb: ClassVar[str] = "buy"
    wares: Wares

    def words(self) -> Sequence[str]:
        """Name the wares."""
        return ware_words(self.wares)

    @classmethod
    def read(cls, words: Sequence[str]) -> Buy:
        """Read the wares."""
        return cls(read_wares(words))


class Sell(Action, frozen=True):
    """H17 on the market, H21 on C, H24 on H: `sell mead cloth spices`."""

    verb: ClassVar[str] = "sell"
    wares: Wares

    def words(self) -> Sequence[str]:
        """Name the wares."""
        return ware_words(self.wares)

    @classmethod
    def read(cls, words: Sequence[str]) -> Sell:
        """Read the wares."""
        return cls(read_wares(words))


class Fetch(Action, frozen=True):
    """H19 on A: buy from one stack or two, `fetch cart20 ship30`."""

    verb: ClassVar[str] = "fetch"
    stacks: tuple[str, ...]

    def words(self) -> Sequence[str]:
        """Name the stacks."""
        return self.stacks

    @classmethod
    def read(cls, words: Sequence[str]) -> Fetch:
        """Read the stacks."""
        if not words:
            raise ValueError("name the stacks")
        return cls(tuple(one_of(word, STACK, "stack") for word in words))


class Recruit(Action, frozen=True):
    """H20 on B: take a character, `recruit trader`."""

    verb: ClassVar[str] = "recruit"
    character: str

    def words(self) -> Sequence[str]:
        """Name the character."""
        return (self.character,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Recruit:
        """Read the character."""
        if len(words) != 1:
            raise ValueError("name one character")
        return cls(one_of(words[0], CHARACTER, "character"))


class TakeOrder(Action, frozen=True):
    """Take an order: H23 on D with a free ware, `order O07 gain cloth`; H24 on H, `order O07 sell mead`."""

    verb: ClassVar[str] = "order"
    order: str
    gain: str | None = None
    sale: str | None = None

    def words(self) -> Sequence[str]:
        """Name the order and what comes with it."""
        words = [self.order]
        if self.gain is not None:
            words += ["gain", self.gain]
        if self.sale is not None:
            words += ["sell", self.sale]
        return words

    @classmethod
    def read(cls, words: Sequence[str]) -> TakeOrder:
        """Read the order and what comes with it."""
        if len(words) not in (1, 3, 5):
            raise ValueError("name the order, then gain or sell and a ware")
        order = one_of(words[0], ORDER, "order")
        rest = dict(zip(words[1::2], words[2::2], strict=True))
        if not rest.keys() <= {"gain", "sell"} or len(rest) != len(words) // 2:
            raise ValueError("after the order comes gain or sell and a ware")
        for ware in rest.values():
            one_of(ware, WARE, "ware")
        return cls(order, rest.get("gain"), rest.get("sell"))


class Point(Action, frozen=True):
    """H23, H24: take the point of D or H, `point`."""

    verb: ClassVar[str] = "point"


class Deliver(Action, frozen=True):
    """H26 on E: bring wares to orders, `deliver O07 mead cloth:2 S1 tools`."""

    verb: ClassVar[str] = "deliver"
    loads: tuple[tuple[str, Wares], ...]

    def words(self) -> Sequence[str]:
        """Name each order and its wares."""
        return [word for order, wares in self.loads for word in (order, *ware_words(wares))]

    @classmethod
    def read(cls, words: Sequence[str]) -> Deliver:
        """Read orders, each with its wares."""
        if not words or words[0] not in ORDER:
            raise ValueError("name an order, then its wares")
        starts = [place for place, word in enumerate(words) if word in ORDER]
        ends = [*starts[1:], len(words)]
        loads = ((words[i], read_wares(words[i + 1 : j])) for i, j in zip(starts, ends, strict=True))
        return cls(tuple(loads))


class Load(Action, frozen=True):
    """H27 on F: bring wares to the trading post, `load cart mead:2 tools`."""

    verb: ClassVar[str] = "load"
    kind: str
    wares: Wares

    def words(self) -> Sequence[str]:
        """Name the kind of transport and the wares."""
        return (self.kind, *ware_words(self.wares))

    @classmethod
    def read(cls, words: Sequence[str]) -> Load:
        """Read the kind of transport and the wares."""
        if not words:
            raise ValueError("say cart or ship")
        return cls(one_of(words[0], KINDS_OF_TRANSPORT, "kind of transport"), read_wares(words[1:]))


AnyAction = Buy | Sell | Fetch | Recruit | TakeOrder | Point | Deliver | Load
ACTIONS: dict[str, type[AnyAction]] = {
    kind.verb: kind for kind in (Buy, Sell, Fetch, Recruit, TakeOrder, Point, Deliver, Load)
}


def read_action(words: Sequence[str]) -> AnyAction:
    """Read an action's text form; raise ValueError with a reason if it is none."""
    kind = ACTIONS.get(words[0]) if words else None
    if kind is None:
        raise ValueError(f"say what the worker does: {', '.join(ACTIONS)}")
    return kind.read(words[1:])
