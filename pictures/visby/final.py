"""How a game of Visby ended, and how it came about."""

from __future__ import annotations

from collections.abc import Sequence

from pictures import final_chart
from pictures.drawing import Drawing
from rules.visby.view import View
from words import Words


def final(view: View, names: Sequence[str], words: Words, history: final_chart.ScoreHistory) -> Drawing:
    """Draw how the game ended and how the seals came in over the rounds, with what wares would bring then."""
    counts = words.say("Seals, including wares left")
    return final_chart.final_picture("Visby", view.result, names, words, history, "seal", words.say("Round"), counts)
