"""SQLite without threads, with a latency for every job and a disk that can be full.

Jobs of one connection run in order, as in its thread. A job that was queued when its process is killed may still run,
or not: the kill closes the connection, which rolls back what was not committed.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from functools import partial
from typing import Any

import pytest
from aiosqlite import core

_Job = tuple[asyncio.Future[Any] | None, Callable[[], Any]]
_MAX_LATENCY_S = 0.05
_WRITES = ("INSERT", "UPDATE", "DELETE", "COMMIT", "REPLACE")


class Disk:
    """The disk of a simulated machine."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.is_full = False
        """True while every write fails with SQLITE_FULL."""
        self.commits = 0

    def latency(self) -> float:
        """Return how long the next job takes, in seconds."""
        return self._rng.random() ** 4 * _MAX_LATENCY_S

    def check(self, work: Callable[[], Any]) -> None:
        """Raise what SQLite raises if `work` writes and the disk is full. Count commits."""
        statements = [sql for sql in _statements(work) if sql.lstrip().upper().startswith(_WRITES)]
        if statements and self.is_full:
            problem = sqlite3.OperationalError("database or disk is full")
            problem.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise problem
        self.commits += "COMMIT" in statements


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
            self._free_at = max(self._free_at, loop.time()) + disk.latency()
            loop.call_at(self._free_at, _do, disk, job, context=Context())

    class NoThread:
        """Stands in for the thread."""

        def __init__(self, **_: Any) -> None: ...

        def start(self) -> None: ...

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core, "SimpleQueue", Jobs)
        patch.setattr(core, "Thread", NoThread)
        yield


def _do(disk: Disk, job: _Job) -> None:
    future, work = job
    try:
        disk.check(work)
        result = work()
    except BaseException as problem:
        if future is not None:
            core.set_exception(future, problem)
    else:
        if future is not None:
            core.set_result(future, result)
