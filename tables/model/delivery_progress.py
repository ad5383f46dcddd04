"""`DeliveryProgress`: what one process knows in memory about the delivery of notifications."""

from __future__ import annotations

from storage import Write


class DeliveryProgress:
    """What this process knows about notifications it has delivered or is delivering. Lives in memory only.

    `Services` makes one, and every table it loads refers to it.
    """

    def __init__(self) -> None:
        self.last_earlier_row = 0
        """The newest row of the outbox that an earlier process may already have delivered."""
        self.started_at = 0
        """When this process started. No earlier process has delivered a row that was due later."""
        self.being_delivered: dict[int, int] = {}
        """The row of the outbox that is being delivered, by table."""
        self.delivered_rows: dict[tuple[int, int], list[Write]] = {}
        """Outbox rows (number, stamp) that were delivered but not yet removed, with the writes that remove them."""
