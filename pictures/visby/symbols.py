"""The signs of Visby: its cards and tracks."""

from __future__ import annotations

from pictures.strokes import area, cut, disc, groove, hole, pen
from pictures.symbols import HELMET, SACK, SCALES


def _boat(x: float, y: float) -> str:
    return area(f"M{x + 12} {y}V{y + 13}H{x + 3}Z") + area(f"M{x} {y + 15}H{x + 22}L{x + 17} {y + 22}H{x + 5}Z")


SYMBOLS = {
    "troops": pen("M9 6L35 33M39 6L13 33", 5) + pen("M28 38L40 27M20 38L8 27") + pen("M35 33L42 41M13 33L6 41", 5),
    "knight": HELMET,
    "blacksmith": area("M3 12H34V16H45C45 24 39 27 32 27L30 34H37V43H11V34H18L16 25C9 25 3 21 3 12Z"),
    "fleet": _boat(1, 2) + _boat(25, 2) + _boat(13, 25),
    "tollkeeper": SACK + hole(24, 31, 8) + disc(24, 31, 4.5),
    "merchant": SCALES,
    "mendicant": area("M20 3C11 7 10 15 11 20L4 45H35L29 20C30 13 28 7 20 3Z")
    + cut("M20 9C15 11 15 17 16 21C18 24 22 24 24 21C25 17 25 11 20 9Z")
    + pen("M42 8V45"),
    "battle": area("M6 3H42V22C42 35 33 42 24 46C15 42 6 35 6 22Z") + groove("M24 10V37M16 18H32", 4),
    "journey": area("M24 1L29.5 18.5L47 24L29.5 29.5L24 47L18.5 29.5L1 24L18.5 18.5Z") + hole(24, 24, 4),
}
