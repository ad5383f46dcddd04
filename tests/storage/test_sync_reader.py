"""The synchronous reader reads the same rows as the asynchronous one and never blocks maintenance of the file."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import aiosqlite
import pytest

from storage import Address
from storage.engines.sqlite import _LoopReader, _ThreadReader
from storage.queries import people
from storage.rows import PersonRow
from tests.storage.fresh import open_quickly

pytestmark = [pytest.mark.both_engines, pytest.mark.quick]

ANNA = PersonRow(id=1, language="de")


async def test_what_is_at_hand_is_what_is_committed(address: Address, quick_path: Path) -> None:
    database = (await open_quickly(address, quick_path)).db
    try:
        async with database.transaction() as db:
            await people.save_person(db, ANNA)
            assert await people.person(db, 1) == ANNA
            assert await people.person(database.sync_reader, 1) is None
        assert await people.person(database.sync_reader, 1) == ANNA
    finally:
        await database.close()


async def test_nothing_can_be_written_by_who_reads_on_the_spot(quick_path: Path) -> None:
    database = (await open_quickly(quick_path / "kontor.db")).db
    try:
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            await database.sync_reader.execute_fetchall("DELETE FROM people")
    finally:
        await database.close()


async def test_while_the_file_is_being_put_in_order_others_go_on_until_it_can_be_read(quick_path: Path) -> None:
    path = quick_path / "busy.db"
    busy = sqlite3.connect(path, isolation_level=None)
    busy.execute("CREATE TABLE t (n)")
    async with aiosqlite.connect(path, timeout=30) as patient:
        sync_reader = _LoopReader(path, _ThreadReader(path, patient))
        busy.execute("BEGIN EXCLUSIVE")
        busy.execute("INSERT INTO t VALUES (7)")
        reading = asyncio.create_task(_numbers(sync_reader))
        await asyncio.sleep(0)
        assert not reading.done()
        busy.execute("COMMIT")
        assert await reading == [7]
        assert await _numbers(sync_reader) == [7]
        sync_reader.close()
    busy.close()


async def _numbers(sync_reader: _LoopReader) -> list[int]:
    return [row[0] for row in await sync_reader.execute_fetchall("SELECT n FROM t")]
