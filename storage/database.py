"""The interface of both engines: `Database`, `Reader`, `Transaction`, and the errors that a database raises."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from storage.columns import DatabaseRow
from storage.database_events import DatabaseEvents
from storage.dialect import Catalogue
from storage.table_cache import TableCache, writes_tables
from storage.write_lease import LeaseHost, WriteLease

R = TypeVar("R")


class Unusable(Exception):
    """The database cannot be used, and nothing in it was changed. The sentence is for the operator."""


def older_schema_sentence(name: object, known: int, newest: int) -> str:
    """Return the sentence that tells the operator that a database has an older schema and may not be migrated now.

    `known` is the number of the database's schema, `newest` that of ours.
    """
    return (
        f"The database {name} has schema {known}; this Kontor has schema {newest}. Nothing was changed."
        " Start the bot, which migrates it, or use the Kontor that wrote it."
    )


class PartitionLost(Unusable):
    """Another process has taken this one's partition. Everything cached may be stale: the bot must start again."""


class Unreachable(Exception):
    """The database is away at the moment. What was being committed is there completely or not at all."""


class Reader(Protocol):
    """Anything that rows can be read from: the committed state, or a running transaction."""

    def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> Awaitable[Iterable[DatabaseRow]]:
        """Return the rows of a statement."""


Statement = tuple[str, Sequence[Any], bool]
"""SQL, its parameters, and whether these are a list of parameter rows (executemany)."""


class Transaction(ABC):
    """Statements that are run all or none. They are collected and sent to the engine together.

    A statement whose result is needed (`insert`, `change`, `execute_fetchall`) is run at once, with all before it.
    `commit`, `finish` or `roll_back` ends it; the tables that it has changed are then dropped from the cache of tables.
    """

    _begin = "BEGIN"

    def __init__(self) -> None:
        self.table_cache = TableCache(0)
        """The database's cache of tables."""
        self._todo: list[Statement] = []
        self._begun = False
        self._written: set[int] | None = set()
        """The tables that it changes; None: possibly all."""

    async def execute(self, sql: str, parameters: Sequence[Any] = (), *, of: int | None = None) -> None:
        """Add a statement. It runs with the next one whose result is needed, or with the commit.

        `of` is the id of the only table that the statement changes; it is dropped from the cache of tables when the
        transaction ends. Without it, a statement that may change tables empties the whole cache then.
        """
        self._note(sql, of)
        self._todo.append((sql, parameters, False))

    async def executemany(self, sql: str, rows: Sequence[Sequence[Any]], *, of: int | None = None) -> None:
        """Add a statement that runs once for each of these rows of parameters. Without rows nothing is added.

        `of` is the id of the only game table whose rows the statement changes, as in `execute`.
        """
        if rows:
            self._note(sql, of)
            self._todo.append((sql, rows, True))

    async def insert(self, sql: str, parameters: Sequence[Any]) -> int:
        """Insert a row now, after all collected statements, and return the number in its only returned column.

        `sql` must return one row, usually by `RETURNING id`.
        """
        ((number,),) = await self.execute_fetchall(sql, parameters)
        return int(number)

    async def change(self, sql: str, parameters: Sequence[Any]) -> int:
        """Run an UPDATE or DELETE now, after all collected statements; return how many rows it changed.

        `sql` must not have a RETURNING clause: one is added. If it may change game tables, the whole `table_cache` is
        emptied when the transaction ends.
        """
        return len(await self.execute_fetchall(f"{sql} RETURNING 1", parameters))

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> Sequence[DatabaseRow]:
        """Run all collected statements and then this one; return its rows, as this transaction sees them.

        A statement that may change tables empties the whole cache of tables when the transaction ends.
        """
        self._note(sql)
        return await self._run_with((sql, parameters, False))

    async def finish(self, sql: str, parameters: Sequence[Any] = ()) -> Sequence[DatabaseRow]:
        """Run a last query, commit, and return the query's rows, all in one round trip.

        The transaction must not be used afterwards.
        """
        await self.execute(sql, parameters)
        return await self._end()

    async def commit(self) -> None:
        """Run the statements that have not run yet, and commit; do nothing if there were no statements at all."""
        if self._todo or self._begun:
            await self._end()

    async def _end(self) -> Sequence[DatabaseRow]:
        """Run the statements that have not run yet, and commit; return the rows of the last query.

        While that runs, the cache returns none of the changed tables; afterwards they are dropped from it.
        """
        self.table_cache.being_written = self._written
        rows = await self._run_with(("COMMIT", (), False))
        self._begun = False
        self.forget_written()
        return rows

    def forget_written(self) -> None:
        """Drop the tables that this transaction may have changed from the cache, which then answers for all again."""
        self.table_cache.forget(self._written)
        self.table_cache.being_written = set()

    def _note(self, sql: str, of: int | None = None) -> None:
        """Note that a statement changes the table `of`, or possibly all tables if `of` is None.

        A statement that changes no table, such as a SELECT, is ignored.
        """
        if self._written is not None and writes_tables(sql):
            self._written = None if of is None else self._written | {of}

    async def _run_with(self, last: Statement) -> Sequence[DatabaseRow]:
        """Run all collected statements and then `last`, with a BEGIN before the first ones; return the last rows."""
        todo, self._todo = [*self._todo, last], []
        if not self._begun:
            self._begun = True
            todo.insert(0, (self._begin, (), False))
        return await self._run(todo)

    @abstractmethod
    async def broadcast(self, subject: str, what: object) -> None:
        """Send a message to all other processes when this transaction is committed.

        They receive it as `DatabaseListener.on_message`, with `what` as text. Without other processes do nothing.
        """

    @abstractmethod
    async def exclude_other_processes(self) -> None:
        """Let only one process at a time pass this point, until its transaction ends; the others wait.

        The waiting begins when the collected statements are run. Transactions that do not call this method are not
        affected.
        """

    @abstractmethod
    async def _run(self, todo: Sequence[Statement]) -> Sequence[DatabaseRow]:
        """Run statements in order; return the rows of the last query, which may be none."""

    @abstractmethod
    async def roll_back(self) -> None:
        """Undo everything, also a statement that is still running. Do nothing after a commit."""


class Database(ABC):
    """One database. Writes go through `transaction`; reads see only committed rows.

    It keeps the write lease (`grant`, `revoke`) and a cache of tables, and tells listeners of `events`. A transaction
    needs a lease. A database file has one from the beginning, for everything in it. A PostgreSQL database is read-only
    until `cluster` has obtained a lease and granted it. `close` closes the connections and releases the lease.
    """

    name: str
    """Its address without a password, for people and logs."""
    catalogue: Catalogue
    reader: Reader
    """Reads committed rows without blocking the event loop."""
    folder: Path
    """The folder for files that can be made again, such as animations."""
    lease_host: LeaseHost | None = None
    """What `cluster` obtains a lease from; None if this process has the database to itself."""
    table_cache_bytes = 0
    """The size of the cache of tables; 0 where another process may write them."""

    def __init__(self) -> None:
        self.events = DatabaseEvents()
        self.table_cache = TableCache(self.table_cache_bytes)
        self._lease: WriteLease | None = None
        self._lost: Unusable | None = None
        self._writing = asyncio.Lock()
        self._closed = False

    @property
    def sync_reader(self) -> Reader:
        """Reads single rows by their key, on the event loop itself if the engine is fast enough for that."""
        return self.reader

    @property
    def lease(self) -> WriteLease | None:
        """The lease that transactions use; None: nothing can be written yet."""
        return self._lease

    @property
    def lost(self) -> Unusable | None:
        """Why the lease was revoked; None as long as it was not."""
        return self._lost

    def grant(self, lease: WriteLease) -> None:
        """Let all transactions from now on use this lease; `close` releases it."""
        self._lease = lease

    def revoke(self, problem: Unusable) -> Unusable:
        """Record that this process may not write any more: set `lost` to `problem`, and call `on_partition_lost`.

        Only the first call does so. Return the reason of the first call; every new PostgreSQL transaction raises it.
        The lease itself is not released.
        """
        if self._lost is None:
            self._lost = problem
            self.events.on_partition_lost(problem)
        return self._lost

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Run a transaction: commit at the end of the block, undo everything on an exception or cancellation.

        Nothing is sent for a block without statements. One transaction runs at a time; others wait. Raise `Unreachable`
        if the database is away or its disk is full. Raise `PartitionLost` if another process has taken our partition or
        we have no lease; if the lease was revoked, raise the reason, which may be another `Unusable`.
        """
        async with self._writing:
            transaction = self._new_transaction()
            transaction.table_cache = self.table_cache
            try:
                yield transaction
                await transaction.commit()
            except BaseException:
                try:
                    await to_the_end(transaction.roll_back())
                finally:  # The commit may have happened although its answer was lost.
                    transaction.forget_written()
                raise

    async def close(self) -> None:
        """Wait for the running transaction, close all connections, release the lease. A second call does nothing."""
        async with self._writing:
            if not self._closed:
                self._closed = True
                await self._close()
                if self._lease:
                    await self._lease.release()

    @abstractmethod
    def _new_transaction(self) -> Transaction:
        """Return a transaction of this engine, which has not begun."""

    @abstractmethod
    async def _close(self) -> None:
        """Close all connections."""


async def to_the_end(work: Coroutine[Any, Any, R]) -> R:
    """Await a coroutine and return its result. If cancelled meanwhile, first let it end, then raise the cancellation.

    After a cancellation an error of the coroutine is dropped. It is for work on a connection that nobody else may use
    before its end.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
