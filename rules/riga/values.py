"""What built buildings are worth (R28–R30)."""

from __future__ import annotations

from collections.abc import Collection

from rules.riga.data import BUILDINGS, DATA, KIND
from rules.riga.payment import persons

_LODGES = (0, *DATA.function.lodge.points)
_ARCHIVE = DATA.function.archive


def points_of(built: Collection[str], person: str) -> tuple[int, int, int]:
    """Return the points of built buildings (R28), of all Lodges (R29) and of all Archives (R30)."""
    kinds = [KIND[name] for name in built]
    pairs = min(*persons(built, person), _ARCHIVE.pairs)
    return (
        sum(BUILDINGS[name].points for name in built),
        _LODGES[kinds.count("lodge")],
        kinds.count("archive") * _ARCHIVE.points * pairs,
    )
