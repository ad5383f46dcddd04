"""Players with a planted weakness: the journeyman, who never does something. A search for exploiters must beat them.

A game declares them as `WEAKNESSES`, a mapping from name to `Shunned`, in `opponents/laboratory/<game>/weaknesses.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from opponents.advice import advise
from opponents.alderman import weigh_moves_quickly
from opponents.laboratory.adversaries import declaration_of
from rules import AnyGame, Move

Shunned = Callable[[Any, Move], bool]
"""`(view, move) -> True` if the player never makes this move, unless all moves are like that."""


@cache
def weaknesses_of(game: str) -> Mapping[str, Shunned]:
    """Return the players with a planted weakness of a game, by name; empty if the game declares none."""
    return declaration_of(game, "weaknesses", "WEAKNESSES") or {}


def weak_player(shunned: Shunned, game: AnyGame, state: Any, seat: int, seed: int) -> Move:
    """Return the best move, by the alderman's quick search, that is not shunned.

    If the search considers only shunned moves, it is the best other one by the rule of thumb. If all moves of the menu
    are shunned, it is the best of them.
    """
    guess = game.guess(state, seat, seed)
    view = game.view(guess, seat)
    weighed = [each.move for each in weigh_moves_quickly(game, guess, seat, seed)]
    ranked = [each.move for each in advise(game.name, view, game.menu(guess, seat))]
    found = [*weighed, *ranked]
    return next((move for move in found if not shunned(view, move)), found[0])
