"""Visby: the final picture (`final`): places, scores by part, and a chart of the scores after each round.

The chart counts seals, and what each player's wares would bring.
"""

from __future__ import annotations

from collections.abc import Sequence

from pictures import final_chart
from pictures.drawing import Drawing
from rules.visby.view import View
from words import Words


def final(view: View, names: Sequence[str], words: Words, history: final_chart.ScoreHistory) -> Drawing:
    """Return the drawing of the final scores, with a chart of the seals after each round. The game must be finished.

    The chart counts what each player's wares would bring, too.
    """
    counts = words.say("Seals, including wares left over")
    return final_chart.final_picture("Visby", view.result, names, words, history, "seal", words.say("Round"), counts)
