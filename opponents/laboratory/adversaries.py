"""Adversaries: players with one idea each, for tournaments only. Whoever plays well loses to none of them.

A game's package declares them in its module `adversaries`, as `ADVERSARIES`: by name what a move is worth to who has
only that idea. What the idea does not tell apart is left to the game's rule of thumb; who has no idea at all, and only
follows that, is greedy, in every such game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from opponents.advice import advise
from rules import AnyGame, Move

Idea = Callable[[Any, Move], float]
"""From a view and a move that is allowed to how much the idea likes it."""


def greedy(view: Any, move: Move) -> float:
    """Do what brings most at once: the rule of thumb and nothing else."""
    return 0


@cache
def ideas_of(game: str) -> Mapping[str, Idea]:
    """Return a game's one-idea players by name; none if it brings no such module."""
    module = f"opponents.{game}.adversaries"
    if find_spec(f"opponents.{game}") is None or find_spec(module) is None:
        return {}
    ideas: Mapping[str, Idea] = import_module(module).ADVERSARIES
    return {"greedy": greedy, **ideas}


def follow(idea: Idea, game: AnyGame, state: Any, seat: int, seed: int) -> Move:
    """Return the move that an idea likes best; of those it likes alike, the rule of thumb's."""
    guess = game.guess(state, seat, seed)
    view = game.view(guess, seat)
    # The first of equals is the largest, and advice comes best first.
    return max(
        (each.move for each in advise(game.name, view, game.menu(guess, seat))), key=lambda move: idea(view, move)
    )
