"""Whatever happens: the time a seat has used is the time it owed a decision, outside of all that stops its clock."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo

import pytest

from tables.model import deadlines
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR, Clock
from tables.play import moves
from tables.runtime import people as persons
from tables.seating import seats
from tables.time import holidays as stopping
from tables.time import pauses
from tests.tables.room import ANNA, BERT, CLARA, PEOPLE, STRANGER, Room
from tests.tables.test_clock_kinds import at

MINUTE = 60
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC")
STEPS = 90


@cache
def minute_of_the_day(zone: str, moment: int) -> int:
    wall = datetime.fromtimestamp(moment, ZoneInfo(zone))
    return wall.hour * 60 + wall.minute


class Bookkeeper:
    """Looks at a table minute by minute and notes who owes a decision while nothing stops their clock."""

    def __init__(self, room: Room, number: int) -> None:
        self.room = room
        self.number = number
        self.noted: Counter[int] = Counter()
        self.uncertain = 0
        """Seconds before crashes of which nobody knows whether we were there."""
        self.holidays: dict[int, list[tuple[int, int]]] = {}
        self.hours: dict[int, tuple[str, int, int] | None] = {}

    def runs(self, person: int, moment: int) -> bool:
        if any(begin <= moment < end for begin, end in self.holidays.get(person, ())):
            return False
        if (hours := self.hours.get(person)) is None:
            return True
        zone, begin, end = hours
        minute = minute_of_the_day(zone, moment)
        return begin <= minute < end if begin < end else minute >= begin or minute < end

    async def watch(self, seconds: int) -> None:
        """Let time go by while nobody does anything."""
        table = await self.room.load(self.number)
        if table.row.status == "playing" and not table.row.paused:
            for seat in table.human_seats():
                if seat.seat in table.owed and seat.person:
                    moments = range(self.room.time, self.room.time + seconds, MINUTE)
                    self.noted[seat.seat] += MINUTE * sum(self.runs(seat.person, moment) for moment in moments)
        self.room.time += seconds

    async def check(self) -> None:
        table = await self.room.load(self.number)
        for seat in table.seats:
            deadlines.settle_clock(table, seat, self.room.time)
            noted = self.noted[seat.seat]
            assert noted - self.uncertain <= seat.time_used <= noted, (seat, noted)


class Life:
    """What can happen to a table, at random."""

    def __init__(self, room: Room, number: int, rng: random.Random, earlier: Life | None = None) -> None:
        self.room, self.number, self.rng = room, number, rng
        self.books = Bookkeeper(room, number)
        if earlier:
            self.books.holidays, self.books.hours = earlier.books.holidays, earlier.books.hours

    async def step(self) -> None:
        acts: list[Callable[[], Awaitable[object]]] = [
            *(self.move,) * 6,
            *(self.take_back,) * 3,
            self.resign,
            self.come_back,
            self.substitute,
            self.more_time,
            self.holiday,
            *(self.back_early,) * 3,
            self.hours,
            self.pause,
            *(self.go_on,) * 5,
            self.restart,
            self.crash,
            self.tick,
        ]
        await self.books.watch(MINUTE * self.rng.choice((0, 1, 7, 60, 500, 1500)))
        with suppress(Declined):
            await self.rng.choice(acts)()
        await self.room.rest()
        await self.books.check()

    @property
    def person(self) -> int:
        return self.rng.choice((ANNA, BERT, CLARA))

    async def seat(self) -> int:
        return self.rng.randrange(len((await self.room.load(self.number)).seats))

    async def move(self) -> None:
        if owing := await self.room.owing(self.number):
            await self.room.move(self.number, self.rng.choice(owing))

    async def take_back(self) -> None:
        await moves.take_back(self.room.services, self.number, self.person, everything=self.rng.random() < 0.5)

    async def resign(self) -> None:
        if len((await self.room.load(self.number)).human_seats()) > 1:
            await seats.resign(self.room.services, self.number, self.person)

    async def come_back(self) -> None:
        await seats.come_back(self.room.services, self.number, self.person)

    async def substitute(self) -> None:
        table = await self.room.load(self.number)
        missing = [person for person in (*PEOPLE[:3], STRANGER) if not table.seat_of(person)]
        if missing:
            by, new = self.person, self.rng.choice(missing)
            await self.room.substitute(self.number, by, await self.seat(), new, f"<{new}>")

    async def more_time(self) -> None:
        await seats.give_time(self.room.services, self.number, self.person, await self.seat())

    async def holiday(self) -> None:
        person, begin = self.person, self.room.time + MINUTE * self.rng.choice((0, 600, 3000))
        span = await stopping.announce_holiday(
            self.room.services, person, begin, begin + MINUTE * self.rng.choice((700, 4000))
        )
        self.books.holidays.setdefault(person, []).append(span)

    async def back_early(self) -> None:
        person = self.person
        await stopping.end_holidays(self.room.services, person)
        now = self.room.time
        self.books.holidays[person] = [
            (begin, min(end, now)) for begin, end in self.books.holidays[person] if begin < now
        ]

    async def hours(self) -> None:
        person, zone = self.person, self.rng.choice(ZONES)
        begin, end = self.rng.sample(range(0, 24 * 60, 30), 2)
        wanted = self.rng.choice([(begin, end), (begin, end), None])
        known = await persons.meet(self.room.services, person)
        await stopping.set_hours(self.room.services, known, zone, *(wanted or (None, None)))
        self.books.hours[person] = (zone, *wanted) if wanted else None

    async def pause(self) -> None:
        for seat in (await self.room.load(self.number)).human_seats():
            with suppress(Declined):
                await pauses.request_pause(self.room.services, self.number, seat.person or 0)

    async def go_on(self) -> None:
        await pauses.end_pause(self.room.services, self.number, self.person)

    async def restart(self) -> None:
        await self.room.restart(MINUTE * self.rng.choice((2, 100, 3000)))

    async def crash(self) -> None:
        await self.room.later(0)
        await self.books.watch(MINUTE)
        self.books.uncertain += MINUTE
        await self.room.crash(MINUTE * self.rng.choice((2, 100, 3000)))

    async def tick(self) -> None:
        await self.room.later(0)


CLOCKS = [
    Clock(kind="decision", time=2 * DAY, window=True, holidays=366),
    Clock(kind="bank", time=6 * HOUR, stock=DAY, most=3 * DAY, window=True, holidays=366),
]


@pytest.mark.repeated(3)
@pytest.mark.parametrize("seed", range(6))
async def test_the_time_used_is_the_time_a_decision_was_owed(room: Room, seed: int) -> None:
    rng = random.Random(seed)
    # Around the days on which clocks are changed.
    room.time = at(rng.choice(("2026-03-27T10:00", "2026-10-23T10:00")))
    room.rng = random.Random(seed)
    game = ("visby", "riga", "haithabu")[seed % 3]
    life: Life | None = None
    noted = 0
    for _ in range(STEPS):
        if life is None or not await going_on(room, life.number):
            number = await room.table((ANNA, BERT, CLARA), game=game, clock=CLOCKS[seed // 3])
            life = Life(room, number, rng, life)
        before = sum(life.books.noted.values())
        await life.step()
        noted += sum(life.books.noted.values()) - before
    assert noted > 2 * DAY


async def going_on(room: Room, number: int) -> bool:
    """Whether people still play at a table."""
    table = await room.load(number)
    return table.row.status == "playing" and len(table.human_seats()) > 0
