"""`Wish`: what a person wants who looks for a game on a server. `Owner`: what matching must know about that person."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from matching.reliability import Level

HOUR_S = 60 * 60
DEFAULT_WISH_S = 48 * HOUR_S
"""How long a wish lasts unless its owner says otherwise."""
CONFIRM_AFTER_S = 24 * HOUR_S
"""A wish older than this is confirmed by its owner before a game starts; otherwise forgotten wishes become no-shows."""
ANSWER_S = 3 * HOUR_S
"""How long a table waits for a confirmation. Afterwards the wish is passed over until its owner confirms it."""
NEW_PLAYER_POINTS = 1000
"""The rating of somebody who has not played a game yet."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What a person looks for. If only the person and the times are given, they accept any game."""

    person: int
    made_at: int
    """When it was made. The order of these moments is the order of waiting."""
    expires_at: int
    """From this moment on the wish is not matched any more."""
    confirmed_at: int = 0
    """When its owner last confirmed it; 0 if never."""
    asked_at: int = 0
    """When its owner was last asked to confirm it; 0 if never."""
    games: Mapping[str, frozenset[int]] = {}
    """The wanted games, each with its wanted table sizes (all seats count, computers' too).

    No game means any game, and a game without sizes means any size.
    """
    clocks: frozenset[str] = frozenset()
    """The names of the accepted clocks; empty for any."""
    languages: frozenset[str] = frozenset()
    """The accepted languages of a table; empty for any."""
    computers: bool = True
    """True if computers may take seats that no waiting person can have. Two people always play."""
    required_level: Level | None = None
    """The reliability that everybody else at the table must have; None if there is no such condition."""

    def accepts(self, game: str, size: int) -> bool:
        """Return True if its owner would play this game at a table with this number of seats."""
        return not self.games or (game in self.games and (not self.games[game] or size in self.games[game]))

    def needs_confirmation(self, now: int) -> bool:
        """Return True if its owner made and last confirmed it more than `CONFIRM_AFTER_S` ago."""
        return now - max(self.made_at, self.confirmed_at) > CONFIRM_AFTER_S

    @property
    def is_asked(self) -> bool:
        """True if its owner was asked to confirm it and has not done so since."""
        return self.asked_at > self.confirmed_at

    def is_waiting(self, now: int) -> bool:
        """Return True if its owner can be matched: it has not expired, and no question waits longer than `ANSWER_S`."""
        return now < self.expires_at and not (self.is_asked and now - self.asked_at >= ANSWER_S)


class Owner(msgspec.Struct, frozen=True, kw_only=True):
    """What is known, at this moment, about a person with a wish."""

    channels: frozenset[int]
    """The channels they can see. Their table must open in one of these; a person without any is not matched."""
    level: Level | None = None
    """Their reliability; None if they do not show it, which meets no required level."""
    avoids: frozenset[int] = frozenset()
    """The people they do not want to play with."""
    ratings: Mapping[str, int] = {}
    """Their points by game; a game that is missing counts as `NEW_PLAYER_POINTS`."""
