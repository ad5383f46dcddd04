"""Feedback on one decision: `judge_move` compares the move made with the best one, from what its seat could know."""

from __future__ import annotations

import msgspec

from opponents.advice import NOISE, Reason
from opponents.alderman import weigh_moves
from opponents.alderman_hints import reasons_for
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


def judge_move(game: str, snapshot: bytes, seat: int, move: str, seed: int) -> Feedback | None:
    """Return feedback on the move (its text) that a seat made in a state; None if the alderman has no model for it.

    `game` is the game's name and `snapshot` the encoded state before the move. A better move must win two searches with
    different guesses, and gain more than `NOISE` on average. All arguments are plain values, so that it can run in
    another process. The same arguments give the same result.
    """
    rules, played = GAMES[game], GAMES[game].parse(move)
    state = rules.decode(snapshot)
    first = weigh_moves(rules, rules.guess(state, seat, seed), seat, seed, [played])
    if not first:
        return None
    guess = rules.guess(state, seat, seed + 1)
    rival = first[0].move
    second = weigh_moves(rules, guess, seat, seed + 1, [played, rival])
    reasons = {each.move: each.reasons for each in (*first, *second)}

    def chance(candidate: object) -> float:
        """Return the mean chance of a move over both searches, between 0 and 1."""
        found = [each.chance for each in (*first, *second) if each.move == candidate]
        return min(1.0, max(0.0, sum(found) / len(found)))

    was, could_be = chance(played), chance(rival)
    found_twice = next(each.chance for each in second if each.move == rival) > next(
        each.chance for each in second if each.move == played
    )
    best = rival if found_twice and could_be - was > NOISE else played
    why = reasons[best] or reasons_for(game)(rules.view(guess, seat), best)
    return Feedback(str(best) if best != played else "", was, chance(best), why)
