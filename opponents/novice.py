"""The computer player `novice`, the weakest level: it plays a random option."""

from __future__ import annotations

from typing import Any

from rules import AnyGame, Move
from rules.chance import Chance


def novice(game: AnyGame, state: Any, seat: int, seed: int) -> Move:
    """Return a random one of the options of a seat that owes a decision, each equally likely."""
    chance = Chance(seed)
    guessed = game.guess(state, seat, chance.draw())
    options = game.options(guessed, seat)
    move: Move = chance.choice(options)
    return move
