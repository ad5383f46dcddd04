"""Haithabu: the final picture (`final`): places, scores by part, and a chart of the points over the rounds."""

from __future__ import annotations

from collections.abc import Sequence

from pictures import final_chart
from pictures.drawing import Drawing
from rules.haithabu.view import View
from words import Words


def final(view: View, names: Sequence[str], words: Words, history: final_chart.ScoreHistory) -> Drawing:
    """Return the drawing of the final scores, with a chart of the points after each round.

    The game must be finished.
    """
    return final_chart.final_picture("Haithabu", view.result, names, words, history, "points", words.say("Round"))
