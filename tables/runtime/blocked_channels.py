"""What is known of channels in which Discord refuses our messages. `delivery.channel_retries` decides on retries."""

from __future__ import annotations

from cachetools import LRUCache

from storage.rows import BlockedChannelRow


class BlockedChannels:
    """The channels in which Discord refuses our messages, and when they were last tried. `Services` makes it."""

    def __init__(self) -> None:
        self.known: dict[int, BlockedChannelRow] | None = None
        """All blocked channels, by channel; None until they are read. Written by `delivery.channel_retries`."""
        self.trying: set[int] = set()
        """The channels in which a message is being tried now."""
        self.tried: LRUCache[tuple[int, bool], int] = LRUCache(2000)
        """When all channels of a server were last tried, by server and whether permissions had changed."""
        self.to_try: set[int] = set()
        """The servers to try again later, because a reason came too soon after the last try."""
        self.reported = (0, 0)
        """The number of tables with blocked notifications when the log last said so, and the time of that line."""
