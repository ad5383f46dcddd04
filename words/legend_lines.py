"""Legend lines that several games share. A line is a title and its items: "Wares: 🍯 Mead · 🧵 Cloth".

`pictures/legend_picture.py` draws the same lines, with drawn signs in place of the emoji.
"""

from __future__ import annotations

from collections.abc import Mapping

from words.catalogue import Words


def named_signs(words: Words, signs: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Return "sign name" for each key of `names`, separated by dots; `names` are translated here."""
    return " · ".join(f"{signs[key]} {words.say(name)}" for key, name in names.items())


def players_line(words: Words, signs: Mapping[str, str]) -> str:
    """Return the line that explains how players are recognised: by shield and colour."""
    shields = " ".join(sign for key, sign in signs.items() if key.startswith("seat_"))
    return words.say("Players: {shields} each has a shield, and a frame in its colour", shields=shields)


def marks_line(words: Words) -> str:
    """Return the line that explains the marks beside players' names."""
    return words.say(
        "Beside a name: 🚩 starts · 🤖 a computer · (🤖) a computer for somebody who may come back · 🏆 has won · "
        "golden frame: their turn · dashed golden frame: has to answer"
    )
