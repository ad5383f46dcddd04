"""The drawn signs that several games share, and `all_symbols`, which returns these and the signs of every game."""

from __future__ import annotations

from functools import cache

from pictures.strokes import area, cut, disc, groove, hole, merge_areas, pen, ring, single
from rules import declarations_by_game

COIN = single(ring(24, 24, 20) + ring(24, 24, 15.5) + ring(24, 24, 12.5))
SPOOL = (
    "M8 3H40V10H8ZM8 38H40V45H8ZM12 13H36V35H12Z"
    "M12 18.5L36 15.5V18L12 21ZM12 24.5L36 21.5V24L12 27ZM12 30.5L36 27.5V30L12 33Z"
)
HAMMER = "M6 6H14V8H30C37 8 42 11 44 19C39 16 35 17 32 20H14V22H6ZM19 23H28V46H19Z"
TOWER = "M7 4H14V11H20V4H28V11H34V4H41V19H37V45H11V19H7ZM19 45V34C19 30.7 21.2 29 24 29C26.8 29 29 30.7 29 34V45Z"
HORSE = single(
    "M13 39H38C38.5 31 38 26 36 21C33 12 27 8 21 7L19 2L15 8C11 12 9 17 4.5 23C3.5 25 4 28 6.5 30C9 31.5 11 30 12.5 28"
    "C15 27 18 27 20 25.5C20 31 13 33 13 39Z" + ring(19.5, 14.5, 2) + "M9 41H42V46H9Z"
)
TEMPLE = "M3 16L24 3L45 16V20H3ZM6 23H13V39H6ZM20.5 23H27.5V39H20.5ZM35 23H42V39H35ZM3 41H45V45H3Z"
SCALES = (
    pen("M24 7V40M10 12H38", 3.5)
    + pen("M10 13L4 28M10 13L16 28M38 13L32 28M38 13L44 28", 2)
    + area("M2 28H18C18 34 14 37 10 37C6 37 2 34 2 28Z")
    + area("M30 28H46C46 34 42 37 38 37C34 37 30 34 30 28Z")
    + area("M14 40H34V45H14Z")
)
MUG = (
    area("M8 12H32V43H8Z")
    + pen("M32 19H40V35H32")
    + disc(12, 11, 6)
    + disc(21, 9, 7)
    + disc(29, 11, 6)
    + groove("M15 21V36M25 21V36")
)
SACK = area("M17 4H31L28 14C38 19 43 29 43 36C43 42 38 45 24 45C10 45 5 42 5 36C5 29 10 19 20 14Z") + cut(
    "M18 13.5H30V16.5H18Z"
)
SCROLL = single(
    "M13 5H40V37C40 42 37 44 33 44H10V15C4 15 5 5 13 5ZM17 14.5H33V17.5H17ZM17 22.5H33V25.5H17ZM17 30.5H28V33.5H17Z"
)
SHIP = single(
    "M3 28H45L39 44H9ZM9.5 32.7H38.5V35.3H9.5Z"
    "M11 7H37C34 13 34 18 37 24H11C14 18 14 13 11 7ZM22.3 2.5H25.7V7H22.3ZM22.3 24H25.7V28H22.3Z"
)

_SHARED: dict[str, str] = {
    "seal": area("M15 27L9 46L18 42L24 47L30 42L39 46L33 27L24 31Z")
    + single(
        ring(24, 18, 16)
        + ring(24, 18, 11)
        + "M24 9L26.6 15L33 15.4L28 19.6L29.8 26L24 22.4L18.2 26L20 19.6L15 15.4L21.4 15Z"
    ),
    "ware": area("M12 3H36C42 16 42 32 36 45H12C6 32 6 16 12 3Z") + groove("M8.5 15H39.5M8.5 33H39.5"),
    "coin": COIN,
    "points": area("M24 3L30.5 17.5L46 19L34.5 29.5L38 45L24 37L10 45L13.5 29.5L2 19L17.5 17.5Z"),
    "winner": single(
        "M12 4H36V8H44C44 18 40 23 33 24C31 29 28 31 26.5 32V38H34V45H14V38H21.5V32C20 31 17 29 15 24C8 23 4 18 4 8H12Z"
        "M8.5 12C9 16 10.5 18 13 19C12.5 17 12 14 12 12ZM39.5 12H36C36 14 35.5 17 35 19C37.5 18 39 16 39.5 12Z"
    ),
    "robot": single(
        "M22 3H26V11H22ZM7 12H41V43H7ZM14 20H21V27H14ZM27 20H34V27H27ZM15 33H33V37H15ZM1 21H5V34H1ZM43 21H47V34H43Z"
    ),
    "cards": single("M14 3H42V37H35V10H14ZM8 12H33V45H8Z"),
    "clock": single(ring(24, 24, 21) + ring(24, 24, 16)) + pen("M24 13V24L32 29", 4.5),
    "ready": area("M28 1L9 27H21L17 47L39 19H26Z"),
    "used": pen("M9 9L39 39M39 9L9 39", 9),
    "fresh": pen("M24 46V22", 5)
    + area("M24 26C24 14 32 6 46 6C46 19 38 26 24 26Z")
    + area("M22 32C22 22 15 16 3 16C3 27 10 32 22 32Z"),
    "start": pen("M11 5V45") + area("M13 5H43L35 15L43 25H13Z"),
    "sun": disc(24, 24, 10)
    + pen("M24 3V8M24 40V45M3 24H8M40 24H45M9 9L12.5 12.5M35.5 35.5L39 39M9 39L12.5 35.5M35.5 12.5L39 9", 4),
    "moon": area("M30 4A21 21 0 1 0 44 33A17 17 0 0 1 30 4Z"),
    "ship": SHIP,
    "market": single(
        "M4 6H44V19A5 5 0 0 1 34 19A5 5 0 0 1 24 19A5 5 0 0 1 14 19A5 5 0 0 1 4 19Z"
        "M7 25H11V31H37V25H41V45H37V37H11V45H7Z"
    ),
    "bank": "".join(hole(*at, 13) + single(ring(*at, 11.5) + ring(*at, 6)) for at in ((15, 15), (33, 19), (22, 34))),
    "trading_post": single(
        "M3 22L24 4L45 22V25H40V45H8V25H3ZM17 25H31C33.5 31 33.5 39 31 45H17C14.5 39 14.5 31 17 25Z"
        "M15.6 29.8H32.4V32.2H15.6ZM15.6 37.8H32.4V40.2H15.6Z"
    ),
    "warehouse": single("M24 2L43 17V45H5V17ZM19 13H29V20H19ZM13 24H35V30H13ZM13 34H35V45H13Z"),
    "archive": SCROLL,
    "cloth": single(SPOOL),
}


@cache
def all_symbols() -> dict[str, str]:
    """Return every sign by its name, as SVG on a square grid: the shared ones and those of all games. Cached.

    Raises `ValueError` if a game uses a name that exists already. Games are read on the first call and not on import,
    because their signs use this module.
    """
    found = dict(_SHARED)
    for game, own in declarations_by_game("pictures", "SYMBOLS").items():
        if doubled := found.keys() & own:
            raise ValueError(f"{game}: signs with these names exist already: {', '.join(sorted(doubled))}")
        found |= own
    return {name: merge_areas(sign) for name, sign in found.items()}
