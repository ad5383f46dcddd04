"""The SQLite engine: opens a file for one process, runs migrations and transactions, and makes backups."""

from __future__ import annotations

import fcntl
import os
import re
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import IO, Any, NoReturn
from zlib import crc32

import aiosqlite

from storage.columns import DatabaseRow
from storage.database import (
    Database,
    Reader,
    Statement,
    Transaction,
    Unreachable,
    Unusable,
    older_schema_sentence,
    to_the_end,
)
from storage.dialect import SQLITE
from storage.engines.aiosqlite_private import in_its_thread
from storage.partition import ONLY_PARTITION
from storage.write_lease import WriteLease

MIGRATIONS = Path(__file__).parent.parent / "migrations"

_UNREADABLE_NOW = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
_UNWRITABLE_NOW = (*_UNREADABLE_NOW, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY)
"""Another program writes, the disk fails or is full, there are no more file handles, or the file is read-only: reported
as `Unreachable`."""
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_ERRORS = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What a statement may raise. sqlite3 raises the second if the message of an error quotes a damaged name."""
_PRIVATE_FILE, _PRIVATE_FOLDER, _OTHERS = 0o600, 0o700, 0o077
"""Permissions: of a file and of a folder that only their owner can use; all permissions of everybody else."""
_SQLITE_HEAD = b"SQLite format 3\0"
"""The first bytes of every database file that is not empty."""


class _Transaction(Transaction):
    """A transaction on the writing connection; all its statements run in the connection's thread."""

    _begin = "BEGIN IMMEDIATE"

    def __init__(self, writer: aiosqlite.Connection) -> None:
        super().__init__()
        self._writer = writer

    async def _run(self, todo: Sequence[Statement]) -> Sequence[DatabaseRow]:
        """Run statements in the connection's thread; return the rows of the last query.

        Raises `Unreachable` if nothing can be written now, for example because the disk is full. Other errors are
        raised as they are.
        """
        try:
            return await in_its_thread(self._writer, _run_all, todo)
        except sqlite3.OperationalError as problem:
            if _code(problem) not in _UNWRITABLE_NOW:
                raise
            raise Unreachable(f"The database cannot be written: {problem}.") from problem

    async def broadcast(self, subject: str, what: object) -> None:
        """Do nothing: there are no other processes."""

    async def exclude_other_processes(self) -> None:
        """Do nothing: there are no other processes."""

    async def roll_back(self) -> None:
        """Undo everything. Do nothing after a commit."""
        # The connection's thread works first in, first out: a cancelled statement, even a commit, ends before this.
        await self._writer.rollback()


def _run_all(connection: sqlite3.Connection, todo: Sequence[Statement]) -> list[sqlite3.Row]:
    """Run statements; return the rows of the last one that returns rows, [] if none does.

    Call it in the connection's thread.
    """
    rows: list[sqlite3.Row] = []
    with closing(connection.cursor()) as cursor:
        for sql, parameters, many in todo:
            if many:
                cursor.executemany(sql, parameters)
                continue
            cursor.execute(sql, parameters)
            if cursor.description:
                rows = cursor.fetchall()
    return rows


def _code(problem: Exception) -> int:
    """Return SQLite's primary error code of an error, 0 if it has none."""
    return getattr(problem, "sqlite_errorcode", 0) & 0xFF


def _damage(problem: Exception) -> str:
    """Return in a few words what is damaged if `problem` means a damaged file, else "". No stored text is quoted."""
    if isinstance(problem, UnicodeDecodeError):
        return "a name in it is no text"
    if column := re.match("Could not decode to UTF-8 (column '[^']*')", str(problem)):
        return f"{column[1]} has a value that is no text"
    return str(problem) if _code(problem) in _DAMAGED else ""


def _fail_reading(name: object, problem: Exception) -> NoReturn:
    """Raise the error that callers should get for `problem`, an error of reading the database called `name`.

    That is `Unreachable`, `Unusable` for a damaged file, or `problem` itself.
    """
    if _code(problem) in _UNREADABLE_NOW:
        raise Unreachable(f"The database {name} cannot be read: {problem}.") from problem
    if damage := _damage(problem):
        raise Unusable(f"The database {name} is damaged: {damage}. Put a backup in its place.") from None
    raise problem


class _ThreadReader:
    """Reads committed rows of a database file over an aiosqlite connection, in that connection's thread."""

    def __init__(self, path: Path, connection: aiosqlite.Connection) -> None:
        self._path = path
        self._connection = connection

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> Iterable[sqlite3.Row]:
        """Return the rows of a query. Raises `Unreachable` or, for a damaged file, `Unusable`."""
        try:
            return await self._connection.execute_fetchall(sql, parameters)
        except _ERRORS as problem:
            _fail_reading(self._path, problem)

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()


class _LoopReader:
    """Reads on the event loop itself, without waiting for a thread.

    A row that is in SQLite's page cache takes 13 µs this way and 47 µs through a thread. Writers do not block it (WAL);
    while the file is being checkpointed it falls back to the reader in the thread.
    """

    def __init__(self, path: Path, fallback: _ThreadReader) -> None:
        self._path = path
        self._fallback = fallback
        self._connection = sqlite3.connect(path.absolute(), timeout=0, isolation_level=None)
        self._connection.row_factory = sqlite3.Row
        self._connection.execute("PRAGMA query_only = ON")

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> Iterable[sqlite3.Row]:
        """Return the rows of a query, read on the event loop; while the file is busy, in the other reader's thread.

        Raises `Unreachable` or, for a damaged file, `Unusable`.
        """
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except _ERRORS as problem:
            if _code(problem) != sqlite3.SQLITE_BUSY:
                _fail_reading(self._path, problem)
        return await self._fallback.execute_fetchall(sql, parameters)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class SqliteDatabase(Database):
    """A database file: one connection writes, one reads in a thread, one reads on the event loop.

    It has the lease for the whole file from the beginning, and holds the lock that keeps other processes out.
    """

    catalogue = SQLITE
    table_cache_bytes = 4_000_000

    def __init__(self, path: Path, lock: IO[str], writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        super().__init__()
        self.name = str(path)
        self.folder = path.parent
        self.reader: _ThreadReader = _ThreadReader(path, reader)
        self._writer = writer
        self._lock = lock
        self._loop_reader = _LoopReader(path, self.reader)
        self.grant(WriteLease(ONLY_PARTITION, 0))

    @property
    def sync_reader(self) -> Reader:
        """Reads on the event loop."""
        return self._loop_reader

    def _new_transaction(self) -> Transaction:
        """Return a transaction on the writing connection, which has not begun."""
        return _Transaction(self._writer)

    async def _close(self) -> None:
        """Close all connections, then release the lock on the file."""
        self._loop_reader.close()
        await self.reader.close()
        await self._writer.close()
        self._lock.close()


async def open_file(path: Path, *, migrate: bool = True) -> SqliteDatabase:
    """Open a file, which is created if missing, and migrate it. Raises `Unusable` with a sentence if that fails.

    A lock on a file beside it keeps other processes out until the database is closed. A file with data is backed up
    before a migration. If `migrate` is False, a file with an older schema is refused. Only the file's owner can read it
    afterwards.
    """
    _refuse_other_programs_file(path)
    lock = _lock(path)
    connections: list[aiosqlite.Connection] = []
    try:
        writer = await _connect(path)
        connections.append(writer)
        known = await _recognise(path, writer)
        if known != len(_scripts()) and not migrate:
            raise Unusable(older_schema_sentence(path, known, len(_scripts())))
        await _prepare(writer)
        await _migrate(path, writer, known)
        reader = await _connect(path)
        connections.append(reader)
        await _prepare(reader, "query_only = ON")
        return SqliteDatabase(path, lock, writer, reader)
    except BaseException as problem:
        for connection in connections:
            await connection.close()
        lock.close()
        if isinstance(problem, _ERRORS):
            raise Unusable(_refusal(path, problem)) from problem
        raise


def _refusal(path: Path, problem: Exception) -> str:
    """Return the sentence for the operator why a file cannot be opened; it says what to do if we know that."""
    if damage := _damage(problem):
        return f"The database {path} is damaged: {damage}. Nothing was changed. Put a backup in its place."
    advice = {
        sqlite3.SQLITE_CANTOPEN: " This user must be able to read and write it and its folder.",
        sqlite3.SQLITE_IOERR: " Check the disk.",
        sqlite3.SQLITE_FULL: " Free some space on the disk.",
    }
    return f"Cannot use the database {path}: {problem}. Nothing was changed.{advice.get(_code(problem), '')}"


async def back_up(path: Path, to: Path) -> None:
    """Copy a database file completely and consistently to `to`, even while it is in use.

    `to` must not exist; the copy gets this name only when it is complete and on the disk. Raises `Unusable` if that
    fails.
    """
    half = to.with_name(f"{to.name}.part")
    try:
        if to.exists():
            raise Unusable(f"{to} exists already. Name a new file.")
        path.stat()
        to.parent.stat()
        half.unlink(missing_ok=True)
        half.touch(mode=_PRIVATE_FILE)
        async with aiosqlite.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None) as reader:
            await reader.execute_fetchall(
                "SELECT 1 FROM sqlite_schema"
            )  # Otherwise the error of a damaged file would name the copy.
            await reader.execute("VACUUM INTO ?", (str(half),))
        with half.open("rb") as written:
            os.fsync(written.fileno())
        half.rename(to)
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        raise Unusable(f"Cannot copy {path} to {to}: {where}{problem.strerror}.") from None
    except _ERRORS as problem:
        raise Unusable(f"Cannot copy {path} to {to}: {_damage(problem) or problem}.") from problem
    finally:
        with suppress(OSError):
            half.unlink()


def _refuse_other_programs_file(path: Path) -> None:
    """Raise `Unusable` if a file is no SQLite database, or belongs to another program. No file is changed or created.

    Only the file itself is read, without its write-ahead log. A damaged file is not refused here but by `_recognise`.
    """
    try:
        with path.open("rb") as file:
            head = file.read(len(_SQLITE_HEAD))
        if head and head != _SQLITE_HEAD:
            raise Unusable(
                f"{path} is not a database, or its beginning is damaged. Nothing was changed."
                " Name another file, or put a backup in its place."
            )
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as connection:
            ((known,),) = connection.execute("PRAGMA user_version")
            if not known and connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall():
                raise Unusable(f"{path} is another program's database. Nothing was changed. Name another file.")
    except (OSError, *_ERRORS):
        return  # There is no file yet, or opening it will say what is wrong.


def _lock(path: Path) -> IO[str]:
    """Create a database file and its folders if they are missing, and lock it; return the open lock file beside it.

    Only the owner can use what is created; a folder that exists keeps its permissions. Raises `Unusable` if the lock
    file cannot be written, or another process holds the lock. A database file that cannot be created is no error here.
    """
    try:
        for folder in (
            *reversed(path.parent.parents),
            path.parent,
        ):  # `parents=True` would not set the mode of parents.
            folder.mkdir(mode=_PRIVATE_FOLDER, exist_ok=True)
        lock_file = path.with_name(path.name + ".lock")
        lock_file.touch(mode=_PRIVATE_FILE)
        lock = lock_file.open("w", encoding="utf-8")
    except OSError as problem:
        raise Unusable(f"Cannot write beside the database {path}: {problem.strerror}.") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise Unusable(f"Another Kontor is running on {path}. Stop it first.") from None
    with suppress(OSError):  # Somebody else owns it: opening it will say whether it can be used.
        if not path.exists():
            path.touch(mode=_PRIVATE_FILE)
        elif path.stat().st_mode & _OTHERS:
            path.chmod(_PRIVATE_FILE)
    return lock


async def _connect(path: Path) -> aiosqlite.Connection:
    """Return a new connection without implicit transactions."""
    connection = await aiosqlite.connect(path.absolute(), isolation_level=None)
    connection.row_factory = aiosqlite.Row
    return connection


async def _prepare(connection: aiosqlite.Connection, *more: str) -> None:
    """Set the pragmas that all our connections use, and those in `more`, such as `query_only = ON`."""
    pragmas = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000", *more)
    await in_its_thread(connection, _run_all, [(f"PRAGMA {pragma}", (), False) for pragma in pragmas])


async def _recognise(path: Path, connection: aiosqlite.Connection) -> int:
    """Return how many of our migrations were run in the file; 0 for an empty file.

    Raises `Unusable` if it belongs to another program, was written by a newer version of this bot, or is damaged.
    """
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
    """Run all migrations after the first `known` in one transaction; do nothing if there are none.

    A file that has data (`known` is not 0) is backed up first, into the same folder.
    """
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
        await to_the_end(connection.rollback())
        raise


def _checksum(text: str) -> int:
    """Return the CRC-32 of a text; an old migration needs it as an SQL function."""
    return crc32(text.encode())


def _scripts() -> list[Path]:
    """Return all migrations in order."""
    return sorted(MIGRATIONS.glob("*.sql"))


def _free_name(path: Path, known: int) -> Path:
    """Return an unused path for the backup before a migration from schema `known`, such as `kontor.db.schema17`."""
    names = (path.with_name(f"{path.name}.schema{known}{more}") for more in ("", *(f".{n}" for n in range(2, 1000))))
    return next(name for name in names if not name.exists())
