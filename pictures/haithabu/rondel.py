"""The rondel of Haithabu: eight fields, half of them by day, half by night, and the workers there.

The upper half is day, the lower is night; the fields turn through them.
"""

from __future__ import annotations

from math import cos, pi, sin

from pictures import palette
from pictures.haithabu.parts import worker
from pictures.shapes import box, group, symbol, tag, text
from rules.haithabu.view import FieldView, View

X, Y, RADIUS = 214.0, 294.0, 186.0
_DAY = "#F8E3A1"
_SIGNS = {
    "A": "cart",
    "B": "merchants",
    "C": "coin",
    "D": "archive",
    "E": "seal",
    "F": "ship",
    "G": "bank",
    "H": "market",
}
"""What a field is for: transports, characters, dear sales, orders, deliveries, shipping, cheap wares, the market."""
_STANDS = ((108.0, 18.0), (108.0, -18.0), (72.0, 17.0), (72.0, -17.0), (42.0, 0.0))
"""Where workers stand in a field: how far out, how far aside."""


def rondel(view: View) -> str:
    """Draw the rondel, and the events rolled at its corners."""
    fields = list(view.rondel)
    # Day begins where a field by day follows one by night: that one stands at the left end of the upper half.
    first = next((n for n, field in enumerate(fields) if field.day and not fields[n - 1].day), 0)
    turned = list(enumerate(fields[first:] + fields[:first]))
    # The field that glows lies on top of its neighbours.
    turned.sort(key=lambda placed: placed[1].key == view.acting)
    return "".join(
        (
            symbol("sun", 24, 92, 42, palette.BRASS, palette.PARCHMENT),
            symbol("moon", 26, 446, 40, palette.NIGHT, palette.PARCHMENT),
            *(_field(field, number, view) for number, field in turned),
            tag("circle", cx=X, cy=Y, r=20, fill=palette.BRASS, stroke=palette.INK, stroke_width=2),
            *(_die(event, number) for number, event in enumerate(view.rolled)),
        )
    )


def _point(angle: float, radius: float) -> tuple[float, float]:
    return X + radius * cos(angle), Y + radius * sin(angle)


def _field(field: FieldView, number: int, view: View) -> str:
    step = 2 * pi / len(view.rondel)
    begin, middle, end = (-pi + step * (number + part) for part in (0, 0.5, 1))
    (x1, y1), (x2, y2) = _point(begin, RADIUS), _point(end, RADIUS)
    acting = view.acting == field.key
    ink = palette.INK if field.day else palette.PAPER
    ground = _DAY if field.day else palette.NIGHT
    sector = tag(
        "path",
        d=f"M{X} {Y}L{x1:.1f} {y1:.1f}A{RADIUS} {RADIUS} 0 0 1 {x2:.1f} {y2:.1f}Z",
        fill=ground,
        stroke=palette.GOLD if acting else palette.INK,
        stroke_width=8 if acting else 2,
    )
    x, y = _point(middle, RADIUS - 30)
    workers = []
    for colour, (out, aside) in zip(field.workers, _STANDS, strict=False):
        wx, wy = _point(middle, out)
        workers.append(worker(colour, wx - aside * sin(middle) - 16, wy + aside * cos(middle) - 16))
    return group(
        sector,
        text(x - 14, y + 10, field.key, 30, bold=True, fill=ink, anchor="middle"),
        symbol(_SIGNS[field.key], x, y - 14, 28, ink, ground),
        *workers,
        field=field.key,
        day=int(field.day),
        workers=" ".join(map(str, field.workers)),
        acting=int(acting),
    )


def _die(event: str, number: int) -> str:
    return group(
        box(0, 0, 48, 48, palette.PAPER, palette.INK, bend=9, thick=3),
        symbol(event, 7, 7, 34, palette.BRICK),
        x=362,
        y=92 if number == 0 else 444,
        rolled=event,
    )
