"""Live messages: lobby, board, hands and seats on offer are kept up to date where they stand, or posted anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from cogs.connection.discord_errors import (
    CANNOT_EDIT,
    NO_ACCESS,
    NO_PERMISSION,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)
from cogs.delivery.port import DeliveryFailure, Rejected
from cogs.delivery.sending import Sending
from cogs.messages.images import with_pictures_rendered
from cogs.messages.panel import Panel
from tables.delivery import channel_retries, outbox, posts
from tables.delivery.posts import LiveKind, Post
from tables.model.table import Table
from tables.notifications.kinds import BoardChanged
from tables.notifications.outgoing import Outgoing, Write
from tables.runtime.services import Mute

Follows = Callable[[Post], Sequence[Write]]
"""Says what else is written when it is known where a message stands."""


def _nothing(_: Post) -> Sequence[Write]:
    return ()


class LiveMessages:
    """Edits the live messages of a table, and posts another where none can be edited."""

    def __init__(self, sending: Sending) -> None:
        self.sending = sending
        self.services = sending.services

    async def update(
        self,
        outgoing: Outgoing,
        table: Table,
        kind: LiveKind,
        panel: Panel,
        channel: int | None,
        *,
        person: int = 0,
        silent: bool = False,
        anew: bool = True,
        also: Follows = _nothing,
    ) -> None:
        """Edit the live message of this kind (`person`: whose hand); post a new one where none can be edited.

        All of it moves there, also the story; `also`: what is written then. Not `anew`: it is only edited.
        """
        old = await posts.find(self.services, table.id, kind, person)
        story = old.story if old else ""
        # If a newer one has perhaps arrived, that is kept instead.
        if old and not (outgoing.again and table.open and anew):
            refused = await self._try_to_edit(outgoing, table, kind, old, panel, person)
            if not refused:
                return
            if refused in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL):
                await posts.remember(self.services, table.id, kind, None, person)
                old = None
            elif refused == NO_ACCESS and not (table.open and anew):
                # The lobby of a game is only edited: nothing that happens there waits for that.
                raise Mute(await channel_retries.next_try(self.services, [old.channel]), alone=table.open)
        if not (table.open and anew):
            return
        moved = _without_story(old) if old else None
        new = await self.post(
            outgoing, table, kind, panel, channel, moved, person=person, silent=silent, story=story, also=also
        )
        if moved:
            await self.retire(outgoing, table, moved, new)

    async def post(
        self,
        outgoing: Outgoing,
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
        also: Follows = _nothing,
    ) -> Post:
        """Post the live message of this kind and remember where it stands. The old one has to be retired then.

        `story`: what of it stays when it is retired itself; `also`: what is written with where it stands.
        """
        sent = await self.sending.send(outgoing, table, panel, channel, ping=ping, silent=silent)
        post = Post(channel=sent.channel, message=sent.message, told=table.row.told, picture=sent.picture, story=story)
        instead_of = old if old and old.message != sent.message else None  # Repeated after a crash it is the same one.
        await posts.remember(self.services, table.id, kind, post, person, instead_of=instead_of, also=also(post))
        # It may be the message that had arrived before, and show what was so then. Whom that does not mention has not
        # heard anything, and an edit makes no sound.
        from_before = outgoing.from_before and bool(story or ping or outgoing.changed)
        perhaps_older = outgoing.again or sent.before or from_before
        unheard = [each for each in ping or () if each not in sent.mentioned]
        try:
            if not perhaps_older:
                return post
            if not unheard and not await self._try_to_edit(outgoing, table, kind, post, panel, person):
                return post
        except DeliveryFailure as problem:
            if not story or not problem.is_temporary:
                raise
            # What happened is told; nothing else that happens waits for how things stand.
            await outbox.write_also(self.services, table, [BoardChanged()], due=self.services.now() + 5)
            return post
        anew = msgspec.structs.replace(outgoing, nonce=f"{outgoing.nonce}.new", again=False, from_before=False)
        moved = _without_story(post)
        new = await self.post(
            anew, table, kind, panel, channel, moved, person=person, silent=silent, ping=unheard, story=story, also=also
        )
        if instead_of or not old:  # Else it is the old one, and retired by whoever asks for a new one.
            await self.retire(outgoing, table, moved, new)
        return new

    async def _try_to_edit(
        self, outgoing: Outgoing, table: Table, kind: LiveKind, post: Post, panel: Panel, person: int
    ) -> int:
        """Edit a message that is kept up to date; return 0, or Discord's reason why that cannot be."""
        if in_vain := await self.sending.in_vain(post.channel):
            return in_vain
        try:
            shown = await self._edit(post, panel.of_table_opened(table.row.created))
        except Rejected as problem:
            if problem.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, *CANNOT_EDIT):
                raise
            if problem.code == NO_ACCESS:
                await channel_retries.note_refusal(self.services, post.channel, table.row.server, problem.code)
            return problem.code
        await self.sending.note_seen_in(post.channel)
        if shown != post.picture:
            now = msgspec.structs.replace(post, picture=shown)
            posts.note_shown(self.services, table.id, kind, now, person, outgoing)
        return 0

    async def _edit(self, post: Post, panel: Panel) -> str:
        """Edit a message, return the digest of the picture it shows now. One that is still right stays as it is."""
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

    async def retire(self, outgoing: Outgoing, table: Table, old: Post, new: Post) -> None:
        """Take away an older message that another one has taken the place of; later, if that cannot be now."""
        if old.message != new.message:
            await self.sending.take_away_now(outgoing, table, posts.outdated(old))


def _without_story(post: Post) -> Post:
    """Return a message all of which is told elsewhere."""
    return msgspec.structs.replace(post, story="")
