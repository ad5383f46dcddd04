"""Random games of people who are late, away, replaced or forgotten, and how reliable the logs say that they are.

`Evening` plays them and writes a diary of what no log has: who sat where, pauses, holidays, downtimes, time that was
given. `expected` reads the stored logs and the diary alone, with a clock of its own that counts the seconds of each
seat, and knows neither the columns nor the code that the bot uses for reliability.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

import msgspec

from rules.records import UNDO
from storage.queries import tables as sql
from storage.rows import LogRow
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR, Clock, WhenOut
from tables.play import moves
from tables.seating import forgetting, seats
from tables.time import holidays, pauses
from tests.tables.room import ANNA, BERT, CLARA, DAVID, STRANGER, Room

SUBSTITUTES = (STRANGER, STRANGER + 1)
TIME = 12 * HOUR
OUTCOMES: tuple[WhenOut, ...] = ("others", "once", "lost", "second")
Played = tuple[int, int, bool | None]
"""Decisions in time, late ones, and whether the seat was kept; None: handed over by agreement."""


class Noted(msgspec.Struct, frozen=True):
    """Something that happened at a table after `n` entries of its log. `seat` is -1 if it concerns all of them."""

    n: int
    at: int
    what: str
    seat: int = -1
    person: int = 0
    until: int = 0
    """When a holiday ends."""


class Evening:
    """People who play at several tables at once. `diaries` has what happened, by table."""

    def __init__(self, room: Room, seed: int) -> None:
        self.room, self.rng = room, random.Random(seed)
        self.diaries: dict[int, list[Noted]] = {}
        self.away: dict[int, int] = {}
        """Until when people are or were on holiday."""
        self.forgotten: set[int] = set()

    async def open(self, people: tuple[int, ...], game: str) -> int:
        out = self.rng.choice(OUTCOMES)
        number = await self.room.table(
            people, game=game, clock=Clock(kind="decision", time=TIME, out=out, holidays=400)
        )
        table = await self.room.load(number)
        self.diaries[number] = [
            *(Noted(0, self.room.time, "is away", -1, person, until) for person, until in self.away.items()),
            *(Noted(0, self.room.time, "sits", seat.seat, seat.person or 0) for seat in table.human_seats()),
        ]
        return number

    async def note(self, number: int, what: str, seat: int = -1, person: int = 0, until: int = 0) -> None:
        n = (await self.room.load(number)).row.version
        self.diaries[number].append(Noted(n, self.room.time, what, seat, person, until))

    async def wait(self, seconds: int) -> None:
        """Let time pass, a quarter of a decision's time at most between two ticks, and note seats lost meanwhile."""
        while seconds > 0:
            lost_before = {number: await self._lost(number) for number in self.diaries}
            await self.room.later(min(seconds, TIME // 4))
            seconds -= TIME // 4
            for number, before in lost_before.items():
                for seat in await self._lost(number) - before:
                    await self.note(number, "lost", seat)

    async def _lost(self, number: int) -> set[int]:
        return {seat.seat for seat in (await self.room.load(number)).seats if seat.lost}

    async def act(self, number: int) -> None:
        """Let something happen at a table, mostly a move."""
        table = await self.room.load(number)
        if table.row.status != "playing":
            return
        acts = [self._move] * 8 + [self._take_back, self._wait_long, self._pause, self._holiday, self._kill]
        acts += [self._more_time, self._hand_over, self._substitute, self._come_back, self._resign]
        with suppress(Declined):
            await self.rng.choice(acts)(table)

    async def _move(self, table: Table) -> None:
        await self.wait(self.rng.choice((0, HOUR, 3 * HOUR, 5 * HOUR)))
        if owing := await self.room.owing(table.id):
            await self.room.move(table.id, self.rng.choice(owing))

    async def _wait_long(self, table: Table) -> None:
        await self.wait(self.rng.choice((TIME - 1, TIME, TIME + HOUR, 2 * DAY)))

    async def _take_back(self, table: Table) -> None:
        chair = self.rng.choice(table.seats)
        if chair.person:
            await moves.take_back(self.room.services, table.id, chair.person)
            await self.room.rest()

    async def _pause(self, table: Table) -> None:
        people = [seat.person or 0 for seat in table.human_seats()]
        if table.row.paused:
            await pauses.end_pause(self.room.services, table.id, people[0])
            await self.note(table.id, "goes on")
            return
        for person in people:
            await pauses.request_pause(self.room.services, table.id, person)
        await self.note(table.id, "pauses")
        await self.wait(self.rng.choice((HOUR, 2 * DAY)))

    async def _holiday(self, table: Table) -> None:
        """Send somebody on holiday from now on, or end their holiday. It concerns all their tables."""
        person = self.rng.choice([seat.person or 0 for seat in table.human_seats()])
        until = self.room.time
        if await holidays.upcoming_holidays(self.room.services, person):
            await holidays.end_holidays(self.room.services, person)
        else:
            until += 3 * DAY + HOUR
            await holidays.announce_holiday(self.room.services, person, self.room.time, until, 400)
        self.away[person] = until
        for number in self.diaries:
            await self.note(number, "is away", person=person, until=until)
        await self.wait(self.rng.choice((0, HOUR, 2 * DAY)))

    async def _kill(self, table: Table) -> None:
        for number in self.diaries:
            await self.note(number, "bot down")
        await self.room.crash(self.rng.choice((2 * HOUR, 3 * DAY)))
        for number in self.diaries:
            await self.note(number, "bot up")

    async def _more_time(self, table: Table) -> None:
        chair, giver = self._two(table)
        await seats.give_time(self.room.services, table.id, giver, chair)
        await self.note(table.id, "more time", chair)

    async def _hand_over(self, table: Table) -> None:
        chair, giver = self._two(table)
        await seats.give_to_computer(self.room.services, table.id, giver, chair)
        await self.note(table.id, "handed over", chair)
        await self.room.rest()

    async def _substitute(self, table: Table) -> None:
        """Let somebody offer their own seat, or that of another, to a person who takes it."""
        chair, giver = self._two(table)
        by = self.rng.choice((table.seats[chair].person or giver, giver))
        person, had_it = self.rng.choice(SUBSTITUTES), table.seats[chair].person
        was_computer = table.seats[chair].computer
        await self.room.substitute(table.id, by, chair, person, f"<{person}>")
        if had_it is not None and (by == had_it or not was_computer):
            await self.note(table.id, "agrees" if by == had_it else "is replaced", chair, had_it)
        await self.note(table.id, "takes over", chair, person)
        await self.room.rest()

    async def _come_back(self, table: Table) -> None:
        for chair in [seat for seat in table.seats if seat.person and seat.computer]:
            await seats.come_back(self.room.services, table.id, chair.person or 0)
            await self.note(table.id, "sits", chair.seat, chair.person or 0)

    async def _resign(self, table: Table) -> None:
        if len(table.human_seats()) > 1 and not table.row.paused:
            chair = self.rng.choice(table.human_seats())
            await seats.resign(self.room.services, table.id, chair.person or 0)
            await self.note(table.id, "handed over", chair.seat)
            await self.room.rest()

    def _two(self, table: Table) -> tuple[int, int]:
        """Return somebody's seat, and another person who plays there."""
        owned = [seat for seat in table.seats if seat.person]
        chair = self.rng.choice(owned)
        others = [seat.person or 0 for seat in table.human_seats() if seat is not chair]
        if not others:
            raise Declined("not_seated")
        return chair.seat, self.rng.choice(others)

    async def forget(self, person: int) -> None:
        """Remove everything about somebody. What they did before counts for nobody."""
        at = {number: (await self.room.load(number)).seat_of(person) for number in self.diaries}
        await forgetting.forget(self.room.services, person)
        self.forgotten.add(person)
        for number, chair in at.items():
            if chair and (await self.room.load(number)).row.status == "playing":
                await self.note(number, "forgotten", chair.seat)
        await self.room.rest()

    async def expected(self, person: int) -> list[Played]:
        """Return how somebody has played in each game that counts for them, the latest game first."""
        found: list[tuple[int, int, Played]] = []
        for number, diary in self.diaries.items():
            table = await self.room.load(number)
            log = await sql.log(self.room.services.db.reader, number)
            if table.open or person in self.forgotten:
                continue
            if played := _Watch(table, diary).run(log).get(person):
                found.append((table.row.ended or 0, number, played))
        return [played for _, _, played in sorted(found, reverse=True)]


class _Decision(msgspec.Struct):
    """A decision at a seat: whose it was, whether it was late (None: it does not count), and the time left then."""

    person: int
    late: bool | None
    left: int
    used: int


class _Watch:
    """Replays a log beside the diary of its table, and counts each seat's seconds while they run."""

    def __init__(self, table: Table, diary: list[Noted]) -> None:
        self.table, self.game, self.diary = table, table.game, list(diary)
        seats = range(table.row.size)
        self.entries: list[tuple[int, str]] = []
        self.state, self.frame, self.owed = self._replay()
        self.sits: dict[int, int] = {}
        """Who decides at a seat now; a seat without anybody is a computer's."""
        self.asked: dict[int, tuple[int, str]] = {}
        self.left = dict.fromkeys(seats, 0)
        self.used = dict.fromkeys(seats, 0)
        self.made: dict[int, list[_Decision]] = {seat: [] for seat in seats}
        self.missed: list[int] = []
        self.kept: dict[int, bool | None] = {}
        self.paused = self.down = False
        self.away: dict[int, int] = {}
        """Until when people are on holiday."""
        self.at = diary[0].at

    def _replay(self) -> tuple[object, int, dict[int, str]]:
        row = self.table.row
        state, _ = self.game.opening(row.size, row.seed, row.options, row.rules)
        for seat, text in self.entries:
            self.game.play(state, seat, self.game.parse(text))
        return state, self.game.current_frame_id(state), self.game.owed(state)

    def run(self, log: list[LogRow]) -> dict[int, Played]:
        for step in _merged(log, self.diary):
            self._pass_time(step.at)
            if isinstance(step, LogRow):
                self._enter(step)
            else:
                self._note(step)
        people = set(self.kept)
        found: dict[int, Played] = {}
        for person in people:
            mine = [made.late for of in self.made.values() for made in of if made.person == person]
            late = mine.count(True) + self.missed.count(person)
            if mine.count(False) or late or self.kept[person] is False:
                found[person] = (mine.count(False), late, self.kept[person])
        return found

    def _pass_time(self, until: int) -> None:
        for seat in self.owed:
            person = self.sits.get(seat)
            if person and not self.paused and not self.down:
                ran = max(0, until - max(self.at, self.away.get(person, 0)))
                self.left[seat] -= ran
                self.used[seat] += ran
        self.at = until

    def _enter(self, entry: LogRow) -> None:
        if entry.person == 0 and not entry.helped:
            self._leave(entry.seat)
        seat, owner = entry.seat, self.sits.get(entry.seat, 0)
        before, frame_before = dict(self.owed), self.frame
        if entry.text == UNDO:
            last = max(n for n, (of, _) in enumerate(self.entries) if of == seat)
            del self.entries[last]
            struck = self.made[seat].pop()
            self.state, self.frame, self.owed = self._replay()
            self._ask(before, frame_before)
            if seat in self.owed and owner:
                self.left[seat] = struck.left - (self.used[seat] - struck.used)
            return
        late = self.left[seat] <= 0 if owner and seat in before else None
        self.made[seat].append(_Decision(owner, late, self.left[seat], self.used[seat]))
        self.entries.append((seat, entry.text))
        self.game.play(self.state, seat, self.game.parse(entry.text))
        self.frame, self.owed = self.game.current_frame_id(self.state), self.game.owed(self.state)
        self.asked.pop(seat, None)
        self._ask(before, frame_before)

    def _ask(self, before: dict[int, str], frame_before: int) -> None:
        """Give time to the people who newly owe a decision."""
        for seat, decision in self.owed.items():
            new = self.frame != frame_before or seat not in before
            if new and seat in self.sits and self.asked.get(seat) != (self.frame, decision):
                self.left[seat] = TIME
                self.asked[seat] = (self.frame, decision)

    def _note(self, noted: Noted) -> None:
        seat = noted.seat
        match noted.what:
            case "sits" | "takes over":
                if noted.what == "takes over":
                    self._raise(seat, max(0, TIME - self.left[seat]))
                self.sits[seat] = noted.person
                self.kept[noted.person] = True
                self._ask({each: key for each, key in self.owed.items() if each != seat}, self.frame)
            case "handed over" | "lost" | "forgotten" | "is replaced":
                self._leave(seat)
            case "agrees":
                self._leave(seat)
                self.kept[noted.person] = None
            case "more time":
                self._raise(seat, TIME - min(self.left[seat], 0))
            case "pauses" | "goes on":
                self.paused = noted.what == "pauses"
            case "bot down" | "bot up":
                self.down = noted.what == "bot down"
            case "is away":
                self.away[noted.person] = noted.until

    def _leave(self, seat: int) -> None:
        """Let nobody decide at a seat. Whoever did has left it, and has missed a decision if their time was up."""
        if owner := self.sits.pop(seat, 0):
            self.kept[owner] = False
            if seat in self.owed and self.left[seat] <= 0:
                self.missed.append(owner)

    def _raise(self, seat: int, seconds: int) -> None:
        """Give a seat more time, also for when it takes a move back."""
        self.left[seat] += seconds
        for made in self.made[seat]:
            made.left += seconds


def _merged(log: list[LogRow], diary: list[Noted]) -> Iterator[LogRow | Noted]:
    """Yield the entries of a log, with the notes of a diary after the entry at which they were made."""
    notes = iter(diary)
    note = next(notes, None)
    for entry in log:
        while note and note.n < entry.n:
            yield note
            note = next(notes, None)
        yield entry
    while note:
        yield note
        note = next(notes, None)


def level_of(games: list[Played]) -> str:
    """Return the level that the latest 30 games earn, by the words of the page about matching."""
    games = games[:30]
    if len(games) < 3:
        return "NEW"
    asked = sum(in_time + late for in_time, late, _ in games)
    seats = [kept for _, _, kept in games if kept is not None]
    shares = [Fraction(sum(in_time for in_time, _, _ in games), asked)] if asked else []
    shares += [Fraction(seats.count(True), len(seats))] if seats else []
    worst = min(shares, default=Fraction(1))
    return "RELIABLE" if worst >= Fraction(19, 20) else "MOSTLY_RELIABLE" if worst >= Fraction(4, 5) else "OFTEN_ABSENT"


EVERYBODY = (ANNA, BERT, CLARA, DAVID, *SUBSTITUTES)
