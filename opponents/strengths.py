"""How strong the computer players are, on the scale of ratings: fixed figures, fitted once to tournaments.

On that scale somebody new is at 25, and the trader is by definition what a newcomer is expected to be. The others are
as far away from it as their tournaments say (`gap`). A game declares them in its package here as `STRENGTHS`.
"""

from __future__ import annotations

from math import log, sqrt

from rules.finding import declared

TRADER = 25.0
SURE = 1.0
"""How far off such a figure may be, as a standard deviation."""
_BETA = 25 / 6
"""How far apart two players are when luck still decides much: the scale's own measure."""

_STRENGTHS: dict[str, dict[str, float]] = declared("opponents", "STRENGTHS")


def strength(game: str, player: str) -> float:
    """Return how strong a computer player is at a game; one that was never measured is taken for a trader."""
    return _STRENGTHS.get(game, {}).get(player, TRADER)


def measured(game: str, player: str) -> bool:
    """Say whether a computer player's strength at a game is known: by its tournaments, or by definition."""
    return player == "trader" or player in _STRENGTHS.get(game, {})


def gap(wins: float, games: int, seats: int) -> float:
    """Return how far ahead of all others, who are alike, somebody is who has won so many games against them.

    By Plackett and Luce the chances to win are as e to the power of strength over spread. Half a game is added to both
    sides, since nobody wins for certain.
    """
    share = (wins + 0.5) / (games + 1)
    return log(share / (1 - share) * (seats - 1)) * sqrt(seats * (_BETA**2 + SURE**2))
