"""Feedback on one decision: `judge_move` compares the move made with the best one, from what its seat could know."""

from __future__ import annotations

import msgspec

from opponents.advice import NOISE, Reason
from opponents.alderman_hints import reasons_for
from opponents.game_analysis import Decision, appraise_decision
from rules import GAMES


class Feedback(msgspec.Struct, frozen=True):
    """What the alderman says about a move that was made: the better move, if there is one, with chances and reasons."""

    better: str = ""
    """The text of a better move; empty if the move made was as good as any."""
    chance: float = 0.0
    """The chance to win after the move made (0 to 1)."""
    better_chance: float = 0.0
    """The chance to win after the better move; `chance` without one."""
    reasons: tuple[Reason, ...] = ()
    """What speaks for the better move or, without one, for the move made; the most important reason first."""


def judge_move(game: str, snapshot: bytes, seat: int, move: str) -> Feedback | None:
    """Return feedback on the move (its text) that a seat made in a state, by the same rules as the analysis of a game.

    `game` is the game's name and `snapshot` the encoded state before the move. A move is better if it adds more than
    `NOISE` to the chance to win in two searches with different guesses. All arguments are plain values, so that it can
    run in another process. The same arguments give the same result. Return None if the alderman has no model for the
    game, if there was no other move, or if no move is better and the chance to win is at most `NOISE`: then the game is
    as good as lost, and nothing tells a good move from a bad one.
    """
    decision = Decision(0, seat, move, 0.0, 0.0, snapshot=snapshot)
    found = appraise_decision(game, decision)
    if found is None:
        return None
    if found.cost > NOISE:
        again = appraise_decision(game, decision, found.other)
        if again and again.cost > NOISE:
            return Feedback(found.other, found.chance, found.other_chance, found.reasons)
    if found.chance <= NOISE:
        return None
    rules = GAMES[game]
    view = rules.view(rules.decode(snapshot), seat)
    why = found.reasons if found.cost <= 0 else reasons_for(game)(view, rules.parse(move))
    return Feedback("", found.chance, found.chance, why)
