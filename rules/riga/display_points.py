"""The function `built_points`: the points that a player's built buildings are worth (R28–R30).

It needs no state, only names of buildings, so that views and menus can use it too.
"""

from __future__ import annotations

from collections.abc import Collection

from rules.riga.data import BUILDINGS, DATA
from rules.riga.payment import persons

_LODGES = (0, *DATA.function.lodge.points)
_ARCHIVE = DATA.function.archive


def built_points(built: Collection[str], person: str) -> tuple[int, int, int]:
    """Return three sums of points: printed on the built buildings (R28), for all Lodges (R29), for all Archives (R30).

    `built` are the names of the buildings in one player's display. `person` is the School's person (`knight` or
    `merchant`), "" without one.
    """
    points = lodges = archives = 0
    for name in built:
        card = BUILDINGS[name]
        points += card.points
        lodges += card.kind == "lodge"
        archives += card.kind == "archive"
    pairs = min(*persons(built, person), _ARCHIVE.pairs) if archives else 0
    return points, _LODGES[lodges], archives * _ARCHIVE.points * pairs
