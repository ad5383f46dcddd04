"""Our signs as small square pictures: emoji of our own for the words."""

from __future__ import annotations

from functools import cache

from pictures import palette
from pictures.drawing import Drawing
from pictures.shapes import box, symbol, tag
from rules import of_every_game

SIZE = 128


@cache
def _inks() -> dict[str, str]:
    """Return the colours of signs that have one of their own; of two games' colours the lighter game's counts."""
    found: dict[str, str] = {}
    for inks in of_every_game("pictures", "INKS").values():
        found = {**inks, **found}
    return found


def drawn_emoji(key: str) -> Drawing:
    """Draw a sign on paper, so that it can be seen on dark and on light ground."""
    svg = tag(
        "svg",
        box(0, 0, SIZE, SIZE, palette.PAPER, bend=0),
        symbol(key, 12, 12, SIZE - 24, _inks().get(key, palette.BRICK), palette.PAPER),
        xmlns="http://www.w3.org/2000/svg",
        width=SIZE,
        height=SIZE,
    )
    return Drawing(svg, key)
