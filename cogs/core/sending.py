"""Sending: how a message gets to its place, is kept up to date there, and what is done where Discord refuses."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import discord
import msgspec
from cachetools import LRUCache
from discord import AllowedMentions

from cogs.core.attaching import Attaching
from cogs.core.components import components_of, files_of
from cogs.core.discord_private import edit_unread, open_thread_under, send_under_nonce
from cogs.core.images import rendered
from cogs.core.panel import Panel, Text, says
from cogs.core.troubles import (
    CANNOT_EDIT,
    CANNOT_SPEAK,
    CANNOT_WRITE_TO,
    HAS_THREAD,
    NEVER_EDITED,
    NO_ACCESS,
    NO_PERMISSION,
    TROUBLE,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    is_for_now,
)
from tables import asking, outbox, places, posts
from tables.house import House, Mute, TellLater
from tables.notices import BoardChanged, Outdated
from tables.outgoing import Outgoing, Write
from tables.posts import LiveKind, Post
from tables.table import Table
from words import tables as table_words
from words import words_in

log = logging.getLogger("kontor.sending")

Follows = Callable[[Post], Sequence[Write]]
"""Says what else is written when it is known where a message stands."""


def _nothing(_: Post) -> Sequence[Write]:
    return ()


class Sent(NamedTuple):
    """Where a message stands, the digest of its picture, and whom it mentions."""

    channel: int
    message: int
    picture: str
    mentioned: list[int]
    before: bool = False
    """It had arrived before, and says what was so then."""


class Sending:
    """Brings messages to where a table lives, and knows where those stand that are kept up to date."""

    def __init__(self, client: discord.Client, house: House, colours: Mapping[str, int | None]) -> None:
        self.client = client
        self.house = house
        self._colours = colours
        """The colours of the games."""
        self._attaching = Attaching(client)
        self._arrived: LRUCache[str, Sent] = LRUCache(5000)
        """What has arrived, by nonce. If that could not be written it is told again, and Discord forgets nonces."""

    async def open_thread(self, table: Table, name: str) -> None:
        """Open the table's thread under its lobby; stay in the channel if that is not allowed.

        Raises `TellLater` if there is no lobby yet: it could not be posted just now.
        """
        if table.row.thread:
            return
        lobby = await posts.find(self.house, table.id, "lobby")
        if await self._in_vain(table.row.channel):
            return
        if lobby is None and await outbox.lobby_comes(self.house, table):
            raise TellLater("its lobby is not there yet")
        thread: int | None = None
        try:
            if lobby:
                thread = await open_thread_under(self.client, table.row.channel, lobby.message, name)
        except discord.HTTPException as problem:
            if is_for_now(problem):
                raise
            if problem.code == HAS_THREAD and lobby:
                thread = lobby.message
            else:
                log.warning("table=%d no thread, staying in the channel: %s", table.id, problem)
        if thread:
            await posts.note_thread(self.house, table, thread)

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
        old = await posts.find(self.house, table.id, kind, person)
        story = old.story if old else ""
        # If a newer one has perhaps arrived, that is kept instead.
        if old and not (outgoing.again and table.open and anew):
            refused = await self._try_to_edit(outgoing, table, kind, old, panel, person)
            if not refused:
                return
            if refused in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL):
                await posts.remember(self.house, table.id, kind, None, person)
                old = None
            elif refused == NO_ACCESS and not (table.open and anew):
                # The lobby of a game is only edited: nothing that happens there waits for that.
                raise Mute(await places.next_try(self.house, [old.channel]), alone=table.open)
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
        sent = await self.send(outgoing, table, panel, channel, ping=ping, silent=silent)
        post = Post(channel=sent.channel, message=sent.message, told=table.row.told, picture=sent.picture, story=story)
        instead_of = old if old and old.message != sent.message else None  # Repeated after a crash it is the same one.
        await posts.remember(self.house, table.id, kind, post, person, instead_of=instead_of, also=also(post))
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
        except TROUBLE as problem:
            if not story or not is_for_now(problem):
                raise
            # What happened is told; nothing else that happens waits for how things stand.
            await outbox.write_also(self.house, table, [BoardChanged()], due=self.house.now() + 5)
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
        if in_vain := await self._in_vain(post.channel):
            return in_vain
        try:
            shown = await self._edit(post, panel.about(table.row.created))
        except discord.HTTPException as problem:
            if problem.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, *CANNOT_EDIT):
                raise
            if problem.code == NO_ACCESS:
                await places.note_refusal(self.house, post.channel, table.row.server, problem.code)
            return problem.code
        await self._note_seen_in(post.channel)
        if shown != post.picture:
            now = msgspec.structs.replace(post, picture=shown)
            posts.note_shown(self.house, table.id, kind, now, person, outgoing)
        return 0

    async def _in_vain(self, place: int) -> int:
        """Return why nothing can be done in a place as far as we know, if it is too early to try; else 0.

        Who may not write may still edit and delete.
        """
        refusal = await places.known(self.house, place)
        if refusal is None or refusal.code == NO_PERMISSION or not places.waits(self.house, refusal):
            return 0
        return refusal.code

    async def _note_seen_in(self, place: int) -> None:
        """Note that a message could be edited or deleted."""
        refusal = await places.known(self.house, place)
        if refusal and refusal.code != NO_PERMISSION:
            await outbox.note_speaks(self.house, place)

    async def _edit(self, post: Post, panel: Panel) -> str:
        """Edit a message, return the digest of the picture it shows now. One that is still right stays as it is."""
        edit = partial(edit_unread, self.client, post.channel, post.message)
        if panel.digest and panel.digest == post.picture:
            try:
                await edit(components_of(panel))
            except discord.HTTPException as problem:
                if problem.status != 400:
                    raise
            else:
                return panel.digest
        panel = self._attaching.allowed(await rendered(panel), post.channel)
        try:
            await edit(components_of(panel), files_of(panel))
        except discord.HTTPException as problem:
            if problem.code != NO_PERMISSION or not panel.digest:
                raise
            panel = panel.plain()
            await edit(components_of(panel), [])
            self._attaching.note_refused(post.channel)
        return panel.digest

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
        pings = AllowedMentions(everyone=False, roles=False, users=[discord.Object(person) for person in ping or ()])
        rooms = [channel] if channel else list(dict.fromkeys((table.place, table.row.channel)))
        panel = await rendered(panel.about(table.row.created))
        attempts = [(room, panel) for room in rooms]
        while attempts:
            place, shown = attempts.pop(0)
            refusal = await places.known(self.house, place)
            if refusal and places.waits(self.house, refusal):
                continue
            shown = self._attaching.allowed(shown, place)
            try:
                outgoing.tried.append(place)
                with places.trying(self.house, refusal):
                    where, message, mentioned = await send_under_nonce(
                        self.client, place, components_of(shown), files_of(shown), outgoing.nonce, pings, silent=silent
                    )
            except discord.HTTPException as problem:
                if problem.code not in CANNOT_SPEAK:
                    raise
                if problem.code == NO_PERMISSION and shown.digest:
                    attempts.insert(0, (place, shown.plain()))
                    continue
                if place == table.row.thread and problem.code == UNKNOWN_CHANNEL:
                    log.warning("table=%d its thread is gone, it goes on in the channel", table.id)
                    await posts.note_thread(self.house, table, None)
                else:
                    await places.note_refusal(self.house, place, table.row.server, problem.code)
            else:
                if panel.digest and not shown.digest:
                    self._attaching.note_refused(place)
                if refusal:
                    await outbox.note_speaks(self.house, place)
                if table.row.place_gone and not channel:
                    await posts.note_channel_found(self.house, table)
                self._arrived[outgoing.nonce] = sent = Sent(where, message, shown.digest, mentioned)
                return sent
        last = await places.known(self.house, table.row.channel)
        gone = last is not None and last.code == UNKNOWN_CHANNEL and table.row.channel in rooms
        raise Mute(await places.next_try(self.house, rooms), gone=gone)

    async def send_directly(
        self, outgoing: Outgoing, table: Table, panel: Panel, person: int, *, silent: bool = False, waits: bool = False
    ) -> Sent | None:
        """Send somebody a direct message; None if they take none, or not now. What `waits` raises `Mute` then."""
        try:
            channel = (await self.client.create_dm(discord.Object(person))).id
            return await self.send(outgoing, table, panel, channel, ping=[person], silent=silent)
        except Mute:
            if waits:
                raise
        except discord.HTTPException as problem:
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
        board = await posts.find(self.house, table.id, "board")
        if board and board.message == sent.message:
            return
        # Whom it has asked is known only until it is edited.
        told = Outdated(channel=sent.channel, message=sent.message, story=story)
        await asking.note_was_pinged(self.house, table, sent.mentioned, outgoing.position, told)
        await self.take_away_now(outgoing, table, told)

    async def retire(self, outgoing: Outgoing, table: Table, old: Post, new: Post) -> None:
        """Take away an older message that another one has taken the place of; later, if that cannot be now."""
        if old.message != new.message:
            await self.take_away_now(outgoing, table, posts.outdated(old))

    async def take_away_now(self, outgoing: Outgoing, table: Table, outdated: Outdated) -> None:
        """Take away a message, or leave that to the outbox."""
        try:
            await self.take_away(table, outdated)
        except (*TROUBLE, Mute, TellLater) as problem:
            log.info("table=%d message=%d is not taken away yet: %s", table.id, outdated.message, problem)
        else:
            asking.cross_out(table, outdated, outgoing)

    async def take_away(self, table: Table, outdated: Outdated) -> None:
        """Delete a message, but for the story told in it; where that is refused say instead what has become of it.

        It may well be gone already.
        """
        if await self._in_vain(outdated.channel):
            raise Mute(await places.next_try(self.house, [outdated.channel]))
        message = self.client.get_partial_messageable(outdated.channel).get_partial_message(outdated.message)
        try:
            try:
                if outdated.elsewhere:
                    await self._tell_elsewhere(table, outdated)
                    await message.delete()
                elif outdated.story:
                    told = components_of(Panel((Text(outdated.story),), self._colours.get(table.row.game)))
                    await edit_unread(self.client, outdated.channel, outdated.message, told, [])
                else:
                    await message.delete()
            except discord.HTTPException as problem:
                kept = outdated.story and (outdated.elsewhere or problem.code not in NEVER_EDITED)
                if isinstance(problem, discord.NotFound) or kept:
                    raise
                if outdated.story:
                    await self.take_away(table, await posts.tell_elsewhere(self.house, table.id, outdated))
                    return
                words = words_in(table.row.language)
                instead = table_words.not_asked(words) if outdated.asks_in_vain else table_words.board_moved(words)
                await edit_unread(self.client, outdated.channel, outdated.message, components_of(says(instead)), [])
                if is_for_now(problem):
                    raise TellLater(f"{problem.status} {problem.code}") from problem
        except discord.NotFound:
            return
        except discord.HTTPException as problem:
            if problem.code == NO_ACCESS:
                await places.note_refusal(self.house, outdated.channel, table.row.server, problem.code)
                raise Mute(await places.next_try(self.house, [outdated.channel])) from problem
            raise TellLater(f"{problem.status} {problem.code}") from problem
        await self._note_seen_in(outdated.channel)

    async def _tell_elsewhere(self, table: Table, outdated: Outdated) -> None:
        """Tell anew what happened in a message that cannot be edited; told twice it is one message."""
        anew = Outgoing(0, BoardChanged(), f"s{outdated.message}", table.row.version)
        await self.send(anew, table, Panel((Text(outdated.story),), self._colours.get(table.row.game)), None)


def _without_story(post: Post) -> Post:
    """Return a message all of which is told elsewhere."""
    return msgspec.structs.replace(post, story="")
