"""PostgreSQL: reaching it, using it alone, bringing its schema up to date, going on when it was away for a while."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg

from storage.address import EXAMPLE, shown
from storage.database import Database, Row, Statement, Transaction, Unreachable, Unusable
from storage.dialect import POSTGRESQL, for_postgresql

MIGRATIONS = Path(__file__).parent / "migrations" / "postgresql"
OLDEST = 15
"""The oldest PostgreSQL that takes all our statements."""

_LOCK = int.from_bytes(b"Kontor", "big")
"""Whoever has this advisory lock is the one live process on the database."""
_READERS = 4
_TO_CONNECT, _TO_ANSWER, _TO_CLOSE = 10, 30, 5
"""So many seconds we wait for the server."""
_KEEPALIVES = {"tcp_keepalives_idle": "30", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}
"""So the server notices within a minute that our machine is gone, and lets go of the lock."""
_GONE = (
    *(OSError, TimeoutError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError),
    *(asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, asyncpg.CannotConnectNowError),
    asyncpg.TooManyConnectionsError,
)
"""What asyncpg raises when the server is not there, or not any more."""


@contextmanager
def _reaching(name: str) -> Iterator[None]:
    """Turn every sign that the server is away into one error."""
    try:
        yield
    except asyncpg.DataError:  # It was not even sent: a value does not fit its column.
        raise
    except _GONE as problem:
        raise Unreachable(f"The database {name} cannot be reached: {_said(problem)}.") from problem


class _Transaction(Transaction):
    def __init__(self, server: Server) -> None:
        super().__init__()
        self._server = server
        self._writer: Any = None

    async def _run(self, todo: Sequence[Statement]) -> Sequence[Row]:
        if len(todo) == 3 and (todo[0][0], todo[2][0]) == ("BEGIN", "COMMIT"):
            todo = todo[1:2]  # One statement alone is all or nothing anyway, and two round trips are saved.
        # If the connection breaks, what was begun is undone: the rest must not go on over another one.
        writer = self._writer = self._writer or await self._server.writer()
        rows: Sequence[Row] = []
        with _reaching(self._server.name):
            for sql, parameters, many in todo:
                if many:
                    await writer.executemany(for_postgresql(sql), parameters)
                elif sql in ("BEGIN", "COMMIT"):
                    await writer.execute(sql)
                else:
                    rows = await writer.fetch(for_postgresql(sql), *parameters)
        return rows

    async def roll_back(self) -> None:
        if self._writer and self._begun:
            await self._server.roll_back(self._writer)


class _Readers:
    """A few connections that see what is committed, and cannot write. Each is made when one is needed."""

    def __init__(self, name: str, connect: Callable[[], Awaitable[Any]]) -> None:
        self._name = name
        self._connect = connect
        self._turn = asyncio.Semaphore(_READERS)
        self._free: list[Any] = []
        self._closed = False

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> Sequence[Row]:
        with _reaching(self._name):
            async with self._turn:
                if self._free:
                    try:
                        return await self._fetch(self._free.pop(), sql, parameters)
                    except TimeoutError:
                        raise
                    except _GONE:
                        pass  # It has perhaps been broken for long: one more try, over a new one.
                return await self._fetch(await self._connect(), sql, parameters)

    async def _fetch(self, connection: Any, sql: str, parameters: Sequence[Any]) -> Sequence[Row]:
        try:
            rows: Sequence[Row] = await connection.fetch(for_postgresql(sql), *parameters)
        except asyncpg.DataError:
            raise
        except _GONE:
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
            await _close(connection)


class Server(Database):
    """A database on a PostgreSQL server: one connection writes, some read.

    The connection that writes has the lock. So nothing is ever written without it, whatever happens to connections.
    """

    catalogue = POSTGRESQL

    def __init__(self, address: str, folder: Path) -> None:
        super().__init__()
        self.name = shown(address)
        self.folder = folder
        self.reader: _Readers = _Readers(self.name, partial(self._connect, default_transaction_read_only="on"))
        self._address = address
        self._token = secrets.token_hex(8)
        self._writer: Any = None

    async def open(self) -> None:
        """Connect, take the lock, bring the schema up to date."""
        writer = await self._connect()
        try:
            await self._prepare(writer)
        except BaseException:
            await _close(writer)
            raise
        self._writer = writer

    async def writer(self) -> Any:
        """Return the connection that has the lock. If it broke, there is a new one that takes the lock again."""
        if self._writer.is_closed():
            with _reaching(self.name):
                connection = await self._connect()
                try:
                    await self._take_lock(connection)
                    await self._look_who_was_here(connection)
                except BaseException as problem:
                    connection.terminate()
                    if isinstance(problem, Unusable):
                        self.on_loss(problem)
                    raise
            self._writer = connection
            self.on_doubt()
        return self._writer

    async def roll_back(self, writer: Any) -> None:
        """Undo the running transaction; a connection where that does not work is not used again."""
        try:
            await writer.execute("ROLLBACK", timeout=_TO_CLOSE)
        except (*_GONE, asyncpg.PostgresError):
            writer.terminate()
            self.on_doubt()

    def _new_transaction(self) -> Transaction:
        return _Transaction(self)

    async def _close(self) -> None:
        await self.reader.close()
        await _close(self._writer)

    async def _connect(self, **settings: str) -> Any:
        return await asyncpg.connect(
            self._address,
            timeout=_TO_CONNECT,
            command_timeout=_TO_ANSWER,
            statement_cache_size=1000,
            max_cached_statement_lifetime=0,
            server_settings={"application_name": f"kontor {self._token}", **_KEEPALIVES, **settings},
        )

    async def _prepare(self, writer: Any) -> None:
        """Take the lock and bring the schema up to date, or refuse and change nothing."""
        if writer.get_server_version().major < OLDEST:
            raise Unusable(f"The server of {self.name} is too old. PostgreSQL {OLDEST} or newer is needed.")
        if writer.get_settings().server_encoding != "UTF8":
            raise Unusable(f"The database {self.name} lacks letters. Make another: createdb --encoding=UTF8 …")
        await self._take_lock(writer)
        scripts = _scripts()
        async with writer.transaction():
            known = await self._recognise(writer, scripts[-1][0])
            for number, script in scripts:
                if number > known:
                    await writer.execute(script.read_text(encoding="utf-8"))
            if not known:
                await writer.execute("CREATE TABLE kontor (version BIGINT NOT NULL, holder TEXT NOT NULL)")
                await writer.execute("INSERT INTO kontor VALUES (0, '')")
            await writer.execute("UPDATE kontor SET version = $1, holder = $2", scripts[-1][0], self._token)

    async def _recognise(self, writer: Any, newest: int) -> int:
        """Return the number of the last script the database has seen; refuse one that is not ours, or newer than us."""
        names = {row[0] for row in await writer.fetch(_TABLES)}
        if "kontor" not in names:
            if names:
                raise Unusable(f"{self.name} is another program's database. Nothing was changed. Name another one.")
            return 0
        known = int(await writer.fetchval("SELECT version FROM kontor"))
        if known > newest:
            raise Unusable(f"The database {self.name} was written by a newer Kontor (schema {known}). Update this one.")
        return known

    async def _take_lock(self, connection: Any) -> None:
        """Take the lock. If a connection of our own still has it, one that broke on our side only, that is ended."""
        for _ in range(2):
            if await connection.fetchval("SELECT pg_try_advisory_lock($1)", _LOCK):
                return
            await connection.execute(_END_OURS, f"kontor {self._token}", 1000 * _TO_CLOSE)
        raise Unusable(f"Another Kontor is running on {self.name}. Stop it first.")

    async def _look_who_was_here(self, connection: Any) -> None:
        """Refuse to go on if somebody else had the lock meanwhile: what we keep in mind may be stale."""
        if await connection.fetchval("SELECT holder FROM kontor") != self._token:
            raise Unusable(f"Another Kontor was running on {self.name} meanwhile. Start this one again.")


_TABLES = """
    SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = current_schema() AND relkind IN ('r', 'p')
"""
_END_OURS = """
    SELECT pg_terminate_backend(pid, $2) FROM pg_stat_activity JOIN pg_locks USING (pid)
    WHERE application_name = $1 AND locktype = 'advisory' AND datname = current_database()
"""


async def open_server(address: str, folder: Path) -> Server:
    """Open a database, empty or ours; raise `Unusable` with a sentence if that cannot be."""
    server = Server(address, folder)
    try:
        await server.open()
    except (asyncpg.InvalidPasswordError, asyncpg.InvalidAuthorizationSpecificationError):
        raise Unusable(f"{server.name} does not accept this user and password. Check the address.") from None
    except asyncpg.InvalidCatalogNameError:
        raise Unusable(f"There is no database {server.name}. Make it first: createdb …") from None
    except (ValueError, asyncpg.ClientConfigurationError):
        # What is wrong is not said: a part of the password may be in it.
        raise Unusable(f"Not an address: {server.name}. It must be like {EXAMPLE}.") from None
    except _GONE as problem:
        raise Unusable(f"Cannot reach {server.name}: {_said(problem)}. Is it running, is the address right?") from None
    except asyncpg.PostgresError as problem:
        raise Unusable(f"Cannot use the database {server.name}: {problem}. Nothing was changed.") from problem
    return server


def _said(problem: BaseException) -> str:
    """Return what is wrong, without the full stop."""
    if isinstance(problem, TimeoutError):
        return "no answer"
    return (getattr(problem, "strerror", None) or str(problem) or type(problem).__name__).rstrip(".")


def _scripts() -> list[tuple[int, Path]]:
    return sorted((int(script.name.partition("_")[0]), script) for script in MIGRATIONS.glob("*.sql"))


async def _close(connection: Any) -> None:
    try:
        await connection.close(timeout=_TO_CLOSE)
    except (*_GONE, asyncpg.PostgresError):
        connection.terminate()
