"""Riga: its drawn signs by name (`SYMBOLS`), as SVG: goods, buildings, persons."""

from __future__ import annotations

from math import cos, pi, sin

from pictures.all_symbols import HORSE, MUG, SCALES, TEMPLE, TOWER
from pictures.strokes import area, cut, disc, hole, pen, single


def _cog(teeth: int) -> str:
    """Return the SVG of the teeth of a cogwheel; `teeth` is their number."""
    turns = [2 * pi * tooth / teeth for tooth in range(teeth)]
    rays = "".join(f"M24 24L{24 + 18 * cos(turn):.1f} {24 + 18 * sin(turn):.1f}" for turn in turns)
    return pen(rays, 7).replace("round", "butt", 1)


_EAR = "".join(
    area(f"M23 {y + 10}C15 {y + 10} 11 {y + 5} 11 {y}C18 {y} 23 {y + 3} 23 {y + 10}Z")
    + area(f"M25 {y + 10}C33 {y + 10} 37 {y + 5} 37 {y}C30 {y} 25 {y + 3} 25 {y + 10}Z")
    for y in (9, 18, 27)
)

SYMBOLS = {
    "glass": single(
        "M6 46V21C6 9 13 2 24 2C35 2 42 9 42 21V46ZM22 7C15 8 11 13 11 21H22ZM26 7C33 8 37 13 37 21H26Z"
        "M11 25H22V32H11ZM26 25H37V32H26ZM11 36H22V42H11ZM26 36H37V42H26Z"
    ),
    "wine": "".join(disc(*at, 6) for at in ((12, 18), (24, 18), (36, 18), (18, 29), (30, 29), (24, 40)))
    + pen("M24 13C24 8 27 5 32 4", 3.5),
    "grain": pen("M24 46V12", 3) + area("M24 1C28 5 28 9 24 13C20 9 20 5 24 1Z") + _EAR,
    "builders_yard": disc(24, 8, 6) + pen("M24 10L10 43M24 10L38 43M15 30H33", 4.5),
    "fortress": single(TOWER),
    "guildhall": single(
        "M20 3H28V10H34V17H40V24H44V45H4V24H8V17H14V10H20Z"
        "M20 45V34H28V45ZM12 26H18V32H12ZM30 26H36V32H30ZM21 16H27V24H21Z"
    ),
    "crane": pen("M12 43V11L41 4", 5)
    + pen("M12 24L31 8", 3)
    + pen("M39 6V25", 2.5)
    + area("M31 25H46V38H31Z")
    + area("M3 40H25V45H3Z"),
    "lodge": area("M5 45V22C5 10 13 3 24 3C35 3 43 10 43 22V45H33V24C33 17 29 13 24 13C19 13 15 17 15 24V45Z")
    + area("M24 20L26.5 26L33 26.5L28 31L29.5 37L24 34L18.5 37L20 31L15 26.5L21.5 26Z"),
    "manufactory": disc(24, 24, 14) + _cog(8) + hole(24, 24, 6.5),
    "market_hall": area(TEMPLE),
    "treasury": area("M5 21C5 10 9 7 14 7H34C39 7 43 10 43 21Z")
    + area("M5 24H43V43H5Z")
    + hole(24, 30, 4)
    + cut("M22.3 30H25.7V38H22.3Z"),
    "tavern": MUG,
    "monastery": single(
        "M21.5 1H26.5V6H31V10.5H26.5V17L41 28V45H7V28L21.5 17V10.5H17V6H21.5ZM20 45V36A4 4 0 0 1 28 36V45Z"
    ),
    "school": area("M3 9C12 7 20 8 22.5 12V42C18 38 11 37 3 39Z")
    + area("M45 9C36 7 28 8 25.5 12V42C30 38 37 37 45 39Z"),
    "exchange": area("M4 12H30V5L45 15L30 25V18H4Z") + area("M44 30H18V23L3 33L18 43V36H44Z"),
    "knights": HORSE,
    "merchants": SCALES,
    "building": single("M24 3L46 23H40V45H8V23H2ZM19 45V31H29V45Z"),
}
