"""`DeliveryPort`: everything that delivery asks of Discord, without a type of discord.py.

`discord_port` implements it with discord.py, and a simulation can implement it too. A call either succeeds or raises a
`DeliveryFailure`: Discord rejected the request, nobody answered, or the request was never started.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from cogs.messages.panel import Panel


class DeliveryFailure(Exception):
    """A request to Discord failed. `is_temporary` is True if the same request may succeed later."""

    is_temporary = True


class Rejected(DeliveryFailure):
    """Discord answered with an error: its HTTP `status`, and Discord's own error `code` (0 if it gave none)."""

    def __init__(self, status: int, code: int, reason: str, *, is_temporary: bool) -> None:
        super().__init__(reason)
        self.status = status
        self.code = code
        self.is_temporary = is_temporary


class Unanswered(DeliveryFailure):
    """The connection broke or timed out: the request may have been carried out all the same."""


class NotAttempted(DeliveryFailure):
    """The request was not started, because another process may hold our partition by now."""


class Delivered(NamedTuple):
    """A message that Discord has accepted: the ids of its channel, of itself, and of the people it mentions.

    If its nonce had been used before, this is the earlier message, possibly in another channel and with other contents.
    """

    channel: int
    message: int
    mentioned: list[int]


class DeliveryPort(Protocol):
    """Discord as delivery sees it: sends, edits and deletes messages, opens threads and direct messages.

    All ids are Discord's. Every coroutine may raise `DeliveryFailure`.
    """

    async def send(
        self,
        channel: int,
        panel: Panel,
        nonce: str,
        *,
        mention: list[int] | None = None,
        mention_role: int = 0,
        silent: bool = False,
    ) -> Delivered:
        """Post a new message; return where it is and who it mentions.

        If a message was sent under the same nonce in the last few minutes, nothing is posted and that message is
        returned. Only the people in `mention` and the role `mention_role` (0: none) are pinged. A `silent` message
        makes no push notification.
        """

    async def edit(self, channel: int, message: int, panel: Panel, *, keep_pictures: bool = False) -> None:
        """Replace a message's contents without pinging anybody. `keep_pictures`: leave its attachments as they are."""

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message; a missing one raises `Rejected` with status 404."""

    async def open_thread(self, channel: int, message: int, name: str) -> int:
        """Open a public thread under a message and return its id."""

    async def open_dm(self, person: int) -> int:
        """Return the id of the direct-message channel with a person."""

    async def add_to_thread(self, thread: int, people: list[int]) -> None:
        """Add people to a private thread. Skip those Discord refuses, and do nothing if it is not a thread."""

    async def remove_from_thread(self, thread: int, person: int) -> None:
        """Remove a person from a private thread. Do nothing if Discord refuses that, or if it is not a thread."""

    async def can_see(self, server: int, channel: int, person: int) -> bool:
        """Return True if the person is on the server and sees this public channel or thread."""

    async def can_write(self, server: int, channel: int) -> bool:
        """Return True if we are on the server and may write in this channel; False also if the channel was deleted."""

    def may_attach(self, channel: int) -> bool | None:
        """Return whether we may attach files in a channel; None if we do not know the channel's permissions."""
