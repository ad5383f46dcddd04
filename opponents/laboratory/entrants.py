"""The players that can be entered in a tournament, by name: all levels, and some that people are never offered.

- The levels of `opponents`: novice, trader and, the strongest, alderman.
- The journeyman, which is the alderman with a quicker search.
- For each game its adversaries (`adversaries`) and mixtures of their ideas (`mixtures`). A player that plays well loses
  to none of them.
- Players with a planted weakness (`weaknesses`).
"""

from __future__ import annotations

from functools import partial

from opponents import PLAYERS, PLAYERS_WITH_TEMPERAMENT, Player, player_named
from opponents.alderman import journeyman
from opponents.laboratory import mixtures
from opponents.laboratory.adversaries import adversaries_of, best_by_preference
from opponents.laboratory.weaknesses import weak_player, weaknesses_of
from opponents.temperaments import TEMPERAMENTS

ENTRANTS: dict[str, Player] = {**PLAYERS, "journeyman": journeyman}
"""The players that can play every game, by name."""


def entrant(game: str, name: str) -> Player:
    """Return the player of this name.

    It is a level, `level:temperament`, "journeyman", one of the game's adversaries or weaknesses, or the name of a
    mixture (`mixtures.name_of`). A temperament, such as `bold`, decides between moves that are about equally good.
    `game` is the game's name. Raise ValueError for an unknown name; its message lists the known ones.
    """
    if name in ENTRANTS:
        return ENTRANTS[name]
    level, _, temperament = name.partition(":")
    if level in PLAYERS_WITH_TEMPERAMENT and temperament in TEMPERAMENTS:
        return player_named(name)
    if name.startswith(mixtures.PREFIX):
        return partial(mixtures.mixture, mixtures.ideas_of(game, name))
    adversaries, weaknesses = adversaries_of(game), weaknesses_of(game)
    if name in adversaries:
        return partial(best_by_preference, adversaries[name])
    if name in weaknesses:
        return partial(weak_player, weaknesses[name])
    known = ", ".join([*ENTRANTS, *adversaries, *weaknesses])
    raise ValueError(f"invalid choice: {name!r} ({game} is played by {known})")
