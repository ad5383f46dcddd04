"""The picture of a glossary entry (`glossary_picture`): the entry's sign, name and text."""

from __future__ import annotations

from pictures import palette
from pictures.all_symbols import all_symbols
from pictures.drawing import Drawing, alt_text
from pictures.lettering import drawable_text, wrap_text
from pictures.shapes import box, page, symbol, text, text_lines
from words.glossary_search import GameEntry

_SIGN = 132
_LEFT = 200
_WIDTH = palette.WIDTH - 48
_STEP = palette.MIN_TEXT_SIZE * 1.2


def glossary_picture(entry: GameEntry) -> Drawing | None:
    """Return the drawing of a glossary entry: its sign, name and lines; None if the entry has no drawn sign.

    Emoji are left out, and so are lines with letters that our fonts lack.
    """
    thing = entry.entry
    if thing.sign not in all_symbols():
        return None
    lines = [drawable_text(line) or "" for each in thing.lines for line in each.removeprefix("-# ").split("\n")]
    room, y, below = _WIDTH - _LEFT - 16, 108.0, []
    for line in filter(None, lines):
        below.append(text_lines(_LEFT + 24, y, line, room, fill=palette.MUTED))
        y += len(wrap_text(line, room, palette.MIN_TEXT_SIZE)) * _STEP + 8
    height = max(y + 12, _SIGN + 56)
    return Drawing(
        page(
            height + 24,
            box(24, 12, _WIDTH, height, "#FFFFFF", palette.INK, radius=14, line_width=2),
            symbol(thing.sign, 56, 36, _SIGN, palette.BRICK, "#FFFFFF"),
            text(_LEFT + 24, 66, thing.name, 40, bold=True, fill=palette.BRICK, room=room),
            *below,
        ),
        alt_text(f"{thing.name} ({thing.kind}).", *(f"{line}." for line in lines if line)),
    )
