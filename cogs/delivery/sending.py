"""Sending: how a message gets to its place, how it is taken away, and what is done where Discord refuses."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple

from cachetools import LRUCache

from cogs.connection.discord_errors import (
    CANNOT_SPEAK,
    CANNOT_WRITE_TO,
    HAS_THREAD,
    NEVER_EDITED,
    NO_ACCESS,
    NO_PERMISSION,
    UNKNOWN_CHANNEL,
)
from cogs.delivery.attachments import AttachmentPermissions
from cogs.delivery.port import DeliveryFailure, DeliveryPort, Rejected
from cogs.messages.images import with_pictures_rendered
from cogs.messages.panel import Panel, Text, says
from tables.delivery import channel_retries, outbox, posts, prompts
from tables.model.table import Table
from tables.notifications.kinds import BoardChanged, Outdated
from tables.notifications.outgoing import Outgoing
from tables.runtime.services import Mute, Services, TellLater
from words import table_text as table_words
from words import words_in

log = logging.getLogger("kontor.sending")


class Sent(NamedTuple):
    """Where a message stands, the digest of its picture, and whom it mentions."""

    channel: int
    message: int
    picture: str
    mentioned: list[int]
    before: bool = False
    """It had arrived before, and says what was so then."""


class Sending:
    """Brings messages to where a table lives, and takes them away from there."""

    def __init__(self, port: DeliveryPort, services: Services, colours: Mapping[str, int | None]) -> None:
        self.port = port
        self.services = services
        self._colours = colours
        """The colours of the games."""
        self.attaching = AttachmentPermissions(port)
        self._arrived: LRUCache[str, Sent] = LRUCache(5000)
        """What has arrived, by nonce. If that could not be written it is told again, and Discord forgets nonces."""

    async def open_thread(self, table: Table, name: str) -> None:
        """Open the table's thread under its lobby; stay in the channel if that is not allowed.

        Raises `TellLater` if there is no lobby yet: it could not be posted just now.
        """
        if table.row.thread:
            return
        lobby = await posts.find(self.services, table.id, "lobby")
        if await self.in_vain(table.row.channel):
            return
        if lobby is None and await outbox.lobby_comes(self.services, table):
            raise TellLater("its lobby is not there yet")
        thread: int | None = None
        try:
            if lobby:
                thread = await self.port.open_thread(table.row.channel, lobby.message, name)
        except Rejected as problem:
            if problem.is_temporary:
                raise
            if problem.code == HAS_THREAD and lobby:
                thread = lobby.message
            else:
                log.warning("table=%d no thread, staying in the channel: %s", table.id, problem)
        if thread:
            await posts.note_thread(self.services, table, thread)

    async def in_vain(self, place: int) -> int:
        """Return why nothing can be done in a place as far as we know, if it is too early to try; else 0.

        Who may not write may still edit and delete.
        """
        refusal = await channel_retries.known(self.services, place)
        if refusal is None or refusal.code == NO_PERMISSION or not channel_retries.waits(self.services, refusal):
            return 0
        return refusal.code

    async def note_seen_in(self, place: int) -> None:
        """Note that a message could be edited or deleted."""
        refusal = await channel_retries.known(self.services, place)
        if refusal and refusal.code != NO_PERMISSION:
            await outbox.note_speaks(self.services, place)

    async def send(
        self,
        outgoing: Outgoing,
        table: Table,
        panel: Panel,
        channel: int | None,
        *,
        ping: list[int] | None = None,
        silent: bool = False,
    ) -> Sent:
        """Send a new message.

        A notice has its own nonce: a repeat after a crash is no second message, and stands where it arrived. Raises
        `Mute` if all refuse.
        """
        if known := self._arrived.get(outgoing.nonce):
            outgoing.tried.append(known.channel)
            return known._replace(before=True)
        rooms = [channel] if channel else list(dict.fromkeys((table.place, table.row.channel)))
        panel = await with_pictures_rendered(panel.of_table_opened(table.row.created))
        attempts = [(room, panel) for room in rooms]
        while attempts:
            place, shown = attempts.pop(0)
            refusal = await channel_retries.known(self.services, place)
            if refusal and channel_retries.waits(self.services, refusal):
                continue
            shown = self.attaching.without_forbidden_pictures(shown, place)
            try:
                outgoing.tried.append(place)
                with channel_retries.trying(self.services, refusal):
                    where, message, mentioned = await self.port.send(
                        place, shown, outgoing.nonce, mention=ping, silent=silent
                    )
            except Rejected as problem:
                if problem.code not in CANNOT_SPEAK:
                    raise
                if problem.code == NO_PERMISSION and shown.digest:
                    attempts.insert(0, (place, shown.without_pictures()))
                    continue
                if place == table.row.thread and problem.code == UNKNOWN_CHANNEL:
                    log.warning("table=%d its thread is gone, it goes on in the channel", table.id)
                    await posts.note_thread(self.services, table, None)
                else:
                    await channel_retries.note_refusal(self.services, place, table.row.server, problem.code)
            else:
                if panel.digest and not shown.digest:
                    self.attaching.mark_forbidden(place)
                if refusal:
                    await outbox.note_speaks(self.services, place)
                if table.row.place_gone and not channel:
                    await posts.note_channel_found(self.services, table)
                self._arrived[outgoing.nonce] = sent = Sent(where, message, shown.digest, mentioned)
                return sent
        last = await channel_retries.known(self.services, table.row.channel)
        gone = last is not None and last.code == UNKNOWN_CHANNEL and table.row.channel in rooms
        raise Mute(await channel_retries.next_try(self.services, rooms), gone=gone)

    async def send_directly(
        self, outgoing: Outgoing, table: Table, panel: Panel, person: int, *, silent: bool = False, waits: bool = False
    ) -> Sent | None:
        """Send somebody a direct message; None if they take none, or not now. What `waits` raises `Mute` then."""
        try:
            channel = await self.port.open_dm(person)
            return await self.send(outgoing, table, panel, channel, ping=[person], silent=silent)
        except Mute:
            if waits:
                raise
        except Rejected as problem:
            if problem.code not in CANNOT_WRITE_TO:
                raise
            log.info("table=%d somebody takes no direct messages: %s", table.id, problem)
        return None

    async def say(self, outgoing: Outgoing, table: Table, story: str) -> None:
        """Say where the table lives what happened.

        If it has perhaps arrived with a board, that is taken away, unless it is the board that stands.
        """
        panel = Panel((Text(story),), self._colours.get(table.row.game))
        sent = await self.send(outgoing, table, panel, None)
        if not outgoing.perhaps_there:
            return
        board = await posts.find(self.services, table.id, "board")
        if board and board.message == sent.message:
            return
        # Whom it has asked is known only until it is edited.
        told = Outdated(channel=sent.channel, message=sent.message, story=story)
        await prompts.note_was_pinged(self.services, table, sent.mentioned, outgoing.position, told)
        await self.take_away_now(outgoing, table, told)

    async def take_away_now(self, outgoing: Outgoing, table: Table, outdated: Outdated) -> None:
        """Take away a message, or leave that to the outbox."""
        try:
            await self.take_away(table, outdated)
        except (DeliveryFailure, Mute, TellLater) as problem:
            log.info("table=%d message=%d is not taken away yet: %s", table.id, outdated.message, problem)
        else:
            prompts.cross_out(table, outdated, outgoing)

    async def take_away(self, table: Table, outdated: Outdated) -> None:
        """Delete a message, but for the story told in it; where that is refused say instead what has become of it.

        It may well be gone already.
        """
        if await self.in_vain(outdated.channel):
            raise Mute(await channel_retries.next_try(self.services, [outdated.channel]))
        where = (outdated.channel, outdated.message)
        try:
            try:
                if outdated.elsewhere:
                    await self._tell_elsewhere(table, outdated)
                    await self.port.delete(*where)
                elif outdated.story:
                    told = Panel((Text(outdated.story),), self._colours.get(table.row.game))
                    await self.port.edit(*where, told)
                else:
                    await self.port.delete(*where)
            except Rejected as problem:
                kept = outdated.story and (outdated.elsewhere or problem.code not in NEVER_EDITED)
                if problem.status == HTTPStatus.NOT_FOUND or kept:
                    raise
                if outdated.story:
                    await self.take_away(table, await posts.tell_elsewhere(self.services, table.id, outdated))
                    return
                words = words_in(table.row.language)
                instead = table_words.obsolete_ping(words) if outdated.asks_in_vain else table_words.board_moved(words)
                await self.port.edit(*where, says(instead))
                if problem.is_temporary:
                    raise TellLater(f"{problem.status} {problem.code}") from problem
        except Rejected as problem:
            if problem.status == HTTPStatus.NOT_FOUND:
                return
            if problem.code == NO_ACCESS:
                await channel_retries.note_refusal(self.services, outdated.channel, table.row.server, problem.code)
                raise Mute(await channel_retries.next_try(self.services, [outdated.channel])) from problem
            raise TellLater(f"{problem.status} {problem.code}") from problem
        await self.note_seen_in(outdated.channel)

    async def _tell_elsewhere(self, table: Table, outdated: Outdated) -> None:
        """Tell anew what happened in a message that cannot be edited; told twice it is one message."""
        anew = Outgoing(0, BoardChanged(), f"s{outdated.message}", table.row.version)
        await self.send(anew, table, Panel((Text(outdated.story),), self._colours.get(table.row.game)), None)
