"""The SQLite file: opening it alone, bringing its schema up to date, one transaction at a time, backups."""

from __future__ import annotations

import asyncio
import fcntl
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO

import aiosqlite

MIGRATIONS = Path(__file__).parent / "migrations"


class Unusable(Exception):
    """The file cannot be used. Nothing in it was touched; the sentence is for the operator."""


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
            await _migrate(path, writer)
            reader = await _connect(path)
            connections.append(reader)
            await reader.execute("PRAGMA query_only = ON")
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
    async def transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        """Run statements all or none: rolled back on any exception and on cancellation."""
        async with self._writing:
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
            except BaseException:
                # The connection's own thread works first in, first out: whatever was cancelled is done before this.
                await asyncio.shield(_roll_back(self._writer))
                raise
            await asyncio.shield(self._writer.commit())

    async def backup(self, to: Path) -> None:
        """Write a whole, consistent copy; raise `Unusable` if the copy exists or cannot be written."""
        await _copy(self.reader, to)


async def _connect(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        connection.row_factory = aiosqlite.Row
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
            await connection.execute_fetchall(f"PRAGMA {pragma}")
    except BaseException:
        await connection.close()
        raise
    return connection


async def _roll_back(connection: aiosqlite.Connection) -> None:
    if connection.in_transaction:
        await connection.rollback()


async def _copy(connection: aiosqlite.Connection, to: Path) -> None:
    if to.exists():
        raise Unusable(f"{to} exists already. Name a new file.")
    try:
        await connection.execute("VACUUM INTO ?", (str(to),))
    except sqlite3.Error as problem:
        raise Unusable(f"Cannot write the copy {to}: {problem}.") from problem


async def _migrate(path: Path, connection: aiosqlite.Connection) -> None:
    """Apply the numbered scripts the file has not seen, in one transaction, after a copy of a file in use."""
    scripts = sorted(MIGRATIONS.glob("*.sql"))
    ((known,),) = await connection.execute_fetchall("PRAGMA user_version")
    if known > len(scripts):
        raise Unusable(f"The database {path} was written by a newer Kontor (schema {known}). Update this one.")
    if known == len(scripts):
        return
    if known:
        copy = path.with_name(f"{path.name}.schema{known}")
        if not copy.exists():
            await _copy(connection, copy)
    steps = "".join(script.read_text(encoding="utf-8") for script in scripts[known:])
    try:
        await connection.executescript(f"BEGIN IMMEDIATE; {steps} PRAGMA user_version = {len(scripts)}; COMMIT;")
    except BaseException:
        await _roll_back(connection)
        raise
