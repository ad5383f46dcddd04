"""Haithabu: pictures of the part of the table that a menu is about (`closeup`).

Most of them show the player's own things too. Everything is drawn as large as on the board, so that it can be read on a
phone. `CLOSEUPS` has a function for each subject.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pictures import palette
from pictures.drawing import Drawing, alt_text
from pictures.haithabu import card_rows, player_panel
from pictures.haithabu.board import MARKET_AT
from pictures.haithabu.elements import MARGIN
from pictures.haithabu.hand import hand_description
from pictures.haithabu.market_panel import MARKET_WIDTH, ROW_HEIGHT, market
from pictures.haithabu.rondel import rondel
from pictures.labels import shield
from pictures.shapes import box, group, page, symbol, text
from rules.haithabu import quotes
from rules.haithabu.data import WARES
from rules.haithabu.view import View
from words import Words
from words.haithabu import terms

_TOP = 16
_HEAD = 46
_COLUMN = 130
_PER_ROW, _CHARACTER_HEIGHT, _GAP = 3, 72, 8
_CHARACTER_WIDTH = (palette.WIDTH - 2 * MARGIN - (_PER_ROW - 1) * _GAP) / _PER_ROW

CloseupParts = tuple[str, float, str]
"""SVG, height, and description."""


def closeup(view: View, words: Words, about: str) -> Drawing:
    """Return the drawing of one part of the table, from a seat's view.

    `about` is a key of `SUBJECTS`, such as "market".
    """
    shapes, height, description = SUBJECTS[about](view, words)
    return Drawing(page(height, shapes), alt_text(f"Haithabu. {description}"))


def _places(view: View, words: Words) -> CloseupParts:
    """Return SVG, height and description of where a worker can go: the rondel and the market with all workers.

    The description names only the fields where it is day.
    """
    shapes = rondel(view, _TOP) + market(view, MARKET_AT, _TOP)
    return shapes, _TOP + 6 * ROW_HEIGHT + 12, day_fields(view, words)


def day_fields(view: View, words: Words) -> str:
    """Return the sentence that names the fields where it is day."""
    return words.say("In daylight: {fields}.", fields=", ".join(field.key for field in view.rondel if field.day))


def _market(view: View, words: Words) -> CloseupParts:
    """Return SVG, height and description of the market, for the view's seat.

    Beside each ware the picture shows what the player has in both stores, and what their orders lack. The description
    names only the market's prices and wares.
    """
    me = view.players[view.seat or 0]
    missing = [sum(counts) for counts in zip(*map(quotes.missing_wares, me.orders), strict=True)] or [0] * len(WARES)
    top = _TOP + _HEAD
    shapes = market(view, MARGIN, top)
    columns = (("warehouse", me.warehouse), ("post", me.post), ("order", missing))
    for number, (sign, counts) in enumerate(columns):
        middle = MARGIN + MARKET_WIDTH + 72 + number * _COLUMN
        shapes += symbol(sign, middle - 19, _TOP, 38, palette.MUTED)
        for row, count in enumerate(counts):
            shapes += _count(sign, count, middle, top + row * ROW_HEIGHT)
    prices = ", ".join(f"{words.say(terms.WARE[ware.key])} {ware.price} ({ware.market})" for ware in view.wares)
    return shapes, top + 6 * ROW_HEIGHT + 8, words.say("Market, prices and wares: {prices}.", prices=prices)


def _count(sign: str, count: int, middle: float, y: float) -> str:
    """Return the SVG of a box with a number, "–" for 0, in a row of the market's close-up.

    `middle` is the x of its centre, `y` its upper edge; `sign` becomes a `data-` attribute, which tests read.
    """
    return group(
        box(middle - 50, y, 100, ROW_HEIGHT - 5, palette.PAPER, palette.LINE),
        text(middle, y + 43, count or "–", 30, bold=bool(count), anchor="middle"),
        own=sign,
        count=count,
    )


def _with_own_strip(draw: Callable[[View, float], str], height: float) -> Callable[[View, Words], CloseupParts]:
    """Return a function that makes the close-up of a part of the table, with the player's own things in a strip below.

    `draw` returns the SVG of the part, from the view and the upper edge; `height` is the part's height. The returned
    function gives SVG, height and a description, which is only that of the own things (`hand_description`).
    """

    def part(view: View, words: Words) -> CloseupParts:
        """Return SVG and height of the part of the table with the seat's own things below, and their description."""
        shapes = draw(view, _TOP) + player_panel.strip(view, view.seat or 0, _TOP + height + 4)
        return shapes, _TOP + height + player_panel.STRIP_HEIGHT + 20, hand_description(view, words)

    return part


def _own_strip(view: View, words: Words) -> CloseupParts:
    """Return SVG, height and description of the player's own things alone.

    These are silver, loans, points, stores, transports and orders.
    """
    return (
        player_panel.strip(view, view.seat or 0, _TOP),
        player_panel.STRIP_HEIGHT + 2 * _TOP,
        hand_description(view, words),
    )


def _characters(view: View, words: Words) -> CloseupParts:
    """Return SVG, height and description of all characters. The description has only their names, not their owners."""
    rows = -(-len(view.characters) // _PER_ROW)
    height = 2 * _TOP + rows * (_CHARACTER_HEIGHT + _GAP) - _GAP
    names = ", ".join(terms.character(words, character.key) for character in view.characters)
    return "".join(_character_cards(view, words)), height, f"{words.say('Characters')}: {names}."


def _character_cards(view: View, words: Words) -> Iterator[str]:
    """Yield the SVG of a box for each character: sign, name, and the owner's shield; a safe one has a golden frame."""
    for number, card in enumerate(view.characters):
        owned = card.owner is not None
        yield group(
            box(
                0,
                0,
                _CHARACTER_WIDTH,
                _CHARACTER_HEIGHT,
                palette.PAPER,
                palette.GOLD if card.safe else palette.LINE,
                line_width=6 if card.safe else 2,
            ),
            symbol(card.key, 8, 14, 44, palette.BRICK),
            text(60, 46, terms.character(words, card.key), 30, room=_CHARACTER_WIDTH - 64 - (48 if owned else 0)),
            shield(card.owner, _CHARACTER_WIDTH - 52, 16, 40) if card.owner is not None else "",
            x=MARGIN + number % _PER_ROW * (_CHARACTER_WIDTH + _GAP),
            y=_TOP + number // _PER_ROW * (_CHARACTER_HEIGHT + _GAP),
            character=card.key,
        )


SUBJECTS: dict[str, Callable[[View, Words], CloseupParts]] = {
    "places": _places,
    "market": _market,
    "orders": _with_own_strip(card_rows.orders, card_rows.ORDERS_HEIGHT),
    "transports": _with_own_strip(card_rows.stacks, card_rows.STACKS_HEIGHT),
    "characters": _characters,
    "own": _own_strip,
}
"""What a menu can be about, and the function that draws it."""

CLOSEUPS = {about: partial(closeup, about=about) for about in SUBJECTS}
"""The functions of `Painter.closeups`."""
