"""Telling: turns what is in the outbox into messages, edits and pings, and copes with what Discord refuses.

Every message is worded here, at the moment it is sent, from a view of whoever will read it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

import aiohttp
import discord
import msgspec
from discord import AllowedMentions

from cogs.clicks import view_of
from cogs.easel import framed, framed_slowly
from cogs.face import Face, board_panel, hand_panel, names_at
from cogs.lobby import lobby_panel
from cogs.panel import Button, Panel, Row, Target, Text, shorten
from cogs.signs import signed
from tables import persons, posts, reading
from tables.house import House, Later
from tables.posts import Post, Telling
from tables.table import Table
from words import Words, of
from words import tables as said

if TYPE_CHECKING:
    from cogs.kontor import Kontor

log = logging.getLogger("kontor.posting")

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_USER, NO_ACCESS, CLOSED_DMS = 10003, 10008, 10013, 50001, 50007
NO_PERMISSION, NOBODY_THERE, ARCHIVED, NO_MUTUAL_SERVER, HAS_THREAD, LOCKED = 50013, 50033, 50083, 50278, 160004, 160005
_CANNOT_SPEAK = (UNKNOWN_CHANNEL, NO_ACCESS, NO_PERMISSION, ARCHIVED, LOCKED)
_CANNOT_WRITE_TO = (CLOSED_DMS, NO_MUTUAL_SERVER, UNKNOWN_USER, NOBODY_THERE)
_STORY_LENGTH = 3800


class Gone(Exception):
    """Nobody can be told there: no channel, no permission."""


class Posting:
    """The teller of all tables."""

    def __init__(self, bot: Kontor, house: House) -> None:
        self.bot = bot
        self.house = house
        self._wordy: set[int] = set()
        """Places where we may not attach files, as far as the log has said so."""
        self._kinds: dict[str, Callable[[Telling, Table, Words, Face], Awaitable[None]]] = {
            "lobby": self._lobby,
            "full": self._full,
            "start": self._start,
            "story": self._story,
            "board": self._board,
            "hand": self._hand,
            "ping": self._ping,
            "reminder": self._reminder,
            "undone": self._undone,
            "handed_over": self._handed_over,
            "taken_over": self._taken_over,
            "came_back": self._came_back,
            "closed": self._closed,
            "end": self._end,
            "rematch": self._rematch,
        }

    async def tell(self, row: Telling, table: Table) -> None:
        """Tell one thing; what can work later is tried later, what never can is given up with a line in the log."""
        words, face = of(table.row.language), self.bot.faces[table.row.game]
        try:
            await self._kinds[row.kind](row, table, words, face)
        except Gone as problem:
            log.warning("table=%d kind=%s nobody can be told: %s", table.id, row.kind, problem)
        except discord.HTTPException as problem:
            if problem.status >= 500 or problem.status == 429:
                raise Later(f"{problem.status} {problem.code}") from problem
            log.warning("table=%d kind=%s refused: %s", table.id, row.kind, problem)
        except (TimeoutError, aiohttp.ClientError, OSError) as problem:
            raise Later(type(problem).__name__) from problem

    # Messages that are kept up to date

    async def _lobby(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        await self._keep(row, table, "lobby", -1, lobby_panel(face, table, words), table.row.channel)

    async def _board(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        """Edit the live board; once the story has gone on, post a new one below it and retire the old one."""
        look = await reading.through(self.house, table, None)
        picture = await framed(self.bot.studio, "board.png", partial(face.board_drawing, look, words))
        panel = board_panel(face, look, words, picture)
        old = await posts.find(self.house, table.id, "board")
        if old and old.told == table.row.told and table.open:
            await self._keep(row, table, "board", -1, panel, None)
            return
        await self._post(row, table, "board", -1, panel, None)
        if old:
            await self._retire(old, words)

    async def _hand(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        """Keep somebody's hand up to date in their direct messages: silently, and only if they want it."""
        # What is remembered here belongs to the person: whoever had the seat before is sent nothing of it any more.
        seat = table.seats[row.seat or 0]
        if seat.person is None or await posts.find(self.house, table.id, "dms_closed", seat.person):
            return
        person = await persons.get(self.house, seat.person)
        post = await posts.find(self.house, table.id, "hand", seat.person)
        if (person and not person.dms) or not (post or table.open):
            return
        theirs = of(person.language) if person and person.language else words
        look = await reading.through(self.house, table, seat.seat)
        picture = None
        if person is None or person.pictures:
            picture = await framed(self.bot.studio, "hand.png", partial(face.hand_drawing, look, theirs))
        panel = hand_panel(face, look, theirs, picture)
        try:
            channel = post.channel if post else (await self.bot.create_dm(discord.Object(seat.person))).id
            await self._keep(row, table, "hand", seat.person, panel, channel, silent=True)
        except discord.HTTPException as problem:
            if problem.code not in _CANNOT_WRITE_TO:
                raise
            if not table.open:
                return
            # Told once for each table, without contents: the mark is written before the message is sent.
            await posts.remember(self.house, table.id, "dms_closed", seat.person, Post(channel=0, message=0))
            await self._say(row, table, said.dms_closed(theirs, f"<@{seat.person}>"), [seat.person])

    # What happened

    async def _start(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        await self._open_thread(table)
        names = names_at(table, words)
        await self._say(row, table, said.started(words, table.row.game, names, table.row.pace), colour=face.colour)

    async def _story(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        names = names_at(table, words)
        lines: list[str] = []
        for _, events in await reading.story(self.house, table, None, row.facts["after"], row.facts["upto"]):
            lines += face.story(words, names, events)
        if lines:
            told = Panel((Text(shorten("\n".join(lines), _STORY_LENGTH)),), face.colour)
            await self._send(row, table, signed(told, face.signs), None)

    async def _undone(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        await self._say(row, table, said.undone(words, names_at(table, words)[row.seat or 0]))

    async def _handed_over(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        await self._say(row, table, said.handed_over(words, names_at(table, words)[row.seat or 0]))

    async def _taken_over(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        await self._say(row, table, said.taken_over(words, names_at(table, words)[row.seat or 0], row.seat or 0))

    async def _came_back(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        await self._say(row, table, said.came_back(words, names_at(table, words)[row.seat or 0]))

    async def _closed(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        await self._say(row, table, said.closed(words))

    async def _end(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        look = await reading.through(self.house, table, None)
        told = await reading.story(self.house, table, None, table.row.version - 1)
        events = [event for _, happened in told for event in happened]
        again = Row((Button(words.say("Rematch"), Target("rematch", table.id), "success", "🔁"),))
        record = await reading.record(self.house, table)
        drawn = partial(face.final_drawing, look, words, record)
        picture = await framed_slowly(self.bot.studio, "final.png", drawn)
        panel = Panel((*face.final(look, words, names_at(table, words), events), again), face.colour)
        panel = signed(panel, face.signs)
        await self._send(row, table, panel.under(picture) if picture else panel, None)

    async def _rematch(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        """Tell those who are still in the thread; in the channel they see the lobby itself."""
        if table.row.thread:
            who = names_at(table, words)[row.seat or 0]
            await self._say(row, table, said.rematch(words, who, row.facts["new"], table.row.channel))

    # Pings

    async def _full(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        if table.row.status == "lobby":
            host = table.row.host
            await self._say(row, table, said.full(words, host, table.id), [host])

    async def _ping(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        """Ask those who owe something, unless they have decided meanwhile."""
        owed = table.owed
        if not owed or table.asking != row.facts["asking"]:
            return
        seats = [table.seats[seat] for seat in row.facts["seats"] if seat in owed and table.seats[seat].pinged]
        people = [seat.person for seat in seats if seat.person and not seat.computer]
        if people:
            ask = face.asked(words, next(iter(owed.values())))
            sentence = said.ping(words, people, table.row.game, table.id, ask, row.facts["until"])
            await self._say(row, table, sentence, people)

    async def _reminder(self, row: Telling, table: Table, words: Words, face: Face) -> None:
        owed = table.owed
        seat = table.seats[row.seat or 0]
        if seat.seat not in owed or table.asking != row.facts["asking"] or not seat.person:
            return
        ask = face.asked(words, owed[seat.seat])
        sentence = said.reminder(words, seat.person, table.row.game, table.id, ask, row.facts["until"])
        await self._say(row, table, sentence, [seat.person])

    # How it is sent

    async def _open_thread(self, table: Table) -> None:
        """Open the table's thread under its lobby; stay in the channel if that is not allowed."""
        if table.row.thread:
            return
        lobby = await posts.find(self.house, table.id, "lobby")
        channel = self.bot.get_partial_messageable(table.row.channel, guild_id=table.row.server)
        name = said.thread_name(table.row.game, table.id, [seat.name for seat in table.seats])
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

    async def _say(
        self, row: Telling, table: Table, sentence: str, ping: list[int] | None = None, colour: int | None = None
    ) -> None:
        await self._send(row, table, Panel((Text(sentence),), colour), None, ping=ping)

    async def _keep(
        self,
        row: Telling,
        table: Table,
        kind: str,
        whose: int,
        panel: Panel,
        channel: int | None,
        *,
        silent: bool = False,
    ) -> None:
        """Edit the live message of this kind; post a new one where there is none, or none that can be edited."""
        post = await posts.find(self.house, table.id, kind, whose)
        if post:
            try:
                shown = await self._edit(post, panel)
            except discord.HTTPException as problem:
                if problem.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, ARCHIVED, NO_ACCESS):
                    raise
                await posts.remember(self.house, table.id, kind, whose, None)
            else:
                if shown != post.picture:
                    now = msgspec.structs.replace(post, picture=shown)
                    await posts.remember(self.house, table.id, kind, whose, now)
                return
        if not table.open:
            return
        await self._post(row, table, kind, whose, panel, channel, silent=silent)

    async def _post(
        self,
        row: Telling,
        table: Table,
        kind: str,
        whose: int,
        panel: Panel,
        channel: int | None,
        *,
        silent: bool = False,
    ) -> None:
        where, message, picture = await self._send(row, table, panel, channel, silent=silent)
        post = Post(channel=where, message=message, told=table.row.told, picture=picture)
        await posts.remember(self.house, table.id, kind, whose, post)

    async def _edit(self, post: Post, panel: Panel) -> str:
        """Edit a message, return the digest of the picture it shows now. One that is still right stays as it is."""
        message = self.bot.get_partial_messageable(post.channel).get_partial_message(post.message)
        nobody = AllowedMentions.none()
        panel = self._allowed(panel, post.channel)
        if panel.digest and panel.digest == post.picture:
            try:
                await message.edit(view=view_of(panel), allowed_mentions=nobody)
            except discord.HTTPException as problem:
                if problem.status != 400:
                    raise
            else:
                return panel.digest
        try:
            await message.edit(view=view_of(panel), attachments=panel.files(), allowed_mentions=nobody)
        except discord.HTTPException as problem:
            if problem.code != NO_PERMISSION or not panel.digest:
                raise
            self._no_files(post.channel)
            panel = panel.plain()
            await message.edit(view=view_of(panel), attachments=[], allowed_mentions=nobody)
        return panel.digest

    def _allowed(self, panel: Panel, place: int) -> Panel:
        """Return the panel without its pictures where we know that we may not attach files."""
        channel = self.bot.get_channel(place)
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

    async def _send(
        self,
        row: Telling,
        table: Table,
        panel: Panel,
        channel: int | None,
        *,
        ping: list[int] | None = None,
        silent: bool = False,
    ) -> tuple[int, int, str]:
        """Send a new message; return its place, its number and the digest of its picture.

        The outbox row's number is the nonce: a repeat after a crash is no second message.
        """
        mentions = AllowedMentions(everyone=False, roles=False, users=[discord.Object(person) for person in ping or ()])
        places = [channel] if channel else list(dict.fromkeys((table.place, table.row.channel)))
        attempts = [(place, panel) for place in places]
        while attempts:
            place, shown = attempts.pop(0)
            shown = self._allowed(shown, place)
            try:
                message = await self.bot.get_partial_messageable(place).send(
                    view=view_of(shown),
                    files=shown.files(),
                    nonce=f"k{row.id}.{row.stamp}",
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
                log.warning("table=%d kind=%s cannot speak in %d: %s", table.id, row.kind, place, problem)
                if place == table.row.thread and problem.code == UNKNOWN_CHANNEL:
                    await posts.moved_into(self.house, table, None)
            else:
                return place, message.id, shown.digest
        raise Gone("no place to speak")

    async def _retire(self, old: Post, words: Words) -> None:
        """Take the buttons from an older board. That it is gone or cannot be edited does not matter."""
        message = self.bot.get_partial_messageable(old.channel).get_partial_message(old.message)
        try:
            await message.edit(view=view_of(Panel((Text(said.board_moved(words)),))), attachments=[])
        except discord.HTTPException as problem:
            log.info("message=%d an older board keeps its buttons: %s", old.message, problem)
