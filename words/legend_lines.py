"""Lines that the legends of several games share. A line is a title and what belongs to it: "Wares: 🍯 Mead · 🧵 Cloth".

`pictures/legend.py` draws the same lines, with our drawings in the place of the emoji.
"""

from __future__ import annotations

from collections.abc import Mapping

from words.catalogue import Words


def named_signs(words: Words, signs: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Return things with their signs, side by side."""
    return " · ".join(f"{signs[key]} {words.say(name)}" for key, name in names.items())


def players_line(words: Words, signs: Mapping[str, str]) -> str:
    """Explain by what a player is known."""
    shields = " ".join(sign for key, sign in signs.items() if key.startswith("seat_"))
    return words.say("Players: {shields} each has a shield, and a frame in its colour", shields=shields)


def marks_line(words: Words) -> str:
    """Explain the marks on players."""
    return words.say(
        "Beside a name: 🚩 starts · 🤖 a computer · (🤖) a computer for somebody who may come back · 🏆 has won · "
        "golden frame: their turn · dashed golden frame: has to answer"
    )
