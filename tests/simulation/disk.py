"""SQLite without threads, with a latency for every job, a disk that can be full, and kills around a commit.

Jobs of one connection run in order, as in its thread. A kill closes the connection, which rolls back what was not
committed; jobs that wait then are never done.
"""

from __future__ import annotations

import asyncio
import fcntl
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from functools import cache, partial
from typing import IO, Any

import pytest
from aiosqlite import core

from tests.simulation.loop import PROCESS, Process

_Job = tuple[asyncio.Future[Any] | None, Callable[[], Any]]
_MAX_LATENCY_S = 0.05
_WRITES = ("INSERT", "UPDATE", "DELETE", "COMMIT", "REPLACE")


class Disk:
    """The disk of a simulated machine."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.is_full = False
        """True while every write fails with SQLITE_FULL."""
        self.commits_fail = 0.0
        """The chance that a commit fails with SQLITE_IOERR."""
        self.on_commit: Callable[[Process | None, str], None] = lambda *_: None
        """Called "before" and "after" every commit; it may kill the process."""
        self.opened: list[Any] = []
        """The connections and the lock file of the process."""

    def close_files(self) -> None:
        """Close all files, as the operating system does for a killed process: what was not committed is undone."""
        while self.opened:
            self.opened.pop().close()

    def latency_s(self) -> float:
        """Return how long the next job takes, in seconds."""
        return self._rng.random() ** 4 * _MAX_LATENCY_S

    def do(self, process: Process | None, future: asyncio.Future[Any] | None, work: Callable[[], Any]) -> None:
        """Do a job of a process that is alive, or let it fail as this disk does now; give its result to the future."""
        if process is not None and not process.alive:
            return
        try:
            writes = [sql for sql in _statements(work) if _writes(sql)]
            commits = "COMMIT" in writes
            if writes and self.is_full:
                raise _error(sqlite3.SQLITE_FULL)
            if commits and self._rng.random() < self.commits_fail:
                raise _error(sqlite3.SQLITE_IOERR)
            if commits:
                self.on_commit(process, "before")
            if process is None or process.alive:
                result = work()
                if commits:
                    self.on_commit(process, "after")
            if process is not None and not process.alive:
                return
        except Exception as problem:
            if future is not None:
                core.set_exception(future, problem)
        else:
            if future is not None:
                core.set_result(future, result)


@cache
def _writes(sql: str) -> bool:
    return sql.lstrip().upper().startswith(_WRITES)


def _error(code: int) -> sqlite3.OperationalError:
    problem = sqlite3.OperationalError("database or disk is full or failing")
    problem.sqlite_errorcode = code
    return problem


def _statements(work: Callable[[], Any]) -> list[str]:
    """Return the SQL of a job that runs a list of statements; [] for any other job."""
    args = work.args if isinstance(work, partial) else ()
    todo = args[-1] if args and isinstance(args[-1], list) else []
    return [each[0] for each in todo if isinstance(each, tuple) and each and isinstance(each[0], str)]


@contextmanager
def simulated_disk(disk: Disk) -> Iterator[None]:
    """Let aiosqlite's new connections do their jobs on the event loop, on this disk."""

    class Jobs:
        """Stands in for the queue to a connection's thread."""

        def __init__(self) -> None:
            self._free_at = 0.0

        def put_nowait(self, job: _Job) -> None:
            loop = asyncio.get_running_loop()
            self._free_at = max(self._free_at, loop.time()) + disk.latency_s()
            loop.call_at(self._free_at, disk.do, PROCESS.get(), *job, context=Context())

    class NoThread:
        """Stands in for the thread."""

        def __init__(self, **_: Any) -> None: ...

        def start(self) -> None: ...

    def connect(*args: Any, **more: Any) -> sqlite3.Connection:
        made: sqlite3.Connection = real_connect(*args, **more)
        disk.opened.append(made)
        return made

    def lock(file: IO[str], how: int) -> None:
        real_lock(file, how)
        disk.opened.append(file)

    real_connect, real_lock = sqlite3.connect, fcntl.flock
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core, "SimpleQueue", Jobs)
        patch.setattr(core, "Thread", NoThread)
        patch.setattr(sqlite3, "connect", connect)
        patch.setattr(fcntl, "flock", lock)
        yield
