"""Our own signs, as small silhouettes on a square grid: those that several games draw, and a way to find any."""

from __future__ import annotations

from functools import cache

from pictures.strokes import area, cut, disc, groove, hole, joined, pen, ring, single
from rules import of_every_game

COIN = single(ring(24, 24, 20) + ring(24, 24, 15.5) + ring(24, 24, 12.5))
CLOTH = "M14 22L36 5H45V27L25 38C25 30 21 24 14 22Z" + ring(13, 34, 10) + ring(13, 34, 5)
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
HELMET = single("M24 3C13 3 9 11 9 21V40L18 45V31H30V45L39 40V21C39 11 35 3 24 3ZM13 18H35V23H26V31H22V23H13Z")
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
    "crown": area("M6 40L3 13L15 24L24 7L33 24L45 13L42 40Z") + groove("M9 34H39"),
    "cards": single("M14 3H42V37H35V10H14ZM8 12H33V45H8Z"),
    "clock": single("M9 2H39V8L28 24L39 40V46H9V40L20 24L9 8ZM17 41L24 31L31 41Z"),
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
    "merchants": area("M9 17C9 6 39 6 39 17L44 20V23H4V20Z")
    + area("M15 25H33C33 32 29 35 24 35C19 35 15 32 15 25Z")
    + area("M6 46C6 39 13 36 24 37C35 36 42 39 42 46Z"),
    "cloth": single(CLOTH),
}


@cache
def symbols() -> dict[str, str]:
    """Return every sign by its name, as pieces of SVG: those of all games and the shared ones.

    They are gathered when the first one is drawn: games draw theirs with what is here.
    """
    found = dict(_SHARED)
    for game, own in of_every_game("pictures", "SYMBOLS").items():
        if doubled := found.keys() & own:
            raise ValueError(f"the signs {', '.join(sorted(doubled))} of {game} are there already: name them otherwise")
        found |= own
    return {name: joined(sign) for name, sign in found.items()}
