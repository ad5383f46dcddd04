"""The signs of Haithabu: wares, also as cubes, and all that is on its board."""

from __future__ import annotations

import re

from pictures.strokes import area, cut, disc, groove, hole, pen, ring, single
from pictures.symbols import CLOTH, MUG, SACK, SCALES, SCROLL

WARES = {
    "mead": "M6 5H28C28 5 30 22 44 37L39 44C20 39 7 24 6 5ZM9 12H27V15H9Z",
    "cloth": CLOTH,
    "ceramics": "M16 3H32V10C39 14 43 21 41 30C39 38 35 43 32 45H16C13 43 9 38 7 30C5 21 9 14 16 10Z"
    "M9 22H39V25H9ZM11 31H37V34H11Z",
    "tools": "M7 5H36L43 11V19H7ZM19 21H28V46H19Z",
    "weapons": "M15 3H22V46H15ZM24 6C35 4 43 10 45 24C38 27 31 25 24 28Z",
    "spices": "M3 25H45C45 37 36 44 24 44C12 44 3 37 3 25ZM9 22C13 10 19 5 24 5C29 5 35 10 39 22Z"
    + ring(20, 16, 2.2)
    + ring(28, 14, 2.2)
    + ring(25, 20, 2.2),
}
"""Each a single path with absolute coordinates only."""

_FRAME, _EDGE = "M0 0H48V48H0Z", "M3 3H45V45H3Z"


def _inside(path: str) -> str:
    """Return a path made smaller, in the middle of the grid."""
    return re.sub(r"-?[\d.]+", lambda number: f"{float(number[0]) * 0.76 + 5.8:.1f}", path)


CUBES: dict[str, str] = {ware: _FRAME + _inside(path) for ware, path in WARES.items()}
"""A ware as a cube: the sign is cut out of it."""
OUTLINES: dict[str, str] = {ware: _FRAME + _EDGE + _inside(path) for ware, path in WARES.items()}
"""A cube that is still wanted: a frame with the sign in it."""

SYMBOLS = {
    "cart": single(
        "M3 11H37V24H3ZM37 19H46V24H37Z" + ring(12, 35, 9) + ring(12, 35, 3.5) + ring(30, 35, 9) + ring(30, 35, 3.5)
    ),
    "worker": area(
        "M24 3A8.5 8.5 0 0 1 30 18C38 19 45 23 45 27C45 31 38 30 34 30L40 45H27L24 39L21 45H8L14 30C10 30 3 31 3 27"
        "C3 23 10 19 18 18A8.5 8.5 0 0 1 24 3Z"
    ),
    "inn": single("M24 3L45 20H39V45H9V20H3ZM16 24H27V27H32V37H27V40H16ZM27 30V34H29V30Z"),
    "loan": SCROLL + hole(34, 34, 13) + single(ring(34, 34, 11) + ring(34, 34, 6)),
    "starter": pen("M11 5V45") + area("M13 5H43L35 15L43 25H13Z"),
    "juggler": disc(9, 13, 5.5)
    + disc(24, 6, 5.5)
    + disc(39, 13, 5.5)
    + disc(24, 24, 6)
    + pen("M24 36L8 26M24 36L40 26", 5)
    + area("M13 46C13 38 17 33 24 33C31 33 35 38 35 46Z"),
    "innkeeper": MUG,
    "trader": SCALES,
    "seer": area("M1 24C10 8 38 8 47 24C38 40 10 40 1 24Z") + hole(24, 24, 10) + disc(24, 24, 6),
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
    "viking_games": disc(24, 24, 21) + hole(24, 24, 16) + disc(24, 24, 5) + pen("M24 5V43M5 24H43", 3),
    "assassination": area("M24 47L19 40V20H29V40Z") + area("M12 14H36V19H12Z") + area("M21 2H27V14H21Z"),
    "fog": pen("".join(f"M4 {y}c8 -6 14 6 22 0c8 -6 12 4 18 -1" for y in (12, 24, 36)), 4.5),
    "unpaid_bill": SCROLL,
    "storm": area("M28 1L9 27H21L17 47L39 19H26Z"),
    "unrest": area("M20 22H28V47H20Z") + area("M24 1C34 8 35 14 32 20H16C12 14 20 12 24 1Z"),
    **{ware: single(path) for ware, path in WARES.items() if ware != "cloth"},
}
