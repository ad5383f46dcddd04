"""Actions: what a worker does where it is placed. Each has a text form that is part of the text of a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

import msgspec

from rules.haithabu.card_data import ORDER, STACK
from rules.haithabu.data import CHARACTER, KINDS, WARE, WARES, Wares

KINDS_OF_TRANSPORT = ("cart", "ship")
"""A player has one place for each of them."""


MAX_COUNT = 999
"""The largest number of one ware that a text may name."""


def read_count(word: str) -> int:
    """Return a number of at most three digits; raise ValueError for anything else."""
    if not word.isascii() or not word.isdigit() or len(word) > 3:
        raise ValueError(f"{word} is no number")
    return int(word)


def read_known(word: str, known: Sequence[str] | dict[str, int], what: str) -> str:
    """Return the word if it is known; raise ValueError saying that it is no `what` otherwise."""
    if word not in known:
        raise ValueError(f"{word} is no {what}")
    return word


def ware_words(wares: Wares) -> list[str]:
    """Return the wares as words: `cloth:3`, or `mead` for a single one."""
    return [key if number == 1 else f"{key}:{number}" for key, number in zip(WARES, wares, strict=False) if number]


def read_wares(words: Sequence[str]) -> Wares:
    """Return the wares for words such as `cloth:3 mead`; the same ware twice adds up.

    Raise ValueError for no words, an unknown ware, and a count of 0 or above `MAX_COUNT`.
    """
    if not words:
        raise ValueError("name the wares")
    wares = [0] * KINDS
    for word in words:
        key, colon, number = word.partition(":")
        read_known(key, WARE, "ware")
        added = read_count(number) if colon else 1
        if not added:
            raise ValueError(f"{word} is none")
        wares[WARE[key]] += added
    if max(wares) > MAX_COUNT:
        raise ValueError(f"nobody has more than {MAX_COUNT} of a ware")
    return tuple(wares)


class Action(msgspec.Struct, frozen=True, gc=False):
    """What a worker does. The text form is the verb followed by `words()`; it round-trips."""

    verb: ClassVar[str]

    def words(self) -> Sequence[str]:
        """Return the words that follow the verb in the text form."""
        return ()

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """Return the action with these words after the verb; raise ValueError with a reason if there is none."""
        if words:
            raise ValueError("nothing may follow")
        return cls()


class Buy(Action, frozen=True):
    """Buy wares: H16 on the market, H22 on field G. `buy cloth:4`."""

    verb: ClassVar[str] = "buy"
    wares: Wares

    def words(self) -> Sequence[str]:
        """Return the wares."""
        return ware_words(self.wares)

    @classmethod
    def read(cls, words: Sequence[str]) -> Buy:
        """Return the action for these wares; raise ValueError otherwise."""
        return cls(read_wares(words))


class Sell(Action, frozen=True):
    """Sell wares: H17 on the market, H21 on field C, H24 on field H. `sell mead cloth spices`."""

    verb: ClassVar[str] = "sell"
    wares: Wares

    def words(self) -> Sequence[str]:
        """Return the wares."""
        return ware_words(self.wares)

    @classmethod
    def read(cls, words: Sequence[str]) -> Sell:
        """Return the action for these wares; raise ValueError otherwise."""
        return cls(read_wares(words))


class Fetch(Action, frozen=True):
    """H19, field A: buy a transport from one stack or two. `fetch cart20 ship30`."""

    verb: ClassVar[str] = "fetch"
    stacks: tuple[str, ...]

    def words(self) -> Sequence[str]:
        """Return the keys of the stacks."""
        return self.stacks

    @classmethod
    def read(cls, words: Sequence[str]) -> Fetch:
        """Return the action for one or more stacks; raise ValueError otherwise."""
        if not words:
            raise ValueError("name the stacks")
        return cls(tuple(read_known(word, STACK, "stack") for word in words))


class Recruit(Action, frozen=True):
    """H20, field B: take a character. `recruit trader`."""

    verb: ClassVar[str] = "recruit"
    character: str

    def words(self) -> Sequence[str]:
        """Return the character."""
        return (self.character,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Recruit:
        """Return the action for one character; raise ValueError otherwise."""
        if len(words) != 1:
            raise ValueError("name one character")
        return cls(read_known(words[0], CHARACTER, "character"))


class TakeOrder(Action, frozen=True):
    """Take an order: H23 on D with a free ware, `order O07 gain cloth`.

    H24 on H, `order O07` or `order O07 sell mead`.
    """

    verb: ClassVar[str] = "order"
    order: str
    gain: str | None = None
    """The free ware taken with it (D); None for none."""
    sale: str | None = None
    """The ware sold with it (H); None for none."""

    def words(self) -> Sequence[str]:
        """Return the order, then `gain` or `sell` with the ware."""
        words = [self.order]
        if self.gain is not None:
            words += ["gain", self.gain]
        if self.sale is not None:
            words += ["sell", self.sale]
        return words

    @classmethod
    def read(cls, words: Sequence[str]) -> TakeOrder:
        """Return the action for an order, which `gain` and a ware or `sell` and a ware may follow.

        Raise ValueError otherwise.
        """
        if len(words) not in (1, 3, 5):
            raise ValueError("name the order, then gain or sell and a ware")
        order = read_known(words[0], ORDER, "order")
        rest = dict(zip(words[1::2], words[2::2], strict=True))
        if not rest.keys() <= {"gain", "sell"} or len(rest) != len(words) // 2:
            raise ValueError("after the order comes gain or sell and a ware")
        for ware in rest.values():
            read_known(ware, WARE, "ware")
        return cls(order, rest.get("gain"), rest.get("sell"))


class Point(Action, frozen=True):
    """H23, H24: take one point on field D or H. `point`."""

    verb: ClassVar[str] = "point"


class Deliver(Action, frozen=True):
    """H26, field E: deliver wares to own orders. `deliver O07 mead cloth:2 S1 tools`."""

    verb: ClassVar[str] = "deliver"
    loads: tuple[tuple[str, Wares], ...]
    """(order, wares) for each order."""

    def words(self) -> Sequence[str]:
        """Return each order followed by its wares."""
        return [word for order, wares in self.loads for word in (order, *ware_words(wares))]

    @classmethod
    def read(cls, words: Sequence[str]) -> Deliver:
        """Return the action for orders, each followed by its wares; raise ValueError otherwise."""
        if not words or words[0] not in ORDER:
            raise ValueError("name an order, then its wares")
        starts = [place for place, word in enumerate(words) if word in ORDER]
        ends = [*starts[1:], len(words)]
        loads = ((words[i], read_wares(words[i + 1 : j])) for i, j in zip(starts, ends, strict=True))
        return cls(tuple(loads))


class Load(Action, frozen=True):
    """H27, field F: carry wares from the warehouse to the trading post with a transport. `load cart mead:2 tools`."""

    verb: ClassVar[str] = "load"
    kind: str
    wares: Wares

    def words(self) -> Sequence[str]:
        """Return the kind of transport, then the wares."""
        return (self.kind, *ware_words(self.wares))

    @classmethod
    def read(cls, words: Sequence[str]) -> Load:
        """Return the action for `cart` or `ship` and wares; raise ValueError otherwise."""
        if not words:
            raise ValueError("say cart or ship")
        return cls(read_known(words[0], KINDS_OF_TRANSPORT, "kind of transport"), read_wares(words[1:]))


AnyAction = Buy | Sell | Fetch | Recruit | TakeOrder | Point | Deliver | Load
ACTIONS: dict[str, type[AnyAction]] = {
    kind.verb: kind for kind in (Buy, Sell, Fetch, Recruit, TakeOrder, Point, Deliver, Load)
}
"""The class of each verb."""


def read_action(words: Sequence[str]) -> AnyAction:
    """Return the action with this text form, in words; raise ValueError with a reason if there is none."""
    kind = ACTIONS.get(words[0]) if words else None
    if kind is None:
        raise ValueError(f"say what the worker does: {', '.join(ACTIONS)}")
    return kind.read(words[1:])
