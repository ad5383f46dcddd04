"""`LiveMessages`: keeps lobbies, boards, hands and offers of seats up to date by edits, or posts them anew."""

from __future__ import annotations

from functools import partial

import msgspec

from cogs.connection.discord_errors import (
    CANNOT_EDIT,
    NO_ACCESS,
    NO_PERMISSION,
    TOO_MANY_EDITS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)
from cogs.delivery.port import Rejected
from cogs.delivery.sending import MessageSender, Sent
from cogs.messages.images import with_pictures_rendered
from cogs.messages.panel import Panel
from tables.delivery import channel_retries, posts
from tables.delivery.posts import LiveKind, Post
from tables.model.table import Table
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import BoardChanged
from tables.runtime.services import ChannelBlocked, RetryLater

_GONE = (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL)


class LiveMessages:
    """Edits the live messages of a table, and posts a new one where a message is missing or cannot be edited."""

    def __init__(self, sending: MessageSender) -> None:
        self.sending = sending
        self.services = sending.services

    async def update(
        self,
        attempt: Attempt,
        table: Table,
        kind: LiveKind,
        panel: Panel,
        channel: int | None,
        *,
        person: int = 0,
        silent: bool = False,
        anew: bool = True,
    ) -> Post | None:
        """Edit the live message of a kind to show `panel`; post a new one if there is none or it cannot be edited.

        `person` is the owner of a hand; 0 for public messages. A new message is posted only if the table is open and
        `anew` is True. It goes to `channel` (None: where the table is played) and keeps the story of the old message,
        for which an `ObsoleteMessage` is queued. If an earlier attempt may have posted, this one posts and never
        edits: if the earlier message exists, Discord answers with it. Return the message that shows the panel now; None
        if the old one could not be edited and none was posted.

        If no new message may be posted, raise `RetryLater` while Discord limits edits of old messages, and
        `ChannelBlocked` if we have no access to the channel. Raises also what `post` raises.
        """
        old = await posts.find(self.services, table.id, kind, person)
        story, may_post = old.story if old else "", attempt.may_have_arrived or (table.open and anew)
        if old and not attempt.may_have_arrived:
            refused = await self._try_to_edit(attempt, table, kind, old, panel, person)
            if not refused:
                return old
            if refused in _GONE:
                attempt.effects.set_post(kind, None, person)
                old = None
            elif not may_post and refused == TOO_MANY_EDITS:
                raise RetryLater("too many edits of old messages")
            elif not may_post and refused == NO_ACCESS:
                # The lobby of a running game is only edited: nothing has to wait for that.
                raise ChannelBlocked(
                    await channel_retries.next_attempt_at(self.services, [old.channel]), alone=table.open
                )
        if not may_post:
            return None
        moved = msgspec.structs.replace(old, story="") if old else None
        post, _ = await self.post(
            attempt, table, kind, panel, channel, moved, person=person, silent=silent, story=story
        )
        return post

    async def post(
        self,
        attempt: Attempt,
        table: Table,
        kind: LiveKind,
        panel: Panel,
        channel: int | None,
        old: Post | None,
        *,
        person: int = 0,
        silent: bool = False,
        ping: list[int] | None = None,
        story: str = "",
    ) -> tuple[Post, Sent]:
        """Post a new live message and store it with the attempt's effects; return it as stored and as it was sent.

        It is sent to `channel` (None: where the table is played) and pings the people in `ping`. `person` is the owner
        of a hand; 0 for public messages. `old` is the message that the new one replaces: an `ObsoleteMessage` is queued
        that deletes it or reduces it to its story. `story` is the part of the new message that stays when a later one
        replaces it. If an earlier attempt may have been delivered, Discord may have answered with its message, which
        may show something older, so a refresh is queued. Raises what `MessageSender.send` raises.
        """
        sent = await self.sending.send(attempt, table, panel, channel, ping=ping, silent=silent)
        # A message that arrived before may show an older picture: without a digest the refresh sends the new one.
        picture = "" if attempt.may_have_arrived else sent.picture
        post = Post(channel=sent.channel, message=sent.message, told=table.row.told, picture=picture, story=story)
        attempt.effects.set_post(kind, post, person)
        if old and old.message != post.message:
            attempt.effects.follow_up(posts.removal_of(old))
        if attempt.may_have_arrived:
            refresh = attempt.notification if attempt.notification.newest_only else BoardChanged()
            attempt.effects.follow_up(refresh)
        return post, sent

    async def _try_to_edit(
        self, attempt: Attempt, table: Table, kind: LiveKind, post: Post, panel: Panel, person: int
    ) -> int:
        """Edit a live message; return 0, or Discord's error code if it cannot be edited now.

        The code means that the message or channel is gone, that we have no permission, that the thread is archived or
        locked, or that there were too many edits of old messages. Any other refusal is raised as `Rejected`. If we have
        no access, the channel is stored as blocked; until it is tried again, its code is returned without a request.
        After a successful edit the channel counts as open again, and the digest of a new picture is added to the
        effects.
        """
        if refused := await self.sending.blocking_code(post.channel):
            return refused
        try:
            shown = await self._edit(post, panel.of_table_opened(table.row.created))
        except Rejected as problem:
            if problem.code not in (*_GONE, *CANNOT_EDIT, TOO_MANY_EDITS):
                raise
            if problem.code == NO_ACCESS:
                await channel_retries.note_blocked(self.services, post.channel, table.row.server, problem.code)
            return problem.code
        await self.sending.note_accepted(post.channel, attempt.effects)
        if shown != post.picture:
            attempt.effects.set_post(kind, msgspec.structs.replace(post, picture=shown), person)
        return 0

    async def _edit(self, post: Post, panel: Panel) -> str:
        """Edit a message to show `panel`; return the digest of the picture it shows now, "" without one.

        A picture that the message shows already is sent again only if Discord answers 400 without it. Where we may not
        attach files, texts replace the picture. Raises `Rejected`.
        """
        edit = partial(self.sending.port.edit, post.channel, post.message)
        if panel.digest and panel.digest == post.picture:
            try:
                await edit(panel, keep_pictures=True)
            except Rejected as problem:
                if problem.status != 400:
                    raise
            else:
                return panel.digest
        panel = self.sending.attaching.without_forbidden_pictures(await with_pictures_rendered(panel), post.channel)
        try:
            await edit(panel)
        except Rejected as problem:
            if problem.code != NO_PERMISSION or not panel.digest:
                raise
            panel = panel.without_pictures()
            await edit(panel)
            self.sending.attaching.mark_forbidden(post.channel)
        return panel.digest
