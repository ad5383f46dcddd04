"""What is used in Riga: buildings by kind and by city."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar

from opponents.laboratory.uses import Used, Uses
from rules import Event
from rules.riga.data import BUILDINGS, CITY, KIND
from rules.riga.events import Built, TookBuilding, TookRow


class RigaUses(Uses):
    """Buildings that were built, and whether rows or buildings are taken."""

    things: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "building": Counter(KIND[name] for name in BUILDINGS),
        "city": Counter(CITY[name] for name in BUILDINGS),
        "taken": {"row": 1, "building": 1},
    }

    def of(self, event: Event) -> Iterator[Used]:
        """Yield buildings, and what was taken."""
        if isinstance(event, Built):
            for name in event.buildings:
                yield Used(event.seat, "building", KIND[name])
                yield Used(event.seat, "city", CITY[name])
        elif isinstance(event, TookRow):
            yield Used(event.seat, "taken", "row")
        elif isinstance(event, TookBuilding):
            yield Used(event.seat, "taken", "building")


USES = RigaUses()
