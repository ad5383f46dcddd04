"""The standings of a league's division as a picture (`standings_picture`): one row per player, the best first."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pictures import palette
from pictures.drawing import Drawing, alt_text
from pictures.lettering import drawable_text
from pictures.shapes import group, page, tag, text
from words import Words
from words.catalogue import N_

_LEFT, _RIGHT = 24, palette.WIDTH - 24
_HEAD_Y, _TOP, _ROW = 130, 150, 66
_SIZE = 36
_PLACE_X, _NAME_X = 60, 104
_COLUMNS_X = 610, 710, 800, 916
"""The middles of the columns for numbers. `_NAME_X` is the left edge of names."""


class TableLine(msgspec.Struct, frozen=True):
    """One player's row of the picture.

    `points` is the text that is drawn, `games_left` the number of the player's games that are not finished yet.
    """

    place: int
    name: str
    points: str
    wins: int
    games_left: int
    span: str
    """The places that are still possible, such as "1–3"."""
    dropped: bool = False
    """True if the player has dropped out: the row is muted."""


def standings_picture(title: str, lines: Sequence[TableLine], words: Words) -> Drawing:
    """Return the drawing of a division's standings, with the places that each player can still reach.

    `lines` are best first. A name or title that our fonts cannot draw becomes "?". Once nobody has a game left, the
    columns *Left* and *Possible* are left out.
    """
    heads = [words.say("Points"), words.say("Won")]
    if not is_final(lines):
        heads += [words.say("Left"), words.say("Possible")]
    columns = _COLUMNS_X[-len(heads) :]
    head = [
        text(x, _HEAD_Y, said, 28, anchor="middle", fill=palette.MUTED, room=120)
        for x, said in zip(columns, heads, strict=True)
    ]
    drawn = [_row(line, columns, _TOP + _ROW * number) for number, line in enumerate(lines)]
    top = text(
        _LEFT, 64, drawable_text(title) or "?", 44, bold=True, fill=palette.BRICK, room=palette.WIDTH - 2 * _LEFT
    )
    if is_final(lines):
        sentence = N_("{place}. {name}: points {points}, games won {won}.")
    else:
        sentence = N_("{place}. {name}: points {points}, games left {n}, possible places {span}.")
    said = [
        words.say(
            sentence,
            place=line.place,
            name=line.name,
            points=line.points,
            won=line.wins,
            n=line.games_left,
            span=line.span,
        )
        for line in lines
    ]
    return Drawing(page(_TOP + _ROW * len(lines) + 24, top, *head, *drawn), alt_text(f"{title}.", *said))


def is_final(lines: Sequence[TableLine]) -> bool:
    """Return True if no player of the standings has a game left."""
    return not any(line.games_left for line in lines)


def _row(line: TableLine, columns: Sequence[int], y: float) -> str:
    """Return the SVG of a player's row whose upper edge is at `y`.

    `columns` are the middles of its two or four columns: points, victories, games left, possible places.
    """
    ink, bold = (palette.MUTED, False) if line.dropped else (palette.INK, line.place == 1)
    rule = tag("path", d=f"M{_LEFT} {y}H{_RIGHT}", stroke=palette.LINE, stroke_width=2)
    values = [line.points, str(line.wins), str(line.games_left), line.span][: len(columns)]
    cells = [(_PLACE_X, f"{line.place}."), *zip(columns, values, strict=True)]
    shown = [text(x, 46, value, _SIZE, anchor="middle", fill=ink, bold=bold, room=120) for x, value in cells]
    name = text(_NAME_X, 46, drawable_text(line.name) or "?", _SIZE, bold=bold, fill=ink, room=columns[0] - 190)
    return rule + group(name, *shown, y=y, place=line.place)
