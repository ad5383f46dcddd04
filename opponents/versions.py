"""The function `is_compatible_version`: for which versions of a game's rules the learned weights are valid."""

from __future__ import annotations

from rules import AnyGame
from rules.discovery import declarations

_SINCE: dict[str, int] = declarations("opponents", "LEARNED_SINCE")
"""By game: the oldest version of the rules for which weights learned with the newest version are valid."""


def is_compatible_version(game: AnyGame, version: int) -> bool:
    """Return True if weights learned with this version of the rules are valid for the newest version, and vice versa.

    These are the versions from `LEARNED_SINCE` on, which the game's package declares. If it declares none, only the
    newest version is compatible.
    """
    return _SINCE.get(game.name, game.version) <= version <= game.version
