"""Telling people together, later: what they have chosen to hear every few hours, and what their peace held back.

What is gathered is looked at again when its moment comes: only what is still open then is told, in one message.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from storage.queries import gathered as sql
from storage.queries import guests as sql_guests
from storage.rows import GatheredRow, GuestRow, Reply, SeatRow
from tables.delivery import peers, prompts
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import next_outside
from tables.notifications import outgoing
from tables.notifications.kinds import Gathered
from tables.notifications.outgoing import Outgoing
from tables.notifications.preferences import NOT_AT_ALL, By, How, What, WhenTold, how_to_tell, wishes_of
from tables.runtime import people
from tables.runtime.people import Person
from tables.runtime.services import Services
from tables.runtime.waiting_tables import WaitingTable, waiting

log = logging.getLogger("kontor.gathering")


async def decide_now_or_later(
    services: Services, table: Table, seats: Sequence[SeatRow], what: What, outgoing: Outgoing
) -> dict[int, How]:
    """Say how the people at these seats are told something now; what they are told later is written down for that.

    That is done once, however often others have to be told it again.
    """
    ways: dict[int, How] = {}
    later = []
    done = await prompts.gathered_for(services, table, what, outgoing)
    for seat in seats:
        if seat.person is None or seat.person in done:
            ways[seat.seat] = NOT_AT_ALL
            continue
        how = how_to_tell(what, wishes_of(await people.get(services, seat.person)), services.now())
        ways[seat.seat] = how
        if how.gathered:
            later.append(_row(table, seat.person, what, how.gathered))
    if later:
        async with services.db.transaction() as db:
            await sql.add(db, later)
            await prompts.note_gathered(db, table, [row.person for row in later], what, outgoing, services.now())
    return ways


async def decide_for_guests(services: Services, table: Table, guests: Sequence[GuestRow], what: What) -> dict[int, How]:
    """Say the same of guests of a table, by their numbers; who is told later counts as told."""
    ways = {
        guest.n: how_to_tell(what, wishes_of(await people.get(services, guest.person)), services.now())
        for guest in guests
    }
    later = [guest for guest in guests if ways[guest.n].gathered]
    if later:
        async with services.db.transaction() as db:
            await sql.add(db, [_row(table, guest.person, what, ways[guest.n].gathered) for guest in later])
            await sql_guests.set_told(db, table.id, [guest.n for guest in later])
    return ways


def add_direct_message(services: Services, table: Table, person: int, what: What, how: How, outgoing: Outgoing) -> None:
    """Let a person hear by direct message what all were told: with the next tick, or then if they wish that.

    It is written when that is crossed out: however often that is tried, they hear it once.
    """
    if how.directly or how.gathered:
        row = _row(table, person, what, how.gathered or services.now())
        outgoing.to_write.append(partial(sql.add, rows=[row]))


def _row(table: Table, person: int, what: What, due: int) -> GatheredRow:
    return GatheredRow(person=person, table_id=table.id, what=what, frame=table.frame_id, due=due)


async def gather(services: Services) -> None:
    """Tell everybody whose moment has come what has been gathered for them, at the tables of all partitions."""
    for person in await sql.due(services.db.reader, services.now()):
        if not services.partition.is_responsible_for(person):
            continue
        try:
            with services.outage.suppress("what was gathered for somebody"):
                await _gather(services, person)
        except Exception:
            # All others are told all the same.
            log.exception("what was gathered for somebody cannot be told")


async def _gather(services: Services, person: int) -> None:
    rows = await sql.of_person(services.db.reader, person)
    if await _put_off_for_peace(services, person, rows):
        return
    summary = await _summary(services, person, rows)
    async with services.db.transaction() as db:
        await sql.drop(db, rows)
        if summary:
            news, first = tuple((row.table_id, row.what, row.frame) for row in rows), summary.first
            await outgoing.write(db, first, [_notice(first, person, news)])
            wake = await peers.wake(db, services, first.row.server, first.id)
    if summary:
        wake()


def _notice(table: Table, person: int, news: tuple[tuple[int, What, int], ...]) -> Gathered:
    """Return what tells a person at a table all that was gathered: at their seat, or as a guest."""
    if seat := table.seat_of(person):
        return Gathered(person=person, seat=seat.seat, news=news)
    guest = table.guest(person)
    assert guest is not None
    return Gathered(person=person, guest=guest.n, news=news)


def whom(table: Table, notice: Gathered) -> int | None:
    """Return who is told what was gathered, whoever has their seat by now; None: they were forgotten."""
    if notice.person:
        return notice.person
    if notice.seat >= 0:
        return table.seats[notice.seat].person
    return next((guest.person for guest in table.row.guests if guest.n == notice.guest), None)


async def _put_off_for_peace(services: Services, person: int, rows: Sequence[GatheredRow]) -> bool:
    """Say whether somebody wants their peace just now: then all of it waits until that is over."""
    now = services.now()
    over = next_outside(wishes_of(await people.get(services, person)).quiet, now)
    if over > now:
        async with services.db.transaction() as db:
            await sql.add(db, rows)
            await sql.put_off(db, [msgspec.structs.replace(row, due=over) for row in rows])
    return over > now


class Summary(NamedTuple):
    """What a person is told in one message."""

    waits: list[WaitingTable]
    """All tables that wait for them, the most urgent first."""
    full: list[Table]
    """Lobbies of theirs where everybody is there."""
    out: list[Table]
    """Tables where their time has run out, and a computer has decided."""
    invited: list[Table]
    """Lobbies they are invited to, and have not answered."""
    opened: list[Table]
    """New lobbies with a free seat that they wanted to hear of."""

    @property
    def first(self) -> Table:
        """The table at which they are told, if they take no direct messages."""
        return self.waits[0].table if self.waits else (*self.full, *self.out, *self.invited, *self.opened)[0]


async def make_summary(services: Services, person: int, notice: Gathered) -> Summary | None:
    """Return what a person is told now; None if nothing of it is so any more, or they want their peace by now."""
    rows = [
        GatheredRow(person=person, table_id=table_id, what=what, frame=frame, due=0)
        for table_id, what, frame in notice.news
    ]
    if await _put_off_for_peace(services, person, rows):
        return None
    return await _summary(services, person, rows)


async def _summary(services: Services, person: int, rows: Sequence[GatheredRow]) -> Summary | None:
    waits = await waiting(services, person)
    asked = {(each.table.id, each.table.frame_id) for each in waits}
    full = [table for row in rows if row.what == "full" and (table := await _full(services, row))]
    out = [table for row in rows if row.what == "out" and (table := await _sits_at(services, row))]
    invited = [table for row in rows if row.what == "invited" and (table := await _lobby(services, row, "asked"))]
    opened = [table for row in rows if row.what == "lobby" and (table := await _lobby(services, row, "hears"))]
    news = full or out or invited or opened
    if not (news or any((row.table_id, row.frame) in asked for row in rows)):
        return None
    return Summary(waits, full, out, invited, opened)


async def _full(services: Services, row: GatheredRow) -> Table | None:
    table = await _sits_at(services, row)
    hosts = table is not None and table.row.host == row.person
    return table if table and hosts and table.row.status == "lobby" and len(table.seats) >= table.row.size else None


async def _lobby(services: Services, row: GatheredRow, answer: Reply) -> Table | None:
    """Return a lobby if somebody is still such a guest there, and there is room for them."""
    try:
        table = await services.load(row.table_id)
    except Declined:
        return None
    guest = table.guest(row.person)
    waits = table.row.status == "lobby" and guest is not None and guest.answer == answer
    free = len(table.seats) < table.row.size and not table.seat_of(row.person)
    return table if waits and free else None


async def _sits_at(services: Services, row: GatheredRow) -> Table | None:
    """Return a table if it is open and somebody still has a seat there."""
    try:
        table = await services.load(row.table_id)
    except Declined:
        return None
    return table if table.open and table.seat_of(row.person) else None


# What people wish


async def set_wishes(services: Services, person: Person, told: WhenTold | None, by: By | None) -> Person:
    """Let somebody choose how they are told; what is left out stays as it is."""
    changed = msgspec.structs.replace(person, told=told or person.told, told_by=by or person.told_by)
    return await _save(services, person, changed)


async def set_quiet(services: Services, person: Person, begin: int | None, end: int | None) -> Person:
    """Set the hours at which somebody wants their peace (None: never)."""
    if begin is not None and (begin == end or not person.zone):
        raise Declined("no_such_hours" if person.zone else "zone_first")
    return await _save(services, person, msgspec.structs.replace(person, quiet_begin=begin, quiet_end=end))


async def _save(services: Services, before: Person, changed: Person) -> Person:
    if changed != before:
        changed = await people.save(services, before, changed)
        await apply_wishes(services, changed)
    return changed


async def apply_wishes(services: Services, person: Person) -> None:
    """Tell what was gathered as is wished now: sooner, later, or not at all."""
    now, rows = services.now(), await sql.of_person(services.db.reader, person.id)
    ways = [how_to_tell(row.what, wishes_of(person), now) for row in rows]
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
