"""Digests: notifications that a person gets later in one message, by preference or because of quiet hours.

A digest entry says that one event at one table has to be told to a person (`GatheredRow`). Entries are checked again
when the digest is sent: it leaves out those that are no longer true.
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
    """Return, by person, how each of these people is notified of the event `what` at a table.

    For those who get it in a digest, a digest entry is added to `effects`.
    """
    ways = {}
    for person in people:
        how = ways[person] = choose_way(what, preferences_of(await persons.get(services, person)), services.now())
        if how.gathered:
            effects.digest.append(_row(table, person, what, how.gathered))
    return ways


def add_direct_message(services: Services, table: Table, person: int, what: What, how: Way, effects: Effects) -> None:
    """Add a digest entry to `effects` if the person is notified (`how`) in a digest or by direct message.

    An entry for a digest is due at the time `how.gathered`. A direct message is sent as a digest that is due now. If
    the person is notified only in the channel, or not at all, nothing is added.
    """
    if how.directly or how.gathered:
        effects.digest.append(_row(table, person, what, how.gathered or services.now()))


def _row(table: Table, person: int, what: What, due: int) -> GatheredRow:
    return GatheredRow(person=person, table_id=table.id, what=what, frame=table.frame_id, due=due)


async def gather(services: Services) -> None:
    """Write a `Digest` notification for each person with a due entry for whom our partition is responsible.

    It covers all entries of the person, also those that are not due yet. During a person's quiet hours, their entries
    are made due when the quiet hours end instead. A failure for one person is logged and does not stop the others.
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
    """Delete a person's digest entries and write one `Digest` to the outbox of their most urgent table instead.

    If all entries are obsolete, none is written. During the person's quiet hours, the entries stay and become due when
    the quiet hours end.
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
    """Return a person's digest as a notification of `table`, where they have a seat or are a guest.

    `news` has (table id, event, frame number of the decision that was pending then) for each entry of the digest.
    """
    if seat := table.seat_of(person):
        return Digest(person=person, seat=seat.seat, news=news)
    guest = table.guest(person)
    assert guest is not None
    return Digest(person=person, guest=guest.n, news=news)


def whom(table: Table, notification: Digest) -> int | None:
    """Return the person who gets a digest, which is a notification of `table`; None if nobody does.

    A digest written by an older version of the bot names no person. Then it is for whoever has its seat or guest number
    now.
    """
    if notification.person:
        return notification.person
    if notification.seat >= 0:
        return table.seats[notification.seat].person
    return next((guest.person for guest in table.row.guests if guest.n == notification.guest), None)


async def _put_off_in_quiet_hours(services: Services, person: int, rows: Sequence[GatheredRow]) -> bool:
    """Return True during a person's quiet hours. In that case, first make these entries due when the quiet hours end.

    Entries that are not in the database any more are inserted again.
    """
    now = services.now()
    over = next_outside(preferences_of(await persons.get(services, person)).quiet, now)
    if over > now:
        async with services.db.transaction() as db:
            await sql.add(db, rows)
            await sql.put_off(db, [msgspec.structs.replace(row, due=over) for row in rows])
    return over > now


class Summary(NamedTuple):
    """The contents of a person's digest: the tables to tell them about, by reason."""

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
    """The ids of tables in `invited` whose host the person avoids: these are not shown."""

    @property
    def first(self) -> Table:
        """The table where they are pinged if they accept no direct messages."""
        return self.waits[0].table if self.waits else (*self.full, *self.out, *self.invited, *self.opened)[0]


async def make_summary(services: Services, person: int, notification: Digest) -> Summary | None:
    """Return the contents of a digest that is about to be sent to a person; None if there is nothing to send now.

    That is so if all its entries are obsolete, or during the person's quiet hours. In quiet hours its entries are
    stored again, due when the quiet hours end.
    """
    rows = [
        GatheredRow(person=person, table_id=table_id, what=what, frame=frame, due=0)
        for table_id, what, frame in notification.news
    ]
    if await _put_off_in_quiet_hours(services, person, rows):
        return None
    return await _summary(services, person, rows)


async def _summary(services: Services, person: int, rows: Sequence[GatheredRow]) -> Summary | None:
    """Return the entries that are still true, and all tables that wait for the person; None if no entry is true."""
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
    """Return the table of a digest entry if it is still a lobby that the person can join; else None.

    A seat must be free, and the person must have none. They must be a guest whose stored answer is `answer`: `asked`
    for an invitation that is not answered, `hears` for a subscription to new lobbies.
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
    """Return the table of a digest entry if the person has a seat there and it is not over; else None."""
    try:
        table = await services.load(row.table_id)
    except Declined:
        return None
    return table if table.open and table.seat_of(row.person) else None


# Preferences


async def set_wishes(services: Services, person: Person, told: WhenTold | None, by: By | None) -> Person:
    """Store when (`told`) and by which kind of message (`by`) a person wants to be notified, and return the person.

    None leaves a preference unchanged. Digest entries that wait for them are rescheduled (`apply_wishes`).
    """
    changed = msgspec.structs.replace(person, told=told or person.told, told_by=by or person.told_by)
    return await _save(services, person, changed)


async def set_quiet(services: Services, person: Person, begin: int | None, end: int | None) -> Person:
    """Store a person's quiet hours, and return the person. Digest entries that wait for them are rescheduled.

    `begin` and `end` are minutes after midnight in the person's time zone; None for both removes the quiet hours. Raise
    `Declined` if `begin` equals `end`, or if the person has no time zone.
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
    """Reschedule a person's waiting digest entries by their present preferences.

    An entry that they want in a digest gets the due time by the preferences. One that they want at once becomes due
    now. One that they do not want at all is deleted.
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
