"""The palette of all pictures, warm and calm, and what a seat is known by beside its colour."""

from __future__ import annotations

WIDTH = 1000
"""All pictures are this wide; a phone shows them at 400."""
LEAST = 24
"""The smallest letters: still readable on a phone."""

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

SEATS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""Colours that stay apart for colour-blind eyes (after Okabe and Ito)."""
ON_SEATS = (PAPER, PAPER, PAPER, INK, INK, INK)
LETTERS = "ABCDEF"
DASHES = ("none", "18 7", "6 6", "24 6 6 6", "12 4", "3 8")
"""How each seat's line is drawn in a chart."""
