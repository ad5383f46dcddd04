"""`MessageSender`: sends messages to where a table is played or to a person directly, and removes them.

A channel that refuses us is stored as blocked, and is tried again later (`tables/delivery/channel_retries.py`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import NamedTuple

from cogs.connection.discord_errors import (
    CANNOT_SPEAK,
    CANNOT_WRITE_TO,
    HAS_THREAD,
    NEVER_EDITED,
    NO_ACCESS,
    NO_PERMISSION,
    TOO_MANY_THREADS,
    UNKNOWN_CHANNEL,
)
from cogs.delivery.attachments import AttachmentPermissions
from cogs.delivery.port import DeliveryPort, NotAttempted, Rejected
from cogs.messages.images import with_pictures_rendered
from cogs.messages.panel import Panel, Text, says, text
from cogs.messages.reader_language import words_of_person
from tables.delivery import channel_retries, outbox, posts, prompts
from tables.model.table import Table
from tables.notifications.attempt import Attempt, DeliveryState, Effects
from tables.notifications.kinds import ObsoleteMessage
from tables.notifications.preferences import choose_way, preferences_of
from tables.runtime import people
from tables.runtime.services import ChannelBlocked, RetryLater, Services
from words import Words, words_in
from words import table_text as table_words

log = logging.getLogger("kontor.sending")


class Sent(NamedTuple):
    """A message that Discord has accepted: the ids of its channel, of itself, and of the people it mentions.

    `picture` is the digest of the picture it was sent with; "" without one.
    """

    channel: int
    message: int
    picture: str
    mentioned: list[int]


class MessageSender:
    """Sends and removes the messages of tables. Blocked channels are stored, and skipped until they are tried again."""

    def __init__(self, port: DeliveryPort, services: Services, colours: Mapping[str, int | None]) -> None:
        self.port = port
        self.services = services
        self._colours = colours
        """The colours of the games."""
        self.attaching = AttachmentPermissions(port)

    async def open_thread(self, attempt: Attempt, table: Table, name: str) -> None:
        """Open the table's thread under its lobby's message and store it; stay in the channel if that is impossible.

        Does nothing if the table has a thread, or if its channel is blocked. If the message already has a thread, that
        one is used. Raises `RetryLater` if the lobby's message is not posted yet but comes earlier in the outbox than
        this notification, and for a league's table while the server has too many active threads. Raises
        `DeliveryFailure` for a temporary error.
        """
        if table.row.thread:
            return
        lobby = await posts.find(self.services, table.id, "lobby")
        if await self.blocking_code(table.row.channel):
            return
        if lobby is None and await outbox.is_lobby_pending_before(self.services, attempt.row):
            raise RetryLater("its lobby is not there yet")
        thread: int | None = None
        try:
            if lobby:
                thread = await self.port.open_thread(table.row.channel, lobby.message, name)
        except Rejected as problem:
            if problem.is_temporary:
                raise
            if problem.code == TOO_MANY_THREADS and table.row.season is not None:
                raise RetryLater("the server has too many active threads") from problem
            if problem.code == HAS_THREAD and lobby:
                thread = lobby.message
            else:
                log.warning("table=%d no thread, staying in the channel: %s", table.id, problem)
        if thread:
            await posts.note_thread(self.services, table, thread)

    async def blocking_code(self, channel: int) -> int:
        """Return Discord's error code if a channel is blocked and it is too early to try it again; otherwise 0.

        If the bot only lacks the permission to write there, 0 is returned: edits and deletions are still possible.
        """
        blocked = await channel_retries.find(self.services, channel)
        if blocked is None or blocked.code == NO_PERMISSION or not channel_retries.is_too_early(self.services, blocked):
            return 0
        return blocked.code

    async def note_accepted(self, channel: int, effects: Effects) -> None:
        """Store with the effects that a channel is open again, because Discord has accepted an edit or deletion there.

        If the bot only lacks the permission to write there, the channel stays blocked.
        """
        blocked = await channel_retries.find(self.services, channel)
        if blocked and blocked.code != NO_PERMISSION:
            effects.open_channels.append(channel)

    async def send(
        self,
        attempt: Attempt,
        table: Table,
        panel: Panel,
        channel: int | None,
        *,
        ping: list[int] | None = None,
        ping_role: int = 0,
        silent: bool = False,
    ) -> Sent:
        """Send a new message to `channel`; with None to the table's thread, or to its channel if that fails.

        Only the people in `ping` and the role with the id `ping_role` (0: none) are pinged. The attempt's nonce is
        stored first. If an earlier attempt may have been delivered, the result may be its message, possibly in another
        channel and with other contents. Where we may not attach files, texts replace pictures. A thread that
        is gone is removed from the table's row, and a channel that refuses us is stored as blocked.

        Raise `ChannelBlocked` if all these channels refuse us, `Replaced` if the notification is no longer in the
        outbox, and `DeliveryFailure` for any other failure.
        """
        targets = [channel] if channel else list(dict.fromkeys((table.place, table.row.channel)))
        panel = await with_pictures_rendered(panel.of_table_opened(table.row.created))
        versions = [(target, panel) for target in targets]
        while versions:
            target, shown = versions.pop(0)
            blocked = await channel_retries.find(self.services, target)
            if blocked and channel_retries.is_too_early(self.services, blocked):
                continue
            shown = self.attaching.without_forbidden_pictures(shown, target)
            await outbox.begin(self.services, attempt)
            try:
                with channel_retries.trying(self.services, blocked):
                    where, message, mentioned = await self.port.send(
                        target, shown, attempt.nonce, mention=ping, mention_role=ping_role, silent=silent
                    )
            except Rejected as problem:
                if not problem.is_temporary:  # After a timeout discord.py sends again, and may then be limited.
                    attempt.note_rejected()
                if problem.code not in CANNOT_SPEAK:
                    raise
                if problem.code == NO_PERMISSION and shown.digest:
                    versions.insert(0, (target, shown.without_pictures()))
                    continue
                if target == table.row.thread and problem.code == UNKNOWN_CHANNEL:
                    log.warning("table=%d its thread is gone, it goes on in the channel", table.id)
                    await posts.note_thread(self.services, table, None)
                else:
                    await channel_retries.note_blocked(self.services, target, table.row.server, problem.code)
            except NotAttempted:
                attempt.note_rejected()
                raise
            else:
                attempt.state = DeliveryState.DELIVERED
                if panel.digest and not shown.digest:
                    self.attaching.mark_forbidden(target)
                if blocked:
                    attempt.effects.open_channels.append(target)
                attempt.effects.is_channel_found = table.row.place_gone and not channel
                return Sent(where, message, shown.digest, mentioned)
        last = await channel_retries.find(self.services, table.row.channel)
        deleted = last is not None and last.code == UNKNOWN_CHANNEL and table.row.channel in targets
        raise ChannelBlocked(await channel_retries.next_attempt_at(self.services, targets), deleted=deleted)

    async def send_directly(
        self, attempt: Attempt, table: Table, panel: Panel, person: int, *, silent: bool = False, waits: bool = False
    ) -> Sent | None:
        """Send a person a direct message that pings them; return None if it cannot be delivered.

        That is so if they accept no direct messages, or if their direct-message channel is blocked now. In the second
        case `ChannelBlocked` is raised instead with `waits`. Other failures are raised as `DeliveryFailure`. With
        `silent` Discord shows the person no notification.
        """
        try:
            channel = await self.port.open_dm(person)
            return await self.send(attempt, table, panel, channel, ping=[person], silent=silent)
        except ChannelBlocked:
            if waits:
                raise
        except Rejected as problem:
            if problem.code not in CANNOT_WRITE_TO:
                raise
            log.info("table=%d somebody takes no direct messages: %s", table.id, problem)
        return None

    async def notify_person(
        self, attempt: Attempt, table: Table, person: int, word: Callable[[Words], str], where: str = ""
    ) -> None:
        """Tell one person something: by direct message if they accept these, else where the table is played.

        `word` returns the sentence in the language of the `Words` it gets. `where` is another line for a direct message
        only. The person is pinged only if they want to be notified now. Raises what `send` raises.
        """
        known = await people.get(self.services, person)
        said = word(await words_of_person(self.services, person, words_in(table.row.language)))
        loud = choose_way("end", preferences_of(known), self.services.now()).now
        if known is None or known.dms:
            panel = Panel((text(said, where),))
            if await self.send_directly(attempt, table, panel, person, silent=not loud):
                return
        there = Panel((Text(f"<@{person}> · {said}"),))
        await self.send(attempt, table, there, None, ping=[person] if loud else None)

    async def say(self, attempt: Attempt, table: Table, story: str) -> None:
        """Post the text of a story where the table is played. Raises what `send` raises.

        If an earlier attempt may have been delivered, its message may have the story together with a board. Then an
        `ObsoleteMessage` is queued that reduces that message to the story, and the people it mentions count as pinged.
        """
        panel = self._story_panel(table, story)
        if not attempt.may_have_arrived:
            await self.send(attempt, table, panel, None)
            return
        existing = await prompts.Prompts.load(self.services, table)
        then = await prompts.seats_at_position(self.services, table, attempt)
        sent = await self.send(attempt, table, panel, None)
        attempt.effects.follow_up(ObsoleteMessage(channel=sent.channel, message=sent.message, story=story))
        existing.note_was_pinged(then, sent.mentioned, attempt.effects)

    def _story_panel(self, table: Table, story: str) -> Panel:
        return Panel((Text(story),), self._colours.get(table.row.game))

    async def remove(self, attempt: Attempt, table: Table, outdated: ObsoleteMessage) -> None:
        """Delete an obsolete message, or reduce it to its story if it has one. A missing message is no error.

        If Discord refuses to delete a message, it is edited to say that it is obsolete. If Discord refuses to edit a
        message with a story, the story is posted in a new message, and an `ObsoleteMessage` is queued that deletes the
        old one. If an earlier attempt may have posted the new message, the story is posted again under the same nonce,
        without trying to edit. Raises `ChannelBlocked` or `RetryLater` if the removal has to wait.
        """
        if await self.blocking_code(outdated.channel):
            raise ChannelBlocked(await channel_retries.next_attempt_at(self.services, [outdated.channel]))
        where = (outdated.channel, outdated.message)
        try:
            if not outdated.story:
                await self._delete(table, outdated)
            elif not attempt.may_have_arrived:
                await self.port.edit(*where, self._story_panel(table, outdated.story))
            else:
                await self._post_story_anew(attempt, table, outdated)
        except Rejected as problem:
            if problem.status == HTTPStatus.NOT_FOUND:
                return
            if problem.code == NO_ACCESS:
                await channel_retries.note_blocked(self.services, outdated.channel, table.row.server, problem.code)
                raise ChannelBlocked(
                    await channel_retries.next_attempt_at(self.services, [outdated.channel])
                ) from problem
            if outdated.story and problem.code in NEVER_EDITED and attempt.state is DeliveryState.FRESH:
                await self._post_story_anew(attempt, table, outdated)
                return
            raise RetryLater(f"{problem.status} {problem.code}") from problem
        await self.note_accepted(outdated.channel, attempt.effects)

    async def _delete(self, table: Table, outdated: ObsoleteMessage) -> None:
        """Delete a message; if Discord refuses, edit it to say that it is obsolete or that the board has moved.

        Raises `Rejected` if the message is gone or cannot be edited either. If the refusal to delete was temporary,
        `Rejected` is raised even after the edit, so that the caller tries to delete again.
        """
        try:
            await self.port.delete(outdated.channel, outdated.message)
        except Rejected as problem:
            if problem.status == HTTPStatus.NOT_FOUND:
                raise
            words = words_in(table.row.language)
            instead = table_words.obsolete_ping(words) if outdated.asks_in_vain else table_words.board_moved(words)
            await self.port.edit(outdated.channel, outdated.message, says(instead))
            if problem.is_temporary:
                raise

    async def _post_story_anew(self, attempt: Attempt, table: Table, outdated: ObsoleteMessage) -> None:
        """Post a story whose message cannot be edited, and queue an `ObsoleteMessage` that deletes the old message."""
        await self.send(attempt, table, self._story_panel(table, outdated.story), None)
        attempt.effects.follow_up(ObsoleteMessage(channel=outdated.channel, message=outdated.message))
