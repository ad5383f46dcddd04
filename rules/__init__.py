"""The rules: pure, no I/O, no clock, no Discord. `GAMES` is the door to every game."""

from __future__ import annotations

from typing import Any

from rules.contract import Event, Game, Move, Result, State, View
from rules.errors import BadData, Illegal, NotYours, Refused, Unreadable
from rules.haithabu import Haithabu
from rules.riga import Riga
from rules.visby import Visby

AnyGame = Game[Any, Any, Any]

GAMES: dict[str, AnyGame] = {game.name: game for game in (Visby(), Riga(), Haithabu())}
"""Every game by its name."""

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
]
