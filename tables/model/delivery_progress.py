"""`DeliveryProgress`: what one process knows in memory about the delivery of notifications."""

from __future__ import annotations

from collections.abc import Callable

from cachetools import LRUCache

from storage import Write


class DeliveryProgress:
    """What this process knows about notifications it has delivered or is delivering. Lives in memory only.

    `Services` makes one, and every table it loads refers to it. `menu_open_until` takes the ids of a table, a channel
    and a person. It returns until when that person's private menu there can be edited (seconds since 1970), or 0
    without such a menu.
    """

    def __init__(self, menu_open_until: Callable[[int, int, int], int]) -> None:
        self.menu_open_until = menu_open_until
        self.last_earlier_row = 0
        """The newest row of the outbox that an earlier process may already have delivered."""
        self.started_at = 0
        """When this process started. No earlier process has delivered a row that was due later."""
        self.being_delivered: dict[int, int] = {}
        """The row of the outbox that is being delivered, by table."""
        self.board_edited_at: LRUCache[int, int] = LRUCache(5000)
        """When the board of a table was last edited, by table."""
        self.delivered_rows: dict[tuple[int, int], list[Write]] = {}
        """Outbox rows (number, stamp) that were delivered but not yet removed, with the writes that remove them."""
