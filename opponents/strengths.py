"""The computer players' fixed strengths on the scale of ratings: `strength` and `is_measured`.

They were fitted once to tournaments. A new person starts at 25, and the trader is 25 by definition. The others are as
far away from it as their tournaments say (`laboratory.tournament.strength_gap`). A game's package here declares them as
`STRENGTHS`.
"""

from __future__ import annotations

from rules.discovery import declarations

TRADER_STRENGTH = 25.0
STRENGTH_SIGMA = 1.0
"""Standard deviation of these strengths."""
_STRENGTHS: dict[str, dict[str, float]] = declarations("opponents", "STRENGTHS")


def strength(game: str, player: str) -> float:
    """Return a level's strength at a game; that of a trader if it was never measured."""
    return _STRENGTHS.get(game, {}).get(player, TRADER_STRENGTH)


def is_measured(game: str, player: str) -> bool:
    """Return True if the level's strength at this game comes from tournaments, or is the trader's."""
    return player == "trader" or player in _STRENGTHS.get(game, {})
