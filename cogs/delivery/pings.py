"""Asking: how somebody hears that they are asked, where the table lives or by direct message, and how that ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from cogs.delivery.sending import Sending
from cogs.messages.app_emoji import replace_emoji
from cogs.messages.panel import Button, Panel, Row, Target, Text, says
from cogs.messages.reader_language import words_of_person
from cogs.messages.table_messages import guest_row, host_name, link_to, names_at, table_buttons
from cogs.requests.app import App
from rules.contract import Change
from rules.recent_changes import without_secret
from tables.delivery import digests, outbox, posts, prompts
from tables.delivery.digests import Summary
from tables.delivery.prompts import PromptWay, Seat
from tables.model.players_to_act import PromptPlan
from tables.model.table import Look, SeatTime, Table
from tables.notifications.kinds import Gathered, Outdated, Ping, Reminder
from tables.notifications.outgoing import Outgoing
from tables.notifications.preferences import What, how_to_tell, wishes_of
from tables.play import lookup, since_last_move
from tables.runtime import people as persons
from tables.runtime.services import Mute
from words import Words, change_text, lobby_text, words_in
from words import table_text as table_words

_SHOWN = 20
"""So many tables are named in one message."""
LONGEST_QUESTION = 900
"""Characters of what asks up to six people."""

Sentence = Callable[[Words, Sequence[int], bool], str]
"""Asks these people something, in somebody's language: where all can read it, or privately."""


class _Asks(NamedTuple):
    """Whom something asks, with a sound or without, and how."""

    kind: What
    ping: Sequence[Seat]
    quietly: Sequence[Seat]
    sentence: Sentence


class _Privately(NamedTuple):
    """Who was asked by direct message, and how others are."""

    left: list[Seat]
    """Those who are asked where the table lives."""
    asked: list[int]
    """The seats that were asked."""
    ask: Callable[..., Awaitable[bool]]


class Asking:
    """Asks people, once for each thing they are asked."""

    def __init__(self, app: App, sending: Sending) -> None:
        self.app = app
        self.services = app.services
        self.sending = sending

    async def ping(self, outgoing: Outgoing, ping: Ping, table: Table, words: Words) -> None:
        """Ask those who owe something, unless they have decided meanwhile."""
        to_ask = await prompts.to_ask(self.services, ping, table)
        sentence = await self._question(table, to_ask.seats, _ends(ping))
        if to_ask.seats:
            await self._ask(outgoing, table, words, _Asks("ping", *to_ask, sentence))
        elif outgoing.again:
            await self._take_back(outgoing, table, sentence(words, (), False))

    async def ping_with_board(self, outgoing: Outgoing, ping: Ping, table: Table, words: Words) -> PromptPlan:
        """Ask by direct message whoever wishes that; return whom the board has to ask that is about to be posted."""
        to_ask = await prompts.to_ask(self.services, ping, table)
        if not to_ask.seats:
            return to_ask
        sentence = await self._question(table, to_ask.seats, _ends(ping))
        asked = await self._ask_privately(outgoing, table, words, _Asks("ping", *to_ask, sentence))
        return PromptPlan(*([seat for seat in seats if seat in asked.left] for seats in to_ask))

    async def line(self, look: Look, words: Words, seats: Sequence[Seat]) -> str:
        """Return the line in which a board asks these seats what they owe; empty: it asks nobody."""
        people = [seat.person for seat in seats if seat.person]
        if not people:
            return ""
        ends = {seat.seat: look.times.get(seat.seat, SeatTime()).until for seat in seats}
        return (await self._question(look.table, seats, ends))(words, people, False)

    async def _question(self, table: Table, seats: Sequence[Seat], ends: Mapping[int, int]) -> Sentence:
        """Return how these seats are asked what they owe until then, with what has changed since they last decided."""
        display = self.app.games[table.row.game]
        owed = next(iter(table.owed.values()), "")
        news = {seat.person: await self._news(table, seat.seat) for seat in seats}

        def sentence(spoken: Words, people: Sequence[int], private: bool) -> str:
            asked = [seat for seat in seats if seat.person in people]
            each = [ends[seat.seat] for seat in asked]
            until, each = (each[0], []) if len(set(each)) == 1 else (0, each)
            ask = display.prompt(spoken, owed) if owed else ""
            asks = table_words.ping(spoken, people, table.row.game, table.id, ask, until, each)
            names = names_at(table)
            lines = []
            for seat in asked:
                known = [change if private else without_secret(change) for change in news[seat.person]]
                short = change_text.news_summary(spoken, [display.change(spoken, names, change) for change in known])
                if short:
                    lines.append(f"-# 📰 {names[seat.seat]}: {short}" if len(people) > 1 else f"-# 📰 {short}")
            said = "\n".join((asks, *lines))
            ours = replace_emoji(said, display.emoji)
            return ours if len(ours) <= LONGEST_QUESTION else said

        return sentence

    async def _news(self, table: Table, seat: int) -> tuple[Change, ...]:
        """Return what changed for a seat since it last decided."""
        found = await since_last_move.since(self.services, await lookup.look_of_seat(self.services, table, seat))
        return found.changes if found else ()

    async def remind(self, outgoing: Outgoing, reminder: Reminder, table: Table, words: Words) -> None:
        """Remind somebody who still owes something. Half time is not worth a word any more once the time is up."""
        seat, display = table.seats[reminder.seat], self.app.games[table.row.game]
        owed = table.owed.get(seat.seat)
        late = 0 < reminder.until <= self.services.now()
        if owed is None or table.frame_id != reminder.asking or not seat.person or late:
            return

        def sentence(spoken: Words, people: Sequence[int], private: bool) -> str:
            ask = display.prompt(spoken, owed)
            return table_words.reminder(spoken, people[0], table.row.game, table.id, ask, reminder.until)

        kind: What = "half" if reminder.until else "end"
        await self._ask(outgoing, table, words, _Asks(kind, [seat], [], sentence))

    async def tell_lobby_full(self, outgoing: Outgoing, table: Table, words: Words) -> None:
        """Tell the host that everybody is there."""
        seat = table.seat_of(table.row.host)
        if table.row.status != "lobby" or seat is None:
            return

        def sentence(spoken: Words, people: Sequence[int], private: bool) -> str:
            return table_words.lobby_full(spoken, people[0], table.id)

        await self._ask(outgoing, table, words, _Asks("full", [seat], [], sentence))

    async def tell_gathered(self, outgoing: Outgoing, gathered: Gathered, table: Table, words: Words) -> None:
        """Tell somebody in one direct message all that waits for them.

        Who takes none is pinged at the most urgent table, and hears of that alone: others read it there.
        """
        person = digests.whom(table, gathered)
        summary = await digests.make_summary(self.services, person, gathered) if person else None
        if person is None or summary is None:
            return
        seen = [
            table
            for table in summary.opened
            if await self.sending.port.can_see(table.row.server, table.row.channel, person)
        ]
        if not seen and all(what == "lobby" for _, what, _ in gathered.news):
            return
        summary = summary._replace(opened=seen)
        known = await persons.get(self.services, person)
        if known is None or known.dms or known.told_by != "thread":
            panel = self._all_that_waits(summary, await words_of_person(self.services, person, words))
            if await self.sending.send_directly(outgoing, table, panel, person):
                return
        await self._tell_most_urgent(outgoing, summary, person)

    def _all_that_waits(self, summary: Summary, words: Words) -> Panel:
        """Return the message that tells somebody all that waits for them, the most urgent first."""
        lines = [
            self._line(each.table, self.app.games[each.table.row.game].prompt(words, each.owes), words, each.until)
            for each in summary.waits
        ]
        lines += [self._line(table, words.say("all seats are taken, you can start"), words) for table in summary.full]
        lines += [
            self._line(table, words.say("your time ran out, so a computer decided"), words) for table in summary.out
        ]
        lines += [self._line(table, words.say("you're invited"), words) for table in summary.invited]
        lines += [self._line(table, words.say("a new table with a free seat"), words) for table in summary.opened]
        count = len(summary.waits)
        head = words.many("📬 It's your turn at {n} table:", "📬 It's your turn at {n} tables:", count)
        if len(lines) > _SHOWN:
            lines[_SHOWN:] = [words.say("… and {n} more.", n=len(lines) - _SHOWN)]
        buttons = [Button(words.say("My tables"), Target("tables"))]
        if count:
            buttons.insert(0, Button(words.say("Next table ({n})", n=count), Target("next"), "primary", "⏭️"))
        shown = Text("\n".join((head if count else words.say("📬 News from your tables:"), *lines)))
        return Panel((shown, Row(tuple(buttons))))

    def _line(self, table: Table, what: str, words: Words, until: int = 0) -> str:
        title = table_words.title(words, table.row.game, table.id)
        end = f" (<t:{until}:R>)" if until else ""
        return f"- [{title}]({link_to(table)}): {what}{end}"

    async def _tell_most_urgent(self, outgoing: Outgoing, summary: Summary, person: int) -> None:
        """Ping somebody at the most urgent of their tables; where a computer has decided they were told so before."""
        table, words = summary.first, words_in(summary.first.row.language)
        if summary.waits:
            first = summary.waits[0]
            ask = self.app.games[table.row.game].prompt(words, first.owes)
            asks = table_words.ping(words, [person], table.row.game, table.id, ask, first.until)
            more = words.say("-# `/next` takes you to the next table where it's your turn.")
            said = says(f"{asks}\n{more}")
            sent = await self.sending.send(outgoing, table, said, None, ping=[person])
            await prompts.note_asked(
                self.services, table, [first.seat], "ping", sent.channel, sent.message, outgoing=outgoing
            )
        elif summary.full:
            full = says(table_words.lobby_full(words, person, table.id))
            sent = await self.sending.send(outgoing, table, full, None, ping=[person])
            host = [seat for seat in table.seats if seat.person == person]
            await prompts.note_asked(self.services, table, host, "full", sent.channel, sent.message, outgoing=outgoing)
        elif summary.invited:
            table = summary.invited[0]
            words = words_in(table.row.language)
            asks = lobby_text.invitation(words, [person], host_name(table), table.row.game, table.id)
            panel = Panel((Text(asks), guest_row(table, words)))
            await self.sending.send(outgoing, table, panel, None, ping=[person])
        elif summary.opened:
            table = summary.opened[0]
            free = table.row.size - len(table.seats)
            news = lobby_text.new_lobby(words_in(table.row.language), [person], table.row.game, table.id, free)
            await self.sending.send(outgoing, table, says(news), None, ping=[person])

    async def take_away(self, outgoing: Outgoing, table: Table) -> None:
        """Take away the messages that ask for what nobody is asked any more."""
        for outdated in await prompts.take_away(self.services, table):
            await self.sending.take_away_now(outgoing, table, outdated)

    async def tell_place_gone(self, outgoing: Outgoing, table: Table, words: Words) -> None:
        """Tell the host by direct message that the table's channel is gone, and what they can do."""
        if not table.row.place_gone or not table.open or not table.row.host:
            return
        theirs = await words_of_person(self.services, table.row.host, words)
        panel = Panel((Text(table_words.channel_gone(theirs, table.row.game, table.id)), *table_buttons(table, theirs)))
        wished = how_to_tell("end", wishes_of(await persons.get(self.services, table.row.host)), self.services.now())
        await self.sending.send_directly(outgoing, table, panel, table.row.host, silent=not wished.now, waits=True)

    async def _ask(self, outgoing: Outgoing, table: Table, words: Words, asks: _Asks) -> None:
        """Ask everybody as they wish: where the table lives, by direct message, both, or together with all else.

        While the place refuses, whoever wants that is asked by direct message, the others later.
        """
        seats, asked, directly = await self._ask_privately(outgoing, table, words, asks)
        kind, ping, quietly, sentence = asks
        people = [seat.person for seat in seats if seat.person]
        if not people:
            return
        try:
            panel = says(sentence(words, people, False))
            loud = [seat.person for seat in ping if seat in seats and seat.person]
            sent = await self.sending.send(outgoing, table, panel, None, ping=loud)
        except Mute:
            left = [
                seat
                for seat in seats
                if seat.seat not in asked
                and (
                    await prompts.way(self.services, table, seat, speaks=False) is not PromptWay.DIRECT
                    or not await directly(kind=kind, seat=seat, loud=seat in ping)
                )
            ]
            if left:
                raise
            return
        told = [seat for seat in ping if seat in seats]
        await prompts.note_asked(self.services, table, told, kind, sent.channel, sent.message, outgoing=outgoing)
        again = [seat for seat in quietly if seat in seats]
        await prompts.note_asked(
            self.services, table, again, kind, sent.channel, sent.message, loud=False, outgoing=outgoing
        )

    async def _ask_privately(self, outgoing: Outgoing, table: Table, words: Words, asks: _Asks) -> _Privately:
        """Ask by direct message whoever has chosen that, and who was begun to be asked so."""
        kind, ping, quietly, sentence = asks
        seats = sorted((*ping, *quietly), key=lambda seat: seat.seat)
        ways = await digests.decide_now_or_later(self.services, table, seats, kind, outgoing)
        wished = {seat.seat for seat in seats if ways[seat.seat].directly}
        directly = partial(self._ask_directly, outgoing, table, words, sentence=sentence, wished=wished)
        asked = [
            seat.seat
            for seat in seats
            if seat.seat in wished
            and await self._ask_as_wished(table, seat, kind, also=ways[seat.seat].here, ask=directly, loud=seat in ping)
        ]
        # What was begun by direct message may have arrived: only in the same place it is the same message.
        seats = [
            seat
            for seat in seats
            if (ways[seat.seat].here or (ways[seat.seat].directly and seat.seat not in asked))
            and (
                not await prompts.on_its_way(self.services, table, seat, kind)
                or not await directly(kind=kind, seat=seat, loud=seat in ping)
            )
        ]
        return _Privately(seats, asked, directly)

    async def _ask_as_wished(
        self, table: Table, seat: Seat, kind: str, *, also: bool, ask: Callable[..., Awaitable[bool]], loud: bool
    ) -> bool:
        """Ask somebody by direct message who has chosen that; `also`: besides the ping, so it is another message."""
        if also:
            kind += "_dm"
        return await prompts.stands(self.services, table, seat, kind) or await ask(kind=kind, seat=seat, loud=loud)

    async def _ask_directly(
        self,
        outgoing: Outgoing,
        table: Table,
        words: Words,
        *,
        kind: str,
        seat: Seat,
        sentence: Sentence,
        wished: Container[int],
        loud: bool,
    ) -> bool:
        """Ask somebody by direct message; say whether that was possible."""
        assert seat.person is not None
        theirs = await words_of_person(self.services, seat.person, words)
        why = link_to(table) if seat.seat in wished else table_words.why_direct_message(theirs, table.place)
        panel = Panel((Text(f"{sentence(theirs, [seat.person], True)}\n{why}"), *table_buttons(table, theirs)))
        one = msgspec.structs.replace(outgoing, nonce=f"{outgoing.nonce}.{seat.seat}")
        await prompts.note_asked(self.services, table, [seat], kind, 0, 0, loud=loud)
        sent = await self.sending.send_directly(one, table, panel, seat.person, silent=not loud)
        if sent is None:
            await prompts.note_not_asked(self.services, table, seat.person, kind)
            return False
        await prompts.note_asked(self.services, table, [seat], kind, sent.channel, sent.message, loud=loud)
        return True

    async def _take_back(self, outgoing: Outgoing, table: Table, sentence: str) -> None:
        """Delete a ping that has perhaps arrived, though what it asks is not asked any more.

        Sent again without a sound it is the same message if it has, and else one that nobody notices: either way we
        know what to delete.
        """
        sent = await self.sending.send(outgoing, table, says(sentence), None, silent=True)
        outdated = Outdated(channel=sent.channel, message=sent.message, asks_in_vain=True)
        await outbox.write_also(self.services, table, [outdated], due=self.services.now() + posts.RETIRES)
        await self.sending.take_away_now(outgoing, table, outdated)


def _ends(ping: Ping) -> dict[int, int]:
    """Return until when each seat has time that is pinged."""
    return dict(zip(ping.seats, ping.each or [ping.until] * len(ping.seats), strict=True))
