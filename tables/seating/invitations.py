"""Invitations: asking people to a table by name, and what they answer."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from rules import GAMES
from storage.queries import guests as sql
from storage.rows import GuestRow
from tables.delivery import outbox
from tables.model.table import Table, require_lobby
from tables.model.table_errors import Declined
from tables.notifications import outgoing
from tables.notifications.recipients import after_inviting
from tables.runtime import people as persons
from tables.runtime.services import Services
from tables.seating import guests, lobby
from tables.seating.guests import Invitee

__all__ = [
    "GuestRow",
    "accept",
    "decline",
    "forget",
    "invite",
    "may_invite",
    "note_told",
    "note_written",
    "set_wished",
    "takes_messages",
    "to_hear",
    "to_tell",
    "waiting_for",
    "wished",
]

log = logging.getLogger("kontor.invitations")


async def may_invite(services: Services, table_id: int, by: int) -> None:
    """Decline if somebody cannot invite people to a table now."""
    _may_invite(await services.load(table_id), by)


def _may_invite(table: Table, by: int) -> None:
    if not (table.row.private and table.row.status == "playing"):  # There guests may still come to watch.
        require_lobby(table)
    if not _can_come(table):
        raise Declined("seats_taken", table=table.id)
    if table.row.host != by:
        raise Declined("host_invites", table=table.id)


def _can_come(table: Table) -> bool:
    """Say whether there is a seat for a guest; where others do not see it, they may come to watch."""
    return table.row.private or (table.row.status == "lobby" and len(table.seats) < table.row.size)


async def invite(services: Services, table_id: int, by: int, people: Sequence[Invitee]) -> list[GuestRow]:
    """Invite people, by the host; return those who were not invited before."""
    async with services.at(table_id) as table:
        _may_invite(table, by)
        added = guests.add(table, people)
        if not added:
            raise Declined("invited_already", table=table_id)
        async with services.db.transaction() as db:
            await sql.save(db, table_id, added)
            await sql.set_told(db, table_id, [guest.n for guest in added], told=False)
            in_lobby = table.row.status == "lobby"
            await outgoing.write(db, table, after_inviting([guest.n for guest in added], in_lobby=in_lobby))
        log.info("table=%d invites=%d", table_id, len(added))
    outbox.wake(services, table_id)
    return added


async def accept(services: Services, table_id: int, person: int) -> Table:
    """Sit down where one is invited, under the name one was invited by."""
    guest = _invited(await services.load(table_id), person)
    return await lobby.join(services, table_id, person, guest.name)


async def decline(services: Services, table_id: int, person: int) -> Table:
    """Say that one does not come. Nobody asks again; who thinks otherwise may still sit down."""
    async with services.at(table_id) as table:
        guest = _invited(table, person)
        require_lobby(table)
        if table.seat_of(person):
            raise Declined("seated_already", table=table_id)
        guest.answer = "declined"
        async with services.db.transaction() as db:
            await sql.save(db, table_id, [guest])
            await outgoing.write(db, table, after_inviting([], in_lobby=True))
    outbox.wake(services, table_id)
    return table


async def forget(services: Services, person: int) -> None:
    """Let no lobby name somebody any more as invited who is being forgotten."""
    for number in await sql.lobbies_naming(services.db.reader, person, services.partition):
        async with services.at(number) as table, services.db.transaction() as db:
            await sql.forget(db, number, person)
            await outgoing.write(db, table, after_inviting([], in_lobby=True))
        outbox.wake(services, number)


def _invited(table: Table, person: int) -> GuestRow:
    guest = table.guest(person)
    if guest is None or guest.answer == "hears":
        raise Declined("not_invited", table=table.id)
    return guest


async def note_told(services: Services, table: Table, numbers: Sequence[int]) -> None:
    """Remember that guests were told."""
    async with services.db.transaction() as db:
        await sql.set_told(db, table.id, numbers)


async def note_written(services: Services, table: Table, number: int) -> None:
    """Remember that a direct message has told a guest, who is to be pinged as well."""
    async with services.db.transaction() as db:
        await sql.set_written(db, table.id, number)


def to_tell(table: Table, numbers: Sequence[int]) -> list[GuestRow]:
    """Return who of these guests is still to be told that they are invited: while they can come, and have not answered.

    To a private game they can come to watch.
    """
    if not table.open or not _can_come(table):
        return []
    return [guest for guest in table.invited if guest.n in numbers and guest.answer == "asked" and not guest.told]


def to_hear(table: Table) -> list[GuestRow]:
    """Return who is still to hear that there is a new lobby, while a seat is free."""
    if table.row.status != "lobby" or len(table.seats) >= table.row.size:
        return []
    heard = [guest for guest in table.row.guests if guest.answer == "hears" and not guest.told]
    return [guest for guest in heard if not table.seat_of(guest.person)]


async def wished(services: Services, person: int, server: int) -> list[str]:
    """Return the games of whose new tables a person wants to hear on a server."""
    return await sql.wished(services.db.reader, person, server)


async def set_wished(services: Services, person: int, server: int, games: Sequence[str]) -> None:
    """Let somebody choose of whose new tables they want to hear on a server."""
    async with services.db.transaction() as db:
        await sql.set_wished(db, person, server, [game for game in GAMES if game in games])


async def takes_messages(services: Services, guest: GuestRow) -> bool:
    """Say whether somebody takes direct messages from us, as far as we know."""
    known = await persons.get(services, guest.person)
    return known is None or known.dms


async def waiting_for(services: Services, person: int) -> list[Table]:
    """Return the lobbies that wait for a person's answer."""
    return [await services.load(number) for number in await sql.invited_to(services.db.reader, person)]
