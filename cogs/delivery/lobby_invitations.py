"""`GuestInvitations`: notifies people without a seat that they are invited or sent away, or that a lobby is new."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cogs.delivery.sending import MessageSender, Sent
from cogs.messages.panel import Button, Link, Panel, Row, Target, Text
from cogs.messages.reader_language import words_of_person
from cogs.messages.table_messages import guest_row, host_name, link_to
from tables.delivery import digests, posts
from tables.delivery.posts import LiveKind, Post
from tables.model.table import Table
from tables.notifications.attempt import Attempt
from tables.notifications.lobby_kinds import DirectInvitation, Invited, LobbyOpened
from tables.runtime import avoiding
from tables.runtime.services import ChannelBlocked, Services
from tables.seating import invitations
from tables.seating.invitations import GuestRow as Guest
from words import Words, lobby_text

MAX_PINGED = 50
"""The most people that one message pings: Discord allows a hundred."""


_INVITATIONS: tuple[LiveKind, ...] = ("invitation", "direct_invitation")
"""The kinds under which invitations to a lobby are stored: in its channel, by direct message."""


class GuestInvitations:
    """Notifies guests of invitations and subscribers of new lobbies: in the channel, by direct message or in a digest.

    A guest is a person in a table's list of guests: one who was invited, or who subscribed to new lobbies.
    """

    def __init__(self, services: Services, sending: MessageSender) -> None:
        self.services = services
        self.sending = sending

    async def invite(self, attempt: Attempt, notification: Invited, table: Table, words: Words) -> None:
        """Invite guests in one message where the table is played, or by direct message if they prefer that.

        Guests who were notified already, have answered or can no longer come are skipped. At a private table all guests
        are added to its thread first. While the channel is blocked, guests who accept direct messages are invited that
        way; if other guests remain, the notification is limited to them and `ChannelBlocked` is raised. If Discord
        answers with the message of an earlier attempt, another `Invited` is queued for the guests who are not
        mentioned there.

        Guests who avoid the host are not pinged. The message names them all the same, so that nobody else can see that.
        """
        guests = invitations.guests_to_invite(table, notification.guests)
        if table.row.private:
            await self.let_in(table, [guest.person for guest in guests])
        here = await self._choose_ways(attempt, table, guests, "invited")
        if not here:
            return
        people = [guest.person for guest in here]
        try:
            unwilling = await avoiding.who_avoids(self.services, table.row.host, people)
            ping = [person for person in people if person not in unwilling]
            sent = await self.sending.send(attempt, table, _asks(table, words, people), None, ping=ping)
        except ChannelBlocked:
            asked = {each.guest for each, _ in attempt.effects.follow_ups if isinstance(each, DirectInvitation)}
            accept = [guest.n for guest in here if await invitations.accepts_dms(self.services, guest)]
            attempt.effects.follow_up(*(DirectInvitation(guest=n) for n in accept if n not in asked))
            attempt.effects.guests_told += [*asked, *accept]
            left = [guest.n for guest in here if guest.n not in attempt.effects.guests_told]
            attempt.effects.rest = Invited(guests=tuple(left))
            if left:
                raise
            return
        unheard = self._note_notified(attempt, here, [*sent.mentioned, *unwilling])
        for guest in here:
            if guest.n not in unheard:
                _note_invited_by(attempt, table, "invitation", guest, sent)
        if unheard:
            attempt.effects.follow_up(Invited(guests=tuple(unheard)))

    async def remove_answered(self, attempt: Attempt, table: Table) -> None:
        """Remove each message that invites to a lobby when no guest it invites can accept or decline any more."""
        for kind in _INVITATIONS:
            sent = await posts.all_of(self.services, table.id, kind)
            unanswered = {post.message for person, post in sent.items() if _can_answer(table, person)}
            answered = {post.message: (person, post) for person, post in sent.items() if post.message not in unanswered}
            for person, post in sent.items():
                if (person, post) == answered.get(post.message):
                    attempt.effects.remove_post(kind, post, person)
                elif post.message in answered:
                    attempt.effects.set_post(kind, None, person)

    async def announce_lobby(self, attempt: Attempt, table: Table, words: Words, role: int) -> None:
        """Announce a new lobby to the people who subscribed to such lobbies and can see its channel, and to a role.

        One message in the channel pings at most `MAX_PINGED` of them, and the role with the id `role` unless 0. People
        who prefer a direct message or a digest get that instead. If more people have to be pinged, another
        `LobbyOpened` is queued for them. Nobody is notified once no seat is free.
        """
        row = table.row
        guests = [
            guest
            for guest in invitations.guests_to_notify(table)
            if await self.sending.port.can_see(row.server, row.channel, guest.person)
        ]
        here = await self._choose_ways(attempt, table, guests, "lobby")
        role = role if row.status == "lobby" and len(table.seats) < row.size else 0
        if not here and not role:
            return
        people = [guest.person for guest in here[:MAX_PINGED]]
        panel = _announces(table, words, people, role)
        sent = await self.sending.send(attempt, table, panel, None, ping=people, ping_role=role)
        if self._note_notified(attempt, here[:MAX_PINGED], sent.mentioned) or len(here) > MAX_PINGED:
            attempt.effects.follow_up(LobbyOpened())

    async def invite_directly(
        self, attempt: Attempt, notification: DirectInvitation, table: Table, words: Words
    ) -> None:
        """Send a guest a direct message with an invitation or the news of a new lobby, and store that with the effects.

        It is the news if `notification.new_lobby`. If the guest accepts no direct messages, the message goes to where
        the table is played, unless one for them is there already (`notification.besides`). Nothing is sent to a guest
        who has answered or can no longer come. An invitation from a host on their avoid list is not sent either.
        """
        guest = next((guest for guest in table.row.guests if guest.n == notification.guest), None)
        if guest is None or not invitations.may_come(table, guest):
            return
        if not notification.new_lobby and await avoiding.who_avoids(self.services, table.row.host, [guest.person]):
            return
        theirs = await words_of_person(self.services, guest.person, words)
        there = Link(theirs.say("Go to the table"), link_to(table))
        if notification.new_lobby:
            row, free = table.row, table.row.size - len(table.seats)
            host = host_name(table) if row.host else ""
            said = Text(lobby_text.direct_new_lobby(theirs, host, row.game, table.id, free))
            enough = Button(theirs.say("Turn these off"), Target("hear_no_more", arg=f"{row.server} {row.game}"))
            panel = Panel((said, Row((there, enough))))
        else:
            panel = _asks(table, theirs, [], there)
        if sent := await self.sending.send_directly(attempt, table, panel, guest.person):
            attempt.effects.guests_written.append(guest.n)
            if not notification.new_lobby:
                _note_invited_by(attempt, table, "direct_invitation", guest, sent)
        elif not notification.besides:
            here = _announces if notification.new_lobby else _asks
            await self.sending.send(attempt, table, here(table, words, [guest.person]), None, ping=[guest.person])

    async def send_away(self, attempt: Attempt, person: int, table: Table) -> None:
        """Tell a person that the host has sent them away, and remove them from the thread of a private table.

        Nothing is done if they have been invited again meanwhile.
        """
        guest = table.guest(person)
        if guest is None or guest.answer != "sent_away":
            return
        await self.sending.notify_person(
            attempt,
            table,
            person,
            lambda theirs: lobby_text.sent_away(theirs, host_name(table), table.row.game, table.id),
        )
        if table.row.private:
            await self.sending.port.remove_from_thread(table.place, person)

    async def let_in(self, table: Table, people: Sequence[int | None]) -> None:
        """Add people to the private thread where a table lives. Nobody is notified of that."""
        await self.sending.port.add_to_thread(table.place, [person for person in people if person is not None])

    async def _choose_ways(
        self, attempt: Attempt, table: Table, guests: Sequence[Guest], what: Literal["invited", "lobby"]
    ) -> list[Guest]:
        """Return the guests to notify in the channel. Queue a direct message or a digest for others, as they prefer.

        Guests who prefer both the channel and direct messages get an invitation (`what` is "invited") both ways, but
        the news of a new lobby ("lobby") only by direct message. Guests who have turned such notifications off get
        nothing.
        """
        ways = await digests.decide_now_or_later(
            self.services, table, [guest.person for guest in guests], what, attempt.effects
        )
        here = []
        for guest in guests:
            how = ways[guest.person]
            both = how.here and how.directly and what == "invited"
            if how.directly and not guest.written:
                attempt.effects.follow_up(DirectInvitation(guest=guest.n, new_lobby=what == "lobby", besides=both))
            if how.here and (both or not how.directly):
                here.append(guest)
            elif how.directly or how.gathered:
                attempt.effects.guests_told.append(guest.n)
        return here

    def _note_notified(self, attempt: Attempt, guests: Sequence[Guest], mentioned: Sequence[int]) -> list[int]:
        """Store with the effects which guests a message has notified; return the numbers (`n`) of all other guests.

        `mentioned` are the ids of the people the message mentions. A guest can be missing there only if an earlier
        attempt may have been delivered: Discord may answer with its message.
        """
        unnotified = [guest.n for guest in guests if attempt.may_have_arrived and guest.person not in mentioned]
        attempt.effects.guests_told += [guest.n for guest in guests if guest.n not in unnotified]
        return unnotified


def _note_invited_by(attempt: Attempt, table: Table, kind: LiveKind, guest: Guest, sent: Sent) -> None:
    """Store with the effects that the message `sent` invites a guest to a lobby. `kind` is one of `_INVITATIONS`.

    Does nothing once the game has started: an invitation to watch has no buttons to remove later.
    """
    if table.row.status == "lobby":
        attempt.effects.set_post(kind, Post(channel=sent.channel, message=sent.message), guest.person)


def _can_answer(table: Table, person: int) -> bool:
    """Return True if a person is invited to a lobby and can still accept or decline."""
    guest = table.guest(person)
    return table.row.status == "lobby" and guest is not None and invitations.may_come(table, guest)


def _announces(table: Table, words: Words, people: Sequence[int], role: int = 0) -> Panel:
    """Return the message that announces a new lobby to `people` and a role (0: none) in its channel, with *Join*."""
    free = table.row.size - len(table.seats)
    said = Text(lobby_text.new_lobby(words, people, role, table.row.game, table.id, free))
    return Panel((said, Row((Button(words.say("Join"), Target("join", table.id), "success"),))))


def _asks(table: Table, words: Words, people: Sequence[int], *besides: Link) -> Panel:
    """Return an invitation to join a lobby, with *Accept* and *Decline*; once the game has started, one to watch it.

    `people` are the ids of the people that a message in the channel mentions; [] for a direct message to one guest.
    `besides` are links after the buttons. An invitation to watch has only these links.
    """
    facts = (host_name(table), table.row.game, table.id)
    if table.row.status != "lobby":
        return Panel((Text(lobby_text.watch_invitation(words, people, *facts)), *([Row(besides)] if besides else [])))
    said = lobby_text.invitation(words, people, *facts) if people else lobby_text.direct_invitation(words, *facts)
    return Panel((Text(said), Row((*guest_row(table, words).buttons, *besides))))
