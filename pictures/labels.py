"""SVG of names, shields, amounts and headings, as they look in all pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import floor

from pictures import palette
from pictures.lettering import display_text, drawable_text, fit_text, text_width
from pictures.shapes import BAND_STEP, box, piece, symbol, tag, text, translate
from words import Words

Robots = Mapping[int, bool]
"""The seats that computers play; True if the seat's owner may come back."""
_OVERHANG = 5
"""How far the last letter of a name may reach beyond its measured width (ď, ť, f); this much is free beside a name."""
_JOINED = 1.2
"""Joined Arabic letters may be this much wider than the same letters alone."""


def shield(seat: int, x: float, y: float, size: float = 40) -> str:
    """Return the SVG of a seat's shield in its colour and pattern.

    `x` and `y` are its top left corner, `size` its width and height in units.
    """
    scale = size / 40
    outline = tag(
        "path",
        d="M2 2H38V20C38 31 29 36 20 39C11 36 2 31 2 20Z",
        fill=palette.SEAT_COLOURS[seat],
        stroke=palette.INK,
        stroke_width=2,
    )
    pattern = tag("path", d=palette.SHIELD_PATTERNS[seat], fill=palette.PAPER)
    moved = translate(x, y) + (f" scale({scale:.4g})" if scale != 1 else "")
    return tag("g", outline, pattern, transform=moved, data_badge=seat)


def drawable_name(names: Sequence[str], seat: int, words: Words) -> str:
    """Return a seat's name if our fonts can draw it, else "Seat N"."""
    return drawable_text(names[seat]) or words.say("Seat {n}", n=seat + 1)


def name_plate(
    names: Sequence[str],
    seat: int,
    words: Words,
    x: float,
    y: float,
    room: float,
    *,
    size: float = 28,
    ground: str | None = None,
) -> str:
    """Return the SVG of a seat's shield and name, at most `room` units wide; `x` and `y` are its top left corner.

    `names` are plain names by seat. A name that does not fit is drawn smaller or cut; one with letters that our fonts
    lack becomes "Seat N". With `ground`, the colour behind it, the plate is a piece (see `shapes.piece`): it is
    rendered once and copied into other pictures.
    """
    name, size = fit_text(drawable_name(names, seat, words), room - 50, size, bold=True)
    if ground is None:
        return shield(seat, x, y) + text(x + 50, y + 30, name, size, bold=True, name=seat)
    plate = shield(seat, 0, 5) + text(50, 35, name, size, bold=True, name=seat)
    width = 50 + text_width(name, size, bold=True) * _JOINED + _OVERHANG
    return piece(x, y - 5, min(width, room + _OVERHANG), 52.5, ground, plate)


def hand_owner(names: Sequence[str], seat: int, words: Words, x: float, right: float) -> str:
    """Return the SVG of the framed name of the player whose hand is shown, in the head of a hand's picture.

    The frame lies between the x coordinates `x` and `right`.
    """
    width = floor((right - x) / BAND_STEP) * BAND_STEP
    frame = box(x, 12.5, width, 60, palette.PAPER, palette.SEAT_COLOURS[seat], line_width=3)
    return frame + name_plate(names, seat, words, x + 12.5, 22.5, width - 25, ground=palette.PAPER)


def computer_mark(robots: Robots, seat: int, x: float, y: float, size: float = 34) -> str:
    """Return the SVG of a robot if a computer plays the seat; "" if not.

    It is in brackets if the seat's owner may come back. `x` and `y` are its top left corner.
    """
    if seat not in robots:
        return ""
    sign = symbol("robot", x + 14, y, size, palette.MUTED)
    ends = (text(x, y + 27, "(", 30), text(x + size + 18, y + 27, ")", 30)) if robots[seat] else ()
    return tag("g", sign, *ends, data_robot=int(robots[seat]))


def amount(
    sign: str,
    number: object,
    x: float,
    y: float,
    *,
    size: float = 40,
    fill: str = palette.INK,
    ground: str | None = None,
    **facts: object,
) -> str:
    """Return the SVG of a sign with a number beside it; `x` and `y` are the top left corner of the sign.

    `sign` is the sign's name, `size` its width and height, `fill` its colour. With `ground`, the colour behind it, the
    amount is a piece (see `shapes.piece`): it is rendered once and copied into other pictures. `facts` become `data-`
    attributes, which tests read.
    """
    return _amount(sign, number, x, y, size, fill, ground, tuple(facts.items()))


@lru_cache(maxsize=2048)
def _amount(
    sign: str,
    number: object,
    x: float,
    y: float,
    size: float,
    fill: str,
    ground: str | None,
    facts: tuple[tuple[str, object], ...],
) -> str:
    """Return the same SVG as `amount`, from hashable arguments, so that it can be cached. Cached."""
    left, top = (0.0, 0.0) if ground else (x, y)
    shown = tag(
        "g",
        symbol(sign, left, top, size, fill, ground or palette.PAPER),
        text(left + size + 6, top + size / 2 + 11, number, 30, bold=True),
        **{f"data_{key}": value for key, value in facts},
    )
    return piece(x, y, amount_width(number, size), size, ground, shown) if ground else shown


def amount_width(number: object, size: float = 40) -> float:
    """Return the width in units of an amount: a sign of this size, with the number beside it."""
    return size + 6 + text_width(display_text(number), 30, bold=True)


def heading(title: str, more: str = "", right: str = "") -> str:
    """Return the SVG of the head of a picture: `title`, the text `more` beside it, and `right` at the right edge.

    Texts that are "" are left out; texts that are too long are drawn smaller or cut.
    """
    width = text_width(title, 44, bold=True)
    rest = palette.WIDTH - 48 - width - 20
    right_room = min(text_width(right, 28), rest * 0.55) if right else 0.0
    return "".join(
        (
            text(24, 56, title, 44, bold=True, fill=palette.BRICK),
            text(24 + width + 20, 56, more, 30, room=rest - right_room - 20) if more else "",
            text(palette.WIDTH - 24, 56, right, 28, fill=palette.MUTED, anchor="end", room=right_room) if right else "",
        )
    )
