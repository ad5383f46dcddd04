"""Who can be entered in a tournament: every level, and some who are never offered to people."""

from __future__ import annotations

from functools import partial

from opponents import PLAYERS, TEMPERED, Player, player
from opponents.alderman import journeyman
from opponents.laboratory.adversaries import follow, ideas_of
from opponents.temperaments import TEMPERAMENTS

ENTRANTS: dict[str, Player] = {**PLAYERS, "journeyman": journeyman}
"""Who plays every game, by name."""


def names(game: str) -> list[str]:
    """Return all who can be entered, levels first."""
    return [*ENTRANTS, *ideas_of(game)]


def entrant(game: str, name: str) -> Player:
    """Return a player by the name it is entered by; raise ValueError for who is not known."""
    if name in ENTRANTS:
        return ENTRANTS[name]
    level, _, temperament = name.partition(":")
    if level in TEMPERED and temperament in TEMPERAMENTS:
        return player(name)
    if name in ideas_of(game):
        return partial(follow, ideas_of(game)[name])
    raise ValueError(f"invalid choice: {name!r} ({game} is played by {', '.join(names(game))})")
