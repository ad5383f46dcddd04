"""The SQLite file: opening it alone, bringing its schema up to date, one transaction at a time, backups."""

from __future__ import annotations

import asyncio
import fcntl
import sqlite3
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import IO, Any, NamedTuple
from zlib import crc32

import aiosqlite

from storage.aiosqlite_private import in_its_thread

MIGRATIONS = Path(__file__).parent / "migrations"


class Unusable(Exception):
    """The file cannot be used. Nothing in it was touched; the sentence is for the operator."""


class Transaction:
    """Statements to be run all or none. They are collected and handed to the writer's thread in one go.

    A statement whose outcome is wanted (`insert`, `change`, `execute_fetchall`) is run at once, with all before it.
    """

    def __init__(self, writer: aiosqlite.Connection) -> None:
        self._writer = writer
        self._todo: list[Statement] = []
        self._begun = False

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        """Add a statement; it is run with the next whose outcome is wanted, or with the commit."""
        self._todo.append((sql, parameters, False))

    async def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Add a statement that is run for each of the rows."""
        if rows:
            self._todo.append((sql, rows, True))

    async def insert(self, sql: str, parameters: Sequence[Any]) -> int:
        """Insert a row and return its number, which the statement has to ask for (`RETURNING id`)."""
        ((number,),) = (await self._run(sql, parameters)).rows
        return int(number)

    async def change(self, sql: str, parameters: Sequence[Any]) -> int:
        """Change rows and return how many they were."""
        return (await self._run(sql, parameters)).changed

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> Iterable[sqlite3.Row]:
        """Return rows as this transaction sees them."""
        return (await self._run(sql, parameters)).rows

    async def finish(self, sql: str, parameters: Sequence[Any] = ()) -> Iterable[sqlite3.Row]:
        """Make it last; return rows as they are then. Nothing may follow."""
        await self.execute(sql, parameters)
        return (await self._end()).rows

    async def commit(self) -> None:
        """Run what is left and make it last."""
        if self._todo or self._begun:
            await self._end()

    async def _end(self) -> Outcome:
        outcome = await self._run("COMMIT")
        self._begun = False
        return outcome

    async def _run(self, sql: str, parameters: Sequence[Any] = ()) -> Outcome:
        todo, self._todo = [*self._todo, (sql, parameters, False)], []
        if not self._begun:
            self._begun = True
            todo.insert(0, ("BEGIN IMMEDIATE", (), False))
        return await in_its_thread(self._writer, _run_all, todo)


Statement = tuple[str, Sequence[Any], bool]
"""SQL and its parameters; if the flag is set, a list of parameters."""

Reader = aiosqlite.Connection | Transaction
"""Whatever rows can be read from: what is committed, or what a running transaction sees."""


class Outcome(NamedTuple):
    """What some statements came to: how many rows the last of them changed, and the rows of the last that had any."""

    changed: int
    rows: list[sqlite3.Row]


def _run_all(connection: sqlite3.Connection, todo: Sequence[Statement]) -> Outcome:
    """Run statements; the cursor is opened and closed here, in the connection's own thread."""
    rows: list[sqlite3.Row] = []
    with closing(connection.cursor()) as cursor:
        for sql, parameters, many in todo:
            if many:
                cursor.executemany(sql, parameters)
                continue
            cursor.execute(sql, parameters)
            if cursor.description:
                rows = cursor.fetchall()
        return Outcome(cursor.rowcount, rows)


class Database:
    """One file, one live process. Writes go through `transaction`; reads see only what is committed."""

    def __init__(self, path: Path, lock: IO[str], writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        self.path = path
        self.reader = reader
        self._writer = writer
        self._writing = asyncio.Lock()
        self._lock = lock

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open the file, made if it is missing; raise `Unusable` with a sentence if that cannot be."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = path.with_name(path.name + ".lock").open("w", encoding="utf-8")
        except OSError as problem:
            raise Unusable(f"Cannot write beside the database {path}: {problem.strerror}.") from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise Unusable(f"Another Kontor is running on {path}. Stop it first.") from None
        connections: list[aiosqlite.Connection] = []
        try:
            writer = await _connect(path)
            connections.append(writer)
            known = await _recognise(path, writer)
            await _prepare(writer)
            await _migrate(path, writer, known)
            reader = await _connect(path)
            connections.append(reader)
            await _prepare(reader, "query_only = ON")
        except BaseException as problem:
            for connection in connections:
                await connection.close()
            lock.close()
            if isinstance(problem, sqlite3.Error):
                raise Unusable(f"Cannot use the database {path}: {problem}. Nothing was changed.") from problem
            raise
        return cls(path, lock, writer, reader)

    async def close(self) -> None:
        """Finish the running transaction and let go of the file."""
        async with self._writing:
            await self.reader.close()
            await self._writer.close()
        self._lock.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Run statements all or none: nothing is written on any exception and on cancellation."""
        async with self._writing:
            transaction = Transaction(self._writer)
            try:
                yield transaction
                await transaction.commit()
            except BaseException:
                # The connection's own thread works first in, first out: whatever was cancelled is done before this,
                # a commit too. Where nothing was begun, or all is committed, there is nothing to roll back.
                await _to_the_end(self._writer.rollback())
                raise


async def back_up(path: Path, to: Path) -> None:
    """Write a whole, consistent copy, also while the file is in use; raise `Unusable` if that cannot be."""
    if to.exists():
        raise Unusable(f"{to} exists already. Name a new file.")
    try:
        async with aiosqlite.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None) as reader:
            await reader.execute("VACUUM INTO ?", (str(to),))
    except sqlite3.Error as problem:
        raise Unusable(f"Cannot copy {path} to {to}: {problem}.") from problem


async def _connect(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None)
    connection.row_factory = aiosqlite.Row
    return connection


async def _prepare(connection: aiosqlite.Connection, *more: str) -> None:
    pragmas = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000", *more)
    await in_its_thread(connection, _run_all, [(f"PRAGMA {pragma}", (), False) for pragma in pragmas])


async def _to_the_end(work: Coroutine[Any, Any, None]) -> None:
    """Wait until it is done, also if cancelled meanwhile: before that nobody else may use the connection."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


async def _recognise(path: Path, connection: aiosqlite.Connection) -> int:
    """Return how many scripts the file has seen; refuse one that is not ours, newer than we are, or damaged."""
    ((known,),) = await connection.execute_fetchall("PRAGMA user_version")
    if known > len(_scripts()):
        raise Unusable(f"The database {path} was written by a newer Kontor (schema {known}). Update this one.")
    if not known and list(await connection.execute_fetchall("SELECT 1 FROM sqlite_schema LIMIT 1")):
        raise Unusable(f"{path} is another program's database. Nothing was changed. Name another file.")
    ((verdict,),) = await connection.execute_fetchall("PRAGMA quick_check(1)")
    if verdict != "ok":
        fault = verdict.splitlines()[-1]
        raise Unusable(f"The database {path} is damaged: {fault}. Nothing was changed. Put a backup in its place.")
    return int(known)


async def _migrate(path: Path, connection: aiosqlite.Connection, known: int) -> None:
    """Apply the numbered scripts the file has not seen, in one transaction, after a copy of a file in use."""
    scripts = _scripts()
    if known == len(scripts):
        return
    if known:
        await back_up(path, _free_name(path, known))
    await connection.create_function("crc32", 1, _checksum, deterministic=True)
    steps = "".join(script.read_text(encoding="utf-8") for script in scripts[known:])
    try:
        await connection.executescript(f"BEGIN IMMEDIATE; {steps} PRAGMA user_version = {len(scripts)}; COMMIT;")
    except BaseException:
        await _to_the_end(connection.rollback())
        raise


def _checksum(text: str) -> int:
    """Return what was once kept instead of a text; a script needs it to find out which text that was."""
    return crc32(text.encode())


def _scripts() -> list[Path]:
    return sorted(MIGRATIONS.glob("*.sql"))


def _free_name(path: Path, known: int) -> Path:
    """Return a name for the copy before a migration: an older copy is never in the way, nor overwritten."""
    names = (path.with_name(f"{path.name}.schema{known}{more}") for more in ("", *(f".{n}" for n in range(2, 1000))))
    return next(name for name in names if not name.exists())
