"""Channels where the bot may not attach files: messages there have texts in place of pictures."""

from __future__ import annotations

import logging

from cogs.delivery.port import DeliveryPort
from cogs.messages.panel import Panel

log = logging.getLogger("kontor.sending")


class AttachmentPermissions:
    """Replaces pictures by texts in channels where the bot may not attach files, and logs such a channel once.

    The permission is looked up anew for each message. Only which channels were logged is remembered.
    """

    def __init__(self, port: DeliveryPort) -> None:
        self._port = port
        self._wordy: set[int] = set()
        """The channels without pictures that were logged."""

    def without_forbidden_pictures(self, panel: Panel, channel: int) -> Panel:
        """Return the panel with texts in place of its pictures if we know that we may not attach files in the channel.

        Otherwise, also if the permissions are unknown, it is returned unchanged. A forbidden channel is logged the
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
        """Log a warning that we may not attach files in a channel, unless that was logged already.

        It does not forbid anything: `without_forbidden_pictures` asks for the permissions each time.
        """
        if channel not in self._wordy:
            self._wordy.add(channel)
            log.warning("channel=%d we may not attach files: no pictures there, only words", channel)
