"""Haithabu's orders and transports: `cards.toml` read into structs and checked, and tables made from it.

A state names a card by its index in `ORDERS` or `TRANSPORTS`, and a stack of transports by its index in `STACKS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from rules.data_files import Section, Source, load, require, require_unique
from rules.haithabu.data import DATA, WARE, WARES, Wares

FILE = Path(__file__).with_name("cards.toml")

TransportKind = Literal["cart", "ship"]


class OrderRow(Section, frozen=True):
    """An order card (H8) as written in `cards.toml`.

    `wares` is the number of cubes it needs, by the ware's key; `points` and `silver` are what it brings when complete.
    """

    id: str
    wares: dict[str, int]
    points: int
    silver: int
    source: Source


class LaterOrderRow(OrderRow, frozen=True):
    """H8: an order that replaces the one with the id `replaces` since a later version of the rules."""

    replaces: str


class OrderRows(Section, frozen=True):
    """H3: the start orders, the orders of the pile (`others`), and orders that replace some of both.

    Those of `since_3` do so from version 3 of the rules on, those of `since_4` from version 4 on.
    """

    start: tuple[OrderRow, ...]
    others: tuple[OrderRow, ...]
    since_3: tuple[LaterOrderRow, ...]
    since_4: tuple[LaterOrderRow, ...]

    @property
    def later(self) -> tuple[tuple[int, tuple[LaterOrderRow, ...]], ...]:
        """The orders that replace others, with the version of the rules since which they do so, in this sequence."""
        return (3, self.since_3), (4, self.since_4)


class TransportRow(Section, frozen=True):
    """A transport card (H8) as written in `cards.toml`.

    `free` is the number of places that carry any ware. `given` is the number of places for one ware only, by its key.
    """

    id: str
    free: int
    given: dict[str, int]
    source: Source


class StackRow(Section, frozen=True):
    """A stack of transport cards (H8) as written in `cards.toml`; every card of it costs `cost` silver."""

    key: str
    kind: TransportKind
    cost: int
    source: Source
    cards: tuple[TransportRow, ...]


class LaterTransports(Section, frozen=True):
    """H8: since version 4 of the rules each transport has this many more free places than its row says."""

    more_free: int
    source: Source


class Cards(Section, frozen=True):
    """The whole file `cards.toml`."""

    orders: OrderRows
    transports_since_4: LaterTransports
    stack: tuple[StackRow, ...]


class Order(msgspec.Struct, frozen=True):
    """An order card: the cubes it needs, by ware, and the points and silver it brings when complete."""

    id: str
    wares: Wares
    points: int
    silver: int


class Stack(msgspec.Struct, frozen=True):
    """One of the six stacks of transports: its key, its kind, and the silver that each of its cards costs."""

    key: str
    kind: TransportKind
    cost: int


class Transport(msgspec.Struct, frozen=True):
    """A cart or ship card: its id, its stack, and how many wares it can carry.

    Each of its `free` places carries any ware; `given` are the places for one ware only, counted by ware.
    """

    id: str
    stack: Stack
    free: int
    given: Wares


def read(file: Path = FILE) -> Cards:
    """Return the cards in the file after checking them.

    Raise `BadData`, which names file, key and reason, for a wrong format or an impossible value, such as an id used
    twice, an unknown ware, more cubes than there are, a replacement of a printed order, or other stacks than three of
    carts followed by three of ships.
    """
    cards = load(file, Cards)
    start, others = cards.orders.start, cards.orders.others
    orders = (*start, *others, *cards.orders.since_3, *cards.orders.since_4)
    require_unique(file, "orders", (order.id for order in orders))
    for order in orders:
        key = f"orders.{order.id}"
        _check_wares(file, f"{key}.wares", order.wares)
        require(file, f"{key}.wares", bool(order.wares), "asks for nothing")
        require(file, key, order.points >= 0 and order.silver >= 0, "points and silver must not be below 0")
        fitting = all(count <= DATA.play.cubes for count in order.wares.values())
        require(file, f"{key}.wares", fitting, "asks for more cubes than there are")
    most, places = DATA.play.players[-1], DATA.display.columns
    require(file, "orders.start", most <= len(start) <= DATA.play.players[0] + places, "too few or too many")
    for ware in WARES:
        dealt = sum(order.wares.get(ware, 0) for order in start)
        left = DATA.play.cubes - DATA.ware[WARE[ware]].market
        require(file, "orders.start", dealt <= left, f"the general supply has not so much {ware}")
    _check_replaced(file, cards.orders)
    require(file, "transports_since_4.more_free", cards.transports_since_4.more_free >= 0, "must not be below 0")
    require_unique(file, "stack", (stack.key for stack in cards.stack))
    require_unique(file, "stack", (card.id for stack in cards.stack for card in stack.cards))
    for stack in cards.stack:
        within = 0 < stack.cost <= DATA.loan.silver
        require(file, f"stack.{stack.key}.cost", within, "must be above 0 and not above a loan")
        require(file, f"stack.{stack.key}.cards", bool(stack.cards), "needs at least one card")
        for card in stack.cards:
            _check_wares(file, f"stack.{card.id}.given", card.given)
            require(file, f"stack.{card.id}.free", card.free > 0, "must be above 0")
    kinds = [stack.kind for stack in cards.stack]
    require(file, "stack", kinds == ["cart"] * 3 + ["ship"] * 3, "must be three of carts, then three of ships")
    return cards


def _check_replaced(file: Path, orders: OrderRows) -> None:
    """Raise `BadData` unless each later order replaces one of an earlier version that needs the same wares.

    No two of a version may replace the same order. An order whose `source` is "printed" may not be replaced.
    """
    before: dict[str, OrderRow] = {order.id: order for order in (*orders.start, *orders.others)}
    for version, later in orders.later:
        require_unique(file, f"orders.since_{version}", (order.replaces for order in later))
        for order in later:
            key = f"orders.{order.id}"
            require(file, key, order.replaces in before, f"{order.replaces} is no order that can be replaced")
            replaced = before.pop(order.replaces)
            require(file, key, replaced.source != "printed", f"{replaced.id} is printed and stays")
            require(file, key, order.wares == replaced.wares, f"wants other wares than {replaced.id}")
        before |= {order.id: order for order in later}


def _check_wares(file: Path, key: str, wares: dict[str, int]) -> None:
    """Raise `BadData`, naming `key`, if one of the wares is unknown or its count is not above 0."""
    for ware, count in wares.items():
        require(file, f"{key}.{ware}", ware in WARES, "is no ware of Haithabu")
        require(file, f"{key}.{ware}", count > 0, "must be above 0")


def _by_ware(wares: dict[str, int]) -> Wares:
    """Return counts by ware's key as a tuple in the order of the wares."""
    return tuple(wares.get(ware, 0) for ware in WARES)


CARDS = read()

ORDERS: tuple[Order, ...] = tuple(
    Order(row.id, _by_ware(row.wares), row.points, row.silver)
    for row in (*CARDS.orders.others, *CARDS.orders.start, *CARDS.orders.since_3, *CARDS.orders.since_4)
)
"""All orders of all versions. Stored states name an order by its index here, so the sequence must not change."""
ORDER: dict[str, int] = {order.id: index for index, order in enumerate(ORDERS)}
"""The index of each order, by id."""
SINCE: dict[str, int] = {row.id: version for version, later in CARDS.orders.later for row in later}
"""By id of an order: the version of the rules since which it replaces another one. The first orders are missing."""
REPLACED_SINCE: dict[str, int] = {row.replaces: version for version, later in CARDS.orders.later for row in later}
"""By id of an order: the version of the rules since which another one replaces it. The newest orders are missing."""


def _original() -> tuple[int, ...]:
    """Return `ORIGINAL`."""
    first = list(range(len(ORDERS)))
    for _, later in CARDS.orders.later:
        for row in later:
            first[ORDER[row.id]] = first[ORDER[row.replaces]]
    return tuple(first)


ORIGINAL: tuple[int, ...] = _original()
"""For each order, the order of version 1 that wants the same wares: guesses sort by it, so that all versions agree."""
_FIRST_PILE = tuple(ORDER[row.id] for row in CARDS.orders.others)
_FIRST_START = tuple(ORDER[row.id] for row in CARDS.orders.start)
START_ORDERS = frozenset(card for card, first in enumerate(ORIGINAL) if first in _FIRST_START)
"""H3: the indices of the start orders of all versions."""


def _newest(version: int, firsts: Sequence[int]) -> tuple[int, ...]:
    """Return, for each of these orders of version 1, the index of the order that this version has in its place."""
    later = [order for since, orders in CARDS.orders.later if since <= version for order in orders]
    newest = {ORIGINAL[ORDER[order.id]]: ORDER[order.id] for order in later}
    return tuple(newest.get(first, first) for first in firsts)


@cache
def pile_orders(version: int) -> Sequence[int]:
    """H3: return the indices of the orders that are shuffled into the pile in this version of the rules.

    The start orders are not among them. An order that replaces another one has the same position in the result, so that
    the same seed shuffles every version of the pile in the same way.
    """
    return _newest(version, _FIRST_PILE)


@cache
def start_orders(version: int) -> Sequence[int]:
    """H3: return the indices of the start orders in this version of the rules, always in the same sequence."""
    return _newest(version, _FIRST_START)


def all_orders(version: int) -> list[int]:
    """Return the indices of all orders of a game in this version of the rules, ascending."""
    return sorted((*pile_orders(version), *start_orders(version)))


STACKS: tuple[Stack, ...] = tuple(Stack(row.key, row.kind, row.cost) for row in CARDS.stack)
STACK: dict[str, int] = {stack.key: index for index, stack in enumerate(STACKS)}
"""The index of each stack, by key."""
_FIRST_TRANSPORTS = tuple(
    Transport(card.id, stack, card.free, _by_ware(card.given))
    for stack, row in zip(STACKS, CARDS.stack, strict=True)
    for card in row.cards
)
_LATER_NUMBERS = 10
"""By how much the number of a transport of version 4 is higher than that of the transport it replaces."""


def _later_transport(first: Transport) -> Transport:
    """Return the transport that replaces this one since version 4 of the rules."""
    number = int(first.id.removeprefix(f"{first.stack.key}-")) + _LATER_NUMBERS
    free = first.free + CARDS.transports_since_4.more_free
    return Transport(f"{first.stack.key}-{number}", first.stack, free, first.given)


TRANSPORTS: tuple[Transport, ...] = (*_FIRST_TRANSPORTS, *map(_later_transport, _FIRST_TRANSPORTS))
"""All transports of all versions. Stored states name a transport by its index here, so the sequence must not change."""
TRANSPORT: dict[str, int] = {transport.id: index for index, transport in enumerate(TRANSPORTS)}
"""The index of each transport, by id."""


def all_transports(version: int) -> range:
    """H6: return the indices of all transports of a game in this version of the rules.

    A transport that replaces another one has the same position in the result, so that the same seed shuffles every
    version of the stacks in the same way.
    """
    count = len(_FIRST_TRANSPORTS)
    return range(count) if version < 4 else range(count, 2 * count)
