"""Riga: colours and SVG elements that its pictures share: goods, building tiles, parts of building cards.

A building's `name` is its key; `x` and `y` are always the top left corner.
"""

from __future__ import annotations

from functools import partial

from pictures import palette
from pictures.lettering import drawable_text
from pictures.shapes import box, group, symbol, text
from rules.riga.data import BUILDINGS, CITY, FAVOURED, KIND, PAYS, SCHOOL
from words.riga import terms

MARGIN = 24

GOOD_COLOURS = {"cloth": palette.SEA, "glass": "#2F7F79", "wine": "#74254B", "grain": palette.BRASS}
"""The colour of each good."""
CITY_COLOURS = {
    "visby": palette.BRICK,
    "tallinn": "#9A6F14",
    "stockholm": palette.SEA,
    "danzig": palette.LEAF,
    "riga": "#6B4A2F",
}
"""The colour of each city; its letter is always shown too."""

GOOD_SIZE = 48
TILE_SIZE = 62


def without_emoji(sentence: str) -> str:
    """Return a sentence without emoji, which pictures draw themselves."""
    return drawable_text(sentence) or ""


def good(key: str, x: float, y: float, size: float = GOOD_SIZE) -> str:
    """Return the SVG of a good (by its key) as a small square card; `x` and `y` are its top left corner."""
    return group(
        box(0, 0, size, size, GOOD_COLOURS[key], radius=8),
        symbol(key, size * 0.06, size * 0.06, size * 0.88, palette.PAPER, GOOD_COLOURS[key]),
        x=x,
        y=y,
        good=key,
    )


def city(key: str, x: float, y: float, size: float) -> str:
    """Return the SVG of a tile in a city's colour with its first letter; `size` is the side of the square."""
    letter = text(
        size / 2, size * 0.78, terms.CITIES[key][0], size * 0.8, bold=True, fill=palette.PAPER, anchor="middle"
    )
    return group(box(0, 0, size, size, CITY_COLOURS[key], radius=size / 6), letter, x=x, y=y)


def city_letter(name: str) -> str:
    """Return the first letter of a building's city."""
    return terms.CITIES[CITY[name]][0]


def persons(name: str, x: float, y: float, size: float = 28) -> str:
    """Return the SVG of the signs of the merchants and knights that a building brings, side by side; "" if none.

    `name` is the building's key, `size` the size of a sign.
    """
    brings = BUILDINGS[name]
    signs = ["merchants"] * brings.merchants + ["knights"] * brings.knights
    return "".join(symbol(sign, x + number * (size + 2), y, size, palette.INK) for number, sign in enumerate(signs))


def prices(name: str, x: float, y: float, size: float, pitch: float) -> str:
    """R14: return the SVG of how many ducats each good pays for a building, side by side.

    `name` is the building's key, `size` the size of a good, `pitch` the distance from one good to the next.
    """
    return "".join(
        group(
            good(key, 0, 0, size),
            text(size + 4, size * 0.5 + 10, ducats, 28, bold=True),
            x=x + number * pitch,
            y=y,
            pays=key,
            ducats=ducats,
        )
        for number, (key, ducats) in enumerate(PAYS[CITY[name]].items())
    )


def card_edge(name: str, width: float, height: float) -> str:
    """Return the SVG of the left edge of a building card: its city's colour and letter, and the sign of its kind."""
    colour = CITY_COLOURS[CITY[name]]
    middle = width / 2
    return "".join(
        (
            box(0, 0, width, height, colour, radius=10),
            symbol(KIND[name], middle - 21, 10, 42, palette.PAPER, colour),
            text(middle, 86, city_letter(name), 30, bold=True, fill=palette.PAPER, anchor="middle"),
        )
    )


def built_tile(name: str, x: float, y: float, *, state: str, person: str = "") -> str:
    """Return the SVG of a built building as a small tile with the sign of its kind.

    `state` is the state of its function: "ready", "used", "fresh" (built this turn), "full" (the Exchange holds money)
    or "". A second sign shows the state; if `state` is "", it shows the good that the building favours, if any.
    `person` ("knight", "merchant" or "") is whom a School trains: its second sign is then that person. A used building
    is faded.
    """
    colour = CITY_COLOURS[CITY[name]]
    faded = state == "used"
    ink, ground = (colour, palette.FADED) if faded else (palette.PAPER, colour)
    sign = {"full": "coin"}.get(state, state)
    if not sign and name in FAVOURED:
        sign = FAVOURED[name]
    if name == SCHOOL and person:
        sign = f"{person}s"
    return group(
        box(0, 0, TILE_SIZE, TILE_SIZE, ground, colour, radius=8),
        symbol(KIND[name], 14, 1, 34, ink, ground),
        text(6, 59, city_letter(name), 28, bold=True, fill=ink),
        symbol(sign, 31, 34, 26, palette.GOLD if not faded else colour, ground) if sign else "",
        x=x,
        y=y,
        building=name,
        state=state,
    )


def unbuilt_tile(name: str, x: float, y: float) -> str:
    """Return the SVG of a building that could still be built, as a small tile with a dashed outline."""
    colour = CITY_COLOURS[CITY[name]]
    return group(
        box(0, 0, TILE_SIZE, TILE_SIZE, "none", colour, radius=8, dashed=True),
        symbol(KIND[name], 14, 1, 34, colour, palette.PAPER),
        text(6, 59, city_letter(name), 28, fill=colour),
        x=x,
        y=y,
        building=name,
        state="unbuilt",
    )


SIGN_PAINTERS = {
    **{key: partial(good, key) for key in GOOD_COLOURS},
    **{key: partial(city, key) for key in CITY_COLOURS},
}
"""The signs that are more than a silhouette."""
