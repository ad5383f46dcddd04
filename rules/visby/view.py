"""What a player of Visby, or a spectator, may know: `View`, with a `PlayerView` for each player."""

from __future__ import annotations

import msgspec

from rules import contract


class PlayerView(msgspec.Struct, frozen=True):
    """One player as everybody sees them. Cards are named by their keys.

    A chosen card is still in `hand` until the reveal (V18). `played` are the cards revealed in this round.
    """

    hand: tuple[str, ...]
    discard: tuple[str, ...]
    played: tuple[str, ...]
    seals: int
    wares: int
    chosen: bool
    """True if the player has sealed cards or a trade. Only the owner's `View.picked` and `View.trade` show what."""


class View(contract.View, frozen=True, kw_only=True):
    """The table as one seat, or a spectator, sees it. Everything in Visby is public but what others have sealed.

    `battle`, `journey` and `market` are the spaces of the three markers. `target` is the number of seals that ends the
    game. `result` is None while the game is running.
    """

    round: int
    target: int
    cards_to_choose: int
    """V5: the number of cards to choose in a round."""
    battle: int
    journey: int
    market: int
    players: tuple[PlayerView, ...]
    picked: tuple[str, ...] | None
    """The cards that this seat has sealed; None if it has not sealed any."""
    trade: int | None
    """V15: the number of wares in the trade that this seat has sealed; None if it has not sealed one."""
    result: contract.Result | None
