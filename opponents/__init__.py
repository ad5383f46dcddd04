"""Computer players: they see only what a player may see.

A player is a function `(game, state, seat, seed) -> move`. The first thing it does with the state is `game.guess`, and
it never looks at anything else. The same seed and the same view give the same move.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from typing import Any

# Before the players come in: the trader looks for evaluations at once.
__path__ = pkgutil.extend_path(__path__, __name__)

from opponents.alderman import alderman
from opponents.novice import novice
from opponents.temperaments import TEMPERAMENTS
from opponents.trader import trader
from rules import GAMES, AnyGame, Move

Player = Callable[[AnyGame, Any, int, int], Move]

PLAYERS: dict[str, Player] = {"novice": novice, "trader": trader, "alderman": alderman}
"""Every computer player by its name, the weakest first."""


PLAYERS_WITH_TEMPERAMENT: dict[str, Callable[[AnyGame, Any, int, int, str], Move]] = {
    "trader": trader,
    "alderman": alderman,
}
"""Who has a temperament: a novice, who does anything, has none."""


def player_named(name: str) -> Player:
    """Return a computer player by its name, which may say its temperament too: `trader:bold`."""
    level, _, temperament = name.partition(":")
    if not temperament:
        return PLAYERS[level]
    if temperament not in TEMPERAMENTS:
        raise KeyError(name)
    tempered = PLAYERS_WITH_TEMPERAMENT[level]
    return lambda game, state, seat, seed: tempered(game, state, seat, seed, temperament)


def choose_move(game: str, snapshot: bytes, seat: int, name: str, seed: int) -> str:
    """Return the text of the move a computer player decides on: all in plain values, for another process."""
    rules = GAMES[game]
    return str(player_named(name)(rules, rules.decode(snapshot), seat, seed))
