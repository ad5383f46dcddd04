"""The emoji that the tables of all games share, and the legend lines that explain them.

`SEAT_SIGNS` and `SHARED_SIGNS` map the name of a drawn sign to the emoji that shows the same; a game adds its own
(`SIGNS` in its `terms`). On one table a sign has one meaning; `tests/words/test_signs.py` checks it. `named_signs`,
`players_line` and `marks_line` are for games' legends; `pictures/legend_picture.py` draws the same lines with drawn
signs in place of the emoji.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from words.catalogue import Words

SEAT_SIGNS = {"seat_1": "🔵", "seat_2": "🔴", "seat_3": "🟢", "seat_4": "🟣", "seat_5": "🟠", "seat_6": "⚫"}
"""The sign of a player's shield, by seat number from 1."""

SHARED_SIGNS = {"robot": "🤖", "start": "🚩", "winner": "🏆"}
"""The signs of a computer player, the start player and a winner."""


def seat_sign(number: int) -> str:
    """Return the emoji of a seat's shield; `number` is the seat, from 0."""
    return SEAT_SIGNS[f"seat_{number + 1}"]


def without_signs(text: str, signs: Mapping[str, str]) -> str:
    """Return `text` without those emoji of `signs` that precede a name, as in "🧵 Cloth".

    The space after the emoji goes too. An emoji that stands for a name, as in "2🧵", stays.
    """
    return _sign_and_space(tuple(signs.values())).sub("", text)


@cache
def _sign_and_space(signs: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that matches any of these emoji and the space after it. Cached.

    Without `signs` it matches nothing.
    """
    return re.compile(f"(?:{'|'.join(map(re.escape, signs))}) " if signs else "(?!)")


def named_signs(words: Words, signs: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Return the items of a legend line, "🍯 Mead · 🧵 Cloth": an emoji and a name for each key of `names`.

    `signs` are the emoji by key; `names` are untranslated names by key, which are translated here.
    """
    return " · ".join(f"{signs[key]} {words.say(name)}" for key, name in names.items())


def players_line(words: Words, signs: Mapping[str, str]) -> str:
    """Return the legend line that says that each player has a shield and a colour.

    It shows the seats' emoji that are in `signs`, a game's emoji by name.
    """
    shields = " ".join(sign for key, sign in signs.items() if key.startswith("seat_"))
    return words.say("Players: {shields} each has a shield, and a frame in its colour", shields=shields)


def marks_line(words: Words) -> str:
    """Return the legend line that explains the marks beside players' names and the frames around players."""
    return words.say(
        "Beside a name: 🚩 starts · 🤖 a computer · (🤖) a computer for somebody who may come back · 🏆 has won · "
        "golden frame: their turn · dashed golden frame: has to answer"
    )
