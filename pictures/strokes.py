"""The elements that signs are made of, as functions that return SVG on a square grid of `GRID` units.

`path` is always SVG path data. In the SVG, HOLE stands for the background colour and PEN for the sign's colour; both
are replaced when a sign is drawn.
"""

from __future__ import annotations

import re

GRID = 48
"""Units on each side."""
_ROUND = 0.5523
"""The length of the handles with which a Bézier curve draws a quarter of a circle of radius 1."""


def area(path: str) -> str:
    """Return a filled area."""
    return f'<path d="{path}"/>'


def disc(x: float, y: float, radius: float) -> str:
    """Return a filled circle."""
    return area(ring(x, y, radius))


def pen(path: str, thick: float = 4) -> str:
    """Return a line in the sign's colour."""
    return _stroke(path, "PEN", thick)


def cut(path: str) -> str:
    """Return an area in the background colour."""
    return f'<path d="{path}" fill="HOLE"/>'


def hole(x: float, y: float, radius: float) -> str:
    """Return a circle in the background colour."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="HOLE"/>'


def groove(path: str, thick: float = 3) -> str:
    """Return a line in the background colour."""
    return _stroke(path, "HOLE", thick)


def _stroke(path: str, colour: str, thick: float) -> str:
    """Return the SVG of a line with round ends; `colour` is "PEN" or "HOLE", `thick` the line's width."""
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{thick:g}" {ends}/>'


def ring(x: float, y: float, radius: float) -> str:
    """Return a circle as path data, to be combined with other path data in `single`; `x` and `y` are its centre."""
    k = radius * _ROUND
    left, right, top, bottom = x - radius, x + radius, y - radius, y + radius
    return (
        f"M{left:g} {y:g}C{left:g} {y - k:g} {x - k:g} {top:g} {x:g} {top:g}"
        f"C{x + k:g} {top:g} {right:g} {y - k:g} {right:g} {y:g}"
        f"C{right:g} {y + k:g} {x + k:g} {bottom:g} {x:g} {bottom:g}"
        f"C{x - k:g} {bottom:g} {left:g} {y + k:g} {left:g} {y:g}Z"
    )


def single(path: str) -> str:
    """Return the SVG of a sign that is a single path; parts inside other parts are cut out. The fastest to render."""
    return f'<path fill-rule="evenodd" d="{path}"/>'


def merge_areas(sign: str) -> str:
    """Return the SVG of a sign with neighbouring filled areas merged into one path: fewer elements render faster."""
    return re.sub(r'(?:<path d="[^"]*"/>)+', lambda areas: areas[0].replace('"/><path d="', ""), sign)


def relative_path(path: str, scale: float) -> str:
    """Return closed path data of absolute commands (M, L, H, V, C, Z) as relative steps, multiplied by `scale`.

    Steps are rounded to one decimal. The pen's position is the origin: the first `M` becomes a relative `m`. So many
    copies can be one path, each after an `M x y` of its own.
    """
    written, x, y, begun = "", 0.0, 0.0, (0.0, 0.0)
    for command, numbers in re.findall(r"([MLHVCZ])([^MLHVCZ]*)", path):
        at = [float(number) * scale for number in re.findall(r"-?[\d.]+", numbers)]
        if command == "Z":
            written, (x, y) = written + "z", begun
            continue
        if command in "HV":
            points = [(at[0], y) if command == "H" else (x, at[0])]
        else:
            points = list(zip(at[::2], at[1::2], strict=True))
        steps = [(round(px - x, 1), round(py - y, 1)) for px, py in points]
        x, y = x + steps[-1][0], y + steps[-1][1]
        if command == "M":
            begun = (x, y)
        kept = {"H": steps[0][:1], "V": steps[0][1:]}.get(command) or [value for step in steps for value in step]
        written += command.lower() + " ".join(f"{value:g}" for value in kept).replace(" -", "-")
    return written
