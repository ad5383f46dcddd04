"""Riga: the final picture (`final`): places, scores by part, and a chart of the points over the years."""

from __future__ import annotations

from collections.abc import Sequence

from pictures import final_chart
from pictures.drawing import Drawing
from rules.riga.view import View
from words import Words
from words.riga import terms


def final(view: View, names: Sequence[str], words: Words, history: final_chart.ScoreHistory) -> Drawing:
    """Return the drawing of the final scores, with a chart of the points after each year. The game must be finished."""
    return final_chart.final_picture("Riga", view.result, names, words, history, "points", words.say(terms.YEAR_LABEL))
