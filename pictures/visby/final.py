"""Visby: the final picture."""

from __future__ import annotations

from collections.abc import Sequence

from pictures import final_chart
from pictures.drawing import Drawing
from rules.visby.view import View
from words import Words


def final(view: View, names: Sequence[str], words: Words, history: final_chart.ScoreHistory) -> Drawing:
    """Return the final scores and how the seals came in over the rounds, counting what the wares would bring."""
    counts = words.say("Seals, including wares left")
    return final_chart.final_picture("Visby", view.result, names, words, history, "seal", words.say("Round"), counts)
