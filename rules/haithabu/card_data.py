"""Haithabu's orders and transports: `cards.toml` read into structs and checked, and tables made from it.

A state names a card by its index in `ORDERS` or `TRANSPORTS`, and a stack of transports by its index in `STACKS`.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    """H8: an order that replaces the one with the id `replaces` in the pile since version 3 of the rules."""

    replaces: str


class OrderRows(Section, frozen=True):
    """H3: the start orders, the orders of the pile (`others`), and orders that replace some of `others`.

    Those of `since_3` do so from version 3 of the rules on.
    """

    start: tuple[OrderRow, ...]
    others: tuple[OrderRow, ...]
    since_3: tuple[LaterOrderRow, ...]


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


class Cards(Section, frozen=True):
    """The whole file `cards.toml`."""

    orders: OrderRows
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
    start, others, later = cards.orders.start, cards.orders.others, cards.orders.since_3
    require_unique(file, "orders", (order.id for order in (*start, *others, *later)))
    for order in (*start, *others, *later):
        key = f"orders.{order.id}"
        _check_wares(file, f"{key}.wares", order.wares)
        require(file, f"{key}.wares", bool(order.wares), "asks for nothing")
        require(file, key, order.points >= 0 and order.silver >= 0, "points and silver must not be below 0")
        fitting = all(count <= DATA.play.cubes for count in order.wares.values())
        require(file, f"{key}.wares", fitting, "asks for more cubes than there are")
    _check_replaced(file, cards.orders)
    most, places = DATA.play.players[-1], DATA.display.columns
    require(file, "orders.start", most <= len(start) <= DATA.play.players[0] + places, "too few or too many")
    for ware in WARES:
        dealt = sum(order.wares.get(ware, 0) for order in start)
        left = DATA.play.cubes - DATA.ware[WARE[ware]].market
        require(file, "orders.start", dealt <= left, f"the general supply has not so much {ware}")
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
    """Raise `BadData` unless each order of `since_3` replaces an order of `others` that needs the same wares.

    No two may replace the same order. An order whose `source` is "printed" may not be replaced.
    """
    require_unique(file, "orders.since_3", (order.replaces for order in orders.since_3))
    before = {order.id: order for order in orders.others}
    for order in orders.since_3:
        key = f"orders.{order.id}"
        require(file, key, order.replaces in before, f"{order.replaces} is no order that can be replaced")
        replaced = before[order.replaces]
        require(file, key, replaced.source != "printed", f"{replaced.id} is printed and stays")
        require(file, key, order.wares == replaced.wares, f"wants other wares than {replaced.id}")


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
    for row in (*CARDS.orders.others, *CARDS.orders.start, *CARDS.orders.since_3)
)
"""All orders of all versions. Stored states name an order by its index here, so the sequence must not change."""
ORDER: dict[str, int] = {order.id: index for index, order in enumerate(ORDERS)}
"""The index of each order, by id."""
START_ORDERS = range(len(CARDS.orders.others), len(CARDS.orders.others) + len(CARDS.orders.start))
"""H3: the indices of the start orders."""
_FIRST_PILE = range(START_ORDERS.start)
_LATER = {ORDER[row.replaces]: ORDER[row.id] for row in CARDS.orders.since_3}
_PILE = tuple(_LATER.get(card, card) for card in _FIRST_PILE)
_FIRST = {later: card for card, later in _LATER.items()}
ORIGINAL: tuple[int, ...] = tuple(_FIRST.get(card, card) for card in range(len(ORDERS)))
"""For each order, the order of version 1 that wants the same wares: guesses sort by it, so that all versions agree."""


def pile_orders(version: int) -> Sequence[int]:
    """H3: return the indices of the orders that are shuffled into the pile in this version of the rules.

    The start orders are not among them. An order that replaces another one has the same position in the result, so that
    the same seed shuffles every version of the pile in the same way.
    """
    return _FIRST_PILE if version < 3 else _PILE  # H8: version 3 changed the points of all orders but the printed one.


def all_orders(version: int) -> list[int]:
    """Return the indices of all orders of a game in this version of the rules, ascending."""
    return sorted((*pile_orders(version), *START_ORDERS))


STACKS: tuple[Stack, ...] = tuple(Stack(row.key, row.kind, row.cost) for row in CARDS.stack)
STACK: dict[str, int] = {stack.key: index for index, stack in enumerate(STACKS)}
"""The index of each stack, by key."""
TRANSPORTS: tuple[Transport, ...] = tuple(
    Transport(card.id, stack, card.free, _by_ware(card.given))
    for stack, row in zip(STACKS, CARDS.stack, strict=True)
    for card in row.cards
)
TRANSPORT: dict[str, int] = {transport.id: index for index, transport in enumerate(TRANSPORTS)}
"""The index of each transport, by id."""
