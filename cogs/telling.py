"""Telling: turns what is in the outbox into messages, edits and pings.

Every message is worded here, at the moment it is sent, from a view of whoever will read it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import aiohttp
import discord

from cogs.actions.lobby import lobby_panel
from cogs.core.display import GameDisplay
from cogs.core.emoji import with_own_emoji
from cogs.core.images import picture_of, picture_of_slow
from cogs.core.messages import board_panel, hand_panel, names_at
from cogs.core.panel import Button, Panel, Row, Target, Text, shorten
from cogs.core.request import App
from cogs.core.sending import CANNOT_WRITE_TO, Gone, Sending
from tables import persons, posts, reading
from tables.house import Later
from tables.posts import Post, Telling
from tables.table import Table
from words import Words, best_language, words_in
from words import tables as table_words

log = logging.getLogger("kontor.telling")

_STORY_LENGTH = 3800


class DiscordTeller:
    """Tells what happened at all tables, by Discord."""

    def __init__(self, client: discord.Client, app: App) -> None:
        self.client = client
        self.app = app
        self.house = app.house
        self.sending = Sending(client, app.house)
        self._kinds: dict[str, Callable[[Telling, Table, Words, GameDisplay], Awaitable[None]]] = {
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
            "end": self._end,
            "rematch": self._rematch,
        }

    async def tell(self, row: Telling, table: Table) -> None:
        """Tell one thing; what can work later is tried later, what never can is given up with a line in the log."""
        words, display = words_in(table.row.language), self.app.games[table.row.game]
        try:
            await self._kinds[row.kind](row, table, words, display)
        except Gone as problem:
            log.warning("table=%d kind=%s nobody can be told: %s", table.id, row.kind, problem)
        except discord.HTTPException as problem:
            if problem.status >= 500 or problem.status == 429:
                raise Later(f"{problem.status} {problem.code}") from problem
            log.warning("table=%d kind=%s refused: %s", table.id, row.kind, problem)
        except (TimeoutError, aiohttp.ClientError, OSError) as problem:
            raise Later(type(problem).__name__) from problem

    # Messages that are kept up to date

    async def _lobby(self, row: Telling, table: Table, words: Words, display: GameDisplay) -> None:
        outcome = ""
        if table.row.status == "finished":
            ended = await reading.results(self.house, table.id)
            outcome = table_words.outcome([(result.name, result.place, result.score) for result in ended])
        await self.sending.keep(row, table, "lobby", -1, lobby_panel(display, table, words, outcome), table.row.channel)

    async def _board(self, row: Telling, table: Table, words: Words, display: GameDisplay) -> None:
        """Edit the live board; once the story has gone on, post a new one below it and retire the old one."""
        look = await reading.through(self.house, table, None)
        picture = await picture_of(self.app.studio, "board.png", partial(display.board_drawing, look, words))
        panel = board_panel(display, look, words, picture)
        old = await posts.find(self.house, table.id, "board")
        if old and old.told == table.row.told and table.open:
            await self.sending.keep(row, table, "board", -1, panel, None)
            return
        new = await self.sending.post(row, table, "board", -1, panel, None)
        self.app.menus.board_posted(table.id)
        if old and old.message != new.message:  # Repeated after a crash it is the same one.
            await self.sending.retire(old, Panel((Text(table_words.board_moved(words)),)))

    async def _hand(self, row: Telling, table: Table, words: Words, display: GameDisplay) -> None:
        """Keep somebody's hand up to date in their direct messages: silently, and only if they want it."""
        # What is remembered here belongs to the person: whoever had the seat before is sent nothing of it any more.
        seat = table.seats[row.seat or 0]
        if seat.person is None or await posts.find(self.house, table.id, "dms_closed", seat.person):
            return
        person = await persons.get(self.house, seat.person)
        post = await posts.find(self.house, table.id, "hand", seat.person)
        if (person and not person.dms) or not (post or table.open):
            return
        theirs = words
        if person and (person.language or person.locale):
            theirs = words_in(person.language or best_language(person.locale))
        look = display.for_kept_message(await reading.through(self.house, table, seat.seat))
        picture = None
        if person is None or person.pictures:
            picture = await picture_of(self.app.studio, "hand.png", partial(display.hand_drawing, look, theirs))
        panel = hand_panel(display, look, theirs, picture)
        try:
            channel = post.channel if post else (await self.client.create_dm(discord.Object(seat.person))).id
            await self.sending.keep(row, table, "hand", seat.person, panel, channel, silent=True)
        except discord.HTTPException as problem:
            if problem.code not in CANNOT_WRITE_TO:
                raise
            if not table.open:
                return
            # Told once for each table, without contents: the mark is written before the message is sent.
            await posts.remember(self.house, table.id, "dms_closed", seat.person, Post(channel=0, message=0))
            await self._say(row, table, table_words.dms_closed(theirs, f"<@{seat.person}>"), [seat.person])

    # What happened

    async def _start(self, row: Telling, table: Table, words: Words, display: GameDisplay) -> None:
        title = table_words.thread_name(table.row.game, table.id, [seat.name for seat in table.seats])
        await self.sending.open_thread(table, title)
        names = names_at(table, words)
        await self._say(
            row, table, table_words.started(words, table.row.game, names, table.row.pace), colour=display.colour
        )

    async def _story(self, row: Telling, table: Table, words: Words, display: GameDisplay) -> None:
        names = names_at(table, words)
        lines: list[str] = []
        for _, events in await reading.story(self.house, table, None, row.facts["after"], row.facts["upto"]):
            lines += display.story(words, names, events)
        if lines:
            told = Panel((Text(shorten("\n".join(lines), _STORY_LENGTH)),), display.colour)
            await self.sending.send(row, table, with_own_emoji(told, display.emoji), None)

    async def _undone(self, row: Telling, table: Table, words: Words, display: GameDisplay) -> None:
        await self._say(row, table, table_words.undone(words, names_at(table, words)[row.seat or 0]))

    async def _handed_over(self, row: Telling, table: Table, words: Words, display: GameDisplay) -> None:
        await self._say(row, table, table_words.handed_over(words, names_at(table, words)[row.seat or 0]))

    async def _taken_over(self, row: Telling, table: Table, words: Words, display: GameDisplay) -> None:
        await self._say(row, table, table_words.taken_over(words, names_at(table, words)[row.seat or 0], row.seat or 0))

    async def _came_back(self, row: Telling, table: Table, words: Words, display: GameDisplay) -> None:
        await self._say(row, table, table_words.came_back(words, names_at(table, words)[row.seat or 0]))

    async def _end(self, row: Telling, table: Table, words: Words, display: GameDisplay) -> None:
        look = await reading.through(self.house, table, None)
        told = await reading.story(self.house, table, None, table.row.version - 1)
        events = [event for _, happened in told for event in happened]
        again = Button(words.say("Rematch"), Target("rematch", table.id), "success", "🔁")
        replay = Button(words.say("Replay"), Target("replay", table.id), emoji="🎞️")
        record = await reading.record(self.house, table)
        drawn = partial(display.final_drawing, look, words, record)
        picture = await picture_of_slow(self.app.studio, "final.png", drawn)
        panel = Panel(
            (*display.final(look, words, names_at(table, words), events), Row((again, replay))), display.colour
        )
        panel = with_own_emoji(panel, display.emoji)
        await self.sending.send(row, table, panel.under(picture) if picture else panel, None)

    async def _rematch(self, row: Telling, table: Table, words: Words, display: GameDisplay) -> None:
        """Tell those who are still in the thread; in the channel they see the lobby itself."""
        if table.row.thread:
            who = names_at(table, words)[row.seat or 0]
            await self._say(row, table, table_words.rematch(words, who, row.facts["new"], table.row.channel))

    # Pings

    async def _full(self, row: Telling, table: Table, words: Words, display: GameDisplay) -> None:
        if table.row.status == "lobby":
            host = table.row.host
            await self._say(row, table, table_words.full(words, host, table.id), [host])

    async def _ping(self, row: Telling, table: Table, words: Words, display: GameDisplay) -> None:
        """Ask those who owe something, unless they have decided meanwhile."""
        owed = table.owed
        if not owed or table.asking != row.facts["asking"]:
            return
        seats = [table.seats[seat] for seat in row.facts["seats"] if seat in owed and table.seats[seat].pinged]
        people = [seat.person for seat in seats if seat.person and not seat.computer]
        if people:
            ask = display.asked(words, next(iter(owed.values())))
            sentence = table_words.ping(words, people, table.row.game, table.id, ask, row.facts["until"])
            await self._say(row, table, sentence, people)

    async def _reminder(self, row: Telling, table: Table, words: Words, display: GameDisplay) -> None:
        owed = table.owed
        seat = table.seats[row.seat or 0]
        if seat.seat not in owed or table.asking != row.facts["asking"] or not seat.person:
            return
        ask = display.asked(words, owed[seat.seat])
        sentence = table_words.reminder(words, seat.person, table.row.game, table.id, ask, row.facts["until"])
        await self._say(row, table, sentence, [seat.person])

    async def _say(
        self, row: Telling, table: Table, sentence: str, ping: list[int] | None = None, colour: int | None = None
    ) -> None:
        await self.sending.send(row, table, Panel((Text(sentence),), colour), None, ping=ping)
