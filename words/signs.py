"""The emoji that all games' tables share, by the name of the drawing that shows the same.

A game adds its own (`SIGNS` in its `terms`). On one table a sign has one meaning; `tests/words/test_signs.py` checks
it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

SEAT_SIGNS = {"seat_1": "🔵", "seat_2": "🔴", "seat_3": "🟢", "seat_4": "🟣", "seat_5": "🟠", "seat_6": "⚫"}
"""The sign of a player's shield, by seat number from 1."""

SHARED_SIGNS = {"robot": "🤖", "start": "🚩", "winner": "🏆"}
"""The signs of a computer player, the start player and a winner."""


def seat_sign(number: int) -> str:
    """Return the emoji of the player on a seat; seats count from 0."""
    return SEAT_SIGNS[f"seat_{number + 1}"]


def without_signs(text: str, signs: Mapping[str, str]) -> str:
    """Return `text` without those of `signs` that precede a name, as in "🧵 Cloth", and without the space after them.

    A sign that stands for a name, as in "2🧵", stays.
    """
    return _sign_and_space(tuple(signs.values())).sub("", text)


@cache
def _sign_and_space(signs: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of any of `signs` followed by a space; without signs it matches nothing."""
    return re.compile(f"(?:{'|'.join(map(re.escape, signs))}) " if signs else "(?!)")
