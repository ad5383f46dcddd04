"""The score table as a picture (`score_table`): one row per part, one column per seat, the best seat first."""

from __future__ import annotations

from collections.abc import Sequence

from pictures import palette
from pictures.drawing import Drawing, alt_text
from pictures.labels import drawable_name, heading, shield
from pictures.lettering import text_width, wrap_text
from pictures.shapes import group, page, tag, text
from rules.contract import Standing
from words import Words
from words import score_text as score_words
from words.games import TITLES

_LEFT, _RIGHT = 24, palette.WIDTH - 24
_TOP = 92
_HEAD = 96
"""Height of the shields and names."""
_SIZE = 36
"""Text size; larger than the minimum, because there is room."""
_LINE, _NEXT = 60, 42
"""Height of a row, and of each further line of its label."""
_COLUMN, _LABELS = 200, 400
"""The largest widths of a column and of the labels."""


def score_table(game: str, standings: Sequence[Standing], names: Sequence[str], words: Words, *, over: bool) -> Drawing:
    """Return the drawing of everybody's score by parts, with the total below.

    If two or more totals are equal, a row for each tie-breaker follows, with the values of all seats. The best seat's
    column comes first. `game` is the game's key, `standings` and `names` (plain) are by seat. If `over`, the heading
    says that the game has ended, otherwise that this would be the score if it ended now.
    """
    what = score_words.caption(words, over=over)
    order = score_words.seats_by_rank(standings)
    found = [*score_words.score_rows(words, game, standings), score_words.total_row(words, standings)]
    found.sort(key=lambda row: row.tie)  # Tie-breakers come below the total.
    labels = min(_LABELS, max(text_width(row.label, _SIZE, bold=not row.key) for row in found) + 24)
    width = min(_COLUMN, (_RIGHT - _LEFT - labels) / len(order))
    columns = {seat: _RIGHT - width * (len(order) - place) + width / 2 for place, seat in enumerate(order)}
    drawn = [_head(seat, x, width, names, words) for seat, x in columns.items()]
    at = float(_TOP + _HEAD)
    for row in found:
        shape, height = _part(row, at, columns, _RIGHT - width * len(order) - _LEFT - 16)
        drawn.append(shape)
        at += height
    said = [f"{row.label}: {', '.join(f'{names[seat]} {row.shown(seat)}' for seat in order)}." for row in found]
    svg = page(at + 12, heading(TITLES[game], what), *drawn)
    return Drawing(svg, alt_text(f"{TITLES[game]}. {what}.", *said))


def _head(seat: int, x: float, width: float, names: Sequence[str], words: Words) -> str:
    """Return the SVG of a seat's shield and name above its column, whose middle is at `x`."""
    name = text(x, _TOP + 80, drawable_name(names, seat, words), 32, anchor="middle", room=width - 10, name=seat)
    return shield(seat, x - 20, _TOP) + name


def _part(row: score_words.ScoreRow, y: float, columns: dict[int, float], room: float) -> tuple[str, float]:
    """Return the SVG of a row of the table, and its height.

    `y` is its upper edge, `columns` the middle of each seat's column, `room` the width for the label. A row with an
    empty key is the total, which is bold; tie-breakers are muted.
    """
    bold = not row.key
    ink = palette.MUTED if row.tie else palette.INK
    labels = wrap_text(row.label, room, _SIZE, bold, lines=2)
    height = _LINE + _NEXT * (len(labels) - 1)
    rule = tag("path", d=f"M{_LEFT} {y}H{_RIGHT}", stroke=palette.LINE, stroke_width=4 if bold else 2)
    said = [text(_LEFT, 43 + _NEXT * n, label, _SIZE, bold=bold, fill=ink) for n, label in enumerate(labels)]
    amounts = [
        text(
            x,
            43,
            row.shown(seat).replace("−", "–"),  # Our fonts have no minus sign.
            _SIZE,
            bold=bold,
            fill=ink,
            anchor="middle",
            seat=seat,
            amount=row.amounts[seat],
        )
        for seat, x in columns.items()
    ]
    return rule + group(*said, *amounts, y=y, part=row.key or "total"), height
