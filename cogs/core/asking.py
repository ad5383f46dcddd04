"""Asking: how somebody hears that they are asked, where the table lives or by direct message, and how that ends."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import discord
import msgspec

from cogs.core.language import words_to
from cogs.core.messages import names_at, ways_on
from cogs.core.panel import Panel, Text, says
from cogs.core.request import App
from cogs.core.sending import CANNOT_WRITE_TO, Sending
from rules.changes import public
from rules.contract import Change
from tables import asking, outbox, persons, posts, reading, since
from tables.asking import Seat, Way
from tables.house import Mute
from tables.notices import Outdated, Outgoing, Ping, Reminder
from tables.table import Table
from words import Words, changes
from words import tables as table_words

log = logging.getLogger("kontor.asking")

Sentence = Callable[[Words, Sequence[int], bool], str]
"""Asks these people something, in somebody's language: where all can read it, or privately."""


class Asking:
    """Asks people, once for each thing they are asked."""

    def __init__(self, client: discord.Client, app: App, sending: Sending) -> None:
        self.client = client
        self.app = app
        self.house = app.house
        self.sending = sending

    async def ping(self, outgoing: Outgoing, ping: Ping, table: Table, words: Words) -> None:
        """Ask those who owe something, unless they have decided meanwhile."""
        to_ask = await asking.to_ask(self.house, ping, table)
        display = self.app.games[table.row.game]
        owed = next(iter(table.owed.values()), "")
        ends = {table.seats[seat].person: end for seat, end in zip(ping.seats, ping.each, strict=False)}
        news = {seat.person: await self._news(table, seat.seat) for seat in to_ask.seats}

        def sentence(spoken: Words, people: Sequence[int], private: bool) -> str:
            ask = display.asked(spoken, owed) if owed else ""
            each = [ends.get(person, 0) for person in people] if ping.each else ()
            asks = table_words.ping(spoken, people, table.row.game, table.id, ask, ping.until, each)
            names = names_at(table, spoken)
            lines = []
            for seat in (seat for seat in to_ask.seats if seat.person in people):
                known = [change if private else public(change) for change in news[seat.person]]
                short = changes.shortest(spoken, [display.change(spoken, names, change) for change in known])
                if short:
                    lines.append(f"-# 📰 {names[seat.seat]}: {short}" if len(people) > 1 else f"-# 📰 {short}")
            return "\n".join((asks, *lines))

        if to_ask.seats:
            await self._ask(outgoing, table, words, "ping", to_ask.ping, to_ask.quietly, sentence)
        elif outgoing.again:
            await self._take_back(outgoing, table, sentence(words, (), False))

    async def _news(self, table: Table, seat: int) -> tuple[Change, ...]:
        """Return what changed for a seat since it last decided."""
        found = await since.since(self.house, await reading.through(self.house, table, seat))
        return found.changes if found else ()

    async def reminder(self, outgoing: Outgoing, reminder: Reminder, table: Table, words: Words) -> None:
        """Remind somebody who still owes something. Half time is not worth a word any more once the time is up."""
        seat, display = table.seats[reminder.seat], self.app.games[table.row.game]
        owed = table.owed.get(seat.seat)
        late = 0 < reminder.until <= self.house.now()
        if owed is None or table.asking != reminder.asking or not seat.person or late:
            return

        def sentence(spoken: Words, people: Sequence[int], private: bool) -> str:
            ask = display.asked(spoken, owed)
            return table_words.reminder(spoken, people[0], table.row.game, table.id, ask, reminder.until)

        kind = "half" if reminder.until else "end"
        await self._ask(outgoing, table, words, kind, [seat], [], sentence)

    async def lobby_full(self, outgoing: Outgoing, table: Table, words: Words) -> None:
        """Tell the host that everybody is there."""
        seat = table.seat_of(table.row.host)
        if table.row.status != "lobby" or seat is None:
            return

        def sentence(spoken: Words, people: Sequence[int], private: bool) -> str:
            return table_words.full(spoken, people[0], table.id)

        await self._ask(outgoing, table, words, "full", [seat], [], sentence)

    async def take_away(self, table: Table) -> None:
        """Take away the messages that ask for what nobody is asked any more."""
        for outdated in await asking.take_away(self.house, table):
            await self.sending.take_away_now(table, outdated)

    async def place_gone(self, outgoing: Outgoing, table: Table, words: Words) -> None:
        """Tell the host by direct message that the table's channel is gone, and what they can do."""
        if not table.row.place_gone or not table.open or not table.row.host:
            return
        theirs = await self.words_for(table.row.host, words)
        panel = Panel((Text(table_words.place_gone(theirs, table.row.game, table.id)), *ways_on(table, theirs)))
        try:
            channel = (await self.client.create_dm(discord.Object(table.row.host))).id
            await self.sending.send(outgoing, table, panel, channel)
        except discord.HTTPException as problem:
            if problem.code not in CANNOT_WRITE_TO:
                raise
            log.info("table=%d its host cannot be told that its channel is gone: %s", table.id, problem)

    async def words_for(self, person: int, words: Words) -> Words:
        """Return the language somebody is written to in; else the table's."""
        known = await persons.get(self.house, person)
        if known and (known.language or known.locale):
            return words_to(known.language, known.locale or known.language or "")
        return words

    async def _ask(
        self,
        outgoing: Outgoing,
        table: Table,
        words: Words,
        kind: str,
        ping: Sequence[Seat],
        quietly: Sequence[Seat],
        sentence: Sentence,
    ) -> None:
        """Ask where the table lives; while that is refused by direct message whoever wants that, the others later."""
        seats = sorted((*ping, *quietly), key=lambda seat: seat.seat)
        # What was begun by direct message may have arrived: only in the same place it is the same message.
        seats = [
            seat
            for seat in seats
            if not await asking.on_its_way(self.house, table, seat, kind)
            or not await self._ask_directly(outgoing, table, words, kind, seat, sentence, loud=seat in ping)
        ]
        people = [seat.person for seat in seats if seat.person]
        if not people:
            return
        try:
            panel = says(sentence(words, people, False))
            loud = [seat.person for seat in ping if seat in seats and seat.person]
            channel, message, _ = await self.sending.send(outgoing, table, panel, None, ping=loud)
        except Mute:
            left = [
                seat
                for seat in seats
                if await asking.way(self.house, table, seat, speaks=False) is not Way.DIRECT
                or not await self._ask_directly(outgoing, table, words, kind, seat, sentence, loud=seat in ping)
            ]
            if left:
                raise
            return
        await asking.asked(self.house, table, [seat for seat in ping if seat in seats], kind, channel, message)
        again = [seat for seat in quietly if seat in seats]
        await asking.asked(self.house, table, again, kind, channel, message, loud=False)

    async def _ask_directly(
        self,
        outgoing: Outgoing,
        table: Table,
        words: Words,
        kind: str,
        seat: Seat,
        sentence: Sentence,
        *,
        loud: bool,
    ) -> bool:
        """Ask somebody by direct message; say whether that was possible."""
        assert seat.person is not None
        theirs = await self.words_for(seat.person, words)
        text = "\n".join((sentence(theirs, [seat.person], True), table_words.asked_here(theirs, table.place)))
        panel = Panel((Text(text), *ways_on(table, theirs)))
        one = msgspec.structs.replace(outgoing, nonce=f"{outgoing.nonce}.{seat.seat}")
        await asking.asked(self.house, table, [seat], kind, 0, 0, loud=loud)
        try:
            channel = (await self.client.create_dm(discord.Object(seat.person))).id
            _, message, _ = await self.sending.send(one, table, panel, channel, ping=[seat.person], silent=not loud)
        except Mute:
            await asking.not_asked(self.house, table, seat.person, kind)
            return False
        except discord.HTTPException as problem:
            if problem.code not in CANNOT_WRITE_TO:
                raise
            await asking.not_asked(self.house, table, seat.person, kind)
            return False
        await asking.asked(self.house, table, [seat], kind, channel, message, loud=loud)
        return True

    async def _take_back(self, outgoing: Outgoing, table: Table, sentence: str) -> None:
        """Delete a ping that has perhaps arrived, though what it asks is not asked any more.

        Sent again without a sound it is the same message if it has, and else one that nobody notices: either way we
        know what to delete.
        """
        channel, message, _ = await self.sending.send(outgoing, table, says(sentence), None, silent=True)
        outdated = Outdated(channel=channel, message=message, asks_in_vain=True)
        await outbox.also(self.house, table, [outdated], due=self.house.now() + posts.RETIRES)
        await self.sending.take_away_now(table, outdated)
