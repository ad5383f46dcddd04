"""What is known of places that refuse to be spoken in. `places` says when each is tried again, `outbox` tries it."""

from __future__ import annotations

from cachetools import LRUCache

from storage.rows import RefusalRow


class BlockedChannels:
    """The places that refuse, and when they were last tried."""

    def __init__(self) -> None:
        self.known: dict[int, RefusalRow] | None = None
        """All of them, by their number; None: nobody has looked yet. Written by `places`."""
        self.trying: set[int] = set()
        """Those where somebody tries to speak just now."""
        self.tried: LRUCache[tuple[int, bool], int] = LRUCache(2000)
        """When all of a server were last tried, because something changed or not."""
        self.to_try: set[int] = set()
        """The servers where there was a reason again too soon after that: it is done later."""
        self.reported = (0, 0)
        """At how many tables something waited for a place when the operator was told so last, and when that was."""
