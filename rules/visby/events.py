"""What happens in Visby, for telling."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from rules.contract import Event


class RoundBegan(Event, frozen=True):
    """V4: every marker moved up; where the three stand now."""

    heading: ClassVar[bool] = True
    round: int
    battle: int
    journey: int
    market: int


class Chose(Event, frozen=True):
    """V5: a player sealed a choice. That it was changed, nobody may know (V18)."""

    quiet: ClassVar[bool] = True
    seat: int
    private: tuple[str, ...] | None


class Revealed(Event, frozen=True):
    """V5: all choices are open, by seat."""

    heading: ClassVar[bool] = True
    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("forced",)
    played: tuple[tuple[str, ...], ...]
    forced: tuple[int, ...] = ()
    """V23: who had no choice, since these were their last cards."""


class Shared(Event, frozen=True):
    """V7: equal cards drew from a track: what each drew, what each could keep, what stays there."""

    about: ClassVar[tuple[str, ...]] = ("seats",)
    card: str
    seats: tuple[int, ...]
    each: int
    kept: tuple[int, ...]
    left: int


class Paid(Event, frozen=True):
    """V10, V13, V17: a card was paid from the common supply; `kept` is less than `amount` at the limit of wares."""

    card: str
    seat: int
    amount: int
    kept: int


class MarketOpened(Event, frozen=True):
    """V14: with so many Merchants the Market stands here; what one deal costs and brings."""

    about: ClassVar[tuple[str, ...]] = ("merchants",)
    merchants: tuple[int, ...]
    space: int
    wares: int
    seals: int


class SealedTrade(Event, frozen=True):
    """V15: one of several Merchants decided how many wares to give. That it was changed, nobody may know."""

    quiet: ClassVar[bool] = True
    seat: int
    private: int | None


class TradesShown(Event, frozen=True):
    """V15: several Merchants have decided; what each of them trades comes next."""

    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("seats",)
    seats: tuple[int, ...]


class Traded(Event, frozen=True):
    """V15: a Merchant changed wares into seals. `asked` is False for one who could buy nothing."""

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
    """V6: the last step is done and the game goes on; the seals of each seat."""

    round: int
    seals: tuple[int, ...]


class Score(msgspec.Struct, frozen=True):
    """V21, V22: one player's end: seals before, bought with rest wares, in all; wares and hand cards for ties."""

    seals: int
    bought: int
    total: int
    wares: int
    cards: int


class Finished(Event, frozen=True):
    """V20: somebody has reached the target; the final scores by seat."""

    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("winners",)
    scores: tuple[Score, ...]
    winners: tuple[int, ...]
