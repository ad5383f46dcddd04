"""What a player of Haithabu, or a spectator, may know: all but covered cards and what others' Carpenters see (H44)."""

from __future__ import annotations

import msgspec

from rules import contract
from rules.haithabu.data import Wares


class OrderView(msgspec.Struct, frozen=True):
    """A player's order on its place, 1 to 5, and the cubes on it."""

    place: int
    order: str
    cubes: Wares


class PlayerView(msgspec.Struct, frozen=True):
    """One player as everybody sees them. Cards and characters are named by their keys."""

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
    """A field of the rondel: its letter, whether it is by day, and the colours of its workers.

    A colour is a seat, or -2 for neutral workers.
    """

    key: str
    day: bool
    workers: tuple[int, ...]


class WareView(msgspec.Struct, frozen=True):
    """A ware: level and price, cubes on the market and in the general supply, and the workers on its market field."""

    key: str
    level: int
    price: int
    market: int
    supply: int
    workers: tuple[int, ...]


class StackView(msgspec.Struct, frozen=True):
    """A stack of transports: the cost of a card, the open card, and the number of cards, the open one included."""

    key: str
    cost: int
    top: str | None
    cards: int


class CharacterView(msgspec.Struct, frozen=True):
    """A character, its owner (None for none), and whether it is safe."""

    key: str
    owner: int | None
    safe: bool


class TurnView(msgspec.Struct, frozen=True):
    """The running turn: whose it is, the workers to place, and the wares bought and sold in this phase (H14)."""

    seat: int
    workers: tuple[str, ...]
    hired: bool
    bought: tuple[str, ...]
    sold: tuple[str, ...]


class View(contract.View, frozen=True, kw_only=True):
    """The whole table as the view's seat sees it."""

    round: int
    phase: int
    starter: int
    next_starter: int
    wares: tuple[WareView, ...]
    rondel: tuple[FieldView, ...]
    characters: tuple[CharacterView, ...]
    upper: tuple[str | None, ...]
    lower: tuple[str | None, ...]
    pile: int
    """The number of orders in the face-down pile."""
    discard: tuple[str, ...]
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
    acting: str | None
    """H18: the night field whose event is being resolved or was just resolved; None otherwise."""
    rolled: tuple[str, ...]
    """H18: the two events to choose from; empty otherwise."""
    look: tuple[tuple[str, ...], ...] | None
    """H19: what this seat's Carpenter sees of the stacks named, the open card first; None otherwise."""
    known: tuple[tuple[str, ...], ...]
    """H19: for each stack, the covered cards that this seat has seen in a look and that are still there, from the top.
    """
    functions: tuple[str, ...]
    """H33: the round-end functions left to the player who is asked."""
    surplus: dict[int, tuple[int, int]]
    """H36: for each seat asked, the wares to discard from warehouse and trading post."""
    result: contract.Result | None
    happened: str | None = None
    """H18: the event that went before the action on the night field; None before it and in version 1 of the rules."""
