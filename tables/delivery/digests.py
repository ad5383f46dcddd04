"""Digests: notifications that a person gets later in one message, by preference or because of quiet hours.

Entries are checked again when the digest is due: only what is still true is in the message.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from storage.queries import gathered as sql
from storage.rows import GatheredRow, Reply
from tables.delivery import peers
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import next_outside
from tables.notifications import pending
from tables.notifications.attempt import Effects
from tables.notifications.kinds import Digest
from tables.notifications.preferences import NOT_AT_ALL, By, Way, What, WhenTold, choose_way, preferences_of
from tables.runtime import avoiding
from tables.runtime import people as persons
from tables.runtime.people import Person
from tables.runtime.services import Services
from tables.runtime.waiting_tables import WaitingTable, waiting

log = logging.getLogger("kontor.gathering")


async def decide_now_or_later(
    services: Services, table: Table, people: Iterable[int], what: What, effects: Effects
) -> dict[int, Way]:
    """Return how each of these people is notified of an event. Add those who hear it later to the effects' digest."""
    ways = {}
    for person in people:
        how = ways[person] = choose_way(what, preferences_of(await persons.get(services, person)), services.now())
        if how.gathered:
            effects.digest.append(_row(table, person, what, how.gathered))
    return ways


def add_direct_message(services: Services, table: Table, person: int, what: What, how: Way, effects: Effects) -> None:
    """Add a digest entry for a person to the effects, if `how` is a digest or a direct message; else add nothing.

    An entry for a digest is due at the time of that digest (`how.gathered`), one for a direct message now.
    """
    if how.directly or how.gathered:
        effects.digest.append(_row(table, person, what, how.gathered or services.now()))


def _row(table: Table, person: int, what: What, due: int) -> GatheredRow:
    return GatheredRow(person=person, table_id=table.id, what=what, frame=table.frame_id, due=due)


async def gather(services: Services) -> None:
    """Write a `Digest` notification for everybody with a due entry for whom our partition is responsible.

    In a person's quiet hours their entries are put off instead. A failure for one person is logged.
    """
    for person in await sql.due(services.db.reader, services.now()):
        if not services.partition.is_responsible_for(person):
            continue
        try:
            with services.outage.suppress("a digest"):
                await _gather(services, person)
        except Exception:
            # One failure must not stop the digests of others.
            log.exception("a digest cannot be written")


async def _gather(services: Services, person: int) -> None:
    """Replace a person's entries by one notification at their most urgent table; by none if all are obsolete.

    In their quiet hours the entries are put off instead.
    """
    rows = await sql.of_person(services.db.reader, person)
    if await _put_off_in_quiet_hours(services, person, rows):
        return
    summary = await _summary(services, person, rows)
    async with services.db.transaction() as db:
        await sql.drop(db, rows)
        if summary:
            news, first = tuple((row.table_id, row.what, row.frame) for row in rows), summary.first
            await pending.write(db, first, [_digest(first, person, news)])
            wake = await peers.wake(db, services, first.row.server, first.id)
    if summary:
        wake()


def _digest(table: Table, person: int, news: tuple[tuple[int, What, int], ...]) -> Digest:
    """Return a person's digest as a notification of this table, where they have a seat or are a guest.

    `news` has (table id, event, frame) for each entry of the digest; the frame is that of the pending decision.
    """
    if seat := table.seat_of(person):
        return Digest(person=person, seat=seat.seat, news=news)
    guest = table.guest(person)
    assert guest is not None
    return Digest(person=person, guest=guest.n, news=news)


def whom(table: Table, notification: Digest) -> int | None:
    """Return the person who gets a digest; None if nobody does any more.

    A row of an older version names no person: then it is whoever has its seat or guest number now.
    """
    if notification.person:
        return notification.person
    if notification.seat >= 0:
        return table.seats[notification.seat].person
    return next((guest.person for guest in table.row.guests if guest.n == notification.guest), None)


async def _put_off_in_quiet_hours(services: Services, person: int, rows: Sequence[GatheredRow]) -> bool:
    """Return True if a person has quiet hours now. Then their entries are stored (again) as due at the end of these."""
    now = services.now()
    over = next_outside(preferences_of(await persons.get(services, person)).quiet, now)
    if over > now:
        async with services.db.transaction() as db:
            await sql.add(db, rows)
            await sql.put_off(db, [msgspec.structs.replace(row, due=over) for row in rows])
    return over > now


class Summary(NamedTuple):
    """The contents of a digest."""

    waits: list[WaitingTable]
    """All tables where they have to act, the most urgent first."""
    full: list[Table]
    """Full lobbies that they host."""
    out: list[Table]
    """Tables where their time ran out and a computer decided."""
    invited: list[Table]
    """Lobbies with an invitation that they have not answered."""
    opened: list[Table]
    """New lobbies with a free seat, which they have subscribed to."""
    unwanted: frozenset[int] = frozenset()
    """Those of `invited`, by id, whose host they avoid: the person is not told of these."""

    @property
    def first(self) -> Table:
        """The table where they are pinged if they accept no direct messages."""
        return self.waits[0].table if self.waits else (*self.full, *self.out, *self.invited, *self.opened)[0]


async def make_summary(services: Services, person: int, notification: Digest) -> Summary | None:
    """Return the contents of a digest; None if all of it is obsolete, or if the person has quiet hours now.

    In quiet hours its entries are stored again for later.
    """
    rows = [
        GatheredRow(person=person, table_id=table_id, what=what, frame=frame, due=0)
        for table_id, what, frame in notification.news
    ]
    if await _put_off_in_quiet_hours(services, person, rows):
        return None
    return await _summary(services, person, rows)


async def _summary(services: Services, person: int, rows: Sequence[GatheredRow]) -> Summary | None:
    """Return which entries are still true, with all tables that wait for the person; None if no entry is true."""
    waits = await waiting(services, person)
    asked = {(each.table.id, each.table.frame_id) for each in waits}
    full = [table for row in rows if row.what == "full" and (table := await _full(services, row))]
    out = [table for row in rows if row.what == "out" and (table := await _sits_at(services, row))]
    invited = [table for row in rows if row.what == "invited" and (table := await _lobby(services, row, "asked"))]
    opened = [table for row in rows if row.what == "lobby" and (table := await _lobby(services, row, "hears"))]
    news = full or out or invited or opened
    if not (news or any((row.table_id, row.frame) in asked for row in rows)):
        return None
    avoided = await avoiding.avoided_among(services, person, [table.row.host for table in invited])
    unwanted = frozenset(table.id for table in invited if table.row.host in avoided)
    return Summary(waits, full, out, invited, opened, unwanted)


async def _full(services: Services, row: GatheredRow) -> Table | None:
    """Return the table of a digest entry if it is a full lobby where the person is host and has a seat; else None."""
    table = await _sits_at(services, row)
    hosts = table is not None and table.row.host == row.person
    return table if table and hosts and table.row.status == "lobby" and len(table.seats) >= table.row.size else None


async def _lobby(services: Services, row: GatheredRow, answer: Reply) -> Table | None:
    """Return an entry's table if it is a lobby that the person can still join and has not answered; else None.

    They can join it if a seat is free and they have none. As a guest they must have `answer`: `asked` for an invitation
    without an answer, `hears` for a subscription to new lobbies.
    """
    try:
        table = await services.load(row.table_id)
    except Declined:
        return None
    guest = table.guest(row.person)
    waits = table.row.status == "lobby" and guest is not None and guest.answer == answer
    free = len(table.seats) < table.row.size and not table.seat_of(row.person)
    return table if waits and free else None


async def _sits_at(services: Services, row: GatheredRow) -> Table | None:
    """Return the table of a digest entry if it is open and the person still has a seat there; else None."""
    try:
        table = await services.load(row.table_id)
    except Declined:
        return None
    return table if table.open and table.seat_of(row.person) else None


# Preferences


async def set_wishes(services: Services, person: Person, told: WhenTold | None, by: By | None) -> Person:
    """Set a person's preferences, reschedule their digest, and return the person.

    `told` is when they are notified, `by` whether by ping or direct message; None leaves a preference unchanged.
    """
    changed = msgspec.structs.replace(person, told=told or person.told, told_by=by or person.told_by)
    return await _save(services, person, changed)


async def set_quiet(services: Services, person: Person, begin: int | None, end: int | None) -> Person:
    """Set a person's quiet hours in minutes of the day (None: none), reschedule their digest, and return the person.

    Raise `Declined` if hours are given and begin and end are equal, or the person has no time zone.
    """
    if begin is not None and (begin == end or not person.zone):
        raise Declined("no_such_hours" if person.zone else "zone_first")
    return await _save(services, person, msgspec.structs.replace(person, quiet_begin=begin, quiet_end=end))


async def _save(services: Services, before: Person, changed: Person) -> Person:
    """Store a changed person, reschedule their digest entries, and return the person as stored.

    Do nothing if nothing has changed.
    """
    if changed != before:
        changed = await persons.save(services, before, changed)
        await apply_wishes(services, changed)
    return changed


async def apply_wishes(services: Services, person: Person) -> None:
    """Reschedule or drop a person's digest entries by their present preferences.

    Entries that they do not want in a digest any more become due now; those they do not want at all are dropped.
    """
    now, rows = services.now(), await sql.of_person(services.db.reader, person.id)
    ways = [choose_way(row.what, preferences_of(person), now) for row in rows]
    async with services.db.transaction() as db:
        await sql.drop(db, [row for row, how in zip(rows, ways, strict=True) if how == NOT_AT_ALL])
        await sql.put_off(
            db,
            [
                msgspec.structs.replace(row, due=how.gathered or now)
                for row, how in zip(rows, ways, strict=True)
                if how != NOT_AT_ALL
            ],
        )
