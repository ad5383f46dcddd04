"""Colours: no player has the colour of a thing on the table, and none has another player's."""

from __future__ import annotations

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from pictures import palette
from pictures.haithabu.elements import WARE_COLOURS
from pictures.riga.elements import CITY_COLOURS, GOOD_COLOURS
from rules import GAMES

THINGS = {"visby": {}, "riga": {**GOOD_COLOURS, **CITY_COLOURS}, "haithabu": WARE_COLOURS}
APART = 20
"""Of the CIE's measure of 2000: colours so far apart have different names."""


def lab(colour: str) -> tuple[float, float, float]:
    """Return a colour as the eye measures it: lightness, from green to red, from blue to yellow."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    )
    x, y, z = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for value in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str) -> float:
    """Return how different two colours look: CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = lab(one), lab(other)
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    more = 1 + 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * more, a2 * more
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180
    hue = (h1 + turn / 2) % 360
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    tuned = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.2 * cos(radians(4 * hue - 63))
    )
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * tuned)
    blue = sin(radians(60 * exp(-(((hue - 275) / 25) ** 2)))) * 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 - blue * by_chroma * by_hue)


def test_the_measure_is_the_published_one() -> None:
    assert distance("#FFFFFF", "#000000") == pytest.approx(100, abs=0.1)
    assert distance("#FF0000", "#00FF00") == pytest.approx(86.6, abs=0.2)
    assert distance("#0000FF", "#0000FF") == 0


@pytest.mark.parametrize("game", THINGS)
def test_no_player_has_the_colour_of_a_thing_or_of_another_player(game: str) -> None:
    seats = palette.SEAT_COLOURS[: GAMES[game].players[-1]]
    assert all(distance(one, other) > APART for one, other in combinations(seats, 2))
    for seat in seats:
        assert all(distance(seat, colour) > APART for colour in THINGS[game].values())
        assert distance(seat, palette.PAPER) > APART
        assert distance(seat, palette.GOLD) > APART, "the frame of whose turn it is"
