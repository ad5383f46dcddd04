"""Haithabu: its drawn signs as SVG (`SYMBOLS`), and wares as cubes as path data (`CUBES`, `OUTLINES`)."""

from __future__ import annotations

import re

from pictures.all_symbols import HAMMER, MUG, SACK, SCALES, SCROLL, SPOOL, TEMPLE
from pictures.strokes import area, cut, disc, groove, hole, pen, ring, single

WARES = {
    "mead": "M8 6H40V13H8ZM10 16H38C44 23 45 36 38 45H10C3 36 4 23 10 16Z"
    "M24 21C28 27 30.5 30 30.5 34C30.5 38 27.5 40.5 24 40.5C20.5 40.5 17.5 38 17.5 34C17.5 30 20 27 24 21Z",
    "cloth": SPOOL,
    "ceramics": "M17 3H31V8C31 11 29 13 29 15C38 18 41 25 38 33C36 39 32 42 31 45H17C16 42 12 39 10 33C7 25 10 18 19 15"
    "C19 13 17 11 17 8ZM12 25H36V29H12ZM15 7C6 7 3 14 6 20L9.5 18.5C8 14 10 11 15 11ZM33 7C42 7 45 14 42 20L38.5 18.5"
    "C40 14 38 11 33 11Z",
    "tools": HAMMER,
    "weapons": "M16 2H22V46H16ZM25 9C30 9 35 7 40 2C47 10 47 24 40 33C35 28 30 25 25 25ZM8 11H13V23H8Z",
    "spices": "M31 9C31 5 33 3 37 2L39.5 5C36.5 6 35.5 7 35.5 9Z"
    "M21 17C21 12 26 10.5 32 10.5C38 10.5 44 12 44 17L38.5 15L33 18.5L27 15Z"
    "M23.5 20L27.5 18.5L33 22L38.5 18.5L42.5 20C44 33 31 45 5 45C17 40 22 31 23.5 20Z",
}
"""The outline of each ware: one path with absolute coordinates only."""

_FRAME, _EDGE = "M0 0H48V48H0Z", "M3 3H45V45H3Z"


def _inside(path: str) -> str:
    """Return path data made smaller, around the middle of the grid, so that it fits into a cube."""
    return re.sub(r"-?[\d.]+", lambda number: f"{float(number[0]) * 0.76 + 5.8:.1f}", path)


CUBES: dict[str, str] = {ware: _FRAME + _inside(path) for ware, path in WARES.items()}
"""A ware as a cube: the sign is cut out of it."""
OUTLINES: dict[str, str] = {ware: _FRAME + _EDGE + _inside(path) for ware, path in WARES.items()}
"""A ware that is still wanted: a frame with the sign in it."""

SYMBOLS = {
    "cart": single(
        "M3 11H37V24H3ZM37 19H46V24H37Z" + ring(12, 35, 9) + ring(12, 35, 3.5) + ring(30, 35, 9) + ring(30, 35, 3.5)
    ),
    "worker": area(
        "M24 3A8.5 8.5 0 0 1 30 18C38 19 45 23 45 27C45 31 38 30 34 30L40 45H27L24 39L21 45H8L14 30C10 30 3 31 3 27"
        "C3 23 10 19 18 18A8.5 8.5 0 0 1 24 3Z"
    ),
    "character": disc(24, 14, 11) + area("M5 46C5 34 13 28.5 24 28.5C35 28.5 43 34 43 46Z"),
    "order": SCROLL,
    "order_sale": SCROLL + hole(34, 34, 13) + single(ring(34, 34, 11) + ring(34, 34, 6)),
    "sell": single(ring(15, 28, 13) + ring(15, 28, 8) + "M38 6L47 19H41V42H35V19H29Z"),
    "buy": single(ring(15, 20, 13) + ring(15, 20, 8) + "M38 42L47 29H41V6H35V29H29Z"),
    "load": area("M4 11H27V4L44 15L27 26V19H4Z") + area("M3 30H45L39 45H9Z"),
    "deliver": single("M3 7H45V17H3ZM6 20H42V45H6ZM17 25H31V30H17Z"),
    "supply": area("M3 21H45L39 45H9Z") + pen("M11 21C11 3 37 3 37 21", 4) + groove("M9 29H39M11 37H37", 2.5),
    "post": single("M24 7L47 43H1ZM24 20L34 43H14Z") + pen("M24 9L20 3M24 9L28 3", 3.5),
    "loan": single(TEMPLE),
    "starter": single(
        "M24 3C26 3 27.5 4.5 27.5 6.5C34 8 38 13 38 20V29L43 37H5L10 29V20C10 13 14 8 20.5 6.5C20.5 4.5 22 3 24 3Z"
        "M17 40H31C30 44 27 46 24 46C21 46 18 44 17 40Z"
    ),
    "juggler": disc(9, 13, 5.5)
    + disc(24, 6, 5.5)
    + disc(39, 13, 5.5)
    + disc(24, 24, 6)
    + pen("M24 36L8 26M24 36L40 26", 5)
    + area("M13 46C13 38 17 33 24 33C31 33 35 38 35 46Z"),
    "innkeeper": MUG,
    "trader": SCALES,
    "seer": disc(24, 20, 18) + groove("M13 21C13 14 17 10 23 9", 4) + area("M13 39H35L40 46H8Z"),
    "carpenter": area("M2 13H33V29L30 25L26.5 29L23 25L19.5 29L16 25L12.5 29L9 25L5.5 29L2 25Z")
    + area("M34 8H46V34H38V28H34Z")
    + cut("M38.5 14H41.5V22H38.5Z"),
    "supplier": SACK,
    "stevedore": area("M11 3H37V21H11Z")
    + groove("M14 6L34 18M34 6L14 18", 2.5)
    + disc(24, 29, 6.5)
    + pen("M10 21V32L15 40M38 21V32L33 40")
    + area("M12 46C12 40 17 37 24 37C31 37 36 40 36 46Z"),
    "steward": disc(14, 14, 11) + hole(14, 14, 5) + pen("M21 21L42 42", 5) + pen("M33 33L39 27M39 39L45 33"),
    "viking_games": pen("M12 4C34 6 42 14 44 36", 5)
    + pen("M12 4L44 36", 2)
    + pen("M6 42L36 12", 4)
    + area("M41 7L39 20L28 9Z")
    + area("M2 46L4 35L13 44Z"),
    "assassination": area("M24 47L19 40V20H29V40Z") + area("M12 14H36V19H12Z") + area("M21 2H27V14H21Z"),
    "fog": pen("".join(f"M4 {y}c8 -6 14 6 22 0c8 -6 12 4 18 -1" for y in (12, 24, 36)), 4.5),
    "unpaid_bill": single(
        "M9 2H39V45L34 40L29 45L24 40L19 45L14 40L9 45ZM15 10H33V13.5H15ZM15 18H33V21.5H15ZM15 26H26V29.5H15Z"
    ),
    "storm": area(
        "M12 25C5 25 1 20 3 15C4 11 8 9 12 10C14 4 20 1 26 3C31 4 34 8 34 11C40 10 46 14 45 19C44 23 41 25 37 25Z"
    )
    + area("M25 27L13 38H21L16 47L33 35H26L32 27Z"),
    "unrest": single(
        "M25 1C27 9 39 15 39 29C39 39 32 46 24 46C15 46 9 39 9 30C9 24 12 19 16 15C16 20 18 23 20 24C19 15 21 7 25 1Z"
        "M24 42C28 42 31 39 31 35C31 31 28 29 26 25C25 30 17 31 17 36C17 40 20 42 24 42Z"
    ),
    **{ware: single(path) for ware, path in WARES.items() if ware != "cloth"},
}
