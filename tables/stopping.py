"""What stops a person's clocks everywhere: holidays, and the hours at which they do not play."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from zoneinfo import available_timezones

import msgspec

from storage import Transaction
from storage import errands as sql_errands
from storage import stopping as sql
from storage import tables as sql_tables
from storage.rows import HOLIDAYS, SeatRow, Span
from tables import change, deadlines, gathering, others, outbox, persons
from tables.errors import Declined
from tables.house import House
from tables.notices import BoardChanged
from tables.others import Errand
from tables.persons import Person
from tables.table import Table
from tables.time_left import DAY, by_year, days_of

log = logging.getLogger("kontor.stopping")

_FARTHEST = 400 * DAY
"""So far ahead one can announce something."""


async def holidays(house: House, person: int) -> list[Span]:
    """Return the holidays of a person that are not over, the earliest first."""
    return [span for span in await _all(house, person) if span[1] > house.now()]


def days_left(spans: Sequence[Span], year: int, most: int) -> int:
    """Return how many days of holidays somebody has left in a year."""
    return most - sum(days_of(span) for of, span in by_year(spans) if of == year)


async def announce(house: House, person: int, begin: int, end: int, most: int = HOLIDAYS) -> Span:
    """Announce holidays; what is over of them does not count any more. Decline if there are not so many days left."""
    now = house.now()
    begin = max(begin, now)
    if end <= begin or end > now + _FARTHEST:
        raise Declined("no_such_holiday")

    def with_these(known: list[Span]) -> list[Span]:
        if any(begin < other_end and other_begin < end for other_begin, other_end in known):
            raise Declined("holiday_known")
        spans = sorted((*known, (begin, end)))
        for year in {year for year, _ in by_year([(begin, end)])}:
            if days_left(spans, year, most) < 0:
                raise Declined("too_many_holidays", most=most, left=max(0, days_left(known, year, most)), year=year)
        return spans

    await _change_holidays(house, person, with_these)
    return begin, end


async def end_holidays(house: House, person: int) -> None:
    """Be back: what has been stays a holiday, what was to come is none."""
    now = house.now()

    def until_now(known: list[Span]) -> list[Span]:
        if not any(end > now for _, end in known):
            raise Declined("no_holiday")
        return [(begin, min(end, now)) for begin, end in known if begin < now]

    await _change_holidays(house, person, until_now)


async def set_hours(house: House, person: Person, zone: str | None, begin: int | None, end: int | None) -> Person:
    """Set somebody's time zone and the hours at which they play (None: at any time)."""
    if zone is not None and zone not in available_timezones():
        raise Declined("no_such_zone", zone=zone[:60])
    if begin is not None and end is not None and (begin == end or not zone):
        raise Declined("no_such_hours" if zone else "zone_first")
    changed = msgspec.structs.replace(person, zone=zone, hours_begin=begin, hours_end=end)
    if changed != person:
        async with _changing_stops(house, person.id) as db:
            await _ask_others(db, house, _Before(person, await _all(house, person.id)))
            if row := await persons.write(db, person, changed):
                house.memory.people[person.id] = changed = row
        await gathering.apply_wishes(house, changed)
    return changed


async def _all(house: House, person: int) -> list[Span]:
    return (await house.holidays_of([person]))[person]


async def _change_holidays(house: House, person: int, changed: Callable[[list[Span]], list[Span]]) -> None:
    """Make others of somebody's holidays: of those that are there when they are written, whoever else changes them."""
    who = await persons.meet(house, person)
    async with _changing_stops(house, person) as db:
        await db.alone()
        known = (await sql.holidays(db, [person])).get(person, [])
        spans = changed(known)
        await _ask_others(db, house, _Before(who, known))
        await sql.save_holidays(db, person, spans)
        house.memory.holidays[person] = spans


class _Before(msgspec.Struct, frozen=True):
    """What has stopped somebody's clocks so far."""

    person: Person
    holidays: list[Span]


async def _ask_others(db: Transaction, house: House, before: _Before) -> None:
    """Ask the holders of other shares to count a person's clocks there by what was, and let them go on."""
    if house.share.split.processes == 1:
        return
    servers = {row.server for row, _ in await sql_tables.of_person(house.db.reader, before.person.id)}
    for share in sorted({house.share.split.share_of(server) for server in servers} - {house.share.number}):
        await sql_errands.add(db, others.new_errand(house, share, "stopping", msgspec.json.encode(before).decode()))


async def follow_others(house: House, errand: Errand) -> None:
    """Count a person's clocks by what was, and let them go on with what another process has written."""
    before = msgspec.json.decode(errand.body, type=_Before)
    person = before.person.id
    house.memory.people[person], house.memory.holidays[person] = before.person, before.holidays
    async with _changing_stops(house, person) as db:
        await sql_errands.take(db, errand.id)
        house.memory.forget_settings(person)


@asynccontextmanager
async def _changing_stops(house: House, person: int) -> AsyncIterator[Transaction]:
    """Change what stops a person's clocks: they are counted by what was, and go on with what is. All or nothing.

    Only those at tables of our share: others are asked for theirs.
    """
    numbers = [
        row.id
        for row, _ in await sql_tables.of_person(house.db.reader, person)
        if row.status == "playing" and house.share.has(row.server)
    ]
    async with AsyncExitStack() as held:
        for number in numbers:
            await held.enter_async_context(house.lock(number))
        tables = [table for table in [await house.load(number) for number in numbers] if table.seat_of(person)]
        now = house.now()
        for table in tables:
            deadlines.settle(table, _seat(table, person), now)
        try:
            async with house.db.transaction() as db:
                yield db
                for table in tables:
                    await house.learn_stops(table)
                    seat = _seat(table, person)
                    seat.overdue = seat.overdue and deadlines.overdue(table, seat, now)
                    await change.settle_anew(db, table, [seat], now, [BoardChanged()])
        except BaseException:
            # What was not written is not so: both are read anew.
            house.memory.forget_settings(person)
            raise
    for table in tables:
        outbox.wake(house, table.id)


def _seat(table: Table, person: int) -> SeatRow:
    seat = table.seat_of(person)
    assert seat is not None
    return seat
