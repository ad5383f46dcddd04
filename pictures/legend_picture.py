"""A game's legend as a picture (`legend_picture`): its lines, with drawn signs in place of the emoji."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from pictures import palette
from pictures.drawing import Drawing, alt_text
from pictures.emoji_images import draw_sign
from pictures.labels import heading
from pictures.lettering import drawable_text, text_width, wrap_text
from pictures.shapes import page, text
from words import Words
from words.games import GAME_WORDS, TITLES

_MARGIN, _TOP = 24, 112
_SIZE, _SIGN = 29, 38
_ROW, _BETWEEN = 43, 12
_GAP, _APART = 8, 28
"""Space between a sign and its words, and between the items of a line."""
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_RIGHT = palette.WIDTH - _MARGIN


class _LegendPiece(NamedTuple):
    """A part of a legend line that is drawn as a whole: a few words, or a sign. `_split_item` makes them."""

    written: str
    """The words; the name of the sign if `is_sign`."""
    bold: bool = False
    is_sign: bool = False

    @property
    def width(self) -> float:
        return _SIGN if self.is_sign else text_width(self.written, _SIZE, self.bold)


@lru_cache(maxsize=32)
def legend_picture(game: str, words: Words) -> Drawing:
    """Return the drawing of the legend of a game, by the game's key, in a language. Cached.

    Each line is a bold title and its items, in which drawn signs replace the emoji. Items that do not fit the rest of a
    row begin the next one. The description has the lines without emoji.
    """
    game_words = GAME_WORDS[game]
    keys = {emoji: key for key, emoji in game_words.signs.items()}
    emoji_pattern = re.compile("|".join(sorted(map(re.escape, keys), key=len, reverse=True)) or "(?!)")
    shapes: list[str] = []
    y = float(_TOP)
    for line in game_words.legend(words):
        title, _, rest = line.partition(": ")
        things = [[_LegendPiece(f"{title}:", bold=True)]] if rest else []
        things += [list(_split_item(item, emoji_pattern, keys)) for item in (rest or title).split(" · ")]
        x = float(_MARGIN)
        for item in things:
            if x > _MARGIN and x + sum(piece.width + _GAP for piece in item) - _GAP > _RIGHT:
                x, y = float(_MARGIN), y + _ROW
            for piece in _wrap_item(item, x):
                if x > _MARGIN and x + piece.width > _RIGHT:
                    x, y = float(_MARGIN), y + _ROW
                shapes.append(_draw_piece(game, piece, x, y))
                x += piece.width + _GAP
            x += _APART - _GAP
        y += _ROW + _BETWEEN
    title = words.say("What the symbols mean")
    sentences = (f"{drawable_text(line.replace('*', '')) or ''}." for line in game_words.legend(words))
    svg = page(y - _BETWEEN + 10, heading(TITLES[game], title), *shapes)
    return Drawing(svg, alt_text(f"{TITLES[game]}. {title}.", *sentences))


def _split_item(item: str, emoji_pattern: re.Pattern[str], keys: Mapping[str, str]) -> Iterator[_LegendPiece]:
    """Yield the signs of a legend item and the words between them, in order; Markdown bold becomes bold.

    `emoji_pattern` matches any emoji of the game, `keys` maps emoji to the names of signs.
    """
    for number, part in enumerate(_BOLD.split(item)):
        at = 0
        for found in emoji_pattern.finditer(part):
            yield from _text_piece(part[at : found.start()], number)
            yield _LegendPiece(keys[found[0]], is_sign=True)
            at = found.end()
        yield from _text_piece(part[at:], number)


def _text_piece(words: str, number: int) -> Iterator[_LegendPiece]:
    """Yield the words as one piece, or nothing if they are blank.

    `number` is the index of the part in a text split at `**`, so words of an odd part are bold.
    """
    if words.strip():
        yield _LegendPiece(words.strip(), bold=bool(number % 2))


def _wrap_item(item: list[_LegendPiece], x: float) -> Iterator[_LegendPiece]:
    """Yield the pieces of an item that starts at `x`; words too long for the rest of the row become several pieces."""
    for piece in item:
        if piece.is_sign or x + piece.width <= _RIGHT:
            yield piece
            x += piece.width + _GAP
            continue
        first, *others = wrap_text(piece.written, max(_RIGHT - x, 200), _SIZE, piece.bold)
        rest = wrap_text(" ".join(others), _RIGHT - _MARGIN, _SIZE, piece.bold) if others else []
        for row in (first, *rest):
            yield _LegendPiece(row, piece.bold)
        x = _MARGIN + text_width(rest[-1] if rest else first, _SIZE, piece.bold) + _GAP


def _draw_piece(game: str, piece: _LegendPiece, x: float, y: float) -> str:
    """Return the SVG of a piece; `x` is its left edge, `y` the baseline of the text."""
    if piece.is_sign:
        return draw_sign(game, piece.written, x, y - 30, _SIGN)
    return text(x, y, piece.written, _SIZE, bold=piece.bold, fill=palette.BRICK if piece.bold else palette.INK)
