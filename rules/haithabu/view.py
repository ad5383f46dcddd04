"""`View`: what a player of Haithabu, or a spectator, may know of a game, with a struct for each part of the table.

Only covered cards and what other players' Carpenters see are missing (H44). Cards, wares and characters are named by
their keys, and the type `Wares` holds counts by ware.
"""

from __future__ import annotations

import msgspec

from rules import contract
from rules.haithabu.data import Wares


class OrderView(msgspec.Struct, frozen=True):
    """One of a player's orders: its place, 1 to 5, its id, and the cubes delivered to it so far."""

    place: int
    order: str
    cubes: Wares


class PlayerView(msgspec.Struct, frozen=True):
    """One player as everybody sees them: silver, points, loans, counts by ware in both stores, and cards by their keys.

    `post` is the trading post. `orders` leaves out empty places. `completed` are the completed orders. `cart` and
    `ship` are None if the player has none.
    """

    silver: int
    points: int
    loans: int
    warehouse: Wares
    post: Wares
    orders: tuple[OrderView, ...]
    completed: tuple[str, ...]
    cart: str | None
    ship: str | None
    characters: tuple[str, ...]


class FieldView(msgspec.Struct, frozen=True):
    """A field of the rondel: its letter, whether it is by day, and the colours of the workers on it.

    A colour is the number of a seat, or -2 for a neutral worker.
    """

    key: str
    day: bool
    workers: tuple[int, ...]


class WareView(msgspec.Struct, frozen=True):
    """A ware: its price level and price in silver, and its cubes on the market and in the general supply.

    `workers` are the colours of the workers on its market field: numbers of seats, or -2 for a neutral worker.
    """

    key: str
    level: int
    price: int
    market: int
    supply: int
    workers: tuple[int, ...]


class StackView(msgspec.Struct, frozen=True):
    """A stack of transports: the silver that each card costs, the id of the open card, and how many cards are left.

    `top` is None for an empty stack; `cards` includes the open card.
    """

    key: str
    cost: int
    top: str | None
    cards: int


class CharacterView(msgspec.Struct, frozen=True):
    """A character, the seat of its owner (None for none), and whether it has a safe marker."""

    key: str
    owner: int | None
    safe: bool


class TurnView(msgspec.Struct, frozen=True):
    """The turn of the player placing workers: its seat, and which workers (`own`, `neutral`) are still to be placed.

    `hired` is True if a neutral worker was hired in this turn. `bought` and `sold` are the wares that the player has
    bought and sold in this phase (H14).
    """

    seat: int
    workers: tuple[str, ...]
    hired: bool
    bought: tuple[str, ...]
    sold: tuple[str, ...]


class View(contract.View, frozen=True, kw_only=True):
    """Everything that the view's seat, or a spectator, may know of the game: table, players and the running decision.

    Covered transports are only in `look` and `known`, for the seat whose Carpenter has seen them; of the order pile
    there is only the number of cards.
    """

    round: int
    """The number of the round, from 1 to 8."""
    phase: int
    """The number of the phase, from 1 to 3; 0 before the first phase of a round."""
    starter: int
    """The seat of this round's starting player."""
    next_starter: int
    """The seat of the next round's starting player; equal to `starter` until another seat is named (H33)."""
    wares: tuple[WareView, ...]
    rondel: tuple[FieldView, ...]
    characters: tuple[CharacterView, ...]
    upper: tuple[str | None, ...]
    """The upper row of the order display; None for a gap, as in `lower`."""
    lower: tuple[str | None, ...]
    pile: int
    """The number of orders in the face-down pile."""
    discard: tuple[str, ...]
    """The discarded orders."""
    lost: tuple[str, ...]
    """The orders out of the game."""
    stacks: tuple[StackView, ...]
    gone: tuple[str, ...]
    """The transports out of the game."""
    inn: int
    """The neutral workers left for this round."""
    hired: int
    """The neutral workers hired in this round."""
    loans: int
    """The loans left in the bank."""
    players: tuple[PlayerView, ...]
    turn: TurnView | None
    """The turn in which workers are placed; None otherwise, for example at the end of a round."""
    acting: str | None
    """H18: the letter of the night field whose event is being resolved or was just resolved; None otherwise."""
    rolled: tuple[str, ...]
    """H18: the two events to choose from; empty otherwise."""
    look: tuple[tuple[str, ...], ...] | None
    """H19: while this seat's Carpenter looks, the cards it sees of each stack, the open card first; None otherwise."""
    known: tuple[tuple[str, ...], ...]
    """H19: for each stack, the covered cards still there that this seat has seen in a look, from the top."""
    functions: tuple[str, ...]
    """H33: the characters whose round-end function the player to decide can still use; empty otherwise."""
    surplus: dict[int, tuple[int, int]]
    """H36: for each seat that must discard, the numbers of wares to discard from (warehouse, trading post)."""
    result: contract.Result | None
    """The final result; None while the game is running."""
    happened: str | None = None
    """H18: the event that precedes the pending action on a night field. None if there is no such action, before the
    event is known, and always in version 1 of the rules."""
