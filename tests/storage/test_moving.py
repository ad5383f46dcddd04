"""Moving from one engine to the other and back: every row, every number; whatever happens, both ends stay usable."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from storage import Address, Unusable
from storage.engines import moving
from storage.queries import outbox, people, tables
from storage.rows import OutboxRow, PersonRow
from tests.storage.filled import everything, fill_every_column, opened
from tests.storage.fresh import open_soon

pytestmark = [pytest.mark.both_engines, pytest.mark.quick]


async def move(source: Address, target: Address) -> moving.MovedAmount:
    async with opened(source) as here, opened(target) as there:
        return await moving.copy(here, there)


@pytest.mark.parametrize("batch", [7, 1000])
async def test_there_and_back_every_row_is_the_same(
    full: Path, server_address: str, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    monkeypatch.setattr(moving, "_BATCH", batch)
    await fill_every_column(full)
    before = await everything(full)
    moved = await move(full, server_address)
    assert moved == (len(before) - 1, sum(map(len, before.values())) - len(before["highest numbers"]))
    assert await everything(server_address) == before
    back = full.with_name("back.db")
    assert await move(server_address, back) == moved
    assert await everything(back) == before
    assert all(before.values()), "a table without rows shows nothing"
    assert len(before["log"]) > 60
    assert len(before["outbox"]) > 3
    assert {type(value) for rows in before.values() for row in rows for value in row} >= {int, str, bytes, float}


@pytest.mark.parametrize("back", [False, True])
async def test_numbers_that_were_given_never_come_again(full: Path, server_address: str, *, back: bool) -> None:
    """Neither that of the newest table, which is gone, nor those of what was told and crossed out."""
    highest = dict((await everything(full))["highest numbers"])
    await move(full, server_address)
    target: Address = server_address
    if back:
        target = full.with_name("back.db")
        await move(server_address, target)
    async with opened(target) as db:
        async with db.transaction() as writer:
            (row,) = [row for row in [await tables.table(writer, 1)] if row]
            assert await tables.add_table(writer, row[0]) == highest["tables"] + 1
            await outbox.add(writer, OutboxRow(table_id=1, kind="board", position=0, facts="{}"))
        assert (await outbox.of_table(db.reader, 1))[-1].id == highest["outbox"] + 1
    assert highest["tables"] > max(row[0] for row in (await everything(full))["tables"])


async def test_a_database_that_is_not_empty_is_refused_and_left_as_it_is(
    full: Path, address: Address, other_address: Callable[[], Address]
) -> None:
    async with opened(address) as db, db.transaction() as writer:
        await people.save_person(writer, PersonRow(id=7))
    before = await everything(address)
    with pytest.raises(Unusable, match=r" is not empty\. Nothing was changed\. Name an empty database\."):
        await move(full, address)
    assert await everything(address) == before
    with pytest.raises(Unusable, match="Another Kontor is running"):
        await move(address, address)
    other = other_address()
    await move(address, other)
    assert await everything(other) == before, "from one server to another, or from file to file, it works too"


MOVER = """
import asyncio, os, signal, sys
from cluster import open_alone
from storage import address_of
from storage.engines import moving

async def main():
    moving._BATCH = 20
    batches, left = moving._batches, int(sys.argv[3])

    async def mortal(*args):
        nonlocal left
        async for rows in batches(*args):
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
            yield rows

    moving._batches = mortal
    here, there = [(await open_alone(address_of(address))).db for address in sys.argv[1:3]]
    await moving.copy(here, there)

asyncio.run(main())
"""


@pytest.mark.repeated(2)
@pytest.mark.parametrize("back", [False, True])
async def test_killed_in_the_middle_it_leaves_both_ends_usable(full: Path, server_address: str, *, back: bool) -> None:
    before = await everything(full)
    source: Address = full
    target: Address = server_address
    if back:
        await move(full, server_address)
        source, target = server_address, full.with_name("back.db")
    for batches in (1, 6):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", MOVER, str(source), str(target), str(batches), env={**os.environ, "PYTHONPATH": "."}
        )
        assert await process.wait() == -signal.SIGKILL
        await (await open_soon(source)).close()
        db = (await open_soon(target)).db
        assert await moving.is_empty(db)
        await db.close()
        assert await everything(source) == before
    await move(source, target)
    assert await everything(target) == before
