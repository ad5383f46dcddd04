"""Two processes on one database: each changes its own tables only, and asks the other for changes to the other's."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
import pytest

from cluster import ForwardedRequest, cluster_on, new_request
from cogs.bot import REQUEST_HANDLERS
from storage import Partition, PartitionLayout, Transaction, open_database
from storage.queries import forwarded_requests as sql_requests
from storage.queries import gathered as sql_gathered
from storage.queries import personal_data, records
from storage.queries import stopping as sql_stopping
from storage.rows import GatheredRow
from tables.coaching import lesson_tables
from tables.delivery.peers import Handlers, Peers
from tables.model import deadlines
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR, Clock
from tables.notifications.kinds import Digest, Reminder
from tables.play import lookup
from tables.records import ratings
from tables.runtime import people as persons
from tables.runtime.services import Services
from tables.seating import forgetting, lobby
from tables.seating.table_settings import NewTable
from tables.time import holidays as stopping
from tables.time import timers as clocks
from tests.storage.fresh import open_quickly
from tests.tables.room import ANNA, BERT, CHANNEL, Room
from tests.thinkers import QuickThinker

TWO = PartitionLayout(2, 2)


class Part(Room):
    """What one of several processes has: the room with the tables of its own servers."""

    async def enter(self) -> None:
        cluster = cluster_on(await open_database(self.address))
        await cluster.join(TWO, wait=True)
        self.home = cluster.partition.number << 22 | 10
        self.services = Services(cluster, lambda: self.time, QuickThinker())
        self.services.connect(self)
        self.handle(REQUEST_HANDLERS)
        await clocks.resume_clocks(self.services)

    def handle(self, handlers: Handlers) -> None:
        """Handle forwarded requests this way, in place of any other."""
        self.peers = Peers(self.services, handlers)
        events = self.services.db.events
        events.listeners = [*(each for each in events.listeners if not isinstance(each, Peers)), self.peers]


@pytest.fixture
async def parts(server_address: str, caplog: pytest.LogCaptureFixture) -> AsyncIterator[tuple[Part, Part]]:
    """Two processes. At the end every table must be what its log leads to, and nothing may be logged as ERROR."""
    here, there = Part(server_address), Part(server_address)
    await here.enter()
    await there.enter()
    try:
        yield here, there
        for part in (here, there):
            await part.rest()
        assert await here.faults() == []
        assert await sql_requests.of_partition(here.services.db.reader, 0) == []
        assert await sql_requests.of_partition(here.services.db.reader, 1) == []
    finally:
        for part in (here, there):
            await part.services.close()
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


async def soon(is_so: Callable[[], Awaitable[Any]]) -> None:
    for _ in range(1000):
        if await is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("that never happened")


async def until(part: Part, number: int, person: int) -> int:
    table = await part.load(number)
    seat = table.seat_of(person)
    assert seat
    return deadlines.deadline_of(table, seat)


async def test_each_tells_reminds_and_thinks_at_its_own_tables_only(parts: tuple[Part, Part]) -> None:
    here, there = parts
    assert [part.services.partition for part in parts] == [Partition(TWO, 0), Partition(TWO, 1)]
    ours, theirs = [await part.table((ANNA, BERT), computers=1) for part in parts]
    for part, own_table, other in ((here, ours, theirs), (there, theirs, ours)):
        part.told.clear()
        await part.later(3 * DAY)
        assert {told.table_id for told in part.told} == {own_table}
        assert part.tellings(Reminder)
        assert {timer.kind for timer in await part.timers(own_table)} == set()
        if part is here:
            assert {timer.kind for timer in await part.timers(other)} == {"half", "end"}
    await here.later(60)
    assert {told.table_id for told in here.told} == {ours}


async def test_a_click_does_not_wait_for_what_else_is_asked_of_a_process(parts: tuple[Part, Part]) -> None:
    """Forgetting somebody waits for what is being told at their tables; a click is answered within seconds."""
    here, there = parts
    forgotten, done = asyncio.Event(), list[str]()

    async def slowly(services: Services, request: ForwardedRequest) -> None:
        await forgotten.wait()
        await do(services, request)

    async def do(services: Services, request: ForwardedRequest) -> None:
        if await services.cluster.withdraw(request.id):
            done.append(request.kind)

    there.handle({"forgetting": slowly, "click": do})
    await here.services.cluster.forward(
        [new_request(1, kind, b"", here.time, number) for number, kind in (("1", "forgetting"), ("2", "click"))],
    )
    try:
        await soon(lambda: asyncio.sleep(0, "click" in done))
    finally:
        forgotten.set()
    await soon(lambda: asyncio.sleep(0, len(done) == 2))


async def test_what_a_person_sets_in_one_process_holds_in_the_other(parts: tuple[Part, Part]) -> None:
    here, there = parts
    await persons.meet(here.services, ANNA, "de")
    assert (await persons.meet(there.services, ANNA)).language is None
    known = await persons.get(here.services, ANNA)
    assert known
    await persons.save(here.services, known, msgspec.structs.replace(known, language="de"))

    async def speaks_german() -> bool:
        person = await persons.get(there.services, ANNA)
        return person is not None and person.language == "de"

    await soon(speaks_german)


async def test_what_was_read_just_before_another_wrote_it_is_not_kept(
    parts: tuple[Part, Part], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = parts
    await persons.meet(here.services, ANNA)
    read = there.services.db.reader.execute_fetchall

    async def slowly(sql: str, parameters: Any = ()) -> Any:
        rows = await read(sql, parameters)
        monkeypatch.undo()
        known = await persons.get(here.services, ANNA)
        assert known
        await persons.save(here.services, known, msgspec.structs.replace(known, language="de"))
        heard = there.services.caches.generation
        await soon(lambda: _is(there.services.caches.generation > heard or ANNA not in there.services.caches.people))
        await asyncio.sleep(0.05)
        return rows

    monkeypatch.setattr(there.services.db.reader, "execute_fetchall", slowly)
    old = await persons.get(there.services, ANNA)
    assert old
    assert old.language is None
    new = await persons.get(there.services, ANNA)
    assert new
    assert new.language == "de"


async def _is(so: bool) -> bool:
    return so


@pytest.mark.parametrize("what", ["holidays", "hours"])
async def test_what_stops_a_person_s_clocks_stops_them_at_the_tables_of_both(
    parts: tuple[Part, Part], what: str
) -> None:
    here, there = parts
    clock = Clock(kind="decision", time=3 * DAY, window=True)
    ours, theirs = [await part.table((ANNA, BERT), clock=clock) for part in parts]
    before = [await until(part, number, ANNA) for part, number in zip(parts, (ours, theirs), strict=True)]
    for part in parts:
        part.time += DAY
    person = await persons.meet(here.services, ANNA)
    await persons.meet(there.services, ANNA)
    await there.services.holidays_of([ANNA])
    if what == "holidays":
        await stopping.announce_holiday(here.services, ANNA, here.time, here.time + 2 * DAY)
    else:
        await stopping.set_hours(here.services, person, "Europe/Berlin", 8, 20)

    async def is_done() -> bool:
        return not await sql_requests.of_partition(here.services.db.reader, 1) and bool(there.services.partition)

    await soon(is_done)
    await there.rest()
    after = [await until(part, number, ANNA) for part, number in zip(parts, (ours, theirs), strict=True)]
    assert after[0] == after[1] > before[0]
    seats_ = [(await part.load(number)).seat_of(ANNA) for part, number in zip(parts, (ours, theirs), strict=True)]
    assert [(seat.time_used, seat.runs_since) for seat in seats_ if seat] == [(DAY, here.time)] * 2
    if what == "holidays":
        assert after[0] == before[0] + 2 * DAY
        assert [timer.kind for timer in await there.timers(theirs) if timer.kind == "holiday"]


async def test_holidays_announced_in_both_processes_at_once_count_together(parts: tuple[Part, Part]) -> None:
    for part in parts:
        assert await stopping.upcoming_holidays(part.services, ANNA) == []
    spans = [(part.time + far * DAY, part.time + (far + 25) * DAY) for part, far in zip(parts, (40, 80), strict=True)]
    answers = await asyncio.gather(
        *(stopping.announce_holiday(part.services, ANNA, *span) for part, span in zip(parts, spans, strict=True)),
        return_exceptions=True,
    )
    assert [answer.key for answer in answers if isinstance(answer, Declined)] == ["too_many_holidays"]
    assert len((await sql_stopping.holidays(parts[0].services.db.reader, [ANNA]))[ANNA]) == 1


async def test_who_is_forgotten_in_one_process_is_gone_from_the_tables_of_both(parts: tuple[Part, Part]) -> None:
    here, there = parts
    ours, theirs = [await part.table((ANNA, BERT)) for part in parts]
    lobby = await there.lobby((BERT, ANNA), size=3)
    await forgetting.forget(here.services, ANNA)

    async def is_forgotten() -> bool:
        return not await personal_data.pending_removals(
            here.services.db.reader
        ) and not await sql_requests.of_partition(here.services.db.reader, 1)

    await soon(is_forgotten)
    for part, number in ((here, ours), (there, theirs), (there, lobby)):
        assert ANNA not in [seat.person for seat in (await part.load(number)).seats]
        assert not await lookup.looks_of_person(part.services, ANNA)
        assert ANNA not in part.services.caches.people


async def test_a_forgetting_that_the_other_process_missed_is_finished_when_it_starts(parts: tuple[Part, Part]) -> None:
    here, there = parts
    ours, theirs = [await part.table((ANNA, BERT)) for part in parts]
    there.services.background.closing = True
    await there.services.db.close()
    await forgetting.forget(here.services, ANNA)
    assert ANNA not in [seat.person for seat in (await here.load(ours)).seats]
    assert await personal_data.pending_removals(here.services.db.reader) == [ANNA], "there is a table of hers elsewhere"
    await there.enter()
    await forgetting.resume_forgetting(there.services)
    assert ANNA not in [seat.person for seat in (await there.load(theirs)).seats]
    assert await personal_data.pending_removals(here.services.db.reader) == []
    there.peers.look_for_requests()


async def test_what_is_gathered_for_a_person_is_told_once_for_the_tables_of_both(parts: tuple[Part, Part]) -> None:
    here, there = parts
    ours, theirs = await here.table((ANNA, BERT), pace=3), await there.table((ANNA, BERT), pace=1)
    for part, number in ((here, ours), (there, theirs)):
        part.told.clear()
        async with part.services.db.transaction() as db:
            asking = (await part.load(number)).frame_id
            row = GatheredRow(person=BERT, table_id=number, what="ping", frame=asking, due=0)
            await sql_gathered.add(db, [row])
    (responsible,) = [part for part in parts if part.services.partition.is_responsible_for(BERT)]
    (other,) = [part for part in parts if part is not responsible]
    await other.later(0)
    assert await sql_gathered.of_person(here.services.db.reader, BERT), "that is not its business"
    await responsible.later(0)

    async def is_told() -> bool:
        return bool(there.tellings(Digest))

    await soon(is_told)
    (notice,) = there.tellings(Digest)
    assert {table for table, _, _ in notice.news} == {ours, theirs}
    assert here.tellings(Digest) == [], "it is told at the most urgent table, by whose it is"
    assert await sql_gathered.of_person(here.services.db.reader, BERT) == []


async def test_while_one_process_is_down_only_its_clocks_stand_still(parts: tuple[Part, Part]) -> None:
    here, there = parts
    ours, theirs = [await part.table((ANNA, BERT)) for part in parts]
    before = [await until(part, number, ANNA) for part, number in zip(parts, (ours, theirs), strict=True)]
    await there.services.close()
    await here.later(HOUR)
    there.time += HOUR
    await there.enter()
    assert await until(here, ours, ANNA) == before[0]
    assert await until(there, theirs, ANNA) == before[1] + HOUR

    async def is_known_here() -> bool:
        return await until(here, theirs, ANNA) == before[1] + HOUR

    await soon(is_known_here)


async def test_when_servers_are_split_otherwise_each_table_has_the_downtime_of_its_own_share(
    parts: tuple[Part, Part],
) -> None:
    here, there = parts
    ours, theirs = [await part.table((ANNA, BERT)) for part in parts]
    before = [await until(part, number, ANNA) for part, number in zip(parts, (ours, theirs), strict=True)]
    await there.services.close()
    await here.later(HOUR)
    await here.services.close()
    alone = Room(here.address)
    alone.time = here.time + HOUR
    alone.services = Services(await open_quickly(here.address), lambda: alone.time, QuickThinker())
    alone.services.connect(alone)
    await clocks.resume_clocks(alone.services)
    table, other = await alone.load(ours), await alone.load(theirs)
    assert deadlines.deadline_of(table, table.seats[0]) == before[0] + HOUR
    assert deadlines.deadline_of(other, other.seats[0]) == before[1] + 2 * HOUR
    beats = await sql_stopping.latest_heartbeats(alone.services.db.reader)
    assert beats == {alone.services.partition: alone.time}
    await alone.services.close()
    for part in parts:
        part.time = alone.time + 2 * HOUR
        await part.enter()
    assert await until(here, ours, ANNA) == before[0] + 3 * HOUR
    assert await until(there, theirs, ANNA) == before[1] + 4 * HOUR


async def test_the_table_at_the_end_of_a_lesson_is_opened_once_though_two_processes_do_so(
    parts: tuple[Part, Part],
) -> None:
    lesson = (await lesson_tables.continue_or_start(parts[0].services, ANNA, "Anna", "visby", "en")).table.id
    opening = [
        lobby.open_table(
            part.services,
            ANNA,
            "Anna",
            NewTable(game="visby", size=3, server=part.home, channel=CHANNEL, lesson=lesson),
        )
        for part in parts
    ]
    outcomes = await asyncio.gather(*opening, return_exceptions=True)
    (opened,) = [table for table in outcomes if isinstance(table, Table)]
    (no,) = [outcome for outcome in outcomes if isinstance(outcome, Declined)]
    assert (no.key, no.facts) == ("lobby_changed", {"table": opened.id})


async def test_games_that_end_at_the_same_moment_are_rated_one_after_the_other(
    parts: tuple[Part, Part], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    next_result = records.next_result

    async def slowly(db: Transaction) -> int:
        begun.append(1)
        number = await next_result(db)
        for _ in range(200):
            if len(begun) > 1:
                break
            await asyncio.sleep(0.01)
        assert len(begun) == 2, "both are about to write their result"
        return number

    async def end(part: Part) -> None:
        number = await part.table((ANNA, BERT))
        await part.play_on(number)

    monkeypatch.setattr(records, "next_result", slowly)
    await asyncio.gather(*map(end, parts))
    here = parts[0]
    outcomes = await records.rated_outcomes(here.services.db.reader)
    assert [row.n for row in outcomes] == [1, 1, 2, 2]
    everywhere = await records.ratings_of(here.services.db.reader, ANNA, ratings.ALL_SERVERS)
    assert [row.games for row in everywhere] == [2]
    assert (await ratings.recompute(here.services)).changed == 0
