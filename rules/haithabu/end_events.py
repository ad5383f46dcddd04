"""The events at the end of a round and of the game."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from rules.contract import Event
from rules.haithabu.data import Wares


class RoundEnded(Event, frozen=True):
    """H30, H31: a round is over: orders move on, and no character is safe any more."""

    heading: ClassVar[bool] = True
    round: int


class Returned(Event, frozen=True):
    """H32: a player returned characters for points."""

    seat: int
    characters: tuple[str, ...]
    points: int


class StarterNamed(Event, frozen=True):
    """H33: `seat` said that `starter` starts the next round."""

    about: ClassVar[tuple[str, ...]] = ("starter",)
    seat: int
    starter: int


class Foretold(Event, frozen=True):
    """H33: a player's Seer moves the price of a ware; `PriceMoved` follows."""

    seat: int
    ware: str


class WantedNoMore(Event, frozen=True, tag="declined"):
    """H28, H32, H33: a player ends an optional decision. It is stored as `declined`."""

    quiet: ClassVar[bool] = True
    seat: int


class Arrived(Event, frozen=True):
    """H34: two dice brought these wares to the market."""

    dice: tuple[int, ...]
    wares: Wares


class PricesRolled(Event, frozen=True):
    """H35: one price die for each ware; a `PriceMoved` follows for each price that moved."""

    dice: tuple[int, ...]


class FeePaid(Event, frozen=True):
    """H36: a player paid a storage fee: `silver` of the `due`."""

    seat: int
    silver: int
    due: int


class RoundSettled(Event, frozen=True):
    """H36: all fees are paid and the next round begins; the points and loans of each seat."""

    round: int
    points: tuple[int, ...]
    loans: tuple[int, ...]


class Score(msgspec.Struct, frozen=True):
    """H40–H42: how one player's final points came about."""

    points: int
    """The points before the final scoring."""
    wares: int
    """The silver from selling the wares of both stores."""
    silver: int
    """All silver, after repaying loans and selling wares."""
    loans: int
    """The loans left after repaying."""
    for_characters: int
    for_loans: int
    for_silver: int
    for_cubes: int
    for_transports: int
    for_completed: int
    total: int


class Finished(Event, frozen=True):
    """H43: the final scores by seat, and the winners."""

    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("winners",)
    scores: tuple[Score, ...]
    winners: tuple[int, ...]
