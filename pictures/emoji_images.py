"""The drawn signs of games as small square images, which are uploaded to Discord as custom emoji.

`draw_sign` returns a sign as the game's board shows it, `draw_emoji` the image.
"""

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
"""Units on each side."""

SignPainter = Callable[[float, float, float], str]
"""Returns the SVG of a sign in a square: takes x, y and size."""


@cache
def _sign_painters() -> dict[str, Mapping[str, SignPainter]]:
    """Return by game the functions that draw signs which are more than a one-coloured outline, by sign. Cached."""
    return declarations_by_game("pictures", "SIGN_PAINTERS")


@cache
def _sign_colours(game: str) -> dict[str, str]:
    """Return the colours of a game's signs by the sign's name; signs that are missing are brick red. Cached."""
    return {**palette.SIGN_COLOURS, **declarations_by_game("pictures", "SIGN_COLOURS").get(game, {})}


def draw_sign(game: str, key: str, x: float, y: float, size: float) -> str:
    """Return the SVG of a sign as the game's board shows it, in a square of `size` units.

    `game` is the game's key, `key` the name of the sign; `x` and `y` are the top left corner.
    """
    if key in SEAT_SIGNS:
        return shield(list(SEAT_SIGNS).index(key), x, y, size)
    if own := _sign_painters().get(game, {}).get(key):
        return own(x, y, size)
    return symbol(key, x, y, size, _sign_colours(game).get(key, palette.BRICK), palette.PAPER)


def draw_emoji(game: str, key: str) -> Drawing:
    """Return the drawing of a sign as an emoji, on a paper background that is visible on dark and light themes.

    `game` is the game's key. The alt text is `key`, the name of the sign.
    """
    svg = tag(
        "svg",
        box(0, 0, SIZE, SIZE, palette.PAPER, radius=24),
        draw_sign(game, key, 10, 10, SIZE - 20),
        xmlns="http://www.w3.org/2000/svg",
        width=SIZE,
        height=SIZE,
    )
    return Drawing(svg, key)
