"""Telling: turns what is in the outbox into messages, edits and pings.

Every message is worded here, at the moment it is sent, from a view of whoever will read it.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import assert_never

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
from tables.notices import (
    BoardChanged,
    CameBack,
    Ended,
    HandChanged,
    HandedOver,
    LobbyChanged,
    LobbyFull,
    Outgoing,
    Ping,
    Rematch,
    Reminder,
    Started,
    Story,
    TakenBack,
    TakenOver,
)
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

    async def tell(self, outgoing: Outgoing, table: Table) -> None:
        """Tell one thing; what can work later is tried later, what never can is given up with a line in the log."""
        kind = outgoing.notice.kind
        try:
            await self._tell(outgoing, table, words_in(table.row.language), self.app.games[table.row.game])
        except Gone as problem:
            log.warning("table=%d kind=%s nobody can be told: %s", table.id, kind, problem)
        except discord.HTTPException as problem:
            if problem.status >= 500 or problem.status == 429:
                raise Later(f"{problem.status} {problem.code}") from problem
            log.warning("table=%d kind=%s refused: %s", table.id, kind, problem)
        except (TimeoutError, aiohttp.ClientError, OSError) as problem:
            raise Later(type(problem).__name__) from problem

    async def _tell(self, outgoing: Outgoing, table: Table, words: Words, display: GameDisplay) -> None:
        """Tell one thing in its own way."""

        def name(seat: int) -> str:
            return names_at(table, words)[seat]

        match outgoing.notice:
            case LobbyChanged():
                await self._lobby(outgoing, table, words, display)
            case BoardChanged():
                await self._board(outgoing, table, words, display)
            case HandChanged(seat=seat):
                await self._hand(outgoing, table, seat, words, display)
            case Started():
                await self._start(outgoing, table, words, display)
            case Story() as story:
                await self._story(outgoing, story, table, words, display)
            case TakenBack(seat=seat):
                await self._say(outgoing, table, table_words.undone(words, name(seat)))
            case HandedOver(seat=seat):
                who = table_words.person(words, table.seats[seat].name, None, None)  # One robot is enough.
                await self._say(outgoing, table, table_words.handed_over(words, who))
            case TakenOver(seat=seat):
                await self._say(outgoing, table, table_words.taken_over(words, name(seat), seat))
            case CameBack(seat=seat):
                await self._say(outgoing, table, table_words.came_back(words, name(seat)))
            case Ended():
                await self._end(outgoing, table, words, display)
            case Rematch(seat=seat, new=new):
                # Only for those who are still in the thread; in the channel they see the lobby itself.
                if table.row.thread:
                    await self._say(outgoing, table, table_words.rematch(words, name(seat), new, table.row.channel))
            case LobbyFull():
                if table.row.status == "lobby":
                    host = table.row.host
                    await self._say(outgoing, table, table_words.full(words, host, table.id), [host])
            case Ping() as ping:
                await self._ping(outgoing, ping, table, words, display)
            case Reminder() as reminder:
                await self._reminder(outgoing, reminder, table, words, display)
            case nobody_tells_it:
                assert_never(nobody_tells_it)

    # Messages that are kept up to date

    async def _lobby(self, outgoing: Outgoing, table: Table, words: Words, display: GameDisplay) -> None:
        outcome = ""
        if table.row.status == "finished":
            ended = await reading.results(self.house, table.id)
            outcome = table_words.outcome([(result.name, result.place, result.score) for result in ended])
        await self.sending.update(
            outgoing, table, "lobby", lobby_panel(display, table, words, outcome), table.row.channel
        )

    async def _board(self, outgoing: Outgoing, table: Table, words: Words, display: GameDisplay) -> None:
        """Edit the live board; once the story has gone on, post a new one below it and retire the old one."""
        look = await reading.through(self.house, table, None)
        picture = await picture_of(self.app.studio, "board.png", partial(display.board_drawing, look, words))
        panel = board_panel(display, look, words, picture)
        old = await posts.find(self.house, table.id, "board")
        if old and old.told == table.row.told and table.open:
            await self.sending.update(outgoing, table, "board", panel, None)
            return
        new = await self.sending.post(outgoing, table, "board", panel, None)
        self.app.menus.board_posted(table.id)
        if old and old.message != new.message:  # Repeated after a crash it is the same one.
            await self.sending.retire(old, Panel((Text(table_words.board_moved(words)),)))

    async def _hand(self, outgoing: Outgoing, table: Table, number: int, words: Words, display: GameDisplay) -> None:
        """Keep somebody's hand up to date in their direct messages: silently, and only if they want it."""
        # What is remembered here belongs to the person: whoever had the seat before is sent nothing of it any more.
        seat = table.seats[number]
        if seat.person is None or await posts.dms_closed(self.house, table.id, seat.person):
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
            await self.sending.update(outgoing, table, "hand", panel, channel, person=seat.person, silent=True)
        except discord.HTTPException as problem:
            if problem.code not in CANNOT_WRITE_TO:
                raise
            if not table.open:
                return
            # Told once for each table, without contents: that it was is written before the message is sent.
            await posts.dms_were_closed(self.house, table.id, seat.person)
            await self._say(outgoing, table, table_words.dms_closed(theirs, f"<@{seat.person}>"), [seat.person])

    # What happened

    async def _start(self, outgoing: Outgoing, table: Table, words: Words, display: GameDisplay) -> None:
        title = table_words.thread_name(table.row.game, table.id, [seat.name for seat in table.seats])
        await self.sending.open_thread(table, title)
        names = names_at(table, words)
        await self._say(
            outgoing, table, table_words.started(words, table.row.game, names, table.row.pace), colour=display.colour
        )

    async def _story(self, outgoing: Outgoing, story: Story, table: Table, words: Words, display: GameDisplay) -> None:
        names = names_at(table, words)
        lines: list[str] = []
        for _, events in await reading.story(self.house, table, None, story.after, story.upto):
            lines += display.story(words, names, events)
        if lines:
            told = Panel((Text(shorten("\n".join(lines), _STORY_LENGTH)),), display.colour)
            await self.sending.send(outgoing, table, with_own_emoji(told, display.emoji), None)

    async def _end(self, outgoing: Outgoing, table: Table, words: Words, display: GameDisplay) -> None:
        look = await reading.through(self.house, table, None)
        told = await reading.story(self.house, table, None)
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
        await self.sending.send(outgoing, table, panel.under(picture) if picture else panel, None)

    # Pings

    async def _ping(self, outgoing: Outgoing, ping: Ping, table: Table, words: Words, display: GameDisplay) -> None:
        """Ask those who owe something, unless they have decided meanwhile."""
        owed = table.owed
        if not owed or table.asking != ping.asking:
            return
        seats = [table.seats[seat] for seat in ping.seats if seat in owed and table.seats[seat].pinged_frame]
        people = [seat.person for seat in seats if seat.person and not seat.computer]
        if people:
            ask = display.asked(words, next(iter(owed.values())))
            sentence = table_words.ping(words, people, table.row.game, table.id, ask, ping.until)
            await self._say(outgoing, table, sentence, people)

    async def _reminder(
        self, outgoing: Outgoing, reminder: Reminder, table: Table, words: Words, display: GameDisplay
    ) -> None:
        owed = table.owed
        seat = table.seats[reminder.seat]
        if seat.seat not in owed or table.asking != reminder.asking or not seat.person:
            return
        ask = display.asked(words, owed[seat.seat])
        sentence = table_words.reminder(words, seat.person, table.row.game, table.id, ask, reminder.until)
        await self._say(outgoing, table, sentence, [seat.person])

    async def _say(
        self, outgoing: Outgoing, table: Table, sentence: str, ping: list[int] | None = None, colour: int | None = None
    ) -> None:
        await self.sending.send(outgoing, table, Panel((Text(sentence),), colour), None, ping=ping)
