"""Our signs as small square pictures: emoji of our own for the words, the same as on the boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from pictures import palette
from pictures.drawing import Drawing
from pictures.labels import shield
from pictures.shapes import box, symbol, tag
from rules import declarations_by_game
from words.signs import SEAT_SIGNS

SIZE = 128

SignPainter = Callable[[float, float, float], str]
"""Draws a sign in a square: x, y, size."""


@cache
def _sign_painters() -> dict[str, Mapping[str, SignPainter]]:
    """Return, for every game, the signs that are more than a silhouette."""
    return declarations_by_game("pictures", "SIGN_PAINTERS")


@cache
def _sign_colours(game: str) -> dict[str, str]:
    """Return the colours of a game's signs that have one of their own."""
    return {**palette.SIGN_COLOURS, **declarations_by_game("pictures", "SIGN_COLOURS").get(game, {})}


def draw_sign(game: str, key: str, x: float, y: float, size: float) -> str:
    """Return a sign as a game's board shows it."""
    if key in SEAT_SIGNS:
        return shield(list(SEAT_SIGNS).index(key), x, y, size)
    if own := _sign_painters().get(game, {}).get(key):
        return own(x, y, size)
    return symbol(key, x, y, size, _sign_colours(game).get(key, palette.BRICK), palette.PAPER)


def draw_emoji(game: str, key: str) -> Drawing:
    """Draw a sign on paper, so that it can be seen on dark and on light ground."""
    svg = tag(
        "svg",
        box(0, 0, SIZE, SIZE, palette.PAPER, bend=24),
        draw_sign(game, key, 10, 10, SIZE - 20),
        xmlns="http://www.w3.org/2000/svg",
        width=SIZE,
        height=SIZE,
    )
    return Drawing(svg, key)
