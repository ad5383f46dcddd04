"""A model of a PostgreSQL server: sessions, advisory locks, fencing tokens, heartbeats, notifications, transactions.

The real code of `cluster/` and `storage/engines/postgresql.py` runs on it. `Connection` stands in for an asyncpg
connection. The functions of migration 0018 (`kontor_claim`, `kontor_hold_again`, `kontor_fence`) are modelled here; all
other statements run on one SQLite database, which understands them since all queries are written for both engines.

One transaction runs at a time over all processes; PostgreSQL would let those of different partitions overlap.
"""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, copy_context
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol

import asyncpg
import pytest

from cluster import lease
from storage import PartitionLayout
from storage.dialect import POSTGRESQL, SQLITE
from storage.engines import connecting, postgresql
from storage.engines.postgresql import PostgresqlDatabase
from tests.simulation.loop import PROCESS, Process

_MAX_LATENCY_S, _SLOW_S = 0.03, 1.0
_IDLE_IN_TRANSACTION_S = 3.0
_KEEPALIVE_S = 60.0
"""The server notices after this time that a cut-off client is gone."""
_FENCE = re.compile(r"BEGIN; SELECT kontor_fence\((\d+), (\d+)\)")


class Client(Protocol):
    """The machine from which a connection comes."""

    reaches_database: bool

    def uninterrupted_clock(self) -> float:
        """Return seconds on its own clock."""


class Partition:
    """A row of `kontor_shares` with its heartbeat and its advisory lock."""

    def __init__(self) -> None:
        self.token = 0
        self.holder = ""
        self.heartbeat_at = float("-inf")
        self.lock: Connection | None = None
        self.process: Process | None = None
        """The process that holds it."""
        self.was_silent = False
        """True if that waited until no heartbeat of the former holder had come for long enough."""


class Waiting(NamedTuple):
    """A transaction that waits until another one ends."""

    connection: Connection
    begin: Callable[[], None]


class Server:
    """The database server."""

    def __init__(self, path: Path, layout: PartitionLayout, rng: random.Random) -> None:
        self._rng = rng
        self._schema_version = PostgresqlDatabase("postgresql://simulated/kontor", path.parent).schema_version
        self._file, self._readable = sqlite3.connect(path), sqlite3.connect(path)
        for each in (self._file, self._readable):
            each.isolation_level, each.row_factory = None, sqlite3.Row
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = OFF")
        self.partitions = [Partition() for _ in range(layout.processes)]
        self.sessions: list[Connection] = []
        self.is_up = True
        self.started_at = float("-inf")
        """When it was started again."""
        self.is_slow = False
        self.commits_break = 0.0
        """The chance that a connection breaks just before or after a commit."""
        self.on_commit: Callable[[Process | None, str], None] = lambda *_: None
        """Called "before" and "after" every commit; it may kill the process."""
        self.on_taken_after_restart: Callable[[Process], None] = lambda _: None
        """Called with the holder of a partition if another process takes it, without waiting, because the server was
        restarted since the holder's last heartbeat."""
        self._writing: Connection | None = None
        self._queue: deque[Waiting] = deque()

    def stand_in(self, patch: pytest.MonkeyPatch, current_machine: Callable[[], Client]) -> None:
        """Let asyncpg connect to this server, and the lease use the clock of the machine that asks."""

        async def connect(address: str, *, timeout: float, command_timeout: float, **more: Any) -> Connection:  # noqa: ASYNC109
            name = more["server_settings"]["application_name"].removeprefix("kontor ")
            return await self.connect(current_machine(), timeout, command_timeout, name)

        names = (f"process{number}" for number in count())
        patch.setattr(asyncpg, "connect", connect)
        patch.setattr(connecting, "secrets", SimpleNamespace(token_hex=lambda _: next(names)))
        patch.setattr(lease, "uninterrupted_clock", lambda: current_machine().uninterrupted_clock())
        patch.setattr(postgresql, "for_postgresql", lambda sql: sql)
        patch.setattr(PostgresqlDatabase, "catalogue", SQLITE._replace(clock=POSTGRESQL.clock))

    # ------------------------------------------------------------------ sessions

    async def connect(self, client: Client, timeout_s: float, command_timeout_s: float, name: str) -> Connection:
        """Return a new session, or raise what asyncpg raises if the server cannot be reached."""
        await asyncio.sleep(self._latency_s())
        if not client.reaches_database:
            await asyncio.sleep(timeout_s)
            raise TimeoutError
        if not self.is_up:
            raise ConnectionRefusedError("the server does not run")
        connection = Connection(self, client, name, command_timeout_s)
        self.sessions.append(connection)
        return connection

    def stop(self) -> None:
        """Stop the server: all sessions end, nothing is committed any more."""
        self.is_up = False
        for session in tuple(self.sessions):
            self.end(session)

    def start(self) -> None:
        """Start the server again. Advisory locks are gone, tables are as they were."""
        self.is_up, self.started_at = True, asyncio.get_running_loop().time()

    def end(self, session: Connection) -> None:
        """End a session: its transaction is rolled back, its locks are free.

        Its client learns of that if it can: never while it is cut off, and later if it is stopped.
        """
        if session not in self.sessions:
            return
        self.sessions.remove(session)
        for partition in self.partitions:
            if partition.lock is session:
                partition.lock = None
        if self._writing is session:
            self._file.execute("ROLLBACK")
            self._release()
        if session.client.reaches_database:
            asyncio.get_running_loop().call_soon(session.note_closed, context=session.context)

    def end_locks(self) -> None:
        """End the sessions that hold a partition's lock, of clients that learn of it (see docs/cluster.md)."""
        for lock in [partition.lock for partition in self.partitions if partition.lock]:
            if lock.client.reaches_database and not (lock.process and lock.process.held_back is not None):
                self.end(lock)

    def end_sessions_of(self, process: Process) -> None:
        """End the sessions of a process that was killed."""
        for session in [session for session in self.sessions if session.process is process]:
            session.terminate()

    def notice_lost_clients(self) -> None:
        """End the sessions that the server gives up waiting for: idle within a transaction, or cut off for long."""
        now = asyncio.get_running_loop().time()
        for session in tuple(self.sessions):
            if not session.client.reaches_database and now - session.heard_at > _KEEPALIVE_S:
                self.end(session)
        if self._writing and now - self._writing.heard_at > _IDLE_IN_TRANSACTION_S:
            self.end(self._writing)

    def _latency_s(self) -> float:
        return self._rng.random() * _SLOW_S if self.is_slow else 0.001 + self._rng.random() ** 4 * _MAX_LATENCY_S

    # ------------------------------------------------------------------ statements

    def submit(self, session: Connection, answer: asyncio.Future[Any], sql: str, rows: Any, timeout_s: float) -> None:
        """Run a statement after its way to the server, and give the result to `answer`."""
        loop = asyncio.get_running_loop()
        loop.call_later(self._latency_s(), self._run, session, answer, sql, rows, timeout_s, context=Context())
        if self.is_slow:
            loop.call_later(timeout_s, _fail, answer, TimeoutError(), context=Context())

    def _run(self, session: Connection, answer: asyncio.Future[Any], sql: str, rows: Any, timeout_s: float) -> None:
        loop = asyncio.get_running_loop()
        self.notice_lost_clients()
        if answer.done():
            return
        if not session.client.reaches_database:
            loop.call_later(timeout_s, _fail, answer, TimeoutError(), context=Context())
            return
        if session not in self.sessions:
            session.note_closed()
            _fail(answer, asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"))
            return
        session.heard_at = loop.time()
        begins = sql.startswith("BEGIN")
        if begins and self._writing is not None and self._writing is not session:
            again = lambda: self._run(session, answer, sql, rows, timeout_s)  # noqa: E731
            self._queue.append(Waiting(session, again))
            # A client that is cut off within its transaction is noticed by the clock only.
            loop.call_later(_IDLE_IN_TRANSACTION_S + 0.1, self.notice_lost_clients, context=Context())
            return
        try:
            result = self._execute(session, sql, rows)
        except Exception as problem:
            _fail(answer, problem)
        else:
            if self.is_slow:
                loop.call_later(self._latency_s(), _succeed, answer, result, context=Context())
            else:
                _succeed(answer, result)

    def _execute(self, session: Connection, sql: str, rows: Any) -> Any:
        """Carry out a statement and return its rows."""
        now = asyncio.get_running_loop().time()
        if sql.startswith("BEGIN"):
            fence = _FENCE.match(sql)
            if fence and self.partitions[int(fence[1])].token != int(fence[2]):
                raise _lease_refused()
            self._file.execute("BEGIN")
            self._writing = session
            return []
        if sql == "COMMIT":
            return self._commit(session)
        if sql == "ROLLBACK":
            if self._writing is session:
                self._file.execute("ROLLBACK")
                self._release()
            return []
        if "kontor_claim" in sql:
            return self._claim(session, rows[0][2], rows[0][3], now)
        if "kontor_hold_again" in sql:
            number, token, claimant = rows[0]
            return [(self._hold_again(session, number, token, claimant, now),)]
        if "UPDATE kontor_beats" in sql:
            number, token = rows[0]
            if self.partitions[number].token != token:
                return []
            self.partitions[number].heartbeat_at = now
            return [(self._schema_version,)]
        if "pg_postmaster_start_time" in sql:
            beats = [partition.heartbeat_at for partition in self.partitions]
            return [(any(now - rows[0][0] <= beat < self.started_at for beat in beats),)]
        if "pg_notify" in sql:
            session.notifications.append(rows[0][0])
            return []
        if "pg_advisory_xact_lock" in sql:  # One transaction runs at a time anyway.
            return []
        if "relkind IN" in sql:
            return [("kontor",)]
        if sql == "SELECT version FROM kontor":
            return [(self._schema_version,)]
        if "EXTRACT(EPOCH" in sql:
            return [(1_700_000_000 + int(now),)]
        file = self._file if self._writing is session else self._readable
        found: list[Any] = []
        for each in rows:
            found = file.execute(sql, each).fetchall()
        return found

    def _commit(self, session: Connection) -> list[Any]:
        broken = self._rng.random() < self.commits_break
        if broken and self._rng.random() < 0.5:
            self.end(session)
            raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")
        self.on_commit(session.process, "before")
        if self._writing is not session:
            raise asyncpg.ConnectionDoesNotExistError("the process was killed")
        self._file.execute("COMMIT")
        self._release()
        self.on_commit(session.process, "after")
        loop = asyncio.get_running_loop()
        for payload in session.notifications:
            for other in self.sessions:
                if other.listener:
                    loop.call_later(self._latency_s(), other.hear, payload, context=other.context)
        session.notifications = []
        if broken:
            self.end(session)
            raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")
        return []

    def _release(self) -> None:
        """Let the next transaction begin."""
        self._writing = None
        while self._queue and self._writing is None:
            self._queue.popleft().begin()

    # ------------------------------------------------------------------ the functions of migration 0018

    def _claim(self, session: Connection, claimant: str, patience_s: float, now: float) -> list[tuple[int, int]]:
        for number, partition in enumerate(self.partitions):
            silent = partition.heartbeat_at < now - patience_s
            if not silent and partition.lock:
                continue
            self._end_named(partition.holder, session)
            if partition.lock:
                continue
            if not silent and partition.heartbeat_at < self.started_at and partition.process:
                self.on_taken_after_restart(partition.process)
            partition.lock, partition.holder, partition.heartbeat_at = session, claimant, now
            partition.process, partition.was_silent = session.process, silent
            partition.token += 1
            return [(number, partition.token)]
        return []

    def _hold_again(self, session: Connection, number: int, token: int, claimant: str, now: float) -> bool:
        partition = self.partitions[number]
        if partition.token != token:
            return False
        if partition.lock and partition.lock.name == claimant:
            self.end(partition.lock)
        if partition.lock:
            return False
        partition.lock, partition.heartbeat_at = session, now
        return True

    def _end_named(self, holder: str, but: Connection) -> None:
        for session in [session for session in self.sessions if session.name == holder and session is not but]:
            self.end(session)


class Connection:
    """Stands in for an asyncpg connection."""

    def __init__(self, server: Server, client: Client, name: str, timeout_s: float) -> None:
        self._server, self.client, self.name, self._timeout_s = server, client, name, timeout_s
        self.context = copy_context()
        self.process = PROCESS.get()
        """The process that made it."""
        self.heard_at = asyncio.get_running_loop().time()
        self.notifications: list[str] = []
        self.listener: Callable[[object, int, str, str], None] | None = None
        self._closed = False
        self._on_closed: list[Callable[[object], None]] = []

    async def fetch(self, sql: str, *args: Any, timeout: float | None = None) -> Any:  # noqa: ASYNC109  asyncpg's
        return await self._ask(sql, [args], timeout)

    async def fetchval(self, sql: str, *args: Any, timeout: float | None = None) -> Any:  # noqa: ASYNC109
        rows = await self._ask(sql, [args], timeout)
        return rows[0][0] if rows else None

    async def execute(self, sql: str, *args: Any, timeout: float | None = None) -> Any:  # noqa: ASYNC109
        return await self._ask(sql, [args], timeout)

    async def executemany(self, sql: str, rows: Any) -> Any:
        return await self._ask(sql, list(rows), None)

    async def _ask(self, sql: str, rows: Any, timeout_s: float | None) -> Any:
        if self._closed:
            raise asyncpg.InterfaceError("connection is closed")
        answer = asyncio.get_running_loop().create_future()
        self._server.submit(self, answer, sql, rows, timeout_s or self._timeout_s)
        return await answer

    async def add_listener(self, channel: str, listener: Callable[[object, int, str, str], None]) -> None:
        await self._ask("LISTEN", [], None)
        self.listener = listener

    def hear(self, payload: str) -> None:
        """Receive a notification."""
        if self.listener and not self._closed and self.client.reaches_database:
            self.listener(self, 0, "kontor", payload)

    def add_termination_listener(self, listener: Callable[[object], None]) -> None:
        self._on_closed.append(listener)

    def is_closed(self) -> bool:
        return self._closed

    def note_closed(self) -> None:
        """Learn that the connection is closed."""
        if not self._closed:
            self._closed = True
            for listener in self._on_closed:
                asyncio.get_running_loop().call_soon(listener, self, context=self.context)

    def terminate(self) -> None:
        """Drop the connection; a server that cannot be reached does not learn of it."""
        if self.client.reaches_database:
            self._server.end(self)
        self.note_closed()

    async def close(self, *, timeout: float) -> None:  # noqa: ASYNC109  asyncpg's
        with suppress(TimeoutError):
            await self._ask("CLOSE", [], timeout)
        self.terminate()

    def get_server_version(self) -> SimpleNamespace:
        return SimpleNamespace(major=16)

    def get_settings(self) -> SimpleNamespace:
        return SimpleNamespace(server_encoding="UTF8")


def _succeed(answer: asyncio.Future[Any], result: Any) -> None:
    if not answer.done():
        answer.set_result(result)


def _fail(answer: asyncio.Future[Any], problem: Exception) -> None:
    if not answer.done():
        answer.set_exception(problem)


def _lease_refused() -> Exception:
    problem: Exception = asyncpg.PostgresError("the partition is held by somebody else")
    problem.sqlstate = "KT001"  # type: ignore[attr-defined]
    return problem
