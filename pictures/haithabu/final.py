"""How a game of Haithabu ended, and how it came about."""

from __future__ import annotations

from collections.abc import Sequence

from pictures import chart
from pictures.drawing import Drawing
from rules.haithabu.view import View
from words import Words


def final(view: View, names: Sequence[str], words: Words, history: chart.History) -> Drawing:
    """Draw how the game ended and how the points came in over the rounds."""
    return chart.final("Haithabu", view.result, names, words, history, "points", words.say("Round"))
