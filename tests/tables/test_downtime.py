"""Nobody is punished for our downtime: clocks stood still, and what came due meanwhile is put off."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cluster import open_alone
from storage import ONLY_PARTITION, Address
from storage.engines import moving
from storage.queries import stopping as sql_stopping
from tables.model import deadlines
from tables.model.table import Table
from tables.model.time_left import DAY, HOUR, Clock
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import BoardChanged, Reminder
from tables.notifications.timing import REFRESH_DELAY_S
from tables.runtime.services import Services
from tables.time import timers as clocks
from tables.time.timers import TICK_INTERVAL_S
from tests.storage.fresh import open_quickly
from tests.tables.room import ANNA, BERT, PEOPLE, Room
from tests.tables.test_clock_kinds import all_pick, end
from tests.thinkers import QuickThinker


async def test_an_operator_reads_at_the_start_that_our_clock_is_minutes_apart_from_the_database_s(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    theirs = await sql_stopping.server_time(room.services.db)
    for apart, said in (
        (0, ""),
        (240, r"2[34]\d s ahead of the database's"),
        (-240, r"2[34]\d s behind the database's"),
    ):
        caplog.clear()
        room.time = (theirs or 0) + apart
        await clocks.resume_clocks(room.services)
        lines = [line.getMessage() for line in caplog.records if line.levelno >= logging.WARNING]
        assert len(lines) == (1 if said and theirs else 0), "a file has no clock of its own"
        assert all(re.search(said, line) for line in lines)


@pytest.mark.both_engines
@pytest.mark.parametrize("crash", [False, True])
async def test_clocks_stand_still_while_we_are_away(room: Room, *, crash: bool) -> None:
    number = await room.table()
    await room.later(DAY)
    was = await end(room, number, ANNA)
    await (room.crash(5 * DAY) if crash else room.restart(5 * DAY))
    await room.later(0)
    assert room.tellings(Reminder) == []
    await room.later(2 * DAY - 1)
    assert not (await room.load(number)).seats[0].overdue
    await room.later(1)
    assert (await room.load(number)).seats[0].overdue
    assert room.time == was + 5 * DAY
    await all_pick(room, number)
    assert {seat.time_used for seat in (await room.load(number)).seats} == {3 * DAY}


async def test_a_moment_s_restart_counts_as_no_downtime(room: Room) -> None:
    number = await room.table()
    was = await end(room, number, ANNA)
    await room.restart(2 * TICK_INTERVAL_S)
    assert room.services.downtimes == []
    assert await end(room, number, ANNA) == was


async def test_after_a_backup_was_restored_nothing_is_told_under_a_nonce_that_discord_may_still_know(
    room: Room, other_address: Callable[[], Address]
) -> None:
    number = await room.table()
    await room.later(TICK_INTERVAL_S)
    backup = other_address()
    copy = (await open_quickly(backup)).db
    await moving.copy(room.services.db, copy)
    await copy.close()
    lost, anew = await nonces(room, number), Room(backup)
    assert lost
    anew.time = room.time + 5 * 60
    await anew.enter()
    try:
        assert lost.isdisjoint(await nonces(anew, number))
    finally:
        await anew.leave()


async def nonces(room: Room, number: int) -> set[str]:
    """Play a round; return under which nonces it is told."""
    told: set[str] = set()
    tell = room.deliver

    async def noted(attempt: Attempt, table: Table) -> None:
        told.add(attempt.nonce)
        await tell(attempt, table)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "deliver", noted)
        await room.finish_round(number)
    return told


async def test_after_downtime_boards_show_the_deadlines_that_it_has_moved(room: Room) -> None:
    timed, untimed = await room.table(), await room.table(pace=0)
    await room.later(HOUR)
    await room.crash(HOUR)
    room.told.clear()
    await room.later(TICK_INTERVAL_S)
    boards = {told.table_id for told in room.told if told.notice == BoardChanged()}
    assert timed in boards
    assert untimed not in boards


async def test_after_a_crash_time_since_the_last_heartbeat_does_not_count(room: Room) -> None:
    number = await room.table()
    await room.later(HOUR)
    room.time += TICK_INTERVAL_S - 1
    await room.crash(HOUR)
    room.time += HOUR
    await room.move(number, ANNA, "pick knight")
    seat = (await room.load(number)).seats[await room.seat(number, ANNA)]
    assert seat.time_used == 2 * HOUR


@pytest.mark.thorough
async def test_two_hundred_timers_that_came_due_in_a_day_of_downtime_are_told_to_nobody(room: Room) -> None:
    numbers, tables = [], 50 if isinstance(room.address, Path) else 5
    for n in range(tables):
        people = [person + 10 * (n + 1) for person in PEOPLE]
        numbers.append(await room.table(people, pace=1))
    await room.later(HOUR)
    ends = {
        (timer.table_id, timer.seat): timer.due
        for number in numbers
        for timer in await room.timers(number)
        if timer.kind == "end"
    }
    assert len(ends) == 4 * tables
    room.told.clear()
    await room.crash(DAY)
    await room.later(0)
    assert not room.told
    await room.later(REFRESH_DELAY_S)
    assert {told.kind for told in room.told} == {"board"}, "only boards show another end"
    after = {
        (timer.table_id, timer.seat): timer.due
        for number in numbers
        for timer in await room.timers(number)
        if timer.kind == "end"
    }
    assert after == {key: due + DAY for key, due in ends.items()}
    await room.later(23 * HOUR)
    assert len(room.tellings(Reminder)) == 4 * tables, "and now each of them is told its end, once"
    assert {reminder.until for reminder in room.tellings(Reminder)} == {0}


async def test_several_downtimes_add_up_and_are_forgotten_when_no_clock_knows_them(room: Room) -> None:
    number = await room.table()
    for _ in range(3):
        await room.later(HOUR)
        await room.crash(HOUR)
    await room.later(3 * DAY)
    assert len(room.services.downtimes) == 3
    table = await room.load(number)
    assert table.seats[0].overdue
    assert (await room.timers(number)) == []
    await room.close(number)
    other = await room.table((ANNA, BERT))
    await room.restart(HOUR)
    assert len(room.services.downtimes) == 1
    table = await room.load(other)
    assert {deadlines.deadline_of(table, seat) for seat in table.seats} == {room.time + 3 * DAY}
    await room.restart()
    assert len(room.services.downtimes) == 1, "this one is still known to a clock that runs"


async def test_who_only_looks_into_the_file_meanwhile_does_not_end_the_downtime(room: Room) -> None:
    number = await room.table()
    was = await end(room, number, ANNA)
    await room.services.close()
    room.time += DAY
    looking = Services(await open_alone(room.address), lambda: room.time, QuickThinker())
    await looking.load(number)
    await looking.close()
    await room.enter()
    await room.later(0)
    table = await room.load(number)
    assert {deadlines.deadline_of(table, seat) for seat in table.seats} == {was + DAY}


async def test_a_file_that_nobody_has_written_a_heartbeat_into_has_no_downtime(room: Room) -> None:
    """As one of version 0.1: there is no telling for how long it lay there."""
    number = await room.table(clock=Clock(kind="decision", time=HOUR))
    async with room.services.db.transaction() as db:
        await db.execute("DELETE FROM heartbeats")
    await room.services.db.close()
    room.time += DAY
    await room.enter()
    assert room.services.downtimes == []
    assert await sql_stopping.latest_heartbeats(room.services.db.reader) == {ONLY_PARTITION: room.time}
    await clocks.tick(room.services)
    await room.rest()
    assert (await room.load(number)).seats[0].overdue
