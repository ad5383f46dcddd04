"""The events of Visby. `seat` is the player who acted or got something; cards are named by their keys.

Those of a round, in their order: `RoundBegan`, `Chose`, `Revealed`, `Shared` and `Paid`, `MarketOpened`, `SealedTrade`,
`TradesShown`, `Traded`, `MarketClosed`, `PickedUp`, `RoundEnded`; at the end of the game `Finished` with a `Score` for
each seat.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from rules.contract import Event


class RoundBegan(Event, frozen=True):
    """V4: a round begins, and every marker that was not on its last space has moved up.

    `battle`, `journey` and `market` are the spaces on which the markers are now.
    """

    heading: ClassVar[bool] = True
    round: int
    battle: int
    journey: int
    market: int


class Chose(Event, frozen=True):
    """V5: a player sealed cards; `private` are their keys, None for everybody but that player.

    A changed choice emits the same event again, so nobody learns of the change (V18).
    """

    quiet: ClassVar[bool] = True
    seat: int
    private: tuple[str, ...] | None


class Revealed(Event, frozen=True):
    """V5: all players reveal their cards; `played` are the keys of the cards, by seat.

    `forced` are the seats that had no choice.
    """

    heading: ClassVar[bool] = True
    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("forced",)
    played: tuple[tuple[str, ...], ...]
    forced: tuple[int, ...] = ()
    """V5: the seats without a choice, since these were their last cards."""


class Shared(Event, frozen=True):
    """V7: all `seats` played the same card, `card`, and drew from its track.

    Each of them drew `each`, in seals or wares as the card says. `kept` is how much of it each could keep, in the order
    of `seats`; it is less if the limit of wares was reached. `left` is what remains on the track.
    """

    about: ClassVar[tuple[str, ...]] = ("seats",)
    card: str
    seats: tuple[int, ...]
    each: int
    kept: tuple[int, ...]
    left: int


class Paid(Event, frozen=True):
    """V10, V13, V17: the common supply paid the player for a card, in seals or wares as the card says.

    `kept` is less than `amount` if the limit of wares was reached.
    """

    card: str
    seat: int
    amount: int
    kept: int


class MarketOpened(Event, frozen=True):
    """V14: the Merchants' step begins.

    `merchants` are the seats that played a Merchant. `space` is the space of the Market marker, after it has moved back
    if there are several Merchants. On that space one deal costs `wares` and brings `seals`.
    """

    about: ClassVar[tuple[str, ...]] = ("merchants",)
    merchants: tuple[int, ...]
    space: int
    wares: int
    seals: int


class SealedTrade(Event, frozen=True):
    """V15: one of several Merchants sealed a trade; `private` is the number of wares, None for everybody else.

    A changed choice emits the same event again, so nobody learns of the change.
    """

    quiet: ClassVar[bool] = True
    seat: int
    private: int | None


class TradesShown(Event, frozen=True):
    """V15: several Merchants (`seats`) have all decided, and their trades become public.

    A `Traded` for each of them follows.
    """

    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("seats",)
    seats: tuple[int, ...]


class Traded(Event, frozen=True):
    """V15: a Merchant changed wares into seals. `asked` is False for one who could buy nothing and was not asked."""

    seat: int
    wares: int
    seals: int
    asked: bool = True


class MarketClosed(Event, frozen=True):
    """V16: the Market marker went to 0."""


class PickedUp(Event, frozen=True):
    """V18: a player's Mendicant took all of the player's cards back into the hand."""

    seat: int


class RoundEnded(Event, frozen=True):
    """V6: a round is over and the game continues. `seals` are the seals of the players, by seat."""

    round: int
    seals: tuple[int, ...]


class Score(msgspec.Struct, frozen=True):
    """V21, V22: one player's final score. `total` is `seals` plus `bought`, the seals bought with remaining wares.

    `wares` left after that, then `cards` in hand, break ties.
    """

    seals: int
    """Before the end."""
    bought: int
    """Seals bought with the remaining wares."""
    total: int
    wares: int
    """Wares left after that, for ties."""
    cards: int
    """Cards in hand, for ties."""


class Finished(Event, frozen=True):
    """V20: somebody has reached the target and the game is over.

    `scores` are by seat, `winners` are the seats that won.
    """

    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("winners",)
    scores: tuple[Score, ...]
    winners: tuple[int, ...]
