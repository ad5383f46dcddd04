"""Our own signs: cards, wares, buildings, people, as small silhouettes on a square grid."""

from __future__ import annotations

import re
from math import cos, pi, sin

GRID = 48
_ROUND = 0.5523
"""How far the handles of a curve reach that draws a quarter of a circle."""


def _area(path: str) -> str:
    return f'<path d="{path}"/>'


def _disc(x: float, y: float, radius: float) -> str:
    return _area(_ring(x, y, radius))


def _pen(path: str, thick: float = 4) -> str:
    return _stroke(path, "PEN", thick)


def _cut(path: str) -> str:
    return f'<path d="{path}" fill="HOLE"/>'


def _hole(x: float, y: float, radius: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="HOLE"/>'


def _groove(path: str, thick: float = 3) -> str:
    return _stroke(path, "HOLE", thick)


def _stroke(path: str, colour: str, thick: float) -> str:
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{thick:g}" {ends}/>'


def _ring(x: float, y: float, radius: float) -> str:
    """Return a circle as a path."""
    k = radius * _ROUND
    left, right, top, bottom = x - radius, x + radius, y - radius, y + radius
    return (
        f"M{left:g} {y:g}C{left:g} {y - k:g} {x - k:g} {top:g} {x:g} {top:g}"
        f"C{x + k:g} {top:g} {right:g} {y - k:g} {right:g} {y:g}"
        f"C{right:g} {y + k:g} {x + k:g} {bottom:g} {x:g} {bottom:g}"
        f"C{x - k:g} {bottom:g} {left:g} {y + k:g} {left:g} {y:g}Z"
    )


def _one(path: str) -> str:
    """Return a sign that is a single path: what lies within another part is cut out of it. The quickest to render."""
    return f'<path fill-rule="evenodd" d="{path}"/>'


def _boat(x: float, y: float) -> str:
    return _area(f"M{x + 12} {y}V{y + 13}H{x + 3}Z") + _area(f"M{x} {y + 15}H{x + 22}L{x + 17} {y + 22}H{x + 5}Z")


def _cog(teeth: int) -> str:
    turns = [2 * pi * tooth / teeth for tooth in range(teeth)]
    rays = "".join(f"M24 24L{24 + 18 * cos(turn):.1f} {24 + 18 * sin(turn):.1f}" for turn in turns)
    return _pen(rays, 7).replace("round", "butt", 1)


_COIN = _one(_ring(24, 24, 20) + _ring(24, 24, 15.5) + _ring(24, 24, 12.5))

WARES: dict[str, str] = {
    "mead": "M6 5H28C28 5 30 22 44 37L39 44C20 39 7 24 6 5ZM9 12H27V15H9Z",
    "cloth": "M14 22L36 5H45V27L25 38C25 30 21 24 14 22Z" + _ring(13, 34, 10) + _ring(13, 34, 5),
    "ceramics": "M16 3H32V10C39 14 43 21 41 30C39 38 35 43 32 45H16C13 43 9 38 7 30C5 21 9 14 16 10Z"
    "M9 22H39V25H9ZM11 31H37V34H11Z",
    "tools": "M7 5H36L43 11V19H7ZM19 21H28V46H19Z",
    "weapons": "M15 3H22V46H15ZM24 6C35 4 43 10 45 24C38 27 31 25 24 28Z",
    "spices": "M3 25H45C45 37 36 44 24 44C12 44 3 37 3 25ZM9 22C13 10 19 5 24 5C29 5 35 10 39 22Z"
    + _ring(20, 16, 2.2)
    + _ring(28, 14, 2.2)
    + _ring(25, 20, 2.2),
}
"""The wares of Haithabu: each a single path with absolute coordinates only."""

_FRAME, _EDGE = "M0 0H48V48H0Z", "M3 3H45V45H3Z"


def _inside(path: str) -> str:
    """Return a path made smaller, in the middle of the grid."""
    return re.sub(r"-?[\d.]+", lambda number: f"{float(number[0]) * 0.76 + 5.8:.1f}", path)


CUBES: dict[str, str] = {ware: _FRAME + _inside(path) for ware, path in WARES.items()}
"""A ware as a cube: the sign is cut out of it."""
OUTLINES: dict[str, str] = {ware: _FRAME + _EDGE + _inside(path) for ware, path in WARES.items()}
"""A cube that is still wanted: a frame with the sign in it."""
_SCALES = (
    _pen("M24 7V40M10 12H38", 3.5)
    + _pen("M10 13L4 28M10 13L16 28M38 13L32 28M38 13L44 28", 2)
    + _area("M2 28H18C18 34 14 37 10 37C6 37 2 34 2 28Z")
    + _area("M30 28H46C46 34 42 37 38 37C34 37 30 34 30 28Z")
    + _area("M14 40H34V45H14Z")
)
_MUG = (
    _area("M8 12H32V43H8Z")
    + _pen("M32 19H40V35H32")
    + _disc(12, 11, 6)
    + _disc(21, 9, 7)
    + _disc(29, 11, 6)
    + _groove("M15 21V36M25 21V36")
)
_SACK = _area("M17 4H31L28 14C38 19 43 29 43 36C43 42 38 45 24 45C10 45 5 42 5 36C5 29 10 19 20 14Z") + _cut(
    "M18 13.5H30V16.5H18Z"
)
_SCROLL = _one(
    "M13 5H40V37C40 42 37 44 33 44H10V15C4 15 5 5 13 5ZM17 14.5H33V17.5H17ZM17 22.5H33V25.5H17ZM17 30.5H28V33.5H17Z"
)
_HELM = _one("M24 3C13 3 9 11 9 21V40L18 45V31H30V45L39 40V21C39 11 35 3 24 3ZM13 18H35V23H26V31H22V23H13Z")
_COG_SHIP = _one(
    "M3 28H45L39 44H9ZM9.5 32.7H38.5V35.3H9.5Z"
    "M11 7H37C34 13 34 18 37 24H11C14 18 14 13 11 7ZM22.3 2.5H25.7V7H22.3ZM22.3 24H25.7V28H22.3Z"
)

_SHARED = {
    "seal": _area("M15 27L9 46L18 42L24 47L30 42L39 46L33 27L24 31Z")
    + _one(
        _ring(24, 18, 16)
        + _ring(24, 18, 11)
        + "M24 9L26.6 15L33 15.4L28 19.6L29.8 26L24 22.4L18.2 26L20 19.6L15 15.4L21.4 15Z"
    ),
    "ware": _area("M12 3H36C42 16 42 32 36 45H12C6 32 6 16 12 3Z") + _groove("M8.5 15H39.5M8.5 33H39.5"),
    "coin": _COIN,
    "points": _area("M24 3L30.5 17.5L46 19L34.5 29.5L38 45L24 37L10 45L13.5 29.5L2 19L17.5 17.5Z"),
    "crown": _area("M6 40L3 13L15 24L24 7L33 24L45 13L42 40Z") + _groove("M9 34H39"),
    "cards": _one("M14 3H42V37H35V10H14ZM8 12H33V45H8Z"),
    "clock": _one("M9 2H39V8L28 24L39 40V46H9V40L20 24L9 8ZM17 41L24 31L31 41Z"),
    "ready": _area("M28 1L9 27H21L17 47L39 19H26Z"),
    "used": _pen("M9 9L39 39M39 9L9 39", 9),
    "fresh": _pen("M24 46V22", 5)
    + _area("M24 26C24 14 32 6 46 6C46 19 38 26 24 26Z")
    + _area("M22 32C22 22 15 16 3 16C3 27 10 32 22 32Z"),
    "start": _pen("M11 5V45") + _area("M13 5H43L35 15L43 25H13Z"),
    "sun": _disc(24, 24, 10)
    + _pen("M24 3V8M24 40V45M3 24H8M40 24H45M9 9L12.5 12.5M35.5 35.5L39 39M9 39L12.5 35.5M35.5 12.5L39 9", 4),
    "moon": _area("M30 4A21 21 0 1 0 44 33A17 17 0 0 1 30 4Z"),
}

_VISBY = {
    "troops": _pen("M9 6L35 33M39 6L13 33", 5) + _pen("M28 38L40 27M20 38L8 27") + _pen("M35 33L42 41M13 33L6 41", 5),
    "knight": _HELM,
    "blacksmith": _area("M3 12H34V16H45C45 24 39 27 32 27L30 34H37V43H11V34H18L16 25C9 25 3 21 3 12Z"),
    "fleet": _boat(1, 2) + _boat(25, 2) + _boat(13, 25),
    "ship": _COG_SHIP,
    "tollkeeper": _SACK + _hole(24, 31, 8) + _disc(24, 31, 4.5),
    "merchant": _SCALES,
    "mendicant": _area("M20 3C11 7 10 15 11 20L4 45H35L29 20C30 13 28 7 20 3Z")
    + _cut("M20 9C15 11 15 17 16 21C18 24 22 24 24 21C25 17 25 11 20 9Z")
    + _pen("M42 8V45"),
    "battle": _area("M6 3H42V22C42 35 33 42 24 46C15 42 6 35 6 22Z") + _groove("M24 10V37M16 18H32", 4),
    "journey": _area("M24 1L29.5 18.5L47 24L29.5 29.5L24 47L18.5 29.5L1 24L18.5 18.5Z") + _hole(24, 24, 4),
    "market": _one(
        "M4 6H44V19A5 5 0 0 1 34 19A5 5 0 0 1 24 19A5 5 0 0 1 14 19A5 5 0 0 1 4 19Z"
        "M7 25H11V31H37V25H41V45H37V37H11V45H7Z"
    ),
}

_EAR = "".join(
    _area(f"M23 {y + 10}C15 {y + 10} 11 {y + 5} 11 {y}C18 {y} 23 {y + 3} 23 {y + 10}Z")
    + _area(f"M25 {y + 10}C33 {y + 10} 37 {y + 5} 37 {y}C30 {y} 25 {y + 3} 25 {y + 10}Z")
    for y in (9, 18, 27)
)

_RIGA = {
    "glass": _area("M11 3H37C37 18 33 26 27 28V39H35V45H13V39H21V28C15 26 11 18 11 3Z") + _groove("M16 11H32"),
    "wine": "".join(_disc(*at, 6) for at in ((12, 18), (24, 18), (36, 18), (18, 29), (30, 29), (24, 40)))
    + _pen("M24 13C24 8 27 5 32 4", 3.5),
    "grain": _pen("M24 46V12", 3) + _area("M24 1C28 5 28 9 24 13C20 9 20 5 24 1Z") + _EAR,
    "archive": _SCROLL,
    "bank": "".join(_hole(*at, 13) + _one(_ring(*at, 11.5) + _ring(*at, 6)) for at in ((15, 15), (33, 19), (22, 34))),
    "builders_yard": _disc(24, 8, 6) + _pen("M24 10L10 43M24 10L38 43M15 30H33", 4.5),
    "fortress": _one("M7 4H14V11H20V4H28V11H34V4H41V19H37V45H11V19H7ZM19 45V34A5 5 0 0 1 29 34V45Z"),
    "guildhall": _one(
        "M20 3H28V10H34V17H40V24H44V45H4V24H8V17H14V10H20Z"
        "M20 45V34H28V45ZM12 26H18V32H12ZM30 26H36V32H30ZM21 16H27V24H21Z"
    ),
    "trading_post": _one(
        "M3 22L24 4L45 22V25H40V45H8V25H3ZM17 25H31C33.5 31 33.5 39 31 45H17C14.5 39 14.5 31 17 25Z"
        "M15.6 29.8H32.4V32.2H15.6ZM15.6 37.8H32.4V40.2H15.6Z"
    ),
    "crane": _pen("M12 43V11L41 4", 5)
    + _pen("M12 24L31 8", 3)
    + _pen("M39 6V25", 2.5)
    + _area("M31 25H46V38H31Z")
    + _area("M3 40H25V45H3Z"),
    "lodge": _area("M5 45V22C5 10 13 3 24 3C35 3 43 10 43 22V45H33V24C33 17 29 13 24 13C19 13 15 17 15 24V45Z")
    + _area("M24 20L26.5 26L33 26.5L28 31L29.5 37L24 34L18.5 37L20 31L15 26.5L21.5 26Z"),
    "manufactory": _disc(24, 24, 14) + _cog(8) + _hole(24, 24, 6.5),
    "market_hall": _area("M3 16L24 3L45 16V20H3Z")
    + _area("M6 23H13V39H6ZM20.5 23H27.5V39H20.5ZM35 23H42V39H35ZM3 41H45V45H3Z"),
    "treasury": _area("M5 21C5 10 9 7 14 7H34C39 7 43 10 43 21Z")
    + _area("M5 24H43V43H5Z")
    + _hole(24, 30, 4)
    + _cut("M22.3 30H25.7V38H22.3Z"),
    "tavern": _MUG,
    "monastery": _one(
        "M21.5 1H26.5V6H31V10.5H26.5V17L41 28V45H7V28L21.5 17V10.5H17V6H21.5ZM20 45V36A4 4 0 0 1 28 36V45Z"
    ),
    "school": _area("M3 9C12 7 20 8 22.5 12V42C18 38 11 37 3 39Z")
    + _area("M45 9C36 7 28 8 25.5 12V42C30 38 37 37 45 39Z"),
    "warehouse": _one("M24 2L43 17V45H5V17ZM19 13H29V20H19ZM13 24H35V30H13ZM13 34H35V45H13Z"),
    "exchange": _area("M4 12H30V5L45 15L30 25V18H4Z") + _area("M44 30H18V23L3 33L18 43V36H44Z"),
    "merchants": _area("M9 17C9 6 39 6 39 17L44 20V23H4V20Z")
    + _area("M15 25H33C33 32 29 35 24 35C19 35 15 32 15 25Z")
    + _area("M6 46C6 39 13 36 24 37C35 36 42 39 42 46Z"),
    "knights": _HELM,
}

_HAITHABU = {
    "cart": _one(
        "M3 11H37V24H3ZM37 19H46V24H37Z" + _ring(12, 35, 9) + _ring(12, 35, 3.5) + _ring(30, 35, 9) + _ring(30, 35, 3.5)
    ),
    "worker": _area(
        "M24 3A8.5 8.5 0 0 1 30 18C38 19 45 23 45 27C45 31 38 30 34 30L40 45H27L24 39L21 45H8L14 30C10 30 3 31 3 27"
        "C3 23 10 19 18 18A8.5 8.5 0 0 1 24 3Z"
    ),
    "inn": _one("M24 3L45 20H39V45H9V20H3ZM16 24H27V27H32V37H27V40H16ZM27 30V34H29V30Z"),
    "loan": _SCROLL + _hole(34, 34, 13) + _one(_ring(34, 34, 11) + _ring(34, 34, 6)),
    "starter": _pen("M11 5V45") + _area("M13 5H43L35 15L43 25H13Z"),
    "juggler": _disc(9, 13, 5.5)
    + _disc(24, 6, 5.5)
    + _disc(39, 13, 5.5)
    + _disc(24, 24, 6)
    + _pen("M24 36L8 26M24 36L40 26", 5)
    + _area("M13 46C13 38 17 33 24 33C31 33 35 38 35 46Z"),
    "innkeeper": _MUG,
    "trader": _SCALES,
    "seer": _area("M1 24C10 8 38 8 47 24C38 40 10 40 1 24Z") + _hole(24, 24, 10) + _disc(24, 24, 6),
    "carpenter": _area("M2 13H33V29L30 25L26.5 29L23 25L19.5 29L16 25L12.5 29L9 25L5.5 29L2 25Z")
    + _area("M34 8H46V34H38V28H34Z")
    + _cut("M38.5 14H41.5V22H38.5Z"),
    "supplier": _SACK,
    "stevedore": _area("M11 3H37V21H11Z")
    + _groove("M14 6L34 18M34 6L14 18", 2.5)
    + _disc(24, 29, 6.5)
    + _pen("M10 21V32L15 40M38 21V32L33 40")
    + _area("M12 46C12 40 17 37 24 37C31 37 36 40 36 46Z"),
    "steward": _disc(14, 14, 11) + _hole(14, 14, 5) + _pen("M21 21L42 42", 5) + _pen("M33 33L39 27M39 39L45 33"),
    "viking_games": _disc(24, 24, 21) + _hole(24, 24, 16) + _disc(24, 24, 5) + _pen("M24 5V43M5 24H43", 3),
    "assassination": _area("M24 47L19 40V20H29V40Z") + _area("M12 14H36V19H12Z") + _area("M21 2H27V14H21Z"),
    "fog": _pen("".join(f"M4 {y}c8 -6 14 6 22 0c8 -6 12 4 18 -1" for y in (12, 24, 36)), 4.5),
    "unpaid_bill": _SCROLL,
    "storm": _area("M28 1L9 27H21L17 47L39 19H26Z"),
    "unrest": _area("M20 22H28V47H20Z") + _area("M24 1C34 8 35 14 32 20H16C12 14 20 12 24 1Z"),
}


def _joined(sign: str) -> str:
    """Return a sign in which areas that follow each other are one: fewer shapes render faster."""
    return re.sub(r'(?:<path d="[^"]*"/>)+', lambda areas: areas[0].replace('"/><path d="', ""), sign)


SYMBOLS: dict[str, str] = {
    **{name: _joined(sign) for name, sign in (_SHARED | _VISBY | _RIGA | _HAITHABU).items()},
    **{ware: _one(path) for ware, path in WARES.items()},
}
"""Every sign: pieces of SVG in which HOLE stands for the paper under it and PEN for its own colour."""
