"""`USAGE`: which uses `opponents.laboratory.balance` counts in games of Haithabu.

They are places of workers, characters, transports, and orders by family.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar

from opponents.laboratory.balance import Usage, Use
from rules import Event
from rules.haithabu.card_data import CARDS, ORDER, ORDERS, STACKS, TRANSPORT, TRANSPORTS
from rules.haithabu.data import CHARACTERS
from rules.haithabu.events import Completed, Fetched, OrderLost, OrderTaken, Placed, Recruited
from rules.haithabu.moves import PLACES


def family(order: str) -> str:
    """Return the family of an order: its numbers of wares, largest first, such as "4+2" or "2+2+1".

    `order` is the order's key. The family of a starting order is "start".
    """
    if order in {row.id for row in CARDS.orders.start}:
        return "start"
    return "+".join(str(count) for count in sorted(filter(None, ORDERS[ORDER[order]].wares), reverse=True))


_FAMILIES = Counter(family(row.id) for row in CARDS.orders.others)


class HaithabuUsage(Usage):
    """Counts where workers are placed, which characters and transports are acquired, and what becomes of orders.

    Characters also count by whether they came from the display or from a rival, orders by their family. In `things` a
    family has as many copies as it has orders, everything else has one. Start orders are missing there, so reports
    leave them out.
    """

    things: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "place": dict.fromkeys(PLACES, 1),
        "character": dict.fromkeys(CHARACTERS, 1),
        "hired from": {"display": 1, "rival": 1},
        "transport": dict.fromkeys([stack.key for stack in STACKS], 1),
        "order taken": _FAMILIES,
        "order completed": _FAMILIES,
        "order lost": _FAMILIES,
    }

    def uses_in(self, event: Event) -> Iterator[Use]:
        """Yield the uses that an event of Haithabu stands for: worker placed, character, transport or order.

        A character counts twice: as itself, and by whether it was hired from the display or from a rival. An order
        counts by its family, as taken, completed or lost. Nothing is yielded for other events.
        """
        match event:
            case Placed():
                yield Use(event.seat, "place", event.place)
            case Recruited():
                yield Use(event.seat, "character", event.character)
                yield Use(event.seat, "hired from", "display" if event.owner is None else "rival")
            case Fetched():
                yield Use(event.seat, "transport", TRANSPORTS[TRANSPORT[event.transport]].stack.key)
            case OrderTaken():
                yield Use(event.seat, "order taken", family(event.order))
            case Completed():
                yield Use(event.seat, "order completed", family(event.order))
            case OrderLost():
                yield Use(event.seat, "order lost", family(event.order))


USAGE = HaithabuUsage()
