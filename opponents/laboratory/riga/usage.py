"""`USAGE`: which uses `opponents.laboratory.balance` counts in games of Riga.

They are the buildings built, by kind and by city, and the rows and buildings taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar

from opponents.laboratory.balance import Usage, Use
from rules import Event
from rules.riga.data import BUILDINGS, CITY, KIND
from rules.riga.events import Built, TookBuilding, TookRow


class RigaUsage(Usage):
    """Counts the buildings that are built, by kind and by city, and whether rows or buildings are taken."""

    things: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "building": Counter(KIND[name] for name in BUILDINGS),
        "city": Counter(CITY[name] for name in BUILDINGS),
        "taken": {"row": 1, "building": 1},
    }

    def uses_in(self, event: Event) -> Iterator[Use]:
        """Yield the uses that an event of Riga stands for: buildings built, a row or a building taken; else nothing.

        A building that is built counts twice: by its kind and by its city.
        """
        if isinstance(event, Built):
            for name in event.buildings:
                yield Use(event.seat, "building", KIND[name])
                yield Use(event.seat, "city", CITY[name])
        elif isinstance(event, TookRow):
            yield Use(event.seat, "taken", "row")
        elif isinstance(event, TookBuilding):
            yield Use(event.seat, "taken", "building")


USAGE = RigaUsage()
