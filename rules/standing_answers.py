"""Standing answers: how a player always answers a question that comes out of turn, until they say otherwise.

The policies to choose from, and what each would answer, are declared by the game (`Game.early`). Nothing here uses
anything that the player cannot know: policies see a guess (`Game.guess`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules import AnyGame
from rules.contract import Move
from rules.errors import Refused


class StandingAnswer(msgspec.Struct, frozen=True):
    """A player's answer to every question of a kind: its decision, and the key of the policy that answers it."""

    decision: str
    policy: str


def policies_of(game: AnyGame, decision: str) -> tuple[str, ...]:
    """Return the keys of the policies that a player may choose for a decision; () if it has no standing answers."""
    return game.early.policies.get(decision, ()) if game.early else ()


def standing_move(game: AnyGame, state: Any, seat: int, answer: StandingAnswer) -> Move | None:
    """Return the move with which a standing answer answers what the seat is asked; None if the player must be asked.

    They must be asked if the seat owes another decision, if this version does not know the policy, or if no legal move
    fits the policy. `state` is not changed.
    """
    if game.owed(state).get(seat) != answer.decision or answer.policy not in policies_of(game, answer.decision):
        return None
    assert game.early is not None
    guess = game.guess(state, seat, 0)
    move = game.early.standing_move(guess, seat, answer.decision, answer.policy)
    try:
        if move is not None:
            game.check(guess, seat, move)
    except Refused:
        return None
    return move


def imagined_question(game: AnyGame, state: Any, seat: int, decision: str) -> Any:
    """Return an imagined state that agrees with the seat's view and asks it for a decision out of turn now."""
    assert game.early is not None
    return game.early.standing_question(game.guess(state, seat, 0), seat, decision)
