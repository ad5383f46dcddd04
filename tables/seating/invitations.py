"""Invitations to a table by name and the answers to them, and subscriptions to new lobbies.

`invite`, `accept` and `decline` are requests of people. The delivery calls `guests_to_invite` and `guests_to_notify` to
learn who still has to be notified.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from rules import GAMES
from storage.queries import guests as sql
from storage.rows import GuestRow
from tables.delivery import outbox
from tables.model.table import Table, require_lobby
from tables.model.table_errors import Declined
from tables.notifications import pending
from tables.notifications.recipients import after_inviting
from tables.runtime import avoiding
from tables.runtime import people as persons
from tables.runtime.services import Services
from tables.seating import guests, lobby
from tables.seating.guests import Invitee
from tables.seating.server_limits import check_inviting

__all__ = [
    "GuestRow",
    "accept",
    "accepts_dms",
    "check_may_invite",
    "decline",
    "forget",
    "guests_to_invite",
    "guests_to_notify",
    "invite",
    "lobby_subscriptions",
    "may_come",
    "may_invite",
    "set_lobby_subscriptions",
    "unanswered_invitations",
]

log = logging.getLogger("kontor.invitations")


async def check_may_invite(services: Services, table_id: int, by: int) -> None:
    """Raise `Declined` if a person cannot invite people to a table now.

    Only the host can, and only while a seat is free in the lobby. The host of a private table can also invite people to
    watch: in the lobby even if no seat is free, and while the game is running.
    """
    _check_may_invite(await services.load(table_id), by)


def may_invite(table: Table, by: int) -> bool:
    """Return True if a person can invite people to a table now, by the rules of `check_may_invite`."""
    try:
        _check_may_invite(table, by)
    except Declined:
        return False
    return True


def _check_may_invite(table: Table, by: int) -> None:
    """Raise `Declined` unless the person `by` is the host and an invited person could still come.

    They could take a seat in a lobby with a free seat, and watch at a private table that is a lobby or a running game.
    """
    if not (table.row.private and table.row.status == "playing"):  # Guests may come to watch a private game.
        require_lobby(table)
    if not _can_come(table):
        raise Declined("seats_taken", table=table.id)
    if table.row.host != by:
        raise Declined("host_invites", table=table.id)


def _can_come(table: Table) -> bool:
    """Return True if a guest could still come: the lobby has a free seat, or the table is private (to watch)."""
    return table.row.private or (table.row.status == "lobby" and len(table.seats) < table.row.size)


async def invite(services: Services, table_id: int, by: int, people: Sequence[Invitee]) -> list[GuestRow]:
    """Invite people to a table, notify them, update the lobby's message, and return the newly invited guests.

    People who have a seat or an invitation already are skipped. Raise `Declined` if the person `by` may not invite, if
    nobody is left after the skipping, if somebody has declined before or was sent away within the last hour, if the
    table would have too many invited guests, or if `by` has invited too many people lately.
    """
    async with services.at(table_id) as table:
        _check_may_invite(table, by)
        now = services.now()
        added = guests.add_invitees(table, people, by, now)
        if not added:
            raise Declined("invited_already", table=table_id)
        async with services.db.transaction() as db:
            await check_inviting(db, by, table.row.server, len(added), now)
            await sql.save(db, table_id, added)
            await sql.set_told(db, table_id, [guest.n for guest in added], told=False)
            in_lobby = table.row.status == "lobby"
            await pending.write(db, table, after_inviting([guest.n for guest in added], in_lobby=in_lobby))
        log.info("table=%d invites=%d", table_id, len(added))
    outbox.wake(services, table_id)
    return added


async def accept(services: Services, table_id: int, person: int) -> Table:
    """Accept an invitation: give the invited person a seat, under the name in the invitation, and return the table.

    The effects are those of `lobby.join`. A person who declined before may still accept. Raise `Declined` if the person
    was not invited or cannot join, for example because the lobby is full.
    """
    guest = _invited(await services.load(table_id), person)
    return await lobby.join(services, table_id, person, guest.name)


async def decline(services: Services, table_id: int, person: int) -> Table:
    """Decline an invitation, update the lobby's message, and return the table.

    The host cannot invite the person again, but they may still join. Raise `Declined` if they were not invited or have
    a seat, or if the table has left the lobby.
    """
    async with services.at(table_id) as table:
        guest = _invited(table, person)
        require_lobby(table)
        if table.seat_of(person):
            raise Declined("seated_already", table=table_id)
        guest.answer = "declined"
        async with services.db.transaction() as db:
            await sql.save(db, table_id, [guest])
            await pending.write(db, table, after_inviting([], in_lobby=True))
    outbox.wake(services, table_id)
    return table


async def forget(services: Services, person: int) -> None:
    """Remove a person from the guests of all lobbies of our partition, and update the lobbies' messages.

    Called when the person's data is removed.
    """
    for number in await sql.lobbies_naming(services.db.reader, person, services.partition):
        async with services.at(number) as table, services.db.transaction() as db:
            await sql.forget(db, number, person)
            await pending.write(db, table, after_inviting([], in_lobby=True))
        outbox.wake(services, number)


def _invited(table: Table, person: int) -> GuestRow:
    """Return the guest row of an invited person; they may have accepted or declined already.

    Raise `Declined` if they were not invited, or have been sent away.
    """
    guest = table.guest(person)
    if guest is not None and guest.answer == "sent_away":
        raise Declined("sent_away", table=table.id)
    if guest is None or guest.answer == "hears":
        raise Declined("not_invited", table=table.id)
    return guest


def guests_to_invite(table: Table, numbers: Sequence[int]) -> list[GuestRow]:
    """Return the invited guests with these numbers who were not notified yet and can still come (`may_come`)."""
    return [guest for guest in table.invited if guest.n in numbers and not guest.told and may_come(table, guest)]


def guests_to_notify(table: Table) -> list[GuestRow]:
    """Return the subscribers who have not been notified of a new lobby yet and can still come (`may_come`)."""
    subscribers = [guest for guest in table.row.guests if guest.answer == "hears" and not guest.told]
    return [guest for guest in subscribers if may_come(table, guest)]


def may_come(table: Table, guest: GuestRow) -> bool:
    """Return True if it still makes sense to notify a guest of a table.

    An invited guest must not have answered, and the table must be a lobby with a free seat, or private and not over
    (then they can come to watch). For a subscriber to new lobbies, it must be a lobby with a free seat, and they must
    have none there.
    """
    if guest.answer == "hears":
        free = table.row.status == "lobby" and len(table.seats) < table.row.size
        return free and not table.seat_of(guest.person)
    return guest.answer == "asked" and table.open and _can_come(table)


async def lobby_subscriptions(services: Services, person: int, server: int) -> list[str]:
    """Return the games of whose new lobbies a person is notified on a server."""
    return await sql.wished(services.db.reader, person, server)


async def set_lobby_subscriptions(services: Services, person: int, server: int, games: Sequence[str]) -> None:
    """Store for which games a person is notified of new lobbies on a server, in place of earlier subscriptions there.

    `games` are keys of games. Unknown ones are ignored.
    """
    async with services.db.transaction() as db:
        await sql.set_wished(db, person, server, [game for game in GAMES if game in games])


async def accepts_dms(services: Services, guest: GuestRow) -> bool:
    """Return True if a guest's settings allow direct messages, or if we have no settings of theirs."""
    known = await persons.get(services, guest.person)
    return known is None or known.dms


async def unanswered_invitations(services: Services, person: int) -> list[Table]:
    """Return the lobbies, on all servers, to which a person is invited and has not answered, oldest first.

    Those of hosts on their avoid list are left out.
    """
    tables = [await services.load(number) for number in await sql.invited_to(services.db.reader, person)]
    avoided = await avoiding.avoided_among(services, person, [table.row.host for table in tables])
    return [table for table in tables if table.row.host not in avoided]
