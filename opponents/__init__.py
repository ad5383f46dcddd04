"""Computer players: they see only what a player may see.

A player is a function `(game, state, seat, seed) -> move`. The first thing it does with the state is `game.guess`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opponents.novice import novice
from rules import AnyGame, Move

Player = Callable[[AnyGame, Any, int, int], Move]

PLAYERS: dict[str, Player] = {"novice": novice, "trader": novice}
"""Every computer player by its name, the weakest first."""
