"""`USAGE`: which uses `opponents.laboratory.balance` counts in games of Haithabu.

They are places of workers, characters, transports, and orders by family.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar

from opponents.laboratory.balance import Usage, Use
from rules import Event
from rules.haithabu.card_data import CARDS, ORDER, ORDERS, STACKS, START_ORDERS, TRANSPORT, TRANSPORTS
from rules.haithabu.data import CHARACTERS
from rules.haithabu.events import Completed, Fetched, OrderLost, OrderTaken, Placed, Recruited
from rules.haithabu.moves import PLACES
from rules.haithabu.state import State


def family(order: str) -> str:
    """Return the family of an order: its numbers of wares, largest first, such as "4+2" or "2+2+1".

    `order` is the order's key. The family of a starting order is "start".
    """
    if ORDER[order] in START_ORDERS:
        return "start"
    return "+".join(str(count) for count in sorted(filter(None, ORDERS[ORDER[order]].wares), reverse=True))


_FAMILIES = Counter(family(row.id) for row in CARDS.orders.others)
_OTHER_ORDERS = tuple(f"{count} completed" for count in range(8))


class HaithabuUsage(Usage):
    """Counts where workers are placed, which characters and transports are acquired, and what becomes of orders.

    Characters also count by whether they came from the display or from a rival, orders by their family. In `things` a
    family has as many copies as it has orders, everything else has one. Start orders are not among the families.
    """

    things: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "place": dict.fromkeys(PLACES, 1),
        "character": dict.fromkeys(CHARACTERS, 1),
        "hired from": {"display": 1, "rival": 1},
        "transport": dict.fromkeys([stack.key for stack in STACKS], 1),
        "order taken": _FAMILIES,
        "order completed": _FAMILIES,
        "order lost": _FAMILIES,
        "start order": {"completed": 1, "lost": 1},
        "other orders of a player": dict.fromkeys(_OTHER_ORDERS, 1),
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
                yield _order_use(event.seat, "completed", event.order)
            case OrderLost():
                yield _order_use(event.seat, "lost", event.order)

    def uses_at_end(self, state: State) -> Iterator[Use]:
        """Yield for each seat how many orders it has completed, its start order apart."""
        for seat, player in enumerate(state.players):
            others = sum(card not in START_ORDERS for card in player.completed)
            yield Use(seat, "other orders of a player", _OTHER_ORDERS[min(others, len(_OTHER_ORDERS) - 1)])


def _order_use(seat: int, became: str, order: str) -> Use:
    """Return the use for an order that was "completed" or "lost"; `order` is its key."""
    kind = family(order)
    return Use(seat, "start order", became) if kind == "start" else Use(seat, f"order {became}", kind)


USAGE = HaithabuUsage()
