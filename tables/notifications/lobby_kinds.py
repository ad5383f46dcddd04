"""What is told about lobbies to who has no seat there yet: that they are invited, and that there is a new one."""

from __future__ import annotations

from tables.notifications import lanes
from tables.notifications.base import AnyNotice


class Invited(AnyNotice, frozen=True, kw_only=True, tag="invited"):
    """These guests of the table are invited, by their numbers there."""

    asks = True
    guests: tuple[int, ...]


class LobbyOpened(AnyNotice, frozen=True, kw_only=True, tag="opened"):
    """There is a new lobby: the guests hear of it who wanted to hear of such ones."""

    @property
    def lane(self) -> int:
        """Nobody waits for it."""
        return lanes.NEW_LOBBY
