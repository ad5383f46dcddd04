"""How reliably somebody has played lately: the share of decisions made in time, or of seats kept, whichever is lower.

`docs/matching.md` explains the levels and their thresholds to players.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from fractions import Fraction
from itertools import islice

import msgspec

COUNTED_GAMES = 30
"""How many of somebody's latest games count."""
MIN_GAMES = 3
"""Somebody with fewer games is new."""
RELIABLE_FROM = Fraction(95, 100)
"""From this share on somebody is reliable."""
MOSTLY_RELIABLE_FROM = Fraction(80, 100)
"""From this share on somebody is mostly reliable; with less, they are often absent."""


class Level(IntEnum):
    """How reliable somebody is, from worst to best. A required level is met by the same level and all better ones.

    The numbers may be stored in the database, so they must not change.
    """

    OFTEN_ABSENT = 0
    NEW = 1
    MOSTLY_RELIABLE = 2
    RELIABLE = 3


class PlayedGame(msgspec.Struct, frozen=True):
    """How one person played in one game on a server that was not private, with a clock and at least two people.

    The game has ended or was closed. Moves that a computer made at the seat, or a substitute, are not counted. During a
    holiday, a pause or a downtime of ours nobody's time runs out, because the clock stands still.
    """

    in_time: int
    """How many decisions they made before their time was up."""
    late: int
    """How many times their time for a decision ran out, whether they decided afterwards or somebody else did."""
    kept_seat: bool | None
    """True if they had their seat at the end, False if they left or lost it; None if they left by agreement."""


class Reliability(msgspec.Struct, frozen=True):
    """How reliable somebody is."""

    level: Level
    share: Fraction | None
    """The lower of the shares of decisions in time and of seats kept, from 0 to 1; None while they are new."""


def reliability(games: Iterable[PlayedGame]) -> Reliability:
    """Return how reliable somebody is, from their games, the latest first.

    Only the first `COUNTED_GAMES` games count. The share of decisions in time is taken over all decisions of these
    games, the share of seats kept over all their seats. A share of nothing (no decisions, no seats) is 1.
    """
    counted = list(islice(games, COUNTED_GAMES))
    if len(counted) < MIN_GAMES:
        return Reliability(Level.NEW, None)
    in_time = sum(game.in_time for game in counted)
    seats = [game.kept_seat for game in counted if game.kept_seat is not None]
    share = min(_share(in_time, in_time + sum(game.late for game in counted)), _share(sum(seats), len(seats)))
    if share >= RELIABLE_FROM:
        return Reliability(Level.RELIABLE, share)
    return Reliability(Level.MOSTLY_RELIABLE if share >= MOSTLY_RELIABLE_FROM else Level.OFTEN_ABSENT, share)


def meets(level: Level | None, required: Level | None) -> bool:
    """Return True if a person's level is at least the required one.

    If `required` is None, everybody meets it. If `level` is None (the person does not show it), it meets only that.
    """
    return required is None or (level is not None and level >= required)


def _share(part: int, whole: int) -> Fraction:
    """Return `part` of `whole`, and 1 if there is nothing."""
    return Fraction(part, whole) if whole else Fraction(1)
