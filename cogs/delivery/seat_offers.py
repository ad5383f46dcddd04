"""`SeatOffers`: messages that offer seats, to everybody in the channel or to one person by name.

It also notifies the former owner of a seat that somebody else has taken.
"""

from __future__ import annotations

from cogs.delivery.live_messages import LiveMessages
from cogs.delivery.sending import MessageSender, Sent
from cogs.messages.panel import Button, Panel, Row, Target, rows, text
from cogs.messages.reader_language import words_of_person
from cogs.messages.table_messages import link_to, names_at
from tables.delivery import posts
from tables.delivery.posts import Post
from tables.delivery.prompts import Seat
from tables.model.table import MANAGER, Table
from tables.notifications.attempt import Attempt
from tables.notifications.seat_kinds import SeatGone, SeatOffered
from tables.runtime import avoiding
from tables.runtime.services import ChannelBlocked, Services
from tables.seating import substitutes
from words import Words
from words import seat_text as seat_words
from words import time_text as time_words


class SeatOffers:
    """Posts, updates and removes messages that offer seats, and notifies the former owner of a seat that was taken."""

    def __init__(self, services: Services, sending: MessageSender, live: LiveMessages) -> None:
        self.services = services
        self.sending = sending
        self.live = live

    async def show(self, attempt: Attempt, table: Table, words: Words) -> None:
        """Deliver `OffersChanged`: update the message that offers seats to everybody, and remove ended offers.

        The message is in the table's channel; if that is blocked, it is in the thread where the table is played.
        Messages that offer a seat to a person by name are only removed here; `ask` sends them.
        """
        offered = [seat for seat in table.seats if seat.offered_at] if table.row.status == "playing" else []
        to_all = [seat for seat in offered if seat.offered_to is None]
        asked = {seat.offered_to for seat in offered} - {None} | ({0} if to_all else set())
        for person, post in (await posts.all_of(self.services, table.id, "offer")).items():
            if person not in asked:
                attempt.effects.remove_post("offer", post, person)
        if to_all:
            panel = offer_panel(table, to_all, words)
            try:
                await self.live.update(attempt, table, "offer", panel, table.row.channel)
            except ChannelBlocked:
                await self.live.update(attempt, table, "offer", panel, None)

    async def ask(self, attempt: Attempt, notification: SeatOffered, table: Table, words: Words) -> None:
        """Ask the person who is offered a seat by name, once: by a message in the channel or by direct message.

        They get a direct message if they prefer that and accept it, or if the channel is blocked. If neither way works,
        `ChannelBlocked` is raised. A message in the channel pings only if they want to be notified now. In their quiet
        hours nothing is sent, and the notification is queued again for the end of these hours. Nothing is sent if the
        offer has ended or was sent already. At a private table they are added to its thread first.

        If they avoid the player who offers the seat, they are neither pinged nor asked directly. A message in the
        channel has the same text as for anybody else.
        """
        seat = table.seats[notification.seat]
        if table.row.status != "playing" or not seat.offered_at or seat.offered_to is None:
            return
        if await posts.find(self.services, table.id, "offer", seat.offered_to):
            return
        how, peace = await substitutes.how_to_offer(self.services, seat.offered_to, directly=notification.directly)
        if peace:
            attempt.effects.follow_up(notification, due=peace)
            return
        if table.row.private:
            await self.sending.port.add_to_thread(table.place, [seat.offered_to])
        if how.directly and not how.here and await self._ask_directly(attempt, table, seat, words):
            return
        loud = [seat.offered_to] if how.now and not await self._is_unwanted(table, seat) else None
        try:
            sent = await self.sending.send(attempt, table, asking_panel(table, seat, words), None, ping=loud)
        except ChannelBlocked:
            if not await self._ask_directly(attempt, table, seat, words):
                raise
            return
        _note_asked_by(attempt, table, seat.offered_to, sent)

    async def notify_former_owner(self, attempt: Attempt, notification: SeatGone, table: Table) -> None:
        """Tell the former owner of a seat that somebody else has it, and remove the message with their hand.

        They get a direct message if they accept these; otherwise it is posted where the table is played. They are
        pinged only if they want to be notified now. Nothing is done if they have a seat at the table again.
        """
        if table.seat_of(notification.person):
            return
        if post := await posts.find(self.services, table.id, "hand", notification.person):
            attempt.effects.remove_post("hand", post, notification.person)
        who = names_at(table)[notification.seat]
        await self.sending.notify_person(
            attempt,
            table,
            notification.person,
            lambda theirs: seat_words.seat_replaced(theirs, table.row.game, table.id, who),
            link_to(table),
        )

    async def _ask_directly(self, attempt: Attempt, table: Table, seat: Seat, words: Words) -> bool:
        """Offer a seat by direct message and store that with the effects; return False if it cannot be delivered.

        That is so if the person accepts no direct messages, or if these are blocked now. If they avoid the player who
        offers the seat, nothing is sent and True is returned.
        """
        assert seat.offered_to is not None
        if await self._is_unwanted(table, seat):
            return True
        theirs = await words_of_person(self.services, seat.offered_to, words)
        panel = asking_panel(table, seat, theirs, link_to(table))
        sent = await self.sending.send_directly(attempt, table, panel, seat.offered_to)
        if sent is None:
            return False
        _note_asked_by(attempt, table, seat.offered_to, sent)
        return True

    async def _is_unwanted(self, table: Table, seat: Seat) -> bool:
        """Return True if the person who is offered a seat by name avoids the player who offers it."""
        giver = table.seats[seat.offered_by].person if seat.offered_by != MANAGER else None
        if giver is None or seat.offered_to is None:
            return False
        return bool(await avoiding.who_avoids(self.services, giver, [seat.offered_to]))


def _note_asked_by(attempt: Attempt, table: Table, person: int, sent: Sent) -> None:
    """Note in the attempt's effects that the message `sent` offers a seat to this person by name."""
    post = Post(channel=sent.channel, message=sent.message, told=table.row.told, picture=sent.picture)
    attempt.effects.set_post("offer", post, person)


def offer_panel(table: Table, offered: list[Seat], words: Words) -> Panel:
    """Return the message that offers these seats to everybody in the channel. It shows nothing of their hands.

    It has a button to take each seat, and one that shows the board.
    """
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
    """Return the message that offers a seat to one person by name. It shows nothing of the seat's hand.

    Its buttons are *Accept*, *Decline* and one that shows the board. `where` is a link to the table for a direct
    message, shown as the last line; "" in the channel.
    """
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
