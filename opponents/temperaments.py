"""Temperaments: which of several about equally good moves a computer plays, so that two of one level differ.

`preferred_option` decides for the trader, `adjusted_probabilities` for the alderman. Temperaments cost no strength:
they decide only between moves that the search can hardly tell apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.chance import Chance

if TYPE_CHECKING:
    from opponents.alderman_model import WeighedMove

TEMPERAMENTS = ("bold", "patient", "contrary", "whimsical", "steady")
"""In order, they prefer: wide outcomes, safe outcomes, the least expected move, either of the best two, the best."""

TASTE_MARGIN = 0.0005
"""Difference in the chance to win within which a temperament decides where the search found one best move."""
MIXED_TASTE_MARGIN = 0.005
"""The same where the search found a mix: its moves are about equally good by construction."""
MAX_ADJUSTMENT = 0.05
"""The largest fraction by which a probability in a mix is changed, before all are scaled back to the same sum."""


def preferred_option(temperament: str, spreads: Sequence[float], chance: Chance) -> int:
    """Return the index of the option that a temperament prefers, among about equally good ones listed best first.

    `spreads` has for each option a number that says how far its outcomes lie apart. "bold" prefers the largest,
    "patient" the smallest, "contrary" the last option, "whimsical" one of the first two at random; "steady" and unknown
    names prefer the first.
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
    """Return how often a player of this temperament should play each of the weighed moves, in the same order.

    - If several moves have a probability above 0, the probabilities of those that are about equally good are shifted,
      each by up to the share `MAX_ADJUSTMENT`; their sum stays the same.
    - If one move has probability 1, another may replace it whose chance to win is at most `TASTE_MARGIN` lower. Both
      must have been sampled by the search (`spread` is not None).
    - "steady" and unknown names change nothing.
    """
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
    """Return how much the temperament likes each of these moves, from -1 to 1; all 0 if they do not differ.

    "bold" likes a large spread, "patient" a small one, "contrary" a low probability. Any other temperament likes random
    moves.
    """
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
