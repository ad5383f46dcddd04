"""The players that can be entered in a tournament, by name: all levels, and some that people are never offered.

- The levels of `opponents`: novice, trader and, the strongest, alderman.
- The journeyman, which is the alderman with a quicker search.
- For each game its *adversaries*: players that follow one idea or a few. A game declares them as `ADVERSARIES`, a
  mapping from name to `Preference`, in `opponents/laboratory/<game>/adversaries.py`. A player that plays well loses to
  none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from opponents import PLAYERS, PLAYERS_WITH_TEMPERAMENT, Player, player_named
from opponents.advice import advise
from opponents.alderman import journeyman
from opponents.temperaments import TEMPERAMENTS
from rules import AnyGame, Move

Preference = Callable[[Any, Move], float]
"""`(view, legal move) -> score`: how well a move fits an adversary's idea; larger is better."""

ENTRANTS: dict[str, Player] = {**PLAYERS, "journeyman": journeyman}
"""The players that can play every game, by name."""


def entrant(game: str, name: str) -> Player:
    """Return the player of this name: a level, `level:temperament`, "journeyman" or one of the game's adversaries.

    A temperament, such as `bold`, decides between moves that are about equally good. `game` is the game's name. Raise
    ValueError for an unknown name; its message lists the known ones.
    """
    if name in ENTRANTS:
        return ENTRANTS[name]
    level, _, temperament = name.partition(":")
    if level in PLAYERS_WITH_TEMPERAMENT and temperament in TEMPERAMENTS:
        return player_named(name)
    adversaries = adversaries_of(game)
    if name in adversaries:
        return partial(best_by_preference, adversaries[name])
    known = ", ".join([*ENTRANTS, *adversaries])
    raise ValueError(f"invalid choice: {name!r} ({game} is played by {known})")


@cache
def adversaries_of(game: str) -> Mapping[str, Preference]:
    """Return the adversaries of a game by name, "greedy" first; empty if the game declares none."""
    adversaries: Mapping[str, Preference] | None = declaration_of(game, "adversaries", "ADVERSARIES")
    return {"greedy": greedy, **adversaries} if adversaries is not None else {}


def declaration_of(game: str, module: str, name: str) -> Any:
    """Import `opponents.laboratory.<game>.<module>` and return its attribute `name`; None without such a module.

    Raise AttributeError if the module does not define it.
    """
    package = f"opponents.laboratory.{game}"
    if find_spec(package) is None or find_spec(f"{package}.{module}") is None:
        return None
    return getattr(import_module(f"{package}.{module}"), name)


def greedy(view: Any, move: Move) -> float:
    """Return 0 for every move, so that the game's rule of thumb alone decides."""
    return 0


def best_by_preference(preference: Preference, game: AnyGame, state: Any, seat: int, seed: int) -> Move:
    """Return the move of the seat's menu that `preference` scores highest.

    Among equals it is the one that the game's rule of thumb (see `opponents.advice`) ranks first. What the seat cannot
    see is guessed by `seed`.
    """
    guess = game.guess(state, seat, seed)
    view = game.view(guess, seat)
    # `max` returns the first of equals, and advice comes best first.
    return max(
        (each.move for each in advise(game.name, view, game.menu(guess, seat))),
        key=lambda move: preference(view, move),
    )
