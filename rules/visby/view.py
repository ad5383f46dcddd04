"""What a player of Visby, or a spectator, may know."""

from __future__ import annotations

import msgspec

from rules import contract


class PlayerView(msgspec.Struct, frozen=True):
    """One player as everybody sees them. A chosen card still shows in the hand until the reveal (V18)."""

    hand: tuple[str, ...]
    discard: tuple[str, ...]
    played: tuple[str, ...]
    seals: int
    wares: int
    chosen: bool
    """Has sealed cards or a trade. What it is, only `View.picked` and `View.trade` tell, and only its owner."""


class View(contract.View, frozen=True, kw_only=True):
    """The whole table: everything in Visby is public but what is sealed."""

    round: int
    target: int
    cards_to_choose: int
    battle: int
    journey: int
    market: int
    players: tuple[PlayerView, ...]
    picked: tuple[str, ...] | None
    """The cards this seat itself has sealed."""
    trade: int | None
    """V15: the wares this seat itself has sealed to give."""
    result: contract.Result | None
