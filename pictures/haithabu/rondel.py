"""Haithabu: SVG of the rondel (`rondel`), a wheel of eight fields, with the workers on them.

The upper half is day, the lower half night; the fields turn through them. `field_row` shows the same fields in a row.
"""

from __future__ import annotations

from math import cos, pi, sin

from pictures import palette
from pictures.haithabu.elements import MARGIN, worker
from pictures.shapes import box, group, symbol, tag, text
from rules.haithabu.view import FieldView, View
from words.haithabu.terms import FIELD_SIGN

X, MIDDLE, RADIUS = 214.0, 208.0, 188.0
"""The centre and the radius."""
_DAY = "#F8E3A1"
_STANDS = ((107.0, 19.0), (107.0, -19.0), (70.0, 18.0), (70.0, -18.0), (38.0, 0.0))
"""Where workers stand in a field: distance from the centre, and distance from the middle line."""
_BOX_WIDTH, _BOX_GAP, _WORKER_PITCH = 112.0, 8.0, 20.0
FIELD_ROW_HEIGHT = 84.0
"""The height of `field_row`."""


def rondel(view: View, y: float) -> str:
    """Return the SVG of the rondel, its fields turned so that the first day field is at the left end of the upper half.

    The rolled events are dice at its right corners; the field where a worker acts has a golden frame. `y` is the upper
    edge.
    """
    turned = list(enumerate(_from_first_day_field(view)))
    # The active field is drawn last, so that its golden frame lies on top.
    turned.sort(key=lambda placed: placed[1].key == view.acting)
    return group(
        symbol("sun", 24, 4, 44, palette.BRASS, palette.PARCHMENT),
        symbol("moon", 26, 368, 42, palette.NIGHT, palette.PARCHMENT),
        *(_field(field, number, view) for number, field in turned),
        tag("circle", cx=X, cy=MIDDLE, r=18, fill=palette.BRASS, stroke=palette.INK, stroke_width=2),
        *(_die(event, number) for number, event in enumerate(view.rolled)),
        y=y,
    )


def field_row(view: View, y: float) -> str:
    """Return the SVG of the fields side by side, those of the day first, each with the workers on it.

    `y` is the upper edge.
    """
    return group(*(_box(field, number) for number, field in enumerate(_from_first_day_field(view))), y=y)


def _box(field: FieldView, number: int) -> str:
    """Return the SVG of a field in `field_row`: letter and sign, with the workers below; `number` counts from 0."""
    ink, ground = (palette.INK, _DAY) if field.day else (palette.PAPER, palette.NIGHT)
    sign = FIELD_SIGN[field.key]
    return group(
        box(0, 0, _BOX_WIDTH, FIELD_ROW_HEIGHT, ground, palette.LINE),
        text(30, 42, field.key, 36, bold=True, fill=ink, anchor="middle"),
        symbol(sign, 56, 9, 40, palette.SIGN_COLOURS.get(sign, ink) if field.day else ink, ground),
        *(worker(colour, 8 + place * _WORKER_PITCH, 51, 28) for place, colour in enumerate(field.workers)),
        x=MARGIN + number * (_BOX_WIDTH + _BOX_GAP),
        field=field.key,
        day=int(field.day),
        workers=" ".join(map(str, field.workers)),
    )


def _from_first_day_field(view: View) -> list[FieldView]:
    """Return the fields in the order of the rondel, from the first day field after a night field."""
    fields = list(view.rondel)
    first = next((n for n, field in enumerate(fields) if field.day and not fields[n - 1].day), 0)
    return fields[first:] + fields[:first]


def _point(angle: float, radius: float) -> tuple[float, float]:
    """Return the point at an angle (radians) and a distance from the centre."""
    return X + radius * cos(angle), MIDDLE + radius * sin(angle)


def _field(field: FieldView, number: int, view: View) -> str:
    """Return the SVG of a field of the rondel with its letter, sign and workers; golden frame if a worker acts there.

    `number` counts the fields clockwise from the left end of the upper half, which is day.
    """
    step = 2 * pi / len(view.rondel)
    begin, middle, end = (-pi + step * (number + part) for part in (0, 0.5, 1))
    (x1, y1), (x2, y2) = _point(begin, RADIUS), _point(end, RADIUS)
    acting = view.acting == field.key
    ink = palette.INK if field.day else palette.PAPER
    ground, sign = _DAY if field.day else palette.NIGHT, FIELD_SIGN[field.key]
    sector = tag(
        "path",
        d=f"M{X} {MIDDLE}L{x1:.1f} {y1:.1f}A{RADIUS} {RADIUS} 0 0 1 {x2:.1f} {y2:.1f}Z",
        fill=ground,
        stroke=palette.GOLD if acting else palette.INK,
        stroke_width=8 if acting else 2,
    )
    x, y = _point(middle, RADIUS - 32)
    workers = []
    for colour, (out, aside) in zip(field.workers, _STANDS, strict=False):
        wx, wy = _point(middle, out)
        workers.append(worker(colour, wx - aside * sin(middle) - 17, wy + aside * cos(middle) - 17))
    return group(
        sector,
        text(x - 16, y + 12, field.key, 34, bold=True, fill=ink, anchor="middle"),
        symbol(sign, x - 1, y - 16, 32, palette.SIGN_COLOURS.get(sign, ink) if field.day else ink, ground),
        *workers,
        field=field.key,
        day=int(field.day),
        workers=" ".join(map(str, field.workers)),
        acting=int(acting),
    )


def _die(event: str, number: int) -> str:
    """Return the SVG of a rolled event as a die: at the upper right corner if `number` is 0, else at the lower one."""
    return group(
        box(0, 0, 50, 50, palette.PAPER, palette.INK, radius=9, line_width=3),
        symbol(event, 7, 7, 36, palette.BRICK),
        x=362,
        y=4 if number == 0 else 362,
        rolled=event,
    )
