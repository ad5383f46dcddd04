"""Feedback on one decision: `judge_move` compares the move made with the best other move.

Both are judged from what the seat could know when it moved.
"""

from __future__ import annotations

import msgspec

from opponents.advice import MIN_POINTS, NOISE, PointsGap, Reason
from opponents.alderman_hints import is_still_possible
from opponents.appraisal import Decision, appraise_decision, is_confirmed_mistake
from rules import GAMES


class Feedback(msgspec.Struct, frozen=True):
    """What the alderman says about a move that was made, compared with the best other move."""

    other: str
    """The text of the best other move."""
    chance: float
    """The chance to win after the move made (0 to 1)."""
    other_chance: float
    """The chance to win after the other move."""
    reasons: tuple[Reason, ...] = ()
    """What speaks for the better one of the two moves and not for the other; the most important reason first."""
    matters: bool = True
    """False if the two moves are about equally good: then no `reasons` are given."""
    points_ahead: float = 0.0
    """By how many points the move made is better, if both have about the same chance to win; else 0."""
    gap: PointsGap = PointsGap()
    """By how many points the better one of the two moves is ahead."""
    allows_other: bool = False
    """True if the two moves are about equally good and the other one can still be made next in the same turn."""
    follows_hint: bool = False
    """True if a hint named the move made first: then it is called good, whatever another search finds."""

    @property
    def compares_points(self) -> bool:
        """True if the better move is better because of the points that it brings."""
        return abs(self.points_ahead) >= MIN_POINTS

    @property
    def is_good(self) -> bool:
        """True if the move made is better than the other one."""
        return self.points_ahead > 0 if self.compares_points else self.chance > self.other_chance

    @property
    def is_best(self) -> bool:
        """True if the move made has at least the other one's chance to win, or brings more points."""
        return self.points_ahead > 0 or self.chance >= self.other_chance

    @property
    def is_decided(self) -> bool:
        """True if the game is practically won after both moves, or practically lost: the chances then say nothing."""
        return min(self.chance, self.other_chance) >= 1 - NOISE or max(self.chance, self.other_chance) <= NOISE


def judge_move(game: str, snapshot: bytes, seat: int, move: str) -> Feedback | None:
    """Return feedback on the move (its text) that a seat made in a state, by the same rules as the analysis of a game.

    `game` is the game's name and `snapshot` the encoded state before the move. The choice mattered if the move was
    better than the best one with another idea (`is_better`), or if it was a mistake that a second search confirms
    (`is_confirmed_mistake`).

    Return None if there was no other move, and if the alderman, the strongest computer player, has no model for the
    game. All arguments are plain values, so that it can run in another process. The same arguments give the same
    result.
    """
    decision = Decision(0, seat, move, 0.0, 0.0, snapshot=snapshot)
    found = appraise_decision(game, decision, in_turn=True)
    if found is None:
        return None
    rules, matters = GAMES[game], found.is_better
    if found.is_mistake:
        matters = is_confirmed_mistake(game, found, appraise_decision(game, decision, found.other))
    return Feedback(
        found.other,
        found.chance,
        found.other_chance,
        found.reasons if matters else (),
        matters,
        found.points_ahead,
        found.gap,
        not matters
        and is_still_possible(rules, rules.decode(snapshot), seat, rules.parse(move), rules.parse(found.other)),
    )
