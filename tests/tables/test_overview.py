"""Who looks over the house sees what waits and what is late, and holds nobody up by counting."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from storage import Transaction
from storage.database import Reader
from storage.queries import outbox as sql_outbox
from storage.queries import overview as sql
from storage.queries import timers as sql_timers
from storage.rows import OutboxRow, TimerRow
from tables.delivery import channel_retries
from tables.model.table import Table
from tables.notifications.attempt import Attempt
from tables.runtime import overview
from tables.runtime.overview import OTHER, Overview, Watcher
from tables.runtime.services import Frontend, RetryLater
from tests.tables.room import ANNA, BERT, Room

pytestmark = pytest.mark.quick


class Deaf(Frontend):
    """Cannot tell anything now."""

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        raise RetryLater("nobody answers")


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a count as long as it takes, on a busy machine too."""
    monkeypatch.setattr(overview, "_COUNT_WAIT_S", 60.0)


def fresh(room: Room) -> Watcher:
    return Watcher(room.services)


async def test_an_empty_house_has_nothing_to_show(room: Room) -> None:
    assert await fresh(room).look() == Overview(0, 0, 0, 0, 0, 0, {})


async def test_tables_are_counted_by_game_and_status(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "_TABLES_PER_QUERY", 2)
    await room.lobby([ANNA, BERT])
    await room.table([ANNA, BERT], computers=2)
    await room.table([ANNA, BERT], game="riga")
    finished = await room.table([ANNA, BERT])
    await room.play_on(finished)
    odd = await room.lobby([ANNA, BERT])
    async with room.services.db.transaction() as db:
        await db.execute("UPDATE tables SET game = ? WHERE id = ?", ("gone", odd))
    assert (await fresh(room).look()).tables == {
        ("visby", "lobby"): 1, ("visby", "playing"): 1, ("riga", "playing"): 1, ("visby", "finished"): 1,
        (OTHER, "lobby"): 1,
    }  # fmt: skip
    async with room.services.db.transaction() as db:
        await db.execute("UPDATE tables SET game = ? WHERE id = ?", ("visby", odd))


async def test_tables_are_counted_anew_only_after_a_minute_and_all_else_after_five_seconds(room: Room) -> None:
    watcher = fresh(room)
    assert (await watcher.look()).tables == {}
    table = await room.lobby([ANNA, BERT])
    await room.rest()
    await add(room, table)
    assert await watcher.look() == Overview(0, 0, 0, 0, 0, 0, {})
    room.time += 5
    assert (await watcher.look())[:3] == (1, 0, 0)
    assert (await watcher.look()).tables == {}
    room.time += 55
    assert (await watcher.look()).tables == {("visby", "lobby"): 1}


async def add(room: Room, table: int, **more: Any) -> None:
    """Write something that is to be told, and tell nobody."""
    async with room.services.db.transaction() as db:
        row = OutboxRow(table_id=table, kind="board", seat=None, position=0, facts="{}", **more)
        await sql_outbox.add(db, row)


@pytest.mark.both_engines
async def test_what_waits_is_told_apart_by_why_and_the_oldest_by_when_it_was_seen_first(room: Room) -> None:
    table, watcher = await room.lobby([ANNA, BERT]), fresh(room)
    await room.rest()
    room.services.connect(Deaf())
    await add(room, table)
    await add(room, table, due=room.time + 3600, lane="hand 4")
    assert (await watcher.look())[:4] == (1, 1, 0, 0)
    room.time += 100
    await add(room, table, lane="hand 5")
    assert (await watcher.look())[:4] == (2, 1, 0, 100)
    async with room.services.db.transaction() as db:
        await forget_first(db)
    room.time += 50
    assert (await watcher.look())[:4] == (1, 1, 0, 50)


async def forget_first(db: Transaction) -> None:
    await db.execute("DELETE FROM outbox WHERE id = (SELECT min(id) FROM outbox)")


async def test_what_was_tried_and_is_put_off_still_waits(room: Room) -> None:
    table, watcher = await room.lobby([ANNA, BERT]), fresh(room)
    await room.rest()
    room.services.connect(Deaf())
    await add(room, table)
    assert (await watcher.look())[:4] == (1, 0, 0, 0)
    await room.later(30)
    row, *_ = await sql_outbox.of_table(room.services.db.reader, table)
    assert row.due > room.time
    assert (await watcher.look())[:4] == (1, 0, 0, 30)


async def test_what_a_place_refuses_is_no_backlog_nor_what_waits_behind_it(room: Room) -> None:
    table = await room.lobby([ANNA, BERT])
    await room.rest()
    await add(room, table)
    row, *_ = await sql_outbox.of_table(room.services.db.reader, table)
    async with room.services.db.transaction() as db:
        await sql_outbox.refuse(db, row, room.time + 900)
    await add(room, table)
    await add(room, table, asks=True)
    watcher = fresh(room)
    room.time += 500
    assert (await watcher.look())[:3] == (1, 0, 2)


async def test_what_waits_for_places_is_the_same_for_who_watches_and_for_who_asks_the_doctor(room: Room) -> None:
    table = await room.lobby([ANNA, BERT])
    await room.rest()
    for number, (lane, asks) in enumerate(
        (("table", False), ("prompt 0", True)), 1
    ):  # What asks and was refused itself waits for the place too.
        await add(room, table, lane=lane, asks=asks)
        row = (await sql_outbox.of_table(room.services.db.reader, table))[-1]
        async with room.services.db.transaction() as db:
            await sql_outbox.refuse(db, row, room.time + 900)
        await add(room, table, lane=lane)
        await add(room, table, lane=lane, asks=True)  # It is told by direct message.
        assert (await fresh(room).look()).refused == 2 * number
        assert await channel_retries.count_waiting(room.services) == (2 * number, 1)


async def test_timers_are_late_by_the_one_that_ran_out_first(room: Room) -> None:
    table = await room.lobby([ANNA, BERT], pace=0)
    await room.rest()
    async with room.services.db.transaction() as db:
        await sql_timers.clear_timers(db, table)
        due = (room.time - 100, room.time - 40, room.time + 1)
        await sql_timers.set_timers(
            db, [TimerRow(table_id=table, seat=seat, kind="nudge", due=each) for seat, each in enumerate(due)]
        )
    found = await fresh(room).look()
    assert (found.timers, found.late) == (2, 100)


async def test_nobody_waits_until_very_many_tables_are_counted(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.lobby([ANNA, BERT])
    watcher, ready, count = fresh(room), asyncio.Event(), sql.tables

    async def slow(db: Reader, after: int, upto: int) -> list[tuple[str, str, int]]:
        await ready.wait()
        return await count(db, after, upto)

    monkeypatch.setattr(sql, "tables", slow)
    monkeypatch.setattr(overview, "_COUNT_WAIT_S", 0.01)
    assert (await watcher.look()).tables is None
    room.time += 10
    assert (await watcher.look()).tables is None
    ready.set()
    monkeypatch.setattr(overview, "_COUNT_WAIT_S", 10)
    room.time += 10
    assert (await watcher.look()).tables == {("visby", "lobby"): 1}


async def test_the_database_is_asked_in_slices(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "_TABLES_PER_QUERY", 1)
    for _ in range(3):
        await room.lobby([ANNA, BERT])
    asked = []

    async def counted(db: object, after: int, upto: int) -> list[tuple[str, str, int]]:
        asked.append((after, upto))
        return [("visby", "lobby", 1)]

    monkeypatch.setattr(sql, "tables", counted)
    assert (await fresh(room).look()).tables == {("visby", "lobby"): 3}
    assert asked == [(0, 1), (1, 2), (2, 3)]
