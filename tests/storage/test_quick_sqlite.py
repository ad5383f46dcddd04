"""Without its threads aiosqlite does what it does with them: in order, to the end, and others go on meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path

import aiosqlite
import pytest

from storage.engines.aiosqlite_private import in_its_thread
from tests.storage.quick_sqlite import without_threads

pytestmark = pytest.mark.quick


@pytest.fixture(params=["with threads", "without"])
async def connection(request: pytest.FixtureRequest, quick_path: Path) -> AsyncIterator[aiosqlite.Connection]:
    with without_threads() if request.param == "without" else nullcontext():
        async with aiosqlite.connect(quick_path / "any.db", isolation_level=None) as opened:
            yield opened


async def test_what_is_cancelled_is_done_all_the_same_and_in_its_order(connection: aiosqlite.Connection) -> None:
    done: list[int] = []

    def note(_: sqlite3.Connection, number: int) -> None:
        done.append(number)

    waiting = [asyncio.ensure_future(in_its_thread(connection, note, number)) for number in range(3)]
    await asyncio.sleep(0)
    waiting[1].cancel()
    await in_its_thread(connection, note, 3)
    assert done == [0, 1, 2, 3]
    assert [each.cancelled() for each in waiting] == [False, True, False]


async def test_others_go_on_while_somebody_waits(connection: aiosqlite.Connection) -> None:
    order: list[str] = []

    async def ask() -> None:
        await connection.execute_fetchall("SELECT 1")
        order.append("answered")

    asked = asyncio.ensure_future(ask())
    await asyncio.sleep(0)
    order.append("went on")
    await asked
    assert order == ["went on", "answered"]


async def test_who_asks_is_told_what_went_wrong(connection: aiosqlite.Connection) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await connection.execute_fetchall("SELECT * FROM nowhere")


async def test_there_is_no_thread(quick_path: Path) -> None:
    threads = threading.active_count()
    with without_threads():
        async with aiosqlite.connect(quick_path / "any.db") as opened:
            assert threading.active_count() == threads
            await in_its_thread(opened, lambda _: None)
