"""The chart of everybody's chance of winning over a game, with numbered decisions.

`chance_picture` draws a `ChanceCurve`; `chances_in_words` is the same as text.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pictures import palette
from pictures.drawing import Drawing, alt_text
from pictures.final_chart import line_end_shields, seat_line
from pictures.labels import heading, name_plate
from pictures.lettering import text_width
from pictures.shapes import group, page, tag, text
from words import Words
from words.analysis_text import percent

_LEFT, _RIGHT = 110, 916
_ACROSS, _NAME_HEIGHT = 2, 56
"""Names per row, and the height of such a row."""
_HEIGHT, _BELOW = 440, 84
_MARK = 21
"""Radius of the disc of a decision."""
_MARKS_APART = 2 * _MARK + 6


class ChanceCurve(msgspec.Struct, frozen=True):
    """The numbers of a chart of chances: everybody's chances by position, where rounds begin, and numbered decisions.

    The analysis page makes it. A position is a number of moves since the beginning of the game.
    """

    points: Sequence[tuple[int, Sequence[float]]]
    """Positions in ascending order, each with every seat's chance of winning, between 0 and 1."""
    rounds: Sequence[tuple[int, int]]
    """The number of each round and the position where it begins; empty if the game counts no rounds."""
    marks: Sequence[tuple[int, int, int]]
    """Position, seat and number of each decision that the analysis page lists, in order of position."""


def chance_picture(game: str, curve: ChanceCurve, names: Sequence[str], words: Words, axis: str) -> Drawing:
    """Return the drawing of the chances: the names, a line per seat, and the numbered decisions.

    `game` is the game's title, `names` are plain names. `axis` is the English word for the game's rounds; the label
    below the chart is its translation.
    """
    top = 96 + -(-len(names) // _ACROSS) * _NAME_HEIGHT + 2 * _MARK + 12
    bottom = top + _HEIGHT
    head = words.say("Chances of winning")
    room = (palette.WIDTH - 48) / _ACROSS
    plates = [
        name_plate(names, seat, words, 24 + seat % _ACROSS * room, 92 + seat // _ACROSS * _NAME_HEIGHT, room - 12)
        for seat in range(len(names))
    ]
    last = [(_y(chance, top), seat) for seat, chance in enumerate(curve.points[-1][1])]
    svg = page(
        bottom + _BELOW,
        heading(game, head),
        *plates,
        _axes(curve, words, words.say(axis), top),
        *(_chance_line(curve, seat, top) for seat in range(len(names))),
        *line_end_shields(last, _RIGHT, bottom),
        *_marks(curve, top),
    )
    return Drawing(svg, alt_text(f"{game}. {head}.", *chances_in_words(words, curve, names)))


def chances_in_words(words: Words, curve: ChanceCurve, names: Sequence[str]) -> list[str]:
    """Return one line per seat with its chances in percent at the beginning of each round and at the end.

    If the game counts no rounds, all points of the curve are listed.
    """
    begins = {position for _, position in curve.rounds} or {position for position, _ in curve.points}
    shown = [chances for position, chances in curve.points[:-1] if position in begins] + [curve.points[-1][1]]
    return [
        f"{name}: {words.say('{n}%', n=' '.join(str(percent(chances[seat])) for chances in shown))}."
        for seat, name in enumerate(names)
    ]


def _x(curve: ChanceCurve, position: int) -> float:
    """Return the x coordinate of a position in the chart."""
    return _LEFT + (_RIGHT - _LEFT) * position / max(1, curve.points[-1][0])


def _y(chance: float, top: float) -> float:
    """Return the y coordinate of a chance (0 to 1) in a chart whose upper edge is at `top`."""
    return top + _HEIGHT * (1 - chance)


def _axes(curve: ChanceCurve, words: Words, axis: str, top: float) -> str:
    """Return the SVG of the horizontal lines with percentages, the rounds' numbers below, and the label `axis`.

    Numbers without enough room are left out. If there are no numbers, the label is left out too. `top` is the upper
    edge of the chart.
    """
    across = [
        tag("path", d=f"M{_LEFT} {_y(part / 4, top):.1f}H{_RIGHT}", stroke=palette.LINE, stroke_width=2)
        + text(_LEFT - 10, _y(part / 4, top) + 9, words.say("{n}%", n=25 * part), 28, fill=palette.MUTED, anchor="end")
        for part in range(5)
    ]
    down, free = [], float("-inf")
    for number, position in curve.rounds:
        x, half = _x(curve, position), text_width(str(number), 28) / 2
        if x - half > free:
            down.append(text(x, top + _HEIGHT + 36, number, 28, fill=palette.MUTED, anchor="middle", round=number))
            free = x + half + 14
    middle = (_LEFT + _RIGHT) / 2
    title = text(middle, top + _HEIGHT + 72, axis, 28, fill=palette.MUTED, anchor="middle")
    return "".join((*across, *down, title if down else ""))


def _chance_line(curve: ChanceCurve, seat: int, top: float) -> str:
    """Return the SVG of a seat's line through its chances; `top` is the upper edge of the chart."""
    points = [(_x(curve, position), _y(chances[seat], top)) for position, chances in curve.points]
    return seat_line(seat, points, data_chances=" ".join(str(percent(chances[seat])) for _, chances in curve.points))


def _marks(curve: ChanceCurve, top: float) -> list[str]:
    """Return the SVG of each numbered decision: a disc above the chart, and a line from it to the curve of its seat.

    The line ends at the last point of the curve at or before the decision's position. Discs that would overlap are
    moved apart. `top` is the upper edge of the chart.
    """
    begins = [next(point for point in reversed(curve.points) if point[0] <= position) for position, *_ in curve.marks]
    at: list[float] = []
    for begin, _ in begins:
        x = _x(curve, begin)
        at.append(max(x, at[-1] + _MARKS_APART) if at else x)
    over = max(0.0, at[-1] - _RIGHT) if at else 0.0
    y, marks = top - _MARK - 10, []
    for (begin, chances), moved, (_, seat, number) in zip(begins, at, curve.marks, strict=True):
        x, place = _x(curve, begin), moved - over
        lead = f"M{place:.1f} {y:.1f}L{x:.1f} {top:.1f}V{_y(chances[seat], top):.1f}"
        marks.append(
            group(
                tag("path", d=lead, fill="none", stroke=palette.INK, stroke_width=2, stroke_dasharray="4 5"),
                tag(
                    "circle", cx=x, cy=_y(chances[seat], top), r=8, fill=palette.SEAT_COLOURS[seat], stroke=palette.INK
                ),
                tag(
                    "circle",
                    cx=place,
                    cy=y,
                    r=_MARK,
                    fill=palette.PAPER,
                    stroke=palette.SEAT_COLOURS[seat],
                    stroke_width=5,
                ),
                text(place, y + 10, number, 28, bold=True, anchor="middle"),
                mark=number,
                seat=seat,
            )
        )
    return marks
