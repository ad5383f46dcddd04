"""What stops a person's clocks at all their tables: holidays and active hours.

A change settles the person's clocks first: time until now counts by the old settings, time from now on by the new ones.
`announce_holiday`, `end_holidays` and `set_hours` are people's requests.
"""

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

_MAX_ADVANCE_S = 400 * DAY
"""How far ahead the end of a holiday may be."""


async def upcoming_holidays(services: Services, person: int) -> list[Span]:
    """Return a person's holidays that are running or to come, the earliest first."""
    return [span for span in await _all_holidays(services, person) if span[1] > services.now()]


def days_left(spans: Sequence[Span], year: int, most: int) -> int:
    """Return how many days of holiday a person has left in a year; negative if they have announced too many.

    `spans` are all their holidays, and `most` is the allowance in days per year.
    """
    return most - sum(holiday_days(span) for of, span in split_by_year(spans) if of == year)


async def announce_holiday(services: Services, person: int, begin: int, end: int, most: int = HOLIDAYS) -> Span:
    """Add a holiday, compute the person's deadlines again, update their boards, and return the holiday.

    A begin in the past is moved to now. Raise `Declined` if the span is empty or ends more than 400 days ahead,
    overlaps another holiday, or exceeds `most` days per year.
    """
    now = services.now()
    begin = max(begin, now)
    if end <= begin or end > now + _MAX_ADVANCE_S:
        raise Declined("no_such_holiday")

    def add_span(known: list[Span]) -> list[Span]:
        """Return the holidays with the new one, sorted. Raise `Declined` for an overlap or too many days."""
        if any(begin < other_end and other_begin < end for other_begin, other_end in known):
            raise Declined("holiday_known")
        spans = sorted((*known, (begin, end)))
        for year in {year for year, _ in split_by_year([(begin, end)])}:
            if days_left(spans, year, most) < 0:
                raise Declined("too_many_holidays", most=most, left=max(0, days_left(known, year, most)), year=year)
        return spans

    await _change_holidays(services, person, add_span)
    return begin, end


async def end_holidays(services: Services, person: int) -> None:
    """End all holidays of a person now: a running one is cut short, later ones are removed.

    Their deadlines are computed again and their boards updated. Raise `Declined` if they have no running or later
    holiday.
    """
    now = services.now()

    def cut_at_now(known: list[Span]) -> list[Span]:
        """Return the holidays, with a running one cut at now and later ones removed.

        Raise `Declined` if none is running or still to come.
        """
        if not any(end > now for _, end in known):
            raise Declined("no_holiday")
        return [(begin, min(end, now)) for begin, end in known if begin < now]

    await _change_holidays(services, person, cut_at_now)


async def set_hours(services: Services, person: Person, zone: str | None, begin: int | None, end: int | None) -> Person:
    """Set a person's time zone and active hours (minutes after midnight; None: any time). Return their settings.

    If something changes, their deadlines and the times of their collected notifications are computed again, and their
    boards are updated. Raise `Declined` for an unknown zone, if `begin` equals `end`, or for hours without a zone.
    """
    if zone is not None and zone not in available_timezones():
        raise Declined("no_such_zone", zone=zone[:60])
    if begin is not None and end is not None and (begin == end or not zone):
        raise Declined("no_such_hours" if zone else "zone_first")
    changed = msgspec.structs.replace(person, zone=zone, hours_begin=begin, hours_end=end)
    if changed != person:
        async with _settling_clocks(services, person.id) as db:
            await _ask_other_processes(db, services, _StopsBefore(person, await _all_holidays(services, person.id)))
            if row := await persons.write(db, person, changed):
                services.caches.people[person.id] = changed = row
        await digests.apply_wishes(services, changed)
    return changed


async def _all_holidays(services: Services, person: int) -> list[Span]:
    """Return all holidays of a person, past ones included, the earliest first."""
    return (await services.holidays_of([person]))[person]


async def _change_holidays(services: Services, person: int, changed: Callable[[list[Span]], list[Span]]) -> None:
    """Apply `changed` to a person's stored holidays inside the transaction, and settle their clocks.

    The transaction runs alone over all processes, so concurrent changes are not lost. Other processes where the person
    plays are asked to settle their clocks there. The cache is updated. Stores default settings for a new person.
    """
    who = await persons.meet(services, person)
    async with _settling_clocks(services, person) as db:
        await db.exclude_other_processes()
        known = (await sql.holidays(db, [person])).get(person, [])
        spans = changed(known)
        await _ask_other_processes(db, services, _StopsBefore(who, known))
        await sql.save_holidays(db, person, spans)
        services.caches.holidays[person] = spans


class _StopsBefore(msgspec.Struct, frozen=True):
    """The settings that stopped a person's clocks before a change. Sent to other processes as JSON."""

    person: Person
    holidays: list[Span]


async def _ask_other_processes(db: Transaction, services: Services, before: _StopsBefore) -> None:
    """Request that the processes of other partitions charge a person's clocks there until now.

    They charge them by `before`, the person's settings before a change. The requests are written in the transaction;
    with a single process nothing is written.
    """
    if services.partition.layout.processes == 1:
        return
    servers = {row.server for row, _ in await sql_tables.of_person(services.db.reader, before.person.id)}
    for partition in sorted(
        {services.partition.layout.partition_of(server) for server in servers} - {services.partition.number}
    ):
        await add_request(db, new_request(partition, "stopping", msgspec.json.encode(before), services.now()))


async def settle_for_others(services: Services, request: ForwardedRequest) -> None:
    """Settle a person's clocks in our partition, on the request of another process that has changed their settings.

    The request contains the settings before the change. It is deleted in the same transaction.
    """
    before = msgspec.json.decode(request.body, type=_StopsBefore)
    person = before.person.id
    services.caches.people[person], services.caches.holidays[person] = before.person, before.holidays
    async with _settling_clocks(services, person) as db:
        await take_request(db, request.id)
        services.caches.forget_settings(person)


@asynccontextmanager
async def _settling_clocks(services: Services, person: int) -> AsyncIterator[Transaction]:
    """Yield a transaction in which the caller changes what stops a person's clocks, and settle these clocks.

    Time until now is charged by the old settings. After the body has written the new ones, the deadlines are computed
    again, a seat that is no longer overdue loses that flag, and the boards are updated. This concerns only running
    tables of our partition, which stay locked meanwhile. If the body fails, nothing is written and the person's cached
    settings are dropped.
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
                    await services.load_stops(table)
                    seat = _seat(table, person)
                    seat.overdue = seat.overdue and deadlines.is_overdue(table, seat, now)
                    await table_writer.write_new_deadlines(db, table, [seat], now, [BoardChanged()])
        except BaseException:
            # The change was not written, so the caches must be read again.
            services.caches.forget_settings(person)
            raise
    for table in tables:
        outbox.wake(services, table.id)


def _seat(table: Table, person: int) -> SeatRow:
    """Return the seat of a person who must have one at this table."""
    seat = table.seat_of(person)
    assert seat is not None
    return seat
