"""Inviting: how somebody who has no seat hears of a lobby, where it stands or by direct message, once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from cogs.delivery.sending import Sending
from cogs.messages.panel import Button, Link, Panel, Row, Target, Text
from cogs.messages.reader_language import words_of_person
from cogs.messages.table_messages import guest_row, host_name, link_to
from tables.delivery import digests
from tables.model.table import Table
from tables.notifications.lobby_kinds import Invited
from tables.notifications.outgoing import Outgoing
from tables.runtime.services import Mute, Services
from tables.seating import invitations
from tables.seating.invitations import GuestRow as Guest
from words import Words, lobby_text

MOST_PINGED = 50
"""So many people one message pings: Discord takes no more than a hundred."""


class Inviting:
    """Tells guests that they are invited, or that there is a new lobby."""

    def __init__(self, services: Services, sending: Sending) -> None:
        self.services = services
        self.sending = sending

    async def tell_invited(self, outgoing: Outgoing, notice: Invited, table: Table, words: Words) -> None:
        """Tell guests that they are invited: one message where the lobby stands, and one to each who wishes that.

        Who was told is remembered one by one, so nobody is told twice if this has to be tried again.
        """
        guests = invitations.guests_to_invite(table, notice.guests)
        if table.row.private:
            await self.let_in(table, [guest.person for guest in guests])
        ways = await digests.decide_for_guests(self.services, table, guests, "invited")
        here = [guest for guest in guests if ways[guest.n].here]
        for guest in (guest for guest in guests if ways[guest.n].directly and not guest.written):
            arrived = await self._write_to(outgoing, table, guest, words)
            if guest not in here and not arrived:
                here.append(guest)
            elif guest not in here:
                await invitations.note_told(self.services, table, [guest.n])
            elif arrived:
                guest.written = True
                await invitations.note_written(self.services, table, guest.n)
        if not here:
            return
        people = [guest.person for guest in here]
        try:
            await self.sending.send(outgoing, table, _asks(table, words, people), None, ping=people)
        except Mute:
            if [guest for guest in here if not await self._tell_instead(outgoing, table, guest, words)]:
                raise
        else:
            await invitations.note_told(self.services, table, [guest.n for guest in here])

    async def tell_opened(self, outgoing: Outgoing, table: Table, words: Words) -> None:
        """Tell those of a new lobby who want to hear of such ones, as far as they see its channel."""
        row = table.row
        guests = [
            guest
            for guest in invitations.guests_to_notify(table)
            if await self.sending.port.can_see(row.server, row.channel, guest.person)
        ]
        ways = await digests.decide_for_guests(self.services, table, guests, "lobby")
        here = [guest for guest in guests if ways[guest.n].here and not ways[guest.n].directly]
        for guest in (guest for guest in guests if ways[guest.n].directly):
            theirs = await words_of_person(self.services, guest.person, words)
            said = Text(
                lobby_text.direct_new_lobby(theirs, host_name(table), row.game, table.id, row.size - len(table.seats))
            )
            there = Link(theirs.say("Go to the table"), link_to(table))
            enough = Button(theirs.say("Turn these off"), Target("hear_no_more", arg=f"{row.server} {row.game}"))
            if await self._send(outgoing, table, guest, Panel((said, Row((there, enough))))):
                await invitations.note_told(self.services, table, [guest.n])
            else:
                here.append(guest)
        # By their numbers: so it is the same message for the same people when it is tried again, whoever was told.
        for part, some in groupby(sorted(here, key=_part), _part):
            told = {guest.n: guest.person for guest in some}
            people = list(told.values())
            said = Text(lobby_text.new_lobby(words, people, row.game, table.id, row.size - len(table.seats)))
            join = Row((Button(words.say("Join"), Target("join", table.id), "success"),))
            nonce = f"{outgoing.nonce}.p{part}" if part else outgoing.nonce
            one = msgspec.structs.replace(outgoing, nonce=nonce)
            await self.sending.send(one, table, Panel((said, join)), None, ping=people)
            await invitations.note_told(self.services, table, list(told))

    async def let_in(self, table: Table, people: Sequence[int | None]) -> None:
        """Let people into the private thread where a table lives. Nobody hears that."""
        await self.sending.port.add_to_thread(table.place, [person for person in people if person is not None])

    async def _tell_instead(self, outgoing: Outgoing, table: Table, guest: Guest, words: Words) -> bool:
        """Tell somebody by direct message while the place refuses, if they take these; say whether they know now."""
        takes = guest.written or await invitations.accepts_dms(self.services, guest)
        known = guest.written or (takes and await self._write_to(outgoing, table, guest, words))
        if known:
            await invitations.note_written(self.services, table, guest.n)
            await invitations.note_told(self.services, table, [guest.n])
        return known

    async def _write_to(self, outgoing: Outgoing, table: Table, guest: Guest, words: Words) -> bool:
        """Invite somebody by direct message; say whether that was possible."""
        theirs = await words_of_person(self.services, guest.person, words)
        there = Link(theirs.say("Go to the table"), link_to(table))
        return await self._send(outgoing, table, guest, _asks(table, theirs, [], there))

    async def _send(self, outgoing: Outgoing, table: Table, guest: Guest, panel: Panel) -> bool:
        """Send somebody a direct message; say whether that was possible."""
        one = msgspec.structs.replace(outgoing, nonce=f"{outgoing.nonce}.{guest.n}")
        return await self.sending.send_directly(one, table, panel, guest.person) is not None


def _part(guest: Guest) -> int:
    """Return which of several messages pings a guest, from 0; guests are numbered from 1."""
    return (guest.n - 1) // MOST_PINGED


def _asks(table: Table, words: Words, people: Sequence[int], *besides: Link) -> Panel:
    """Return what invites people, or without any somebody in a message of their own; to a game, only to watch it."""
    facts = (host_name(table), table.row.game, table.id)
    if table.row.status != "lobby":
        return Panel((Text(lobby_text.watch_invitation(words, people, *facts)), *([Row(besides)] if besides else [])))
    said = lobby_text.invitation(words, people, *facts) if people else lobby_text.direct_invitation(words, *facts)
    return Panel((Text(said), Row((*guest_row(table, words).buttons, *besides))))
