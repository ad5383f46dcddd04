"""The picture of something that was looked up: its sign, large, with its name and what it does."""

from __future__ import annotations

from pictures import palette
from pictures.drawing import Drawing, describe
from pictures.lettering import wrap, writable
from pictures.shapes import box, lines, page, symbol, text
from pictures.symbols import symbols
from words.things import GlossaryEntry

_SIGN = 132
_LEFT = 200
_WIDE = palette.WIDTH - 48
_STEP = palette.LEAST * 1.2


def card(entry: GlossaryEntry) -> Drawing | None:
    """Draw a thing that has a sign; None for one that has none."""
    thing = entry.thing
    if thing.sign not in symbols():
        return None
    said = [writable(line) or "" for each in thing.says for line in each.removeprefix("-# ").split("\n")]
    room, y, below = _WIDE - _LEFT - 16, 108.0, []
    for line in filter(None, said):
        below.append(lines(_LEFT + 24, y, line, room, fill=palette.MUTED))
        y += len(wrap(line, room, palette.LEAST)) * _STEP + 8
    high = max(y + 12, _SIGN + 56)
    return Drawing(
        page(
            high + 24,
            box(24, 12, _WIDE, high, "#FFFFFF", palette.INK, bend=14, thick=2),
            symbol(thing.sign, 56, 36, _SIGN, palette.BRICK, "#FFFFFF"),
            text(_LEFT + 24, 66, thing.name, 40, bold=True, fill=palette.BRICK, room=room),
            *below,
        ),
        describe(f"{thing.name} ({thing.kind}).", *(f"{line}." for line in said if line)),
    )
