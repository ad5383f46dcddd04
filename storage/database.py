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

    `name` is the database, `known` the number of its schema, `newest` that of our newest migration.
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
    """Statements that take effect all together or not at all. They are collected and sent to the engine in one go.

    A statement whose result is needed (`insert`, `change`, `execute_fetchall`) is run at once, after all collected
    ones. `commit`, `finish` or `roll_back` ends the transaction; the game tables that it has changed are then dropped
    from the cache of tables.
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
        """Add a statement. It runs before the next one whose result is needed, or with the commit.

        `of` is the id of the only game table that the statement changes; that table is dropped from the cache of tables
        when the transaction ends. Without `of`, a statement that may change game tables empties the whole cache.
        """
        self._note(sql, of)
        self._todo.append((sql, parameters, False))

    async def executemany(self, sql: str, rows: Sequence[Sequence[Any]], *, of: int | None = None) -> None:
        """Add a statement that runs once for each item of `rows`, its parameters. Nothing is added if `rows` is empty.

        `of` is the id of the only game table that the statement changes, as in `execute`.
        """
        if rows:
            self._note(sql, of)
            self._todo.append((sql, rows, True))

    async def insert(self, sql: str, parameters: Sequence[Any]) -> int:
        """Insert a row now, after all collected statements, and return the number that `sql` returns.

        `sql` must return one row with one column, usually by `RETURNING id`.
        """
        ((number,),) = await self.execute_fetchall(sql, parameters)
        return int(number)

    async def change(self, sql: str, parameters: Sequence[Any]) -> int:
        """Run an UPDATE or DELETE now, after all collected statements; return how many rows it changed.

        `sql` must not have a RETURNING clause: one is added. If it may change game tables, the whole cache of tables is
        emptied when the transaction ends.
        """
        return len(await self.execute_fetchall(f"{sql} RETURNING 1", parameters))

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> Sequence[DatabaseRow]:
        """Run all collected statements and then this one; return its rows, as this transaction sees them.

        If the statement may change game tables, the whole cache of tables is emptied when the transaction ends.
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
        """Run the collected statements, and commit; return the rows of the last query.

        While that runs, the cache of tables returns none of the changed tables; afterwards they are dropped from it.
        """
        self.table_cache.being_written = self._written
        rows = await self._run_with(("COMMIT", (), False))
        self._begun = False
        self.forget_written()
        return rows

    def forget_written(self) -> None:
        """Drop the tables that this transaction may have changed from the cache of tables, and unblock the cache."""
        self.table_cache.forget(self._written)
        self.table_cache.being_written = set()

    def _note(self, sql: str, of: int | None = None) -> None:
        """Remember that a statement changes the game table `of`, or possibly all of them if `of` is None.

        A statement that changes no game table, such as a SELECT, is ignored.
        """
        if self._written is not None and writes_tables(sql):
            self._written = None if of is None else self._written | {of}

    async def _run_with(self, last: Statement) -> Sequence[DatabaseRow]:
        """Run all collected statements and then `last`; return the rows of the last query.

        The first call of a transaction runs BEGIN before them.
        """
        todo, self._todo = [*self._todo, last], []
        if not self._begun:
            self._begun = True
            todo.insert(0, (self._begin, (), False))
        return await self._run(todo)

    @abstractmethod
    async def broadcast(self, subject: str, what: object) -> None:
        """Send a message to all other processes when this transaction is committed.

        Their listeners get it as `DatabaseListener.on_message`, with `what` as text. Does nothing if there are no other
        processes.
        """

    @abstractmethod
    async def exclude_other_processes(self) -> None:
        """Hold a lock until this transaction ends, so that only one process at a time gets past this call.

        Other processes wait when they run their collected statements. Transactions that do not call this method are not
        affected.
        """

    @abstractmethod
    async def _run(self, todo: Sequence[Statement]) -> Sequence[DatabaseRow]:
        """Run statements in order; return the rows of the last query, which may be none."""

    @abstractmethod
    async def roll_back(self) -> None:
        """Undo everything, also a statement that is still running. Do nothing after a commit."""


class Database(ABC):
    """One database of either engine. Writes go through `transaction`; reads see only committed rows.

    A transaction needs a write lease. A database file has a lease for everything in it from the beginning. A PostgreSQL
    database is read-only until `cluster` has obtained a lease and passed it to `grant`; `revoke` ends the right to
    write. `table_cache` caches game tables, and `events` calls listeners. `close` closes the connections and releases
    the lease.
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
        """Record why this process may not write any more: set `lost` to `problem`, and call `on_partition_lost`.

        Only the first call does this. Every call returns the `problem` of the first, which each new PostgreSQL
        transaction then raises. The lease itself is not released.
        """
        if self._lost is None:
            self._lost = problem
            self.events.on_partition_lost(problem)
        return self._lost

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Run a transaction: commit at the end of the block, undo everything on an exception or cancellation.

        Without statements nothing is sent. One transaction of this process runs at a time; others wait. Raises
        `Unreachable` if the database is away or its disk is full. Raises `PartitionLost` if another process has taken
        our partition or we have no lease. If the lease was revoked, raises the reason, which may be another `Unusable`.
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
    """Await a coroutine and return its result. If this is cancelled meanwhile, the coroutine still runs to its end.

    The cancellation is raised afterwards; an error of the coroutine is then dropped. It is for work on a connection
    that nobody else may use before the work has ended.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
