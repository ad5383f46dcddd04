"""`AttachmentPermissions`: replaces pictures by texts in channels where the bot may not attach files."""

from __future__ import annotations

import logging

from cogs.delivery.port import DeliveryPort
from cogs.messages.panel import Panel

log = logging.getLogger("kontor.sending")


class AttachmentPermissions:
    """Replaces pictures by texts in channels where the bot may not attach files, and logs each such channel once.

    The permission is looked up anew for each message. Only the channels that were logged are remembered.
    """

    def __init__(self, port: DeliveryPort) -> None:
        self._port = port
        self._wordy: set[int] = set()
        """The channels without pictures that were logged."""

    def without_forbidden_pictures(self, panel: Panel, channel: int) -> Panel:
        """Return the panel with texts in place of its pictures if the bot may not attach files in the channel.

        If it may, or if its permissions are unknown, the panel is returned unchanged. A forbidden channel is logged the
        first time, and again if it was allowed in between.
        """
        allowed = self._port.may_attach(channel) if panel.digest else None
        if allowed is None:
            return panel
        if not allowed:
            self.mark_forbidden(channel)
            return panel.without_pictures()
        self._wordy.discard(channel)
        return panel

    def mark_forbidden(self, channel: int) -> None:
        """Log a warning that the bot may not attach files in a channel, unless that was logged already.

        Later messages are not affected: `without_forbidden_pictures` looks up the permissions each time.
        """
        if channel not in self._wordy:
            self._wordy.add(channel)
            log.warning("channel=%d we may not attach files: no pictures there, only words", channel)
