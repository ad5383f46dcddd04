"""Visby: its drawn signs by name (`SYMBOLS`), as SVG: cards and tracks. `SIGN_COLOURS` are their colours."""

from __future__ import annotations

from pictures import palette
from pictures.all_symbols import HAMMER, HORSE, SACK, SCALES, TOWER
from pictures.strokes import area, disc, hole, pen, ring, single

SYMBOLS = {
    "troops": pen("M9 6L35 33M39 6L13 33", 5) + pen("M28 38L40 27M20 38L8 27") + pen("M35 33L42 41M13 33L6 41", 5),
    "knight": HORSE,
    "blacksmith": single(HAMMER),
    "fleet": single(ring(24, 8, 6.5) + ring(24, 8, 3))
    + pen("M24 15V42M14 21H34", 5)
    + pen("M6 28C8 38 14 43 24 43C34 43 40 38 42 28", 5)
    + area("M1 30L6 21L12 30ZM36 30L42 21L47 30Z"),
    "tollkeeper": SACK + hole(24, 31, 8) + disc(24, 31, 4.5),
    "merchant": SCALES,
    "mendicant": area("M2 24H46C46 36 38 45 24 45C10 45 2 36 2 24Z") + pen("M26 20L42 5", 5),
    "battle": single(TOWER),
    "journey": pen("M4 16c7 -9 13 -9 20 0c7 9 13 9 20 0", 7) + pen("M4 34c7 -9 13 -9 20 0c7 9 13 9 20 0", 7),
}

SIGN_COLOURS = {
    **dict.fromkeys(("battle", "seal", "troops", "knight", "blacksmith"), palette.BRICK),
    **dict.fromkeys(("journey", "ware", "fleet", "ship", "tollkeeper"), palette.SEA),
    **dict.fromkeys(("market", "merchant", "mendicant"), palette.LEAF),
}
"""A track has one colour with the cards that are about it, and with what it gives."""
