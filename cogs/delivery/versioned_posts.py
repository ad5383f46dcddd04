"""`VersionedPosts`: posts, edits and deletes messages with versions, which are those of leagues and of wishes."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from cogs.connection.discord_errors import (
    CANNOT_EDIT,
    CANNOT_SPEAK,
    CANNOT_WRITE_TO,
    TOO_MANY_EDITS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)
from cogs.delivery.port import DeliveryFailure, Rejected
from cogs.delivery.port import NotAttempted as RequestNotAttempted
from cogs.delivery.sending import MessageSender
from cogs.messages.panel import Panel, Text
from tables.delivery import channel_retries, versioned_delivery
from tables.delivery.versioned_delivery import VersionedMessage
from tables.runtime.services import ChannelBlocked, NotAttempted, RetryLater

log = logging.getLogger("kontor.delivery")


class Place(NamedTuple):
    """A channel and its server, by their ids."""

    server: int
    channel: int


class VersionedPosts:
    """Posts, edits and deletes messages with versions, and sets in their rows where they are and their picture.

    All methods but `outcome` raise `DeliveryFailure` if Discord refuses, and `ChannelBlocked` if it does so because we
    lack permissions in the channel.
    """

    def __init__(self, sending: MessageSender) -> None:
        self.services = sending.services
        self.sending = sending

    @contextmanager
    def outcome(self, row: VersionedMessage) -> Iterator[None]:
        """Within this context, turn temporary failures of Discord into `RetryLater`. A final refusal is only logged.

        A request that was not begun raises `NotAttempted`, a subclass of `RetryLater`.
        """
        try:
            yield
        except Rejected as problem:
            if problem.is_temporary:
                raise RetryLater(f"{problem.status} {problem.code}") from problem
            log.warning("%s id=%d refused: %s", row.TABLE, row.id, problem)
        except RequestNotAttempted as problem:
            raise NotAttempted(str(problem)) from problem
        except DeliveryFailure as problem:
            raise RetryLater(str(problem)) from problem

    async def edit(self, row: VersionedMessage, place: Place, panel: Panel, *, may_post_anew: bool = True) -> bool:
        """Edit a message to show `panel` and return True. Return False if it is gone.

        Also return False if it was edited too often, so that the caller posts it anew. Unless `may_post_anew`, that
        raises `Rejected` instead, and the edit is tried again later. `place` names the server of the message; its
        channel is in `row`.
        """
        panel = self.sending.attaching.without_forbidden_pictures(panel, row.channel)
        try:
            await self.sending.port.edit(row.channel, row.message, panel)
        except Rejected as problem:
            if problem.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL) or (may_post_anew and problem.code == TOO_MANY_EDITS):
                return False
            if problem.code not in CANNOT_EDIT:
                raise
            await self._block(Place(place.server, row.channel), problem)
        row.picture = panel.digest
        return True

    async def post_anew(self, row: VersionedMessage, place: Place, panel: Panel) -> None:
        """Post the message of `row` a second time, in `place`, and delete the old message if Discord allows that."""
        old, row.message = (row.channel, row.message), 0
        await self.post(row, place, panel)
        with suppress(DeliveryFailure):  # One that cannot be deleted stays.
            await self.sending.port.delete(*old)

    async def post(self, row: VersionedMessage, place: Place, panel: Panel, ping: list[int] | None = None) -> None:
        """Post a message in `place` that pings only the people in `ping`. Do nothing if the channel was deleted."""
        channel = place.channel
        blocked = await channel_retries.find(self.services, channel)
        if blocked and blocked.code == UNKNOWN_CHANNEL:
            return  # It was deleted, and that was logged.
        if blocked and channel_retries.is_too_early(self.services, blocked):
            raise ChannelBlocked(await channel_retries.next_attempt_at(self.services, [channel]))
        panel = self.sending.attaching.without_forbidden_pictures(panel, channel)
        nonce = await versioned_delivery.begin(self.services, row)
        try:
            with channel_retries.trying(self.services, blocked):
                row.channel, row.message, _ = await self.sending.port.send(channel, panel, nonce, mention=ping)
        except Rejected as problem:
            if problem.code not in CANNOT_SPEAK:
                raise
            if problem.code == UNKNOWN_CHANNEL:
                await channel_retries.note_blocked(self.services, channel, place.server, problem.code)
                return
            await self._block(place, problem)
        if blocked:
            await channel_retries.note_open(self.services, channel)
        row.picture = panel.digest

    async def write_to(self, person: int, row: VersionedMessage, place: Place, panel: Panel) -> None:
        """Send a person a direct message; if they accept none, post it in `place` with a ping."""
        try:
            await self.post(row, Place(place.server, await self.sending.port.open_dm(person)), panel)
        except Rejected as problem:
            if problem.code not in CANNOT_WRITE_TO:
                raise
            await self.post(row, place, panel.under(Text(f"<@{person}>")), ping=[person])

    async def delete(self, row: VersionedMessage) -> None:
        """Delete a message and set `row.message` to 0, even if it is gone or Discord refuses for good.

        A temporary refusal is raised.
        """
        try:
            await self.sending.port.delete(row.channel, row.message)
        except Rejected as problem:
            if problem.is_temporary:
                raise
        row.message = 0

    async def _block(self, place: Place, problem: Rejected) -> None:
        """Store that a channel refuses us, and raise `ChannelBlocked` with the time of the next try."""
        await channel_retries.note_blocked(self.services, place.channel, place.server, problem.code)
        raise ChannelBlocked(await channel_retries.next_attempt_at(self.services, [place.channel])) from problem
