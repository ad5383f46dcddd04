"""What stops a person's clocks everywhere: holidays, and the hours at which they do not play."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from zoneinfo import available_timezones

import msgspec

from cluster import ForwardedRequest, add_request, new_request, take_request
from storage import Transaction
from storage.queries import stopping as sql
from storage.queries import tables as sql_tables
from storage.rows import HOLIDAYS, SeatRow, Span
from tables.delivery import digests, outbox
from tables.model import deadlines
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, holiday_days, split_by_year
from tables.notifications.kinds import BoardChanged
from tables.play import table_writer
from tables.runtime import people as persons
from tables.runtime.people import Person
from tables.runtime.services import Services

log = logging.getLogger("kontor.stopping")

_FARTHEST = 400 * DAY
"""So far ahead one can announce something."""


async def holidays(services: Services, person: int) -> list[Span]:
    """Return the holidays of a person that are not over, the earliest first."""
    return [span for span in await _all(services, person) if span[1] > services.now()]


def days_left(spans: Sequence[Span], year: int, most: int) -> int:
    """Return how many days of holidays somebody has left in a year."""
    return most - sum(holiday_days(span) for of, span in split_by_year(spans) if of == year)


async def announce(services: Services, person: int, begin: int, end: int, most: int = HOLIDAYS) -> Span:
    """Announce holidays; what is over of them does not count any more. Decline if there are not so many days left."""
    now = services.now()
    begin = max(begin, now)
    if end <= begin or end > now + _FARTHEST:
        raise Declined("no_such_holiday")

    def with_these(known: list[Span]) -> list[Span]:
        if any(begin < other_end and other_begin < end for other_begin, other_end in known):
            raise Declined("holiday_known")
        spans = sorted((*known, (begin, end)))
        for year in {year for year, _ in split_by_year([(begin, end)])}:
            if days_left(spans, year, most) < 0:
                raise Declined("too_many_holidays", most=most, left=max(0, days_left(known, year, most)), year=year)
        return spans

    await _change_holidays(services, person, with_these)
    return begin, end


async def end_holidays(services: Services, person: int) -> None:
    """Be back: what has been stays a holiday, what was to come is none."""
    now = services.now()

    def until_now(known: list[Span]) -> list[Span]:
        if not any(end > now for _, end in known):
            raise Declined("no_holiday")
        return [(begin, min(end, now)) for begin, end in known if begin < now]

    await _change_holidays(services, person, until_now)


async def set_hours(services: Services, person: Person, zone: str | None, begin: int | None, end: int | None) -> Person:
    """Set somebody's time zone and the hours at which they play (None: at any time)."""
    if zone is not None and zone not in available_timezones():
        raise Declined("no_such_zone", zone=zone[:60])
    if begin is not None and end is not None and (begin == end or not zone):
        raise Declined("no_such_hours" if zone else "zone_first")
    changed = msgspec.structs.replace(person, zone=zone, hours_begin=begin, hours_end=end)
    if changed != person:
        async with _changing_stops(services, person.id) as db:
            await _ask_others(db, services, _Before(person, await _all(services, person.id)))
            if row := await persons.write(db, person, changed):
                services.caches.people[person.id] = changed = row
        await digests.apply_wishes(services, changed)
    return changed


async def _all(services: Services, person: int) -> list[Span]:
    return (await services.holidays_of([person]))[person]


async def _change_holidays(services: Services, person: int, changed: Callable[[list[Span]], list[Span]]) -> None:
    """Make others of somebody's holidays: of those that are there when they are written, whoever else changes them."""
    who = await persons.meet(services, person)
    async with _changing_stops(services, person) as db:
        await db.exclude_other_processes()
        known = (await sql.holidays(db, [person])).get(person, [])
        spans = changed(known)
        await _ask_others(db, services, _Before(who, known))
        await sql.save_holidays(db, person, spans)
        services.caches.holidays[person] = spans


class _Before(msgspec.Struct, frozen=True):
    """What has stopped somebody's clocks so far."""

    person: Person
    holidays: list[Span]


async def _ask_others(db: Transaction, services: Services, before: _Before) -> None:
    """Ask the holders of other partitions to count a person's clocks there by what was, and let them go on."""
    if services.partition.layout.processes == 1:
        return
    servers = {row.server for row, _ in await sql_tables.of_person(services.db.reader, before.person.id)}
    for partition in sorted(
        {services.partition.layout.partition_of(server) for server in servers} - {services.partition.number}
    ):
        await add_request(db, new_request(partition, "stopping", msgspec.json.encode(before), services.now()))


async def follow_others(services: Services, request: ForwardedRequest) -> None:
    """Count a person's clocks by what was, and let them go on with what another process has written."""
    before = msgspec.json.decode(request.body, type=_Before)
    person = before.person.id
    services.caches.people[person], services.caches.holidays[person] = before.person, before.holidays
    async with _changing_stops(services, person) as db:
        await take_request(db, request.id)
        services.caches.forget_settings(person)


@asynccontextmanager
async def _changing_stops(services: Services, person: int) -> AsyncIterator[Transaction]:
    """Change what stops a person's clocks: they are counted by what was, and go on with what is. All or nothing.

    Only those at tables of our partition: others are asked for theirs.
    """
    numbers = [
        row.id
        for row, _ in await sql_tables.of_person(services.db.reader, person)
        if row.status == "playing" and services.partition.contains(row.server)
    ]
    async with AsyncExitStack() as held:
        for number in numbers:
            await held.enter_async_context(services.lock(number))
        tables = [table for table in [await services.load(number) for number in numbers] if table.seat_of(person)]
        now = services.now()
        for table in tables:
            deadlines.settle_clock(table, _seat(table, person), now)
        try:
            async with services.db.transaction() as db:
                yield db
                for table in tables:
                    await services.learn_stops(table)
                    seat = _seat(table, person)
                    seat.overdue = seat.overdue and deadlines.is_overdue(table, seat, now)
                    await table_writer.write_new_deadlines(db, table, [seat], now, [BoardChanged()])
        except BaseException:
            # What was not written is not so: both are read anew.
            services.caches.forget_settings(person)
            raise
    for table in tables:
        outbox.wake(services, table.id)


def _seat(table: Table, person: int) -> SeatRow:
    seat = table.seat_of(person)
    assert seat is not None
    return seat
