"""The SVG elements that all pictures are made of, as functions that return SVG text. All text is escaped here.

Positions and sizes are in units: a page is 1000 units wide and rendered at 4/5, to 800 pixels. A page can be cut into
bands (`band_break`) and may contain pieces (`piece`): both are marks inside the SVG that `split_bands` and
`split_pieces` read, so that `bands` can cache the rendered parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from itertools import accumulate, pairwise
from math import ceil
from typing import NamedTuple

from pictures import palette
from pictures.all_symbols import all_symbols
from pictures.lettering import display_text, fit_text, glyph_outline, wrap_text
from pictures.strokes import GRID, relative_path

_SPECIAL = re.compile("[&<>\"']")
_BREAK = re.compile(r"<\?below (\d+)\?>")
_PIECE_BEGIN, _PIECE_END = "<?piece ", "<?end?></g>"
_PIECE_PLACE = re.compile(r"<\?piece (-?\d+) (-?\d+)")
BAND_STEP = 5
"""A page is rendered at 4/5 of its size, so 5 units are 4 pixels: lines between bands are multiples of 5."""
_PIXEL_PAIR = 2.5
"""2.5 units are 2 pixels: pieces are placed on this grid."""


class Piece(NamedTuple):
    """A part of a band that is rendered and cached by itself; `split_pieces` makes it.

    `shapes` is its SVG. Its size, and its position (`left`, `top`) in its band, are in pixels.
    """

    shapes: str
    width: int
    height: int
    left: int
    top: int


def tag(name: str, *inside: str, **attributes: object) -> str:
    """Return an SVG element with the given content and attributes.

    An attribute `stroke_width` becomes `stroke-width`; attributes that are None are left out. Values are escaped, and
    floats get at most one decimal; `inside` is not escaped: it is SVG.
    """
    written = ""
    for key, value in attributes.items():
        if value is not None:
            written += f' {_hyphened(key)}="{_attribute_text(value)}"'
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


@cache
def _hyphened(key: str) -> str:
    """Return an attribute's name with hyphens. Cached."""
    return key.replace("_", "-")


@lru_cache(maxsize=4096, typed=True)
def _attribute_text(value: object) -> str:
    """Return an attribute's value, escaped; floats with at most one decimal. Cached."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    written = str(value)
    return escape(written) if _SPECIAL.search(written) else written


def translate(x: float, y: float) -> str:
    """Return the value of a `transform` attribute that moves by x and y."""
    return f"translate({_attribute_text(float(x))} {_attribute_text(float(y))})"


def page(height: float, *inside: str) -> str:
    """Return the SVG document of a whole picture on parchment, `palette.WIDTH` units wide.

    Its height is `height`, rounded up to a multiple of `BAND_STEP`. `inside` are the shapes.
    """
    return _page(0, next_band_line(height), *inside)


def _page(top: int, bottom: int, *inside: str) -> str:
    """Return the SVG document of the part of a page from y = `top` to y = `bottom`, on parchment."""
    ground = box(0, top, palette.WIDTH, bottom - top, palette.PARCHMENT, radius=0)
    return _svg(top, palette.WIDTH, bottom - top, ground, *inside)


def _svg(top: float, width: float, height: float, *inside: str) -> str:
    """Return an SVG document with our fonts, whose visible part starts at y = `top`."""
    return tag(
        "svg",
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 {_attribute_text(top)} {_attribute_text(width)} {_attribute_text(height)}",
        font_family="Noto Sans, Noto Sans Hebrew, Noto Sans Arabic",
    )


def next_band_line(y: float) -> int:
    """Return `y` rounded up to the next multiple of `BAND_STEP`, where a page can be cut between two rows of pixels."""
    return ceil(y / BAND_STEP) * BAND_STEP


def band_break(line: int) -> str:
    """Return a mark that cuts a page at y = `line`: shapes before the mark lie above that line, later ones below it.

    `line` must be a multiple of `BAND_STEP`.
    """
    assert line % BAND_STEP == 0, f"no line between two rows of pixels: {line}"
    return f"<?below {line}?>"


def split_bands(svg: str) -> list[str]:
    """Return the bands of a page from top to bottom, each as an SVG document; [svg] if it has no band breaks."""
    first, *rest = _BREAK.split(svg)
    if not rest:
        return [svg]
    opening = first[: first.index("/>") + 2]
    height = int(opening.partition(' height="')[2].partition('"')[0])
    cuts = [0, *map(int, rest[::2]), height]
    inside = [first.removeprefix(opening), *rest[1:-1:2], rest[-1].removesuffix("</svg>")]
    return [_page(top, bottom, each) for (top, bottom), each in zip(pairwise(cuts), inside, strict=True)]


def piece(x: float, y: float, width: float, height: float, ground: str, *inside: str) -> str:
    """Return the SVG of a piece: shapes that are rendered once and then copied into every picture that has them.

    `x`, `y`, `width` and `height` are the piece's rectangle, which is moved to the nearest pair of pixels. `ground` is
    the colour behind the shapes. No other shape of the picture may lie inside the rectangle, and the piece's own shapes
    must not reach beyond it.
    """
    left, top, across, down = (
        round(x / _PIXEL_PAIR),
        round(y / _PIXEL_PAIR),
        ceil(width / _PIXEL_PAIR),
        ceil(height / _PIXEL_PAIR),
    )
    place = translate(left * _PIXEL_PAIR, top * _PIXEL_PAIR)
    shapes = box(0, 0, across * _PIXEL_PAIR, down * _PIXEL_PAIR, ground, radius=0) + "".join(inside)
    return f'<g transform="{place}">{_PIECE_BEGIN}{left} {top} {across} {down}?>{shapes}{_PIECE_END}'


def split_pieces(band: str) -> tuple[str, list[Piece]]:
    """Return the SVG of a band without its pieces, and the pieces in order; the band itself and [] if it has none."""
    *parts, ground = band.split(_PIECE_END)
    if not parts:
        return band, []
    top = int(band.partition(' viewBox="0 ')[2].partition(" ")[0]) * 4 // BAND_STEP
    inside, between = [], []
    for part in parts:
        before, _, piece = part.partition(_PIECE_BEGIN)
        place, _, shapes = piece.partition("?>")
        left, down, width, height = (2 * int(each) for each in place.split())
        inside.append(Piece(shapes, width, height, left, down - top))
        between.append(before[: before.rindex("<g ")])
    return "".join(between) + ground, inside


def stack_pieces(inside: Sequence[Piece]) -> str:
    """Return an SVG document with the pieces one below the other, because one rendering is faster than many."""
    tops = accumulate((piece.height for piece in inside), initial=0)
    shapes = (group(piece.shapes, y=top * _PIXEL_PAIR / 2) for piece, top in zip(inside, tops, strict=False))
    width, height = max(piece.width for piece in inside), sum(piece.height for piece in inside)
    return _svg(0, width * _PIXEL_PAIR / 2, height * _PIXEL_PAIR / 2, *shapes)


def group(*inside: str, x: float = 0, y: float = 0, **facts: object) -> str:
    """Return the SVG of shapes moved together by `x` and `y`; if they contain pieces, both must be multiples of 2.5.

    `facts` become `data-` attributes, which tests read: `seat=2` is `data-seat="2"`.
    """
    moved = translate(x, y) if x or y else None
    shapes = "".join(inside)
    if moved and _PIECE_BEGIN in shapes:
        shapes = _move_pieces(shapes, x / _PIXEL_PAIR, y / _PIXEL_PAIR)
    return tag("g", shapes, transform=moved, **{f"data_{key}": value for key, value in facts.items()})


def _move_pieces(shapes: str, right: float, down: float) -> str:
    """Return shapes with the noted positions of their pieces moved; `right` and `down` count pairs of pixels.

    Both must be whole numbers.
    """
    assert (right % 1, down % 1) == (0, 0), f"pieces between pixels: {right * _PIXEL_PAIR}, {down * _PIXEL_PAIR}"
    return _PIECE_PLACE.sub(lambda at: f"{_PIECE_BEGIN}{int(at[1]) + int(right)} {int(at[2]) + int(down)}", shapes)


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    line: str | None = None,
    *,
    radius: float = 10,
    line_width: float = 2,
    dashed: bool = False,
) -> str:
    """Return the SVG of a rectangle; `x` and `y` are its top left corner.

    `fill` is its colour, `line` the colour of its frame (None for no frame), `line_width` the width of the frame, and
    `radius` the radius of its rounded corners. If `dashed`, the frame is dashed.
    """
    return tag(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=radius or None,
        fill=fill,
        stroke=line,
        stroke_width=line_width if line else None,
        stroke_dasharray="6 5" if dashed else None,
    )


def boxes(
    at: Iterable[tuple[float, float]],
    width: float,
    height: float,
    fill: str,
    line: str | None = None,
    *,
    radius: float = 10,
    line_width: float = 2,
) -> str:
    """Return the SVG of equal rectangles at several places as one path, which renders faster; "" without places.

    `at` are their top left corners. `line` is the colour of their frames (None for no frame), `line_width` the width of
    the frames, and `radius` the radius of the rounded corners.
    """
    turn = radius * 0.4477
    across, down = width - 2 * radius, height - 2 * radius
    corner = f"h{across:g}c{radius - turn:g} 0 {radius:g} {turn:g} {radius:g} {radius:g}v{down:g}"
    corner += f"c0 {radius - turn:g} {turn - radius:g} {radius:g} {-radius:g} {radius:g}h{-across:g}"
    corner += f"c{turn - radius:g} 0 {-radius:g} {-turn:g} {-radius:g} {-radius:g}v{-down:g}"
    corner += f"c0 {turn - radius:g} {radius - turn:g} {-radius:g} {radius:g} {-radius:g}z"
    path = "".join(f"M{x + radius:g} {y:g}{corner}" for x, y in at)
    return tag("path", d=path, fill=fill, stroke=line, stroke_width=line_width if line else None) if path else ""


def text(
    x: float,
    y: float,
    content: object,
    size: float = 28,
    *,
    bold: bool = False,
    fill: str = palette.INK,
    anchor: str | None = None,
    room: float | None = None,
    **facts: object,
) -> str:
    """Return the SVG of a line of text (or a number) at size `size`; `y` is its baseline.

    `x` is its left end; its middle if `anchor` is "middle", its right end if "end". With `room`, a width, the text is
    made smaller or cut to fit. Numbers, and letters used as labels, are drawn as outlines, which renders faster.
    `facts` become `data-` attributes, which tests read.
    """
    words = display_text(content)
    if room is not None:
        words, size = fit_text(words, room, size, bold)
    if number := glyph_outline(words, bold):
        path, width = number
        left = x - width * size / 1000 * {None: 0, "middle": 0.5, "end": 1}[anchor]
        return tag(
            "path",
            d=path,
            transform=f"{translate(left, y)} scale({size / 1000:g})",
            fill=fill,
            data_text=words,
            data_bold=int(bold),
            **{f"data_{key}": value for key, value in facts.items()},
        )
    return tag(
        "text",
        escape(words, quote=False),
        x=x,
        y=y,
        font_size=size,
        font_weight=700 if bold else None,
        fill=fill,
        text_anchor=anchor,
        **{f"data_{key}": value for key, value in facts.items()},
    )


def text_lines(
    x: float,
    y: float,
    content: str,
    room: float,
    *,
    size: float = palette.MIN_TEXT_SIZE,
    max_lines: int = 99,
    fill: str = palette.INK,
    anchor: str | None = None,
) -> str:
    """Return the SVG of a text broken into lines at most `room` wide; `y` is the first baseline.

    There are at most `max_lines` lines; what does not fit is cut with "…".
    """
    return "".join(
        text(x, y + number * size * 1.2, line, size, fill=fill, anchor=anchor)
        for number, line in enumerate(wrap_text(content, room, size, lines=max_lines))
    )


def symbol(name: str, x: float, y: float, size: float, fill: str = palette.INK, hole: str = palette.PAPER) -> str:
    """Return the SVG of a sign in a square; `name` is the sign's name, `x` and `y` are the top left corner.

    `size` is the side of the square, `fill` the sign's colour, `hole` the colour of what is cut out of it.
    """
    before, after = _coloured(name, fill, hole)
    return f'{before} transform="{translate(x, y)} scale({size / GRID:.4g})"{after}'


def symbol_copies(name: str, at: Iterable[tuple[float, float]], size: float, fill: str = palette.INK) -> str:
    """Return the SVG of a sign at several places as one path, which renders faster; "" without places.

    `at` are the top left corners, `size` is the side of each square. The sign must be a single path without arcs.
    """
    steps = _relative_steps(name, size)
    path = "".join(f"M{_attribute_text(float(x))} {_attribute_text(float(y))}{steps}" for x, y in at)
    _coloured(name, fill, palette.PAPER)
    return f'<path fill="{fill}" fill-rule="evenodd" d="{path}"/>' if path else ""


@cache
def _relative_steps(name: str, size: float) -> str:
    """Return the path data of a sign at this size in relative steps, to be drawn from any starting point. Cached."""
    (path,) = re.findall(' d="([^"]*)"', all_symbols()[name])
    return relative_path(path, size / GRID)


@cache
def _coloured(name: str, fill: str, hole: str) -> tuple[str, str]:
    """Return the SVG of a sign in two halves, between which its `transform` attribute is inserted. Cached.

    A sign that is a single element is not wrapped in a group.
    """
    shapes = all_symbols()[name].replace("HOLE", hole).replace("PEN", fill)
    if shapes.count("<") == 1 and "fill=" not in shapes:
        return f'<path fill="{fill}"', shapes.removeprefix("<path")
    return f'<g fill="{fill}"', f">{shapes}</g>"
