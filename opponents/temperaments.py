"""Temperaments: what a computer does where several moves are about equally good, so that two of a level differ.

It costs no strength: only what thinking can hardly tell apart is a matter of taste.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.chance import Chance

if TYPE_CHECKING:
    from opponents.alderman_model import WeighedMove

TEMPERAMENTS = ("bold", "patient", "contrary", "whimsical", "steady")
"""What may bring most, what is surest, what is expected least, either of the best two, what looks best."""

TASTE_MARGIN = 0.0005
"""Chances to win that thinking hardly tells apart, where one move is best."""
MIXED_TASTE_MARGIN = 0.005
"""The same where a choice is mixed: it is, because its moves are about equally good."""
MAX_ADJUSTMENT = 0.05
"""By what part a mixed choice leans towards what somebody likes."""


def preferred_option(temperament: str, spreads: Sequence[float], chance: Chance) -> int:
    """Return which is liked best of options that are about equally good, the best first.

    `spreads` say how far the outcomes of each lie apart.
    """
    places = range(len(spreads))
    match temperament:
        case "bold":
            return max(places, key=lambda place: round(spreads[place], 9))
        case "patient":
            return min(places, key=lambda place: round(spreads[place], 9))
        case "contrary":
            return len(spreads) - 1
        case "whimsical":
            return chance.below(min(2, len(spreads)))
    return 0


def adjusted_probabilities(temperament: str, weighed: Sequence[WeighedMove], chance: Chance) -> list[float]:
    """Return how often to play each move: a mixed choice leans a little, where one move is best a close one may do."""
    shares = [each.probability for each in weighed]
    if temperament not in TEMPERAMENTS or temperament == "steady":
        return shares
    mixed = [place for place, share in enumerate(shares) if share > 0]
    if len(mixed) > 1:
        best = max(weighed[place].chance for place in mixed)
        even = [place for place in mixed if weighed[place].chance >= best - MIXED_TASTE_MARGIN]
        likes = _preferences(temperament, [weighed[place] for place in even], chance)
        leant = [shares[place] * (1 + MAX_ADJUSTMENT * like) for place, like in zip(even, likes, strict=True)]
        together = sum(shares[place] for place in even) / sum(leant)
        for place, share in zip(even, leant, strict=True):
            shares[place] = share * together
        return shares
    only = weighed[mixed[0]]
    if only.spread is None:
        return shares
    close = [
        place
        for place, each in enumerate(weighed)
        if each.spread is not None and each.chance >= only.chance - TASTE_MARGIN
    ]
    close.sort(key=lambda place: -round(weighed[place].chance, 9))
    liked = close[preferred_option(temperament, [weighed[place].spread or 0.0 for place in close], chance)]
    return [float(place == liked) for place in range(len(weighed))]


def _preferences(temperament: str, mixed: Sequence[WeighedMove], chance: Chance) -> list[float]:
    """Return how much each move of a mixed choice is liked, from -1 to 1."""
    match temperament:
        case "bold":
            measure = [each.spread or 0.0 for each in mixed]
        case "patient":
            measure = [-(each.spread or 0.0) for each in mixed]
        case "contrary":
            measure = [-each.probability for each in mixed]
        case _:
            measure = [float(chance.below(1000)) for _ in mixed]
    low, high = min(measure), max(measure)
    return [(2 * (each - low) / (high - low) - 1) if high > low else 0.0 for each in measure]
