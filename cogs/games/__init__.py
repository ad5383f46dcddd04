"""The games on Discord: a package each, found by what it declares."""

from __future__ import annotations

import pkgutil

from cogs.games.game_cog import GameOnDiscord
from rules import declarations_by_game

__path__ = pkgutil.extend_path(__path__, __name__)

GAMES: tuple[GameOnDiscord, ...] = tuple(declarations_by_game(__name__, "GAME").values())
"""Every game, the lightest first."""
