"""Channels where we may not attach files: messages there come without pictures."""

from __future__ import annotations

import logging

from cogs.delivery.port import DeliveryPort
from cogs.messages.panel import Panel

log = logging.getLogger("kontor.sending")


class AttachmentPermissions:
    """Knows in which channels no file can be attached."""

    def __init__(self, port: DeliveryPort) -> None:
        self._port = port
        self._wordy: set[int] = set()
        """The channels without pictures that were logged."""

    def without_forbidden_pictures(self, panel: Panel, channel: int) -> Panel:
        """Return the panel without its pictures where we know that we may not attach files."""
        allowed = self._port.may_attach(channel) if panel.digest else None
        if allowed is None:
            return panel
        if not allowed:
            self.mark_forbidden(channel)
            return panel.without_pictures()
        self._wordy.discard(channel)
        return panel

    def mark_forbidden(self, channel: int) -> None:
        """Note that we may not attach files in a channel, and log it the first time."""
        if channel not in self._wordy:
            self._wordy.add(channel)
            log.warning("channel=%d we may not attach files: no pictures there, only words", channel)
