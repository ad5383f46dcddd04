"""Visby: the legend (`legend`): what the signs, letters and numbers on the board mean."""

from __future__ import annotations

from collections.abc import Iterator

from words.catalogue import Words
from words.signs import named_signs, players_line
from words.visby import terms


def legend(words: Words) -> Iterator[str]:
    """Yield the lines of the legend in reading order of the board, each as "title: items"."""
    yield words.say(
        "Tracks, the number in the circle is what lies there: 🏰 Battle gives 🏵️ seals · 🌊 Journey gives 🛢️ wares · "
        "🏪 Market: the rate below its number counts; 3:1 is 3 wares for 1 seal"
    )
    yield words.say("Top right: how many seals end the game, after the round in which somebody has them")
    yield players_line(words, terms.SIGNS)
    yield words.say(
        "Beside a name: 🏵️ seals · 🛢️ wares · 🤖 a computer · (🤖) a computer for somebody who may come back · 🏆 has won"
    )
    yield words.say("Cards: {cards}", cards=named_signs(words, terms.CARD_EMOJI, terms.CARDS))
    yield words.say(
        "How a card looks: white: in hand · pale with a dashed frame: discarded · red with a golden frame: played "
        "this round"
    )
