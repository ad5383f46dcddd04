"""Actions: the things that a worker can do on its place, one class each, such as `Buy` or `Deliver`.

Each action has a text form, which is part of the text of a move; `read_action` reads it. The rules and costs of an
action are in the class of the place that allows it (see `fields`).
"""

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
    """Return a number from 0 to 999 written in digits; raise ValueError for anything else."""
    if not word.isascii() or not word.isdigit() or len(word) > 3:
        raise ValueError(f"{word} is no number")
    return int(word)


def read_known(word: str, known: Sequence[str] | dict[str, int], what: str) -> str:
    """Return the word itself if it is in `known`; otherwise raise ValueError("… is no `what`").

    `what` names the kind of thing expected, such as "ware".
    """
    if word not in known:
        raise ValueError(f"{word} is no {what}")
    return word


def ware_words(wares: Wares) -> list[str]:
    """Return a word for each ware with at least one cube, in the order of `WARES`.

    Three cubes of cloth are `cloth:3`; one cube of mead is just `mead`.
    """
    return [key if number == 1 else f"{key}:{number}" for key, number in zip(WARES, wares, strict=False) if number]


def read_wares(words: Sequence[str]) -> Wares:
    """Return the counts by ware for words such as `cloth:3` and `mead` (one cube); counts of the same ware add up.

    Raise ValueError for no words, an unknown ware, and a count that is no number, 0, or above `MAX_COUNT`.
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
    """Base class of the actions: something that a player lets a worker do on its place.

    The text form is the verb followed by `words()`; `read` makes the same action from these words again.
    """

    verb: ClassVar[str]

    def words(self) -> Sequence[str]:
        """Return the words that follow the verb in the text form; none by default."""
        return ()

    @classmethod
    def read(cls, words: Sequence[str]) -> Self:
        """Return the action for the words after its verb; raise ValueError with a reason if they are not its text.

        This default is for an action without words.
        """
        if words:
            raise ValueError("nothing may follow")
        return cls()


class Buy(Action, frozen=True):
    """Buy wares: H16 on the market, H22 on field G; `wares` are counts by ware. Text form: `buy cloth:4`."""

    verb: ClassVar[str] = "buy"
    wares: Wares

    def words(self) -> Sequence[str]:
        """Return the wares."""
        return ware_words(self.wares)

    @classmethod
    def read(cls, words: Sequence[str]) -> Buy:
        """Return the action for the words after `buy`: wares such as `cloth:4`. Raise ValueError for anything else."""
        return cls(read_wares(words))


class Sell(Action, frozen=True):
    """Sell wares: H17 on the market, H21 on field C, H24 on field H; `wares` are counts by ware.

    Text form: `sell mead cloth:2`.
    """

    verb: ClassVar[str] = "sell"
    wares: Wares

    def words(self) -> Sequence[str]:
        """Return the wares."""
        return ware_words(self.wares)

    @classmethod
    def read(cls, words: Sequence[str]) -> Sell:
        """Return the action for the words after `sell`: wares such as `cloth:4`. Raise ValueError for anything else."""
        return cls(read_wares(words))


class Fetch(Action, frozen=True):
    """H19, field A: buy a transport from each of these stacks (one or two). Text form: `fetch cart20 ship30`."""

    verb: ClassVar[str] = "fetch"
    stacks: tuple[str, ...]

    def words(self) -> Sequence[str]:
        """Return the keys of the stacks."""
        return self.stacks

    @classmethod
    def read(cls, words: Sequence[str]) -> Fetch:
        """Return the action for the words after `fetch`: keys of one or more stacks. Raise ValueError otherwise.

        That there is at most one cart and one ship is checked by the field.
        """
        if not words:
            raise ValueError("name the stacks")
        return cls(tuple(read_known(word, STACK, "stack") for word in words))


class Recruit(Action, frozen=True):
    """H20, field B: take the character with this key. Text form: `recruit trader`."""

    verb: ClassVar[str] = "recruit"
    character: str

    def words(self) -> Sequence[str]:
        """Return the character."""
        return (self.character,)

    @classmethod
    def read(cls, words: Sequence[str]) -> Recruit:
        """Return the action for the words after `recruit`: one character's key. Raise ValueError otherwise."""
        if len(words) != 1:
            raise ValueError("name one character")
        return cls(read_known(words[0], CHARACTER, "character"))


class TakeOrder(Action, frozen=True):
    """Take the order with this id, on field D with a free ware (H23), on field H alone or with a sale (H24).

    Text forms: `order O07 gain cloth` on D; `order O07` or `order O07 sell mead` on H.
    """

    verb: ClassVar[str] = "order"
    order: str
    gain: str | None = None
    """The key of the free ware taken with the order, on field D; None for no free ware."""
    sale: str | None = None
    """The key of the ware of which one cube is sold as well, on field H; None for no sale."""

    def words(self) -> Sequence[str]:
        """Return the words after `order`: the order's id, then `gain` and the free ware, then `sell` and the ware sold.

        A part that is None is left out.
        """
        words = [self.order]
        if self.gain is not None:
            words += ["gain", self.gain]
        if self.sale is not None:
            words += ["sell", self.sale]
        return words

    @classmethod
    def read(cls, words: Sequence[str]) -> TakeOrder:
        """Return the action for the words after `order`, in the form that `words` returns; else raise ValueError.

        `gain` and `sell` may come in either order. That one action may not have both is not checked here.
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
    """H23, H24: take one point on field D or H instead of anything else. Text form: `point`."""

    verb: ClassVar[str] = "point"


class Deliver(Action, frozen=True):
    """H26, field E: deliver wares to one's orders. Text form: `deliver O07 mead cloth:2 S1 tools`."""

    verb: ClassVar[str] = "deliver"
    loads: tuple[tuple[str, Wares], ...]
    """A pair (order's id, counts by ware) for each order that gets something."""

    def words(self) -> Sequence[str]:
        """Return each order followed by its wares."""
        return [word for order, wares in self.loads for word in (order, *ware_words(wares))]

    @classmethod
    def read(cls, words: Sequence[str]) -> Deliver:
        """Return the action for the words after `deliver`: orders, each followed by wares. Else raise ValueError.

        An order named twice gives two loads; the field refuses that.
        """
        if not words or words[0] not in ORDER:
            raise ValueError("name an order, then its wares")
        starts = [place for place, word in enumerate(words) if word in ORDER]
        ends = [*starts[1:], len(words)]
        loads = ((words[i], read_wares(words[i + 1 : j])) for i, j in zip(starts, ends, strict=True))
        return cls(tuple(loads))


class Load(Action, frozen=True):
    """H27, field F: carry wares from the warehouse to the trading post with the `cart` or `ship`, given as `kind`.

    Text form: `load cart mead:2 tools`.
    """

    verb: ClassVar[str] = "load"
    kind: str
    wares: Wares

    def words(self) -> Sequence[str]:
        """Return the kind of transport, then the wares."""
        return (self.kind, *ware_words(self.wares))

    @classmethod
    def read(cls, words: Sequence[str]) -> Load:
        """Return the action for the words after `load`: `cart` or `ship`, then wares. Raise ValueError otherwise."""
        if not words:
            raise ValueError("say cart or ship")
        return cls(read_known(words[0], KINDS_OF_TRANSPORT, "kind of transport"), read_wares(words[1:]))


AnyAction = Buy | Sell | Fetch | Recruit | TakeOrder | Point | Deliver | Load
ACTIONS: dict[str, type[AnyAction]] = {
    kind.verb: kind for kind in (Buy, Sell, Fetch, Recruit, TakeOrder, Point, Deliver, Load)
}
"""The class of each verb."""


def read_action(words: Sequence[str]) -> AnyAction:
    """Return the action with this text form: its verb, then its own words. Raise ValueError for any other words."""
    kind = ACTIONS.get(words[0]) if words else None
    if kind is None:
        raise ValueError(f"say what the worker does: {', '.join(ACTIONS)}")
    return kind.read(words[1:])
