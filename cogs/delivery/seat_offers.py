"""Seats on offer, as Discord shows them: to all in the channel, to somebody by name; and who had a seat hears of it."""

from __future__ import annotations

from cogs.delivery.live_messages import LiveMessages
from cogs.delivery.sending import Sending, Sent
from cogs.messages.panel import Button, Panel, Row, Target, Text, rows, text
from cogs.messages.reader_language import words_of_person
from cogs.messages.table_messages import link_to, names_at
from tables.delivery import outbox, posts
from tables.delivery.posts import Post
from tables.delivery.prompts import Seat
from tables.model.table import MANAGER, Table
from tables.notifications.outgoing import Outgoing
from tables.notifications.preferences import how_to_tell, wishes_of
from tables.notifications.seat_kinds import SeatGone, SeatOffered
from tables.runtime import people
from tables.runtime.services import Mute, Services
from tables.seating import substitutes
from words import Words
from words import seat_text as seat_words
from words import time_text as time_words


class Offering:
    """Shows which seats are on offer, once for each, as long as they are."""

    def __init__(self, services: Services, sending: Sending, live: LiveMessages) -> None:
        self.services = services
        self.sending = sending
        self.live = live

    async def show(self, outgoing: Outgoing, table: Table, words: Words) -> None:
        """Keep the message up to date that offers seats to all; take away all that offer what is not on offer."""
        offered = [seat for seat in table.seats if seat.offered_at] if table.row.status == "playing" else []
        to_all = [seat for seat in offered if seat.offered_to is None]
        asked = {seat.offered_to for seat in offered} - {None} | ({0} if to_all else set())
        for person, post in (await posts.all_of(self.services, table.id, "offer")).items():
            if person not in asked:
                await self._take_away(outgoing, table, post, person)
        if to_all:
            panel = offer_panel(table, to_all, words)
            try:
                await self.live.update(outgoing, table, "offer", panel, table.row.channel)
            except Mute:
                await self.live.update(outgoing, table, "offer", panel, None)

    async def ask(self, outgoing: Outgoing, notice: SeatOffered, table: Table, words: Words) -> None:
        """Ask whom a seat is offered by name, once: by a ping where the table lives or by direct message."""
        seat = table.seats[notice.seat]
        if table.row.status != "playing" or not seat.offered_at or seat.offered_to is None:
            return
        if await posts.find(self.services, table.id, "offer", seat.offered_to):
            return
        how, peace = await substitutes.how_to_offer(self.services, seat.offered_to, directly=notice.directly)
        if peace:
            await outbox.write_also(self.services, table, [notice], due=peace)
            return
        if how.directly and not how.here and await self._ask_directly(outgoing, table, seat, words):
            return
        loud = [seat.offered_to] if how.now else None
        try:
            sent = await self.sending.send(outgoing, table, asking_panel(table, seat, words), None, ping=loud)
        except Mute:
            if not await self._ask_directly(outgoing, table, seat, words):
                raise
            return
        await self._note_asked_by(table, seat.offered_to, sent)

    async def tell_former(self, outgoing: Outgoing, notice: SeatGone, table: Table, words: Words) -> None:
        """Tell who had a seat that another has it now. What showed them its hand is taken away."""
        if table.seat_of(notice.person):
            return
        if post := await posts.find(self.services, table.id, "hand", notice.person):
            outdated = await posts.forget(self.services, table.id, "hand", post, notice.person)
            await self.sending.take_away_now(outgoing, table, outdated)
        person, theirs = (
            await people.get(self.services, notice.person),
            await words_of_person(self.services, notice.person, words),
        )
        loud = how_to_tell("end", wishes_of(person), self.services.now()).now
        said = seat_words.seat_replaced(theirs, table.row.game, table.id, names_at(table)[notice.seat])
        if person is None or person.dms:
            panel = Panel((Text(f"{said}\n{link_to(table)}"),))
            if await self.sending.send_directly(outgoing, table, panel, notice.person, silent=not loud):
                return
        there = Panel((Text(f"<@{notice.person}> · {said}"),))
        await self.sending.send(outgoing, table, there, None, ping=[notice.person] if loud else None)

    async def _ask_directly(self, outgoing: Outgoing, table: Table, seat: Seat, words: Words) -> bool:
        """Ask somebody by direct message; say whether that was possible."""
        assert seat.offered_to is not None
        theirs = await words_of_person(self.services, seat.offered_to, words)
        panel = asking_panel(table, seat, theirs, link_to(table))
        sent = await self.sending.send_directly(outgoing, table, panel, seat.offered_to)
        if sent is None:
            return False
        await self._note_asked_by(table, seat.offered_to, sent)
        return True

    async def _note_asked_by(self, table: Table, person: int, sent: Sent) -> None:
        post = Post(channel=sent.channel, message=sent.message, told=table.row.told, picture=sent.picture)
        await posts.remember(self.services, table.id, "offer", post, person)

    async def _take_away(self, outgoing: Outgoing, table: Table, post: Post, person: int) -> None:
        outdated = await posts.forget(self.services, table.id, "offer", post, person)
        await self.sending.take_away_now(outgoing, table, outdated)


def offer_panel(table: Table, offered: list[Seat], words: Words) -> Panel:
    """Return the message that offers seats to whoever sees it. It shows nothing of their hands."""
    row, names = table.row, names_at(table)
    lines = [
        seat_words.public_offer(
            words, row.game, row.id, names[seat.seat], seat.seat, row.size, by_owner=seat.offered_by == seat.seat
        )
        for seat in offered
    ]
    buttons = []
    for seat in offered:
        label = words.say("Take this seat")
        if len(offered) > 1:
            label = words.say("Take {name}'s seat", name=seat.name)
        buttons.append(Button(label, Target("take", row.id, arg=str(seat.seat)), "success", "🪑"))
    return Panel((text(*lines, _what_it_means(table, words)), *rows([*buttons, _board(table, words)])))


def asking_panel(table: Table, seat: Seat, words: Words, where: str = "") -> Panel:
    """Return the message that offers a seat to somebody by name. It shows nothing of its hand."""
    row, names = table.row, names_at(table)
    by = "" if seat.offered_by == MANAGER else names[seat.offered_by]
    asks = seat_words.personal_offer(
        words, seat.offered_to or 0, row.game, row.id, names[seat.seat], by, seat.seat, row.size
    )
    buttons = (
        Button(words.say("Accept"), Target("take", row.id, arg=str(seat.seat)), "success", "🪑"),
        Button(words.say("Decline"), Target("decline_seat", row.id)),
        _board(table, words),
    )
    return Panel((text(asks, _what_it_means(table, words), where), Row(buttons)))


def _what_it_means(table: Table, words: Words) -> str:
    return seat_words.offer_terms(words, time_words.duration(words, table.clock.extra_time) if table.clock.runs else "")


def _board(table: Table, words: Words) -> Button:
    return Button(words.say("Show the board"), Target("board", table.id), emoji="🗺️")
