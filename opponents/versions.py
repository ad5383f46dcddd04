"""By which versions of a game's rules the alderman can play: those it was learned by, and those that are alike."""

from __future__ import annotations

from rules import AnyGame
from rules.discovery import declarations

_SINCE: dict[str, int] = declarations("opponents", "LEARNED_SINCE")
"""By game: since which version its rules are so alike that what was learned by one of them serves for all of them."""


def is_compatible_version(game: AnyGame, version: int) -> bool:
    """Say whether a version of the rules is the newest, or so much like it that what was learned serves for both."""
    return _SINCE.get(game.name, game.version) <= version <= game.version
