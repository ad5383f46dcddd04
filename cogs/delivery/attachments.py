"""Pictures where we may not attach files: only words there, and a line for the operator, once."""

from __future__ import annotations

import logging

from cogs.delivery.port import DeliveryPort
from cogs.messages.panel import Panel

log = logging.getLogger("kontor.sending")


class AttachmentPermissions:
    """Knows in which places no file can be attached."""

    def __init__(self, port: DeliveryPort) -> None:
        self._port = port
        self._wordy: set[int] = set()
        """These places, as far as the log has said so."""

    def without_forbidden_pictures(self, panel: Panel, place: int) -> Panel:
        """Return the panel without its pictures where we know that we may not attach files."""
        allowed = self._port.may_attach(place) if panel.digest else None
        if allowed is None:
            return panel
        if not allowed:
            self.mark_forbidden(place)
            return panel.without_pictures()
        self._wordy.discard(place)
        return panel

    def mark_forbidden(self, place: int) -> None:
        """Note that a place takes no files."""
        if place not in self._wordy:
            self._wordy.add(place)
            log.warning("channel=%d we may not attach files: no pictures there, only words", place)
