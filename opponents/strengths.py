"""How strong the computer players are, on the scale of ratings: fixed figures, fitted once to tournaments.

On that scale somebody new is at 25, and the trader is by definition what a newcomer is expected to be. The others are
as far away from it as their tournaments say (`gap`). A game declares them in its package here as `STRENGTHS`.
"""

from __future__ import annotations

from rules.discovery import declarations

TRADER_STRENGTH = 25.0
STRENGTH_SIGMA = 1.0
"""How far off such a figure may be, as a standard deviation."""
_STRENGTHS: dict[str, dict[str, float]] = declarations("opponents", "STRENGTHS")


def strength(game: str, player: str) -> float:
    """Return how strong a computer player is at a game; one that was never measured is taken for a trader."""
    return _STRENGTHS.get(game, {}).get(player, TRADER_STRENGTH)


def is_measured(game: str, player: str) -> bool:
    """Say whether a computer player's strength at a game is known: by its tournaments, or by definition."""
    return player == "trader" or player in _STRENGTHS.get(game, {})
