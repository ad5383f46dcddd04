"""What a player of Haithabu, or a spectator, may know: all but covered cards and another's look (H44)."""

from __future__ import annotations

import msgspec

from rules import contract
from rules.haithabu.data import Wares


class OrderView(msgspec.Struct, frozen=True):
    """An order of a player on its place, 1 to 5, and the cubes that lie on it."""

    place: int
    order: str
    cubes: Wares


class PlayerView(msgspec.Struct, frozen=True):
    """One player as everybody sees them."""

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
    """A field of the rondel: its letter, whether it lies by day, and the colours there: seats, or -2 for neutral."""

    key: str
    day: bool
    workers: tuple[int, ...]


class WareView(msgspec.Struct, frozen=True):
    """A ware: its level and price, its cubes on the market and in the general supply, and the workers on its field."""

    key: str
    level: int
    price: int
    market: int
    supply: int
    workers: tuple[int, ...]


class StackView(msgspec.Struct, frozen=True):
    """A stack of transports: what one costs, the open card, and how many there are with it."""

    key: str
    cost: int
    top: str | None
    cards: int


class CharacterView(msgspec.Struct, frozen=True):
    """A character, its owner, and whether it is safe."""

    key: str
    owner: int | None
    safe: bool


class TurnView(msgspec.Struct, frozen=True):
    """Whose turn it is, what waits, and what this player has bought and sold in this phase (H14)."""

    seat: int
    workers: tuple[str, ...]
    hired: bool
    bought: tuple[str, ...]
    sold: tuple[str, ...]


class View(contract.View, frozen=True, kw_only=True):
    """The whole table."""

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
    """How many orders lie there, face down."""
    discard: tuple[str, ...]
    lost: tuple[str, ...]
    """Orders out of the game."""
    stacks: tuple[StackView, ...]
    gone: tuple[str, ...]
    """Transports out of the game."""
    inn: int
    """Neutral workers left for this round."""
    hired: int
    loans: int
    """Left in the bank."""
    players: tuple[PlayerView, ...]
    turn: TurnView | None
    acting: str | None
    """The night field whose event is going on or just over (H18)."""
    rolled: tuple[str, ...]
    """The two events to choose from."""
    look: tuple[tuple[str, ...], ...] | None
    """H19: what this seat, as Carpenter, sees of the stacks it named, the open card first."""
    known: tuple[tuple[str, ...], ...]
    """H19: what this seat has seen of each stack in a look and still lies there, below the open card, from the top."""
    functions: tuple[str, ...]
    """H33: round-end functions still to be used by who is asked."""
    surplus: dict[int, tuple[int, int]]
    """H36: how many wares who is asked must discard from warehouse and trading post."""
    result: contract.Result | None
    happened: str | None = None
    """The event that went before what is done on the night field."""
