"""Riga: the legend (`legend`): what the signs, letters and numbers on the board mean."""

from __future__ import annotations

from collections.abc import Iterator

from words.catalogue import Words
from words.riga import terms
from words.signs import marks_line, named_signs, players_line


def legend(words: Words) -> Iterator[str]:
    """Yield the lines of the legend in reading order of the board, each as "title: items"."""
    yield words.say("Goods: {goods}", goods=named_signs(words, terms.GOOD_EMOJI, terms.GOODS))
    yield words.say(
        "Left, the rows: number · goods · **= 11** their value in ducats · thick frame around two rows: "
        "goods were swapped, one of the two must be taken"
    )
    yield words.say(
        "Right, buildings to take: 🪙 cost in ducats · ⭐ points, * scored at the end · good with a "
        "number: its value there · 🕰️ and dashed frame: only this year"
    )
    yield words.say("Some buildings give you: ⚖️ a merchant · 🐴 a knight")
    cities = " · ".join(f"{terms.city_tag(key)} {name}" for key, name in terms.CITIES.items())
    yield words.say("Cities by colour and letter: {cities}", cities=cities)
    yield players_line(words, terms.SIGNS)
    yield words.say("For each player: ⭐ points · ⚖️ merchants · 🐴 knights · 🎴 in hand: 🛢️ goods, 🏠 buildings")
    yield marks_line(words)
    yield words.say(
        "On a building: ⚡ ready to use · ✖️ used up · 🌱 ready from the next turn · a good: the one it applies to · 🪙 "
        "on the Exchange: full, can pay · ⚖️ or 🐴 on the School: the person it trained · outline only: not built"
    )
    yield words.say("Bottom: 🛢️ goods and 🏠 buildings left to draw, then the discard piles")
