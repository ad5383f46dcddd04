"""A transaction is all or nothing: with exceptions, with cancellation at any moment, with others waiting."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Coroutine, Generator
from contextlib import asynccontextmanager, nullcontext
from typing import Any

import asyncpg
import pytest

from cluster import open_alone
from storage import Address, Database
from storage.engines.aiosqlite_private import in_its_thread
from storage.engines.sqlite import SqliteDatabase
from storage.queries import people
from storage.rows import PersonRow
from tests.storage.fresh import open_quickly

pytestmark = [pytest.mark.both_engines, pytest.mark.quick]


@pytest.fixture
async def db(address: Address) -> AsyncIterator[Database]:
    opened = (await open_quickly(address)).db
    yield opened
    await opened.close()


async def count(db: Database) -> int:
    ((number,),) = await db.reader.execute_fetchall("SELECT count(*) FROM people")
    return int(number)


async def write_two(db: Database, first: int = 1) -> None:
    async with db.transaction() as writer:
        await people.save_person(writer, PersonRow(id=first))
        assert await people.person(writer, first), "statements whose outcome is wanted are run at once"
        await people.save_person(writer, PersonRow(id=first + 1))


class Oops(Exception):
    pass


class Cancelled:
    """Awaits something and cancels it where it waits for the n-th time (and, if wanted, again at the next)."""

    def __init__(self, work: Coroutine[Any, Any, None], *moments: int) -> None:
        self.work = work
        self.moments = moments
        self.waits = 0

    def __await__(self) -> Generator[Any, Any, None]:
        steps = self.work.__await__()
        error: BaseException | None = None
        while True:
            try:
                waited = steps.throw(error) if error else next(steps)
            except StopIteration:
                return
            error = None
            self.waits += 1
            if self.waits in self.moments:
                waited.cancel()
            try:
                yield waited
            except BaseException as problem:
                error = problem


async def test_all_of_it_is_written(db: Database) -> None:
    await write_two(db)
    assert await count(db) == 2


async def test_nothing_is_seen_before_it_is_committed(db: Database) -> None:
    async with db.transaction() as writer:
        await people.save_person(writer, PersonRow(id=1))
        assert await count(db) == 0
    assert await count(db) == 1


async def fail(db: Database, error: BaseException) -> None:
    async with db.transaction() as writer:
        await people.save_person(writer, PersonRow(id=1))
        raise error


@pytest.mark.parametrize("error", [Oops, KeyboardInterrupt, asyncio.CancelledError])
async def test_an_exception_undoes_all_of_it(db: Database, error: type[BaseException]) -> None:
    with pytest.raises(error):
        await fail(db, error())
    assert await count(db) == 0
    await write_two(db)
    assert await count(db) == 2


async def write_with(db: Database, *statements: str) -> None:
    async with db.transaction() as writer:
        await people.save_person(writer, PersonRow(id=1))
        for statement in statements:
            await writer.execute(statement)


async def test_a_statement_that_fails_undoes_all_of_it(db: Database) -> None:
    with pytest.raises((sqlite3.OperationalError, asyncpg.UndefinedTableError), match="nowhere"):
        await write_with(db, "INSERT INTO nowhere VALUES (1)")
    assert await count(db) == 0


async def test_a_commit_that_fails_undoes_all_of_it(db: Database) -> None:
    """As on a full disk. A deferred foreign key is the way to make only the commit fail."""
    later = (
        "PRAGMA defer_foreign_keys = ON"
        if isinstance(db, SqliteDatabase)
        else "ALTER TABLE drafts ALTER CONSTRAINT drafts_table_id_fkey DEFERRABLE INITIALLY DEFERRED"
    )
    with pytest.raises((sqlite3.IntegrityError, asyncpg.ForeignKeyViolationError), match=r"(?i)foreign key"):
        await write_with(db, later, "INSERT INTO drafts VALUES (99, 0, 'mark', 'body')")
    assert await count(db) == 0
    await write_two(db)
    assert await count(db) == 2


async def finish_with(db: Database, statement: str) -> list[int]:
    async with db.transaction() as writer:
        await people.save_person(writer, PersonRow(id=1))
        return [row[0] for row in await writer.finish(statement)]


async def test_what_is_read_at_the_finish_is_what_was_written(db: Database) -> None:
    assert await finish_with(db, "SELECT count(*) FROM people") == [1]
    assert await count(db) == 1
    await write_two(db, 2)
    assert await count(db) == 3


async def test_a_finish_that_fails_undoes_all_of_it(db: Database) -> None:
    with pytest.raises((sqlite3.OperationalError, asyncpg.UndefinedTableError), match="nowhere"):
        await finish_with(db, "SELECT count(*) FROM nowhere")
    assert await count(db) == 0
    await write_two(db)
    assert await count(db) == 2


def hold_thread(_: sqlite3.Connection, gate: threading.Event) -> None:
    gate.wait(5)


@asynccontextmanager
async def held_up(db: Database, address: Address) -> AsyncIterator[None]:
    """Keep the engine from what it is asked to do for some milliseconds: it has not begun when that is cancelled."""
    loop = asyncio.get_running_loop()
    if isinstance(db, SqliteDatabase):
        gate = threading.Event()
        held = asyncio.ensure_future(in_its_thread(db._writer, hold_thread, gate))
        await asyncio.sleep(0)
        loop.call_later(0.003, gate.set)
        yield
        await held
        return
    other = await asyncpg.connect(str(address))
    try:
        await other.execute("BEGIN; LOCK TABLE people")
        release = asyncio.Event()
        loop.call_later(0.003, release.set)

        async def let_go() -> None:
            await release.wait()
            await other.execute("COMMIT")

        letting_go = asyncio.create_task(let_go())
        yield
        await letting_go
    finally:
        await other.close()


@pytest.mark.parametrize("again", [0, 1, 2, 3])
@pytest.mark.parametrize("slow", [False, True])
async def test_cancelled_at_any_moment_it_is_all_or_nothing(
    db: Database, address: Address, slow: bool, again: int
) -> None:
    """`slow`: the engine has not yet begun with what is cancelled. `again`: cancelled a second time."""
    moment, outcomes = 1, set()
    while True:
        work = Cancelled(write_two(db, 2 * moment), moment, moment + again)
        async with held_up(db, address) if slow else nullcontext():
            try:
                await work
            except asyncio.CancelledError:
                # Whoever comes next finds the connection free.
                await write_two(db, 1_000_000)
                async with db.transaction() as writer:
                    await writer.execute("DELETE FROM people WHERE id >= 1000000")
        written = await count(db)
        assert written in (0, 2), f"cancelled at wait {moment}"
        outcomes.add(written)
        async with db.transaction() as writer:
            await writer.execute("DELETE FROM people")
        if work.waits < moment:
            break
        moment += 1
    assert moment > 2, "one statement with its outcome, then the rest and the commit"
    assert outcomes == {0, 2}


async def test_transactions_wait_for_each_other(db: Database) -> None:
    """Forty at once, some of them cancelled, some failing: each is all or nothing."""

    async def one(number: int) -> None:
        async with db.transaction() as writer:
            await people.save_person(writer, PersonRow(id=2 * number))
            await asyncio.sleep(0)
            if number % 5 == 0:
                raise Oops
            await people.save_person(writer, PersonRow(id=2 * number + 1))

    tasks = [asyncio.create_task(one(number)) for number in range(40)]
    for number in range(3, 40, 7):
        await asyncio.sleep(0.001)
        tasks[number].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    written = {row[0] for row in await db.reader.execute_fetchall("SELECT id FROM people")}
    for number, task in enumerate(tasks):
        pair = written & {2 * number, 2 * number + 1}
        assert len(pair) in (0, 2)
        if not task.cancelled():
            assert len(pair) == (2 if task.exception() is None else 0)


async def test_closing_waits_for_the_running_transaction(address: Address) -> None:
    db = (await open_quickly(address)).db
    begun = asyncio.Event()

    async def slowly() -> None:
        async with db.transaction() as writer:
            begun.set()
            await asyncio.sleep(0.02)
            await people.save_person(writer, PersonRow(id=1))

    task = asyncio.create_task(slowly())
    await begun.wait()
    await db.close()
    await task
    again = (await open_alone(address)).db
    assert await count(again) == 1
    await again.close()
