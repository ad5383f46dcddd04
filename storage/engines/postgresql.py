"""The PostgreSQL engine: readers, one writer, transactions that check the write lease, and migrations.

The database has other names for some things, since migration 0018: a partition is `share`, its fencing token is
`epoch`, and heartbeats are in `kontor_beats`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg

from storage.columns import DatabaseRow
from storage.database import Database, PartitionLost, Statement, Transaction, Unusable, older_schema_sentence
from storage.dialect import POSTGRESQL, for_postgresql
from storage.engines.connecting import (
    AWAY,
    CLOSE_TIMEOUT_S,
    Connector,
    PendingWaits,
    close,
    unreachable_if_away,
    unusable_if_refused,
)

MIGRATIONS = Path(__file__).parent.parent / "migrations" / "postgresql"
OLDEST_SUPPORTED_VERSION = 15
"""The oldest PostgreSQL that accepts all our statements."""

_MIGRATION_LOCK = int.from_bytes(b"Kontor", "big")
"""The advisory lock of a process that changes the schema or claims a partition; `kontor_claim` takes it too. Until
schema 17 the only process kept it as long as it ran."""
_FIRST_SCHEMA_WITH_PARTITIONS = 18
_LOCK_OUT_OTHERS = "SELECT pg_advisory_xact_lock(1265593972, -2)"
_LEASE_REFUSED = "KT001"
"""The SQLSTATE that `kontor_fence` raises for an outdated fencing token."""
_MAX_READERS = 4


class _Transaction(Transaction):
    """A transaction on the writing connection. If that breaks, the server undoes it and `Unreachable` is raised."""

    def __init__(self, server: PostgresqlDatabase) -> None:
        super().__init__()
        self._server = server
        self._writer: Any = None

    async def broadcast(self, subject: str, what: object) -> None:
        """Send a NOTIFY with our process id, `subject` and `what` as text; nothing if there are no other processes."""
        if self._server.has_other_processes:
            message = f"{self._server.process_id} {subject} {what}"
            await self.execute("SELECT pg_notify('kontor', CAST(? AS TEXT))", (message,))

    async def exclude_other_processes(self) -> None:
        """Hold an advisory lock, for which other processes wait, until this transaction ends.

        Do nothing if there are no other processes.
        """
        if self._server.has_other_processes:
            await self.execute(_LOCK_OUT_OTHERS)

    async def _run(self, todo: Sequence[Statement]) -> Sequence[DatabaseRow]:
        """Run statements in order; return the rows of the last query. A BEGIN among them also checks the write lease.

        Raises `Unreachable` if the server is away, and `PartitionLost` if another process has taken our partition.
        """
        # If the connection breaks, the server rolls back: the rest must not run over another connection.
        writer = self._writer = self._writer or await self._server.writer()
        rows: Sequence[DatabaseRow] = []
        with unreachable_if_away(self._server.name):
            for sql, parameters, many in todo:
                if many:
                    await writer.executemany(for_postgresql(sql), parameters)
                elif sql == self._begin:
                    writer = self._writer = await self._server.begin(writer)
                elif sql == "COMMIT":
                    await writer.execute(sql)
                else:
                    rows = await writer.fetch(for_postgresql(sql), *parameters)
        return rows

    async def roll_back(self) -> None:
        """Undo everything; do nothing if the transaction has not begun."""
        if self._writer and self._begun:
            await self._server.roll_back(self._writer)


class _Readers:
    """Up to `_MAX_READERS` read-only connections, each opened when it is first needed.

    asyncpg's own pool is not used: it resets a connection after each use, which costs a round trip for each read.
    """

    def __init__(self, name: str, connect: Callable[[], Awaitable[Any]], waits: PendingWaits) -> None:
        self._name = name
        self._connect = connect
        self._waits = waits
        self._slots = asyncio.Semaphore(_MAX_READERS)
        self._free: list[Any] = []
        self._closed = False

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> Sequence[DatabaseRow]:
        """Return the rows of a query. Waits for a free connection; raises `Unreachable` if the server is away.

        If a connection that was opened earlier turns out to be broken, the query runs once more over a new one. After a
        timeout it does not.
        """
        with unreachable_if_away(self._name):
            async with self._waits.wait(), self._slots:
                if self._free:
                    try:
                        return await self._fetch(self._free.pop(), sql, parameters)
                    except TimeoutError:
                        raise
                    except AWAY:
                        pass  # The connection may have broken long ago: try once more over a new one.
                return await self._fetch(await self._connect(), sql, parameters)

    async def _fetch(self, connection: Any, sql: str, parameters: Sequence[Any]) -> Sequence[DatabaseRow]:
        """Run a query over a connection and return its rows. Afterwards the connection is free for other queries.

        The connection is dropped instead if it broke, if the caller was cancelled, or if the readers were closed
        meanwhile.
        """
        try:
            rows: Sequence[DatabaseRow] = await connection.fetch(for_postgresql(sql), *parameters)
        except asyncpg.DataError:
            raise
        except (*AWAY, asyncio.CancelledError):
            connection.terminate()
            raise
        finally:
            if self._closed:
                connection.terminate()
            if not connection.is_closed():
                self._free.append(connection)
        return rows

    async def close(self) -> None:
        """Close all free connections; one in use is closed when its statement ends."""
        self._closed = True
        for connection in self._free:
            await close(connection)


class PostgresqlDatabase(Database):
    """A database on a PostgreSQL server. Without a write lease it can only be read.

    It opens the writing connection and the readers, begins and rolls back transactions, and checks the server. It is
    also the `LeaseHost` that `cluster.lease` uses to connect and migrate before it claims a lease.
    """

    catalogue = POSTGRESQL

    def __init__(self, address: str, folder: Path) -> None:
        super().__init__()
        self._connector = Connector(address)
        self.name = self._connector.name
        self.process_id = self._connector.process_id
        self.schema_version = _scripts()[-1][0]
        self.lease_host = self
        self.folder = folder
        self._waits = PendingWaits()
        self.reader: _Readers = _Readers(
            self.name, partial(self._connector.connect, default_transaction_read_only="on"), self._waits
        )
        self._writer: Any = None

    @property
    def has_other_processes(self) -> bool:
        """True if there is a lease whose layout has more than one partition."""
        return self.lease is not None and self.lease.partition.layout.processes > 1

    async def check(self) -> int:
        """Return the number of the last migration of the database, 0 if it is empty. Nothing is changed.

        A connection is opened for that and closed again. Raises `Unusable` if the server is too old, or if the database
        does not use UTF-8, belongs to another program, or has a newer schema than this code. An error of connecting is
        raised as it is; `open_server` turns it into `Unusable`.
        """
        connection = await self.connect()
        try:
            if connection.get_server_version().major < OLDEST_SUPPORTED_VERSION:
                raise Unusable(
                    f"The server of {self.name} is too old. PostgreSQL {OLDEST_SUPPORTED_VERSION} or newer is needed."
                )
            if connection.get_settings().server_encoding != "UTF8":
                raise Unusable(f"The database {self.name} lacks letters. Make another: createdb --encoding=UTF8 …")
            return await self._schema_of(connection)
        finally:
            await close(connection)

    async def connect(self, timeout_s: float | None = None) -> Any:
        """Return a new asyncpg connection, with this timeout for connecting and for each answer (None: the default)."""
        return await self._connector.connect(timeout_s=timeout_s)

    async def writer(self) -> Any:
        """Return the connection that writes. If it broke, a new one is opened.

        In that case the listeners' `on_doubt` is called, because the last commit may or may not have happened. Raises
        `PartitionLost` without a lease. If the lease was revoked, raises the reason that `revoke` got. Raises
        `Unreachable` if the server is away.
        """
        if self.lost:
            raise self.lost
        if self.lease is None:
            raise PartitionLost(f"This Kontor has no partition of {self.name}, so it writes nothing.")
        if self._writer is None or self._writer.is_closed():
            is_first = self._writer is None
            with unreachable_if_away(self.name):
                async with self._waits.wait():
                    self._writer = await self.connect()
            if not is_first:
                self.events.on_doubt()
        return self._writer

    async def begin(self, writer: Any) -> Any:
        """Begin a transaction and check the lease, in one round trip; return the connection that it runs on.

        If `writer` turns out to be broken, a new connection is used. After a timeout or `abandon_waits` no new one is
        tried, and the error, one of `AWAY`, is raised. If another process has taken our partition, the lease is revoked
        and `PartitionLost` is raised.
        """
        before = self._waits.times_ended
        try:
            await self._begin(writer)
        except AWAY as problem:
            if isinstance(problem, TimeoutError) or self._waits.times_ended > before:
                raise
            writer.terminate()
            writer = await self.writer()
            await self._begin(writer)
        return writer

    async def _begin(self, writer: Any) -> None:
        """Begin a transaction on this connection. Raise `PartitionLost` if another process has taken our partition.

        In that case the lease is also revoked (`revoke`): listeners are told, and every later transaction fails.
        """
        assert self.lease
        try:
            await writer.execute(f"BEGIN; SELECT kontor_fence({self.lease.partition.number}, {self.lease.token})")
        except asyncpg.PostgresError as problem:
            if problem.sqlstate == _LEASE_REFUSED:
                raise self.revoke(PartitionLost(f"Another Kontor has taken this one's place on {self.name}.")) from None
            raise

    async def roll_back(self, writer: Any) -> None:
        """Undo the transaction that runs on this connection.

        If the server does not confirm that, drop the connection and call the listeners' `on_doubt`.
        """
        try:
            await writer.execute("ROLLBACK", timeout=CLOSE_TIMEOUT_S)
        except (*AWAY, asyncpg.PostgresError):
            writer.terminate()
            self.events.on_doubt()

    def abandon_waits(self) -> None:
        """Make everything that waits for the server fail with `Unreachable`, and drop the writing connection.

        So people who wait for an answer get an error in time, before this process has to stop acting.
        """
        self._waits.end()
        if self._writer:
            self._writer.terminate()

    def _new_transaction(self) -> Transaction:
        """Return a transaction on the writing connection, which has not begun."""
        return _Transaction(self)

    async def _close(self) -> None:
        """Close the readers and the writer."""
        await self.reader.close()
        if self._writer:
            await close(self._writer)

    async def migrate(self, connection: Any) -> bool:
        """Run the missing migrations over a connection, all or none; return True if the schema is then up to date.

        Returns False, with nothing changed, if another process is migrating, or if processes with the older schema hold
        all partitions. Raises `Unusable` if the database belongs to another program or has a newer schema than this
        code.
        """
        if await self._schema_of(connection) == self.schema_version:
            return True
        async with connection.transaction():
            if not await connection.fetchval("SELECT pg_try_advisory_xact_lock($1)", _MIGRATION_LOCK):
                return False
            known = await self._schema_of(connection)
            if known >= _FIRST_SCHEMA_WITH_PARTITIONS and not await connection.fetchval(_IS_ANY_FREE):
                return False
            if not known:
                await connection.execute("CREATE TABLE kontor (version BIGINT NOT NULL, holder TEXT NOT NULL)")
                await connection.execute("INSERT INTO kontor VALUES (0, '')")
            for number, script in _scripts():
                if number > known:
                    await connection.execute(script.read_text(encoding="utf-8"))
            await connection.execute(
                "UPDATE kontor SET version = $1, holder = $2", self.schema_version, self.process_id
            )
        return True

    async def _schema_of(self, connection: Any) -> int:
        """Return the number of the last migration that was run, 0 for an empty database.

        Raises `Unusable` if the database is another program's, or newer than this code.
        """
        names = {row[0] for row in await connection.fetch(_TABLES)}
        if "kontor" not in names:
            if names:
                raise Unusable(f"{self.name} is another program's database. Nothing was changed. Name another one.")
            return 0
        known = int(await connection.fetchval("SELECT version FROM kontor"))
        if known > self.schema_version:
            raise Unusable(f"The database {self.name} was written by a newer Kontor (schema {known}). Update this one.")
        return known


_IS_ANY_FREE = "SELECT (SELECT count(*) FROM kontor_held()) < (SELECT processes FROM kontor)"
_TABLES = """
    SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = current_schema() AND relkind IN ('r', 'p')
"""


async def open_server(address: str, folder: Path, *, make: bool = True, migrate: bool = True) -> PostgresqlDatabase:
    """Open a database that is empty or ours, without a lease and without changing anything.

    Raises `Unusable` with a sentence if it cannot be used. If `make` is False, an empty one cannot; if `migrate` is
    False, one with an older schema cannot.
    """
    server = PostgresqlDatabase(address, folder)
    with unusable_if_refused(server.name):
        known = await server.check()
    if not known and not make:
        raise Unusable(f"The database {server.name} is empty. Nothing was changed.")
    if known != server.schema_version and not migrate:
        raise Unusable(older_schema_sentence(server.name, known, server.schema_version))
    return server


def _scripts() -> list[tuple[int, Path]]:
    """Return all migrations with their numbers, ascending. The first is number 16."""
    return sorted((int(script.name.partition("_")[0]), script) for script in MIGRATIONS.glob("*.sql"))
