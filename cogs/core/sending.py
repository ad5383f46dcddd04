"""Sending: how a message gets to its place, is kept up to date there, and what is done where Discord refuses."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord
import msgspec
from discord import AllowedMentions

from cogs.core.components import components_of, files_of
from cogs.core.discord_private import edit_unread
from cogs.core.panel import Panel
from tables import posts
from tables.house import House
from tables.notices import Outgoing
from tables.posts import Kept, Post
from tables.table import Table

log = logging.getLogger("kontor.sending")

TROUBLE = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What sending can end in: Discord refuses, or is not there."""
BROKEN = (discord.DiscordServerError, aiohttp.ClientError, OSError, TimeoutError)
"""Of these, what leaves open whether it has arrived: the connection broke, or Discord stumbled."""
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_USER, NO_ACCESS, CLOSED_DMS = 10003, 10008, 10013, 50001, 50007
NO_PERMISSION, NOBODY_THERE, ARCHIVED, NO_MUTUAL_SERVER, HAS_THREAD, LOCKED = 50013, 50033, 50083, 50278, 160004, 160005
ANSWERED_ALREADY = 40060
_CANNOT_SPEAK = (UNKNOWN_CHANNEL, NO_ACCESS, NO_PERMISSION, ARCHIVED, LOCKED)
CANNOT_WRITE_TO = (CLOSED_DMS, NO_MUTUAL_SERVER, UNKNOWN_USER, NOBODY_THERE)

Reply = TypeVar("Reply")


async def insist(send: Callable[[], Awaitable[Reply]], seconds: float) -> Reply:
    """Send something, and again if the connection breaks, for so many seconds; raises what broke it last."""
    time = asyncio.get_running_loop().time
    until, pause = time() + seconds, 0.0
    while True:
        try:
            return await send()
        except BROKEN as problem:
            if time() + pause >= until:
                raise
            log.info("sent again: %r", problem)
        await asyncio.sleep(pause)
        pause = 2 * pause or 0.1


class Gone(Exception):
    """Nobody can be told there: no channel, no permission."""


class Sending:
    """Brings messages to where a table lives, and knows where those stand that are kept up to date."""

    def __init__(self, client: discord.Client, house: House) -> None:
        self.client = client
        self.house = house
        self._wordy: set[int] = set()
        """Places where we may not attach files, as far as the log has said so."""

    async def open_thread(self, table: Table, name: str) -> None:
        """Open the table's thread under its lobby; stay in the channel if that is not allowed."""
        if table.row.thread:
            return
        lobby = await posts.find(self.house, table.id, "lobby")
        channel = self.client.get_partial_messageable(table.row.channel, guild_id=table.row.server)
        thread: int | None = None
        try:
            if lobby:
                message = channel.get_partial_message(lobby.message)
                thread = (await message.create_thread(name=name, auto_archive_duration=10080)).id
        except discord.HTTPException as problem:
            if problem.status >= 500 or problem.status == 429:
                raise
            if problem.code == HAS_THREAD and lobby:
                thread = lobby.message
            else:
                log.warning("table=%d no thread, staying in the channel: %s", table.id, problem)
        if thread:
            await posts.moved_into(self.house, table, thread)

    async def update(
        self,
        outgoing: Outgoing,
        table: Table,
        kind: Kept,
        panel: Panel,
        channel: int | None,
        *,
        person: int = 0,
        silent: bool = False,
    ) -> None:
        """Edit the live message of this kind (`person`: whose hand); post a new one where none can be edited."""
        post = await posts.find(self.house, table.id, kind, person)
        if post:
            try:
                shown = await self._edit(post, panel)
            except discord.HTTPException as problem:
                if problem.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, ARCHIVED, NO_ACCESS):
                    raise
                await posts.remember(self.house, table.id, kind, None, person)
            else:
                if shown != post.picture:
                    now = msgspec.structs.replace(post, picture=shown)
                    await posts.remember(self.house, table.id, kind, now, person)
                return
        if not table.open:
            return
        await self.post(outgoing, table, kind, panel, channel, person=person, silent=silent)

    async def post(
        self,
        outgoing: Outgoing,
        table: Table,
        kind: Kept,
        panel: Panel,
        channel: int | None,
        *,
        person: int = 0,
        silent: bool = False,
    ) -> Post:
        """Post the live message of this kind and remember where it stands."""
        where, message, picture = await self.send(outgoing, table, panel, channel, silent=silent)
        post = Post(channel=where, message=message, told=table.row.told, picture=picture)
        await posts.remember(self.house, table.id, kind, post, person)
        return post

    async def _edit(self, post: Post, panel: Panel) -> str:
        """Edit a message, return the digest of the picture it shows now. One that is still right stays as it is."""
        nobody = AllowedMentions.none()
        if panel.digest and panel.digest == post.picture:
            try:
                await edit_unread(self.client, post.channel, post.message, components_of(panel), nobody)
            except discord.HTTPException as problem:
                if problem.status != 400:
                    raise
            else:
                return panel.digest
        message = self.client.get_partial_messageable(post.channel).get_partial_message(post.message)
        panel = self._allowed(panel, post.channel)
        try:
            await message.edit(view=components_of(panel), attachments=files_of(panel), allowed_mentions=nobody)
        except discord.HTTPException as problem:
            if problem.code != NO_PERMISSION or not panel.digest:
                raise
            self._no_files(post.channel)
            panel = panel.plain()
            await message.edit(view=components_of(panel), attachments=[], allowed_mentions=nobody)
        return panel.digest

    def _allowed(self, panel: Panel, place: int) -> Panel:
        """Return the panel without its pictures where we know that we may not attach files."""
        channel = self.client.get_channel(place)
        if panel.digest and isinstance(channel, discord.TextChannel | discord.Thread):
            try:
                allowed = channel.permissions_for(channel.guild.me).attach_files
            except discord.ClientException:  # a thread whose channel we do not know
                return panel
            if not allowed:
                self._no_files(place)
                return panel.plain()
            self._wordy.discard(place)
        return panel

    def _no_files(self, place: int) -> None:
        if place not in self._wordy:
            self._wordy.add(place)
            log.warning("channel=%d we may not attach files: no pictures there, only words", place)

    async def send(
        self,
        outgoing: Outgoing,
        table: Table,
        panel: Panel,
        channel: int | None,
        *,
        ping: list[int] | None = None,
        silent: bool = False,
    ) -> tuple[int, int, str]:
        """Send a new message; return its place, its number and the digest of its picture.

        A notice has its own nonce: a repeat after a crash is no second message.
        """
        mentions = AllowedMentions(everyone=False, roles=False, users=[discord.Object(person) for person in ping or ()])
        places = [channel] if channel else list(dict.fromkeys((table.place, table.row.channel)))
        attempts = [(place, panel) for place in places]
        while attempts:
            place, shown = attempts.pop(0)
            shown = self._allowed(shown, place)
            try:
                message = await self.client.get_partial_messageable(place).send(
                    view=components_of(shown),
                    files=files_of(shown),
                    nonce=outgoing.nonce,
                    allowed_mentions=mentions,
                    silent=silent,
                )
            except discord.HTTPException as problem:
                if problem.code not in _CANNOT_SPEAK:
                    raise
                if problem.code == NO_PERMISSION and shown.digest:
                    self._no_files(place)
                    attempts.insert(0, (place, shown.plain()))
                    continue
                log.warning("table=%d kind=%s cannot speak in %d: %s", table.id, outgoing.notice.kind, place, problem)
                if place == table.row.thread and problem.code == UNKNOWN_CHANNEL:
                    await posts.moved_into(self.house, table, None)
            else:
                return place, message.id, shown.digest
        raise Gone("no place to speak")

    async def retire(self, old: Post, instead: Panel) -> None:
        """Delete an older board; where that is refused take its buttons away. That it is gone does not matter."""
        message = self.client.get_partial_messageable(old.channel).get_partial_message(old.message)
        try:
            await message.delete()
        except discord.NotFound:
            return
        except discord.HTTPException as problem:
            log.info("message=%d an older board cannot be deleted: %s", old.message, problem)
            try:
                await message.edit(view=components_of(instead), attachments=[])
            except discord.HTTPException as again:
                log.info("message=%d an older board keeps its buttons: %s", old.message, again)
