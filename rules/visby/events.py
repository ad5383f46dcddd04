"""The events of Visby. `seat` is the player concerned."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from rules.contract import Event


class RoundBegan(Event, frozen=True):
    """V4: a round begins and every marker has moved up; the spaces they are on now."""

    heading: ClassVar[bool] = True
    round: int
    battle: int
    journey: int
    market: int


class Chose(Event, frozen=True):
    """V5: a player sealed cards. A changed choice emits the same event again, so nobody learns of the change (V18)."""

    quiet: ClassVar[bool] = True
    seat: int
    private: tuple[str, ...] | None


class Revealed(Event, frozen=True):
    """V5: the cards that everybody played, by seat."""

    heading: ClassVar[bool] = True
    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("forced",)
    played: tuple[tuple[str, ...], ...]
    forced: tuple[int, ...] = ()
    """V5: the seats without a choice, since these were their last cards."""


class Shared(Event, frozen=True):
    """V7: equal cards drew from a track: what each drew, what each could keep, and what is left on the track.

    `kept` is in the order of `seats`.
    """

    about: ClassVar[tuple[str, ...]] = ("seats",)
    card: str
    seats: tuple[int, ...]
    each: int
    kept: tuple[int, ...]
    left: int


class Paid(Event, frozen=True):
    """V10, V13, V17: the common supply paid a card; `kept` is less than `amount` at the limit of wares."""

    card: str
    seat: int
    amount: int
    kept: int


class MarketOpened(Event, frozen=True):
    """V14: the seats that played Merchants, the space of the Market then, and what one deal costs and brings there."""

    about: ClassVar[tuple[str, ...]] = ("merchants",)
    merchants: tuple[int, ...]
    space: int
    wares: int
    seals: int


class SealedTrade(Event, frozen=True):
    """V15: one of several Merchants sealed a trade (wares to give). Changing it emits the same event again."""

    quiet: ClassVar[bool] = True
    seat: int
    private: int | None


class TradesShown(Event, frozen=True):
    """V15: all of several Merchants have decided; a `Traded` for each of them follows."""

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
    """V18: the Mendicant took all cards back into the hand."""

    seat: int


class RoundEnded(Event, frozen=True):
    """V6: the round is over and the game continues; the seals of each seat."""

    round: int
    seals: tuple[int, ...]


class Score(msgspec.Struct, frozen=True):
    """V21, V22: one player's final score. `total` is `seals` plus `bought`."""

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
    """V20: somebody has reached the target and the game is over; the final scores by seat."""

    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("winners",)
    scores: tuple[Score, ...]
    winners: tuple[int, ...]
