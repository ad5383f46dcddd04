"""Our signs as small square pictures: emoji of our own for the words."""

from __future__ import annotations

from pictures import look
from pictures.drawing import Drawing
from pictures.haithabu.parts import COLOURS
from pictures.riga.parts import GOODS
from pictures.shapes import box, symbol, tag

SIZE = 128

_INKS = {**GOODS, **COLOURS}


def sign(key: str) -> Drawing:
    """Draw a card, good or ware on paper, so that it can be seen on dark and on light ground."""
    ink = _INKS.get(key, look.BRICK)
    svg = tag(
        "svg",
        box(0, 0, SIZE, SIZE, look.PAPER, bend=0),
        symbol(key, 12, 12, SIZE - 24, ink, look.PAPER),
        xmlns="http://www.w3.org/2000/svg",
        width=SIZE,
        height=SIZE,
    )
    return Drawing(svg, key)
