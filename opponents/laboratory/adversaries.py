"""Adversaries: players that follow one idea or a few, and otherwise their game's rule of thumb.

A game declares them as `ADVERSARIES`, a mapping from name to `Preference`, in
`opponents/laboratory/<game>/adversaries.py`, together with `PROGRESS`, which tells how much of a game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from opponents.advice import advise
from rules import AnyGame, Move

Preference = Callable[[Any, Move], float]
"""`(view, legal move) -> score`: how well a move fits an adversary's idea; larger is better."""
Progress = Callable[[Any], float]
"""`view -> part`: how much of a game is over, from 0 to 1."""


@cache
def adversaries_of(game: str) -> Mapping[str, Preference]:
    """Return the adversaries of a game by name, "greedy" first; empty if the game declares none."""
    adversaries: Mapping[str, Preference] | None = declaration_of(game, "adversaries", "ADVERSARIES")
    return {"greedy": greedy, **adversaries} if adversaries is not None else {}


@cache
def progress_of(game: str) -> Progress:
    """Return the function that tells how much of a game is over. Raise ValueError if the game has no adversaries."""
    progress: Progress | None = declaration_of(game, "adversaries", "PROGRESS")
    if progress is None:
        raise ValueError(f"{game} has no adversaries")
    return progress


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
