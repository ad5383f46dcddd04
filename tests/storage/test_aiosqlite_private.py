"""What we use of aiosqlite's private parts is still there and does what we need; if not, this says what to mend."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import aiosqlite
import pytest

from storage.engines.aiosqlite_private import in_its_thread

pytestmark = pytest.mark.quick

CHANGED = (
    f"aiosqlite {aiosqlite.__version__} has changed what storage/engines/aiosqlite_private.py uses of it:"
    " {}. Mend that file (it is the only one), or go back to the version in requirements/."
)


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[aiosqlite.Connection]:
    async with aiosqlite.connect(tmp_path / "any.db", isolation_level=None) as opened:
        yield opened


@pytest.mark.parametrize("name", ["_execute", "_conn"])
async def test_the_names_are_there(connection: aiosqlite.Connection, name: str) -> None:
    assert hasattr(connection, name), CHANGED.format(f"there is no {name} any more")


async def test_work_is_done_with_the_sqlite_connection_in_the_thread_of_all_statements(
    connection: aiosqlite.Connection,
) -> None:
    def where(used: sqlite3.Connection) -> tuple[type, int]:
        return type(used), threading.get_ident()

    kind, thread = await in_its_thread(connection, where)
    assert issubclass(kind, sqlite3.Connection), CHANGED.format("_conn is no SQLite connection")
    assert thread != threading.get_ident(), CHANGED.format("_execute works in the caller's thread")
    await connection.create_function("thread", 0, threading.get_ident)
    ((other,),) = await connection.execute_fetchall("SELECT thread()")
    assert thread == other, CHANGED.format("_execute works in another thread than statements")


async def test_work_is_done_in_the_order_it_was_asked_for_also_what_is_cancelled(
    connection: aiosqlite.Connection,
) -> None:
    done: list[int] = []
    gate = threading.Event()

    def note(_: sqlite3.Connection, number: int) -> None:
        done.append(number)

    held = asyncio.ensure_future(in_its_thread(connection, lambda _: gate.wait(5)))
    await asyncio.sleep(0)
    waiting = [asyncio.ensure_future(in_its_thread(connection, note, number)) for number in range(3)]
    await asyncio.sleep(0)
    waiting[1].cancel()
    gate.set()
    await held
    for work in waiting:
        with suppress(asyncio.CancelledError):
            await work
    await connection.rollback()
    assert done == [0, 1, 2], CHANGED.format("_execute does not keep the order, or drops what is cancelled")


def test_nobody_else_uses_them() -> None:
    root = Path(__file__).parents[2]
    files = [file for room in ("storage", "tables", "cogs", "tests", "bench") for file in (root / room).rglob("*.py")]
    users = {
        file.name
        for file in files
        if re.search(r"\b(?!self\b)\w+\._(execute|conn)\b", file.read_text(encoding="utf-8"))
    }
    assert users == {"aiosqlite_private.py"}
