"""Visby: the legend (`legend`): what the signs, letters and numbers on the board mean."""

from __future__ import annotations

from collections.abc import Iterator

from words.catalogue import Words
from words.signs import named_signs, players_line
from words.visby import terms


def legend(words: Words) -> Iterator[str]:
    """Yield the lines of the legend in reading order of the board, each as "title: items"."""
    yield words.say(
        "Tracks, with the amount in the circle: 🏰 Battle gives 🏵️ seals · 🌊 Journey gives 🛢️ wares · 🏪 "
        "Market: the rate below its number; 3:1 means 3 wares for 1 seal"
    )
    yield words.say("Top right: the game ends after the round in which somebody reaches this many seals")
    yield players_line(words, terms.SIGNS)
    yield words.say(
        "Next to a name: 🏵️ seals · 🛢️ wares · 🤖 computer · (🤖) computer for somebody who can come back · 🏆 winner"
    )
    yield words.say("Cards: {cards}", cards=named_signs(words, terms.CARD_EMOJI, terms.CARDS))
    yield words.say(
        "Cards: white: in hand · pale with a dashed frame: discarded · red with a golden frame: played this round"
    )
