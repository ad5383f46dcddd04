"""The function `built_points`: the points of a player's built buildings (R28–R30).

It needs no state, only names of buildings, so that views and menus can use it too.
"""

from __future__ import annotations

from collections.abc import Collection

from rules.riga.data import BUILDINGS, DATA, KIND
from rules.riga.payment import persons

_LODGES = (0, *DATA.function.lodge.points)
_ARCHIVE = DATA.function.archive


def built_points(built: Collection[str], person: str) -> tuple[int, int, int]:
    """Return three sums of points: of the built buildings themselves (R28), of all Lodges (R29), of all Archives (R30).

    `built` are the names of the buildings in one player's display. `person` is the School's person (`knight` or
    `merchant`), "" without one.
    """
    kinds = [KIND[name] for name in built]
    pairs = min(*persons(built, person), _ARCHIVE.pairs)
    return (
        sum(BUILDINGS[name].points for name in built),
        _LODGES[kinds.count("lodge")],
        kinds.count("archive") * _ARCHIVE.points * pairs,
    )
