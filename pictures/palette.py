"""Constants for the sizes and colours of all pictures: backgrounds, seats, shields and signs."""

from __future__ import annotations

WIDTH = 1000
"""The width of all pictures in units; a phone shows them about 400 pixels wide."""
MIN_TEXT_SIZE = 28
"""The smallest text: 11 pixels on a phone, the smallest that phones themselves use."""
MIN_SIGN_SIZE = 26
"""The smallest signs: 10 pixels on a phone."""

PARCHMENT = "#F1E4C8"
PAPER = "#FCF7EA"
INK = "#2A211C"
MUTED = "#5B4D3F"
"""For what matters less; dark enough to be read on parchment."""
LINE = "#C4AE84"
FADED = "#DCCBA6"
BRICK = "#93362A"
SEA = "#23506E"
BRASS = "#B9822A"
GOLD = "#F2C14E"
NIGHT = "#2C3550"
LEAF = "#4C6B3C"

SEAT_COLOURS = ("#2E8BFF", "#FF4F79", "#21B84F", "#A24BFF", "#FF7A1A", "#3A3A3A")
"""Brighter than wares and cities, so that no player has the colour of a thing. Colour-blind people use the pattern."""
SHIELD_PATTERNS = (
    "M15.5 3H24.5V37L20 38.4L15.5 37Z",
    "M3 14H37V24H3Z",
    "M3 3H12L34 27.5L29 33.5L3 9Z",
    "M20 10L37 25L33.5 31L20 19.5L6.5 31L3 25Z",
    "M3 3H20V19H37V20C37 30 29 35.5 20 38V19H3Z",
    "M20 9C26 9 30 13 30 18.5C30 24 26 28 20 28C14 28 10 24 10 18.5C10 13 14 9 20 9Z",
)
"""The pattern of each seat's shield on a grid of 40: pale, fess, bend, chevron, quarterly, roundel.

They are not letters, because letters name fields and cities.
"""
SIGN_COLOURS = {
    "coin": BRASS,
    "sun": BRASS,
    "start": BRASS,
    "winner": BRASS,
    "moon": NIGHT,
    "ware": SEA,
    "cart": SEA,
    "ship": SEA,
    "robot": MUTED,
    "cards": MUTED,
}
"""The colours of signs that several games draw, in pictures and as emoji; other signs are brick."""
SEAT_DASHES = ("none", "18 7", "6 6", "24 6 6 6", "12 4", "3 8")
"""The dashes of each seat's line in a chart."""
