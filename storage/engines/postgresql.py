"""PostgreSQL: reaching it, bringing its schema up to date, writing what is fenced, going on when it was away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg

from storage.columns import DatabaseRow
from storage.database import Database, Lost, Statement, Transaction, Unusable
from storage.dialect import POSTGRESQL, for_postgresql
from storage.engines.address import EXAMPLE
from storage.engines.connecting import GONE, TO_CLOSE, Connector, Patience, close, reaching, said
from storage.engines.holding import Holding, Pace
from storage.partition import PartitionLayout

log = logging.getLogger("kontor.database")

MIGRATIONS = Path(__file__).parent.parent / "migrations" / "postgresql"
OLDEST = 15
"""The oldest PostgreSQL that takes all our statements."""
PACE = Pace()

_LOCK = int.from_bytes(b"Kontor", "big")
"""The advisory lock of the process that changes the schema or claims a partition. Until schema 17 the only process kept
it."""
_SHARES_SINCE = 18
"""The schema that has partitions."""
_TOGETHER = "SELECT pg_advisory_xact_lock(1265593972, -2)"
_FENCED = "KT001"
"""What the server says to who has lost its partition."""
_READERS = 4


class _Transaction(Transaction):
    def __init__(self, server: PostgresqlDatabase) -> None:
        super().__init__()
        self._server = server
        self._writer: Any = None

    async def tell_others(self, subject: str, what: object) -> None:
        if self._server.partition.layout.processes > 1:
            word = f"{self._server.token} {subject} {what}"
            await self.execute("SELECT pg_notify('kontor', CAST(? AS TEXT))", (word,))

    async def alone(self) -> None:
        if self._server.partition.layout.processes > 1:
            await self.execute(_TOGETHER)

    async def _run(self, todo: Sequence[Statement]) -> Sequence[DatabaseRow]:
        # If the connection breaks, what was begun is undone: the rest must not go on over another one.
        writer = self._writer = self._writer or await self._server.writer()
        rows: Sequence[DatabaseRow] = []
        with reaching(self._server.name):
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
        if self._writer and self._begun:
            await self._server.roll_back(self._writer)


class _Readers:
    """A few connections that see what is committed, and cannot write. Each is made when one is needed."""

    def __init__(self, name: str, connect: Callable[[], Awaitable[Any]], patience: Patience) -> None:
        self._name = name
        self._connect = connect
        self._patience = patience
        self._turn = asyncio.Semaphore(_READERS)
        self._free: list[Any] = []
        self._closed = False

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> Sequence[DatabaseRow]:
        with reaching(self._name):
            async with self._patience.wait(), self._turn:
                if self._free:
                    try:
                        return await self._fetch(self._free.pop(), sql, parameters)
                    except TimeoutError:
                        raise
                    except GONE:
                        pass  # It has perhaps been broken for long: one more try, over a new one.
                return await self._fetch(await self._connect(), sql, parameters)

    async def _fetch(self, connection: Any, sql: str, parameters: Sequence[Any]) -> Sequence[DatabaseRow]:
        try:
            rows: Sequence[DatabaseRow] = await connection.fetch(for_postgresql(sql), *parameters)
        except asyncpg.DataError:
            raise
        except (*GONE, asyncio.CancelledError):
            connection.terminate()
            raise
        finally:
            if self._closed:
                connection.terminate()
            if not connection.is_closed():
                self._free.append(connection)
        return rows

    async def close(self) -> None:
        """Let go of all connections, as soon as nobody waits for them."""
        self._closed = True
        for connection in self._free:
            await close(connection)


class PostgresqlDatabase(Database):
    """A database on a PostgreSQL server: one connection holds our partition, one writes, some read."""

    catalogue = POSTGRESQL

    def __init__(self, address: str, folder: Path) -> None:
        super().__init__()
        self._connector = Connector(address)
        self.name = self._connector.name
        self.token = self._connector.token
        self.folder = folder
        self._patience = Patience()
        self.reader: _Readers = _Readers(
            self.name, partial(self._connector.connect, default_transaction_read_only="on"), self._patience
        )
        self._holding = Holding(self._connector, _scripts()[-1][0], PACE)
        self._holding.on_loss = lambda problem: self.on_loss(problem)
        self._holding.on_doubt = lambda: self.on_doubt()
        self._holding.on_back = lambda: self.on_back()
        self._holding.on_silence = self._give_up
        self._holding.on_word = lambda subject, what: self.on_word(subject, what)
        self._writer: Any = None

    async def open(self) -> None:
        """Look whether it can be used. Nothing is changed, and nothing can be, before there is a partition."""
        connection = await self._connector.connect()
        try:
            if connection.get_server_version().major < OLDEST:
                raise Unusable(f"The server of {self.name} is too old. PostgreSQL {OLDEST} or newer is needed.")
            if connection.get_settings().server_encoding != "UTF8":
                raise Unusable(f"The database {self.name} lacks letters. Make another: createdb --encoding=UTF8 …")
            await self._recognise(connection)
        finally:
            await close(connection)

    async def take_share(self, layout: PartitionLayout, *, wait: bool = False) -> None:
        """Bring the schema up to date and take the first free partition; a spare waits for one."""
        waits_for, connection = "", None
        try:
            while True:
                try:
                    if connection is None or connection.is_closed():
                        connection = await self._connector.connect()
                    why = await self._try_to_take(connection, layout)
                except GONE as problem:
                    if not wait:
                        raise
                    why = f"the database cannot be reached: {said(problem)}"
                if not why:
                    return
                if not wait:
                    raise Unusable(f"Another Kontor is running on {self.name}. Stop it first.")
                if why != waits_for:
                    log.info("spare: %s", why)
                waits_for = why
                await asyncio.sleep(PACE.claim)
        finally:
            if connection and not self._holding.partition:
                await close(connection)

    async def _try_to_take(self, connection: Any, layout: PartitionLayout) -> str:
        """Return why there is no partition for us; empty: there is one, and we hold it over this connection."""
        if not await self._bring_up_to_date(connection):
            return "older Kontors hold all partitions"
        taken = await self._holding.claim(connection, layout)
        if not taken:
            return (
                "all partitions are held" if taken is False else "others run with other KONTOR_SHARDS, KONTOR_PROCESSES"
            )
        assert self._holding.partition
        self.partition, self.epoch = self._holding.partition, self._holding.epoch
        return ""

    def acting(self) -> bool:
        """Say whether the partition is certainly ours."""
        return self._holding.acting()

    def away(self) -> bool:
        """Say whether it is the server that is missing."""
        return self._holding.away()

    def uncontested(self, seconds: float = 0.0) -> bool:
        """Say whether nobody else can have taken the partition before so many seconds have passed."""
        return self._holding.uncontested(seconds)

    async def writer(self) -> Any:
        """Return the connection that writes; if it broke, a new one."""
        if self._holding.partition is None:
            raise Lost(f"This Kontor has no partition of {self.name}, so it writes nothing.")
        if self._writer is None or self._writer.is_closed():
            first = self._writer is None
            with reaching(self.name):
                async with self._patience.wait():
                    self._writer = await self._connector.connect()
            if not first:
                self.on_doubt()
        return self._writer

    async def begin(self, writer: Any) -> Any:
        """Begin a transaction that goes on only as long as our partition is ours: one round trip.

        A connection may have been broken for long: then it is begun over a new one, which is returned.
        """
        before = self._patience.ended
        try:
            await self._begin(writer)
        except GONE as problem:
            if isinstance(problem, TimeoutError) or self._patience.ended > before:
                raise
            writer.terminate()
            writer = await self.writer()
            await self._begin(writer)
        return writer

    async def _begin(self, writer: Any) -> None:
        try:
            await writer.execute(f"BEGIN; SELECT kontor_fence({self.partition.number}, {self.epoch})")
        except asyncpg.PostgresError as problem:
            if problem.sqlstate == _FENCED:
                raise self._holding.lose(self._holding.taken()) from None
            raise

    async def roll_back(self, writer: Any) -> None:
        """Undo the running transaction; a connection where that does not work is not used again."""
        try:
            await writer.execute("ROLLBACK", timeout=TO_CLOSE)
        except (*GONE, asyncpg.PostgresError):
            writer.terminate()
            self.on_doubt()

    def _give_up(self) -> None:
        """Wait for nothing more that was asked of a silent server: who clicked can be told so as long as we may act."""
        self._patience.end()
        if self._writer:
            self._writer.terminate()

    def _new_transaction(self) -> Transaction:
        return _Transaction(self)

    async def _close(self) -> None:
        await self.reader.close()
        if self._writer:
            await close(self._writer)
        await self._holding.release()

    async def _bring_up_to_date(self, connection: Any) -> bool:
        """Run the scripts that the database has not seen, if a partition is free; say whether that could be done."""
        scripts = _scripts()
        if await self._recognise(connection) == scripts[-1][0]:
            return True
        async with connection.transaction():
            if not await connection.fetchval("SELECT pg_try_advisory_xact_lock($1)", _LOCK):
                return False
            known = await self._recognise(connection)
            if known >= _SHARES_SINCE and not await connection.fetchval(_SOME_ARE_FREE):
                return False
            if not known:
                await connection.execute("CREATE TABLE kontor (version BIGINT NOT NULL, holder TEXT NOT NULL)")
                await connection.execute("INSERT INTO kontor VALUES (0, '')")
            for number, script in scripts:
                if number > known:
                    await connection.execute(script.read_text(encoding="utf-8"))
            await connection.execute("UPDATE kontor SET version = $1, holder = $2", scripts[-1][0], self.token)
        return True

    async def _recognise(self, connection: Any) -> int:
        """Return the number of the last script the database has seen; refuse one that is not ours, or newer than us."""
        names = {row[0] for row in await connection.fetch(_TABLES)}
        if "kontor" not in names:
            if names:
                raise Unusable(f"{self.name} is another program's database. Nothing was changed. Name another one.")
            return 0
        known = int(await connection.fetchval("SELECT version FROM kontor"))
        if known > _scripts()[-1][0]:
            raise Unusable(f"The database {self.name} was written by a newer Kontor (schema {known}). Update this one.")
        return known


_SOME_ARE_FREE = "SELECT (SELECT count(*) FROM kontor_held()) < (SELECT processes FROM kontor)"
_TABLES = """
    SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = current_schema() AND relkind IN ('r', 'p')
"""


async def open_server(address: str, folder: Path, *, spare: bool = False) -> PostgresqlDatabase:
    """Open a database, empty or ours, and take all of it; raise `Unusable` with a sentence if that cannot be.

    `spare`: take no partition yet.
    """
    server = PostgresqlDatabase(address, folder)
    try:
        await server.open()
        if not spare:
            await server.take_share(PartitionLayout())
    except (asyncpg.InvalidPasswordError, asyncpg.InvalidAuthorizationSpecificationError):
        raise Unusable(f"{server.name} does not accept this user and password. Check the address.") from None
    except asyncpg.InvalidCatalogNameError:
        raise Unusable(f"There is no database {server.name}. Make it first: createdb …") from None
    except (ValueError, OverflowError, asyncpg.ClientConfigurationError):
        # What is wrong is not said: a part of the password may be in it.
        raise Unusable(f"Not an address: {server.name}. It must be like {EXAMPLE}.") from None
    except GONE as problem:
        raise Unusable(f"Cannot reach {server.name}: {said(problem)}. Is it running, is the address right?") from None
    except asyncpg.PostgresError as problem:
        raise Unusable(f"Cannot use the database {server.name}: {problem}. Nothing was changed.") from problem
    return server


def _scripts() -> list[tuple[int, Path]]:
    return sorted((int(script.name.partition("_")[0]), script) for script in MIGRATIONS.glob("*.sql"))
