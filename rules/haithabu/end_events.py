"""What happens at the end of a round and of the game, for telling."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from rules.contract import Event
from rules.haithabu.data import Wares


class RoundEnded(Event, frozen=True):
    """H30, H31: orders moved on, no character is safe any more."""

    heading: ClassVar[bool] = True
    round: int


class Returned(Event, frozen=True):
    """H32: characters given back for points."""

    seat: int
    characters: tuple[str, ...]
    points: int


class StarterNamed(Event, frozen=True):
    """H33: who starts the next round."""

    about: ClassVar[tuple[str, ...]] = ("starter",)
    seat: int
    starter: int


class Foretold(Event, frozen=True):
    """H33: the Seer moves a price; where to, comes next."""

    seat: int
    ware: str


class WantedNoMore(Event, frozen=True, tag="declined"):
    """H28, H32, H33: a player wants nothing more. Stored as `declined`."""

    quiet: ClassVar[bool] = True
    seat: int


class Arrived(Event, frozen=True):
    """H34: two dice brought wares to the market."""

    dice: tuple[int, ...]
    wares: Wares


class PricesRolled(Event, frozen=True):
    """H35: one price die for each ware; what moved comes next."""

    dice: tuple[int, ...]


class FeePaid(Event, frozen=True):
    """H36: for the wares in the warehouse."""

    seat: int
    silver: int
    due: int


class RoundSettled(Event, frozen=True):
    """H36: everything is paid and the next round begins; points and loans of each seat."""

    round: int
    points: tuple[int, ...]
    loans: tuple[int, ...]


class Score(msgspec.Struct, frozen=True):
    """H40–H42: how one player's points came about."""

    points: int
    """Before the final scoring."""
    wares: int
    """Silver from wares in both stores."""
    silver: int
    """In all."""
    loans: int
    """Left after repaying."""
    for_characters: int
    for_loans: int
    for_silver: int
    for_cubes: int
    for_transports: int
    for_completed: int
    total: int


class Finished(Event, frozen=True):
    """H43: the final scores by seat."""

    reveals: ClassVar[bool] = True
    about: ClassVar[tuple[str, ...]] = ("winners",)
    scores: tuple[Score, ...]
    winners: tuple[int, ...]
