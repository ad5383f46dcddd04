"""Tables open by themselves every week, each exactly once, whatever happens to the process meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from cluster import lease
from cluster.lease import LeaseTimings
from storage import Address
from storage.queries import openings as sql
from storage.queries import tables as sql_tables
from storage.rows import ServerRow
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR
from tables.notifications.kinds import LobbyChanged
from tables.openings import opening_progress, opening_store
from tables.openings.opening_progress import MAX_LATE_S
from tables.openings.opening_store import MAX_OPENINGS_PER_SERVER
from tables.runtime import people, server_trail
from tables.runtime.services import RetryLater
from tables.seating import closing, lobby
from tables.time import timers as clocks
from tests.tables.league_room import Killed, LeagueRoom
from tests.tables.room import ANNA, BERT, CHANNEL, SERVER
from tests.tables.test_leagues import declined
from tests.tables.test_seasons_of_two_processes import Process

FRIDAY = 4
WEEK_S = 7 * DAY


class OpeningRoom(LeagueRoom):
    """Services with a table that opens every Friday at 18:00 in Berlin. It begins a minute before the first time."""

    def __init__(self, address: Address) -> None:
        super().__init__(address)
        self.time = int(datetime(2026, 10, 23, 17, 59, tzinfo=ZoneInfo("Europe/Berlin")).timestamp())
        self.is_writable = True
        self.discord_is_away = False

    async def can_write(self, server: int, channel: int) -> bool:
        if self.discord_is_away:
            raise RetryLater("away")
        return self.is_writable

    async def add(self, **changed: Any) -> None:
        wanted: dict[str, Any] = {
            "game": "visby",
            "size": 4,
            "clock": "3d",
            "language": "en",
            "weekday": FRIDAY,
            "minute": 18 * 60,
        }
        await opening_store.add(self.services, SERVER, ANNA, channel=CHANNEL, **(wanted | changed))

    async def tables(self) -> list[Table]:
        everywhere = await sql_tables.numbers(self.services.db.reader, ("lobby", "playing", "closed"))
        return [await self.load(number) for number in everywhere]

    async def due(self) -> int:
        [row] = await sql.of_server(self.services.db.reader, SERVER)
        return row.due

    async def acts(self) -> list[server_trail.Act]:
        return await server_trail.read_acts(self.services, SERVER, 20, 0)


@pytest.fixture
async def room(address: Address, caplog: pytest.LogCaptureFixture) -> AsyncIterator[OpeningRoom]:
    room = OpeningRoom(address)
    await room.enter()
    await people.save_server(room.services, ServerRow(id=SERVER, zone="Europe/Berlin"), ANNA)
    await room.add()
    try:
        yield room
        await room.rest()
    finally:
        await room.services.close()
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


async def test_a_table_opens_at_its_time_and_the_first_who_joins_is_host(room: OpeningRoom) -> None:
    await room.later(30)
    assert await room.tables() == []
    await room.later(30)
    [table] = await room.tables()
    assert (table.row.status, table.row.host, table.seats) == ("lobby", 0, [])
    assert (table.row.game, table.row.size, table.row.channel) == ("visby", 4, CHANNEL)
    assert len(room.tellings(LobbyChanged)) == 1
    await room.later(30)
    assert len(await room.tables()) == 1
    assert (await lobby.join(room.services, table.id, BERT, "Bert")).row.host == BERT
    assert (await lobby.join(room.services, table.id, ANNA, "Anna")).row.host == BERT
    await lobby.start(room.services, table.id, BERT)
    assert (await room.load(table.id)).row.status == "playing"
    assert await room.faults() == []


async def test_whoever_leaves_makes_the_next_one_host_and_the_last_one_nobody(room: OpeningRoom) -> None:
    await room.later(60)
    for person in (ANNA, BERT):
        await lobby.join(room.services, 1, person, f"<{person}>")
    assert (await lobby.leave(room.services, 1, ANNA)).row.host == BERT
    empty = await lobby.leave(room.services, 1, BERT)
    assert (empty.row.status, empty.row.host) == ("lobby", 0)
    assert (await lobby.join(room.services, 1, ANNA, "Anna")).row.host == ANNA


async def test_the_next_one_comes_at_the_same_local_time_when_clocks_have_changed(room: OpeningRoom) -> None:
    await room.later(60)
    assert await room.due() == room.time + WEEK_S + HOUR


async def test_nothing_opens_while_the_last_lobby_is_open_and_that_one_stays_open(room: OpeningRoom) -> None:
    await room.later(60)
    for weeks in range(3):
        room.time = await room.due()
        await room.later(30 * weeks)
        await room.later(DAY)
    assert [table.row.status for table in await room.tables()] == ["lobby"]
    await lobby.join(room.services, 1, ANNA, "Anna")
    await lobby.set_computers(room.services, 1, ANNA, 1)
    await lobby.start(room.services, 1, ANNA)
    room.time = await room.due()
    await room.later(0)
    assert [table.row.status for table in await room.tables()] == ["playing", "lobby"]


@pytest.mark.parametrize(("late", "opened"), [(MAX_LATE_S, 1), (MAX_LATE_S + 1, 0)], ids=["in time", "too late"])
async def test_after_a_downtime_a_missed_table_opens_at_most_once_and_only_soon_after(
    room: OpeningRoom, late: int, opened: int
) -> None:
    await room.crash(60 + late)
    await room.later(0)
    await room.later(30)
    assert len(await room.tables()) == opened
    assert await room.due() > room.time
    await room.crash(5 * WEEK_S)
    await room.later(0)
    assert len(await room.tables()) == opened
    assert await room.due() > room.time


@pytest.mark.parametrize("kept", [False, True], ids=["lost", "kept"])
async def test_killed_at_any_commit_it_opens_exactly_once(
    room: OpeningRoom, kept: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room.mortal(monkeypatch)
    for commits in range(6):
        room.time = await room.due()
        room.commits_left, room.kept_last = commits, kept
        with suppress(Killed):
            await room.later(0)
        await room.resurrect()
        await room.later(30)
        *_, table = tables = await room.tables()
        assert len(tables) == commits + 1
        async with room.services.at(table.id) as table:
            await closing.end_without_result(room.services, table)
    assert all("Killed" in record.exc_text for record in caplog.records if record.exc_text)
    caplog.clear()


async def test_several_attempts_at_once_open_it_once(room: OpeningRoom) -> None:
    room.time += 60
    await asyncio.gather(*(opening_progress.advance_all(room.services) for _ in range(5)))
    [row] = await sql.of_server(room.services.db.reader, SERVER)
    late = msgspec.structs.replace(row, due=room.time)  # What a slower attempt has read before.
    await opening_progress._advance(room.services, late)
    assert len(await room.tables()) == 1


class OpeningProcess(Process):
    """A process with a lease of its own, for which every channel is open."""

    async def can_write(self, server: int, channel: int) -> bool:
        return True


@pytest.mark.thorough
async def test_a_process_that_goes_on_while_another_takes_over_opens_nothing_twice(
    server_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "TIMINGS", LeaseTimings(retry_s=0.005))
    first, second = OpeningProcess(server_address), OpeningProcess(server_address)
    await first.enter()
    facts: dict[str, Any] = {"channel": CHANNEL, "game": "visby", "size": 4, "clock": "3d", "language": "en"}
    await opening_store.add(first.services, first.home, ANNA, weekday=FRIDAY, minute=0, **facts)
    [row] = await sql.of_server(first.services.db.reader, first.home)
    first.time = row.due
    await asyncio.gather(clocks.tick(first.services), second.take_over(first), return_exceptions=True)
    await asyncio.gather(*(clocks.tick(each.services) for each in (first, second)), return_exceptions=True)
    assert await sql_tables.numbers(second.services.db.reader, ("lobby",)) == [1]
    [row] = await sql.of_server(second.services.db.reader, first.home)
    assert row.due == second.time + WEEK_S
    for process in (first, second):
        await process.leave()


@pytest.mark.parametrize("reason", ["channel", "not_allowed"])
async def test_an_opening_that_is_impossible_is_noted_once_and_comes_again_next_week(
    room: OpeningRoom, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    if reason == "channel":
        room.is_writable = False
    else:
        await people.save_server(room.services, ServerRow(id=SERVER, zone="Europe/Berlin", channels=[1]), ANNA)
    for _ in range(5):
        await room.later(60)
    assert await room.tables() == []
    [act] = [act for act in await room.acts() if act.kind == "not_opened"]
    assert (act.person, act.facts["reason"]) == (None, reason)
    assert sum("not opened" in record.getMessage() for record in caplog.records) == 1
    room.is_writable = True
    await people.save_server(room.services, ServerRow(id=SERVER, zone="Europe/Berlin"), ANNA)
    room.time = await room.due()
    await room.later(0)
    assert len(await room.tables()) == 1


async def test_while_discord_is_away_nothing_is_decided(room: OpeningRoom) -> None:
    room.discord_is_away = True
    await room.later(60)
    assert await room.tables() == []
    room.discord_is_away = False
    await room.later(30)
    assert len(await room.tables()) == 1


async def test_a_new_time_zone_moves_the_openings(room: OpeningRoom) -> None:
    berlin = await room.due()
    await people.save_server(room.services, ServerRow(id=SERVER, zone="America/New_York"), ANNA)
    assert await room.due() == berlin + 6 * HOUR
    await room.later(60)
    assert await room.tables() == []


async def test_only_sensible_openings_are_stored_and_the_trail_notes_each(room: OpeningRoom) -> None:
    assert await declined(room.add()) == "same_opening"
    assert await declined(room.add(size=9)) == "no_such_size"
    assert await declined(room.add(clock="2y")) == "no_such_clock"
    for minute in range(MAX_OPENINGS_PER_SERVER - 1):
        await room.add(minute=minute)
    assert await declined(room.add(minute=99)) == "too_many_openings"
    [first, *others] = await opening_store.of_server(room.services, SERVER)
    assert [row.minute for row in others] == [*range(1, MAX_OPENINGS_PER_SERVER - 1), 18 * 60]
    with pytest.raises(Declined, match="no_opening"):
        await opening_store.delete(room.services, SERVER + 1, ANNA, first.id)
    await opening_store.delete(room.services, SERVER, BERT, first.id)
    [deleted, added, *_] = await room.acts()
    assert (deleted.kind, deleted.person, deleted.facts) == ("opening_deleted", BERT, opening_store.facts_of(first))
    assert (added.kind, added.person) == ("opening_added", ANNA)
