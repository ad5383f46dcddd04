"""The rules: pure, no I/O, no clock, no Discord. `GAMES` is the door to every game."""

from __future__ import annotations

import pkgutil
from typing import Any

from rules.contract import Event, Game, Move, Result, State, View
from rules.errors import BadData, Illegal, NotYours, Refused, Unreadable
from rules.finding import declared

__path__ = pkgutil.extend_path(__path__, __name__)

AnyGame = Game[Any, Any, Any]

GAMES: dict[str, AnyGame] = {
    game.name: game for game in sorted(declared(__name__, "GAME").values(), key=lambda game: (game.weight, game.name))
}
"""Every game by its name, the lightest first."""


def of_every_game(room: str, declaration: str) -> dict[str, Any]:
    """Return what each game declares under this name in a room, in the order of `GAMES`."""
    found = declared(room, declaration)
    return {game: found[game] for game in GAMES if game in found}


__all__ = [
    "GAMES",
    "AnyGame",
    "BadData",
    "Event",
    "Game",
    "Illegal",
    "Move",
    "NotYours",
    "Refused",
    "Result",
    "State",
    "Unreadable",
    "View",
    "of_every_game",
]
