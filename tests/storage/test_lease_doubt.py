"""Whose partition is it while the connection with the lock is broken? What a holder may conclude from reconnecting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from cluster import lease as lease_module
from cluster.lease import Lease, LeaseTimings
from storage import DatabaseListener, PartitionLayout, WriteLease

pytestmark = pytest.mark.quick


class Connection:
    """A connection that answers as the holder's does, until it is terminated."""

    def __init__(self) -> None:
        self._closed = False
        self._on_closed: list[Callable[[object], None]] = []

    async def fetch(self, sql: str, *args: Any) -> list[tuple[int, int]]:
        return [(0, 1)]

    async def fetchval(self, sql: str, *args: Any, timeout: float = 0) -> Any:  # noqa: ASYNC109  asyncpg's
        return 0 if "pg_postmaster" in sql else 1

    async def add_listener(self, *_: Any) -> None: ...

    def add_termination_listener(self, listener: Callable[[object], None]) -> None:
        self._on_closed.append(listener)

    def is_closed(self) -> bool:
        return self._closed

    def terminate(self) -> None:
        if not self._closed:
            self._closed = True
            for listener in self._on_closed:
                listener(self)

    async def close(self, **_: Any) -> None:
        self.terminate()


class Host:
    """A database server; `refusals` are the errors of the next attempts to connect, of which the last one repeats."""

    name, process_id, schema_version = "a server", "p1", 1

    def __init__(self) -> None:
        self.refusals: list[Exception] = []
        self.attempts = 0
        self.connection = Connection()

    async def connect(self, timeout_s: float | None = None) -> Connection:
        self.attempts += 1
        if self.refusals:
            raise self.refusals.pop(0) if len(self.refusals) > 1 else self.refusals[0]
        self.connection = Connection()
        return self.connection

    async def migrate(self, connection: Any) -> bool:
        return True

    def abandon_waits(self) -> None: ...


class Database:
    """What the lease needs of the database."""

    def __init__(self) -> None:
        self.lease: WriteLease | None = None
        self.lost: Exception | None = None
        self.events = DatabaseListener()

    def grant(self, lease: WriteLease) -> None:
        self.lease = lease


async def until(holds: Callable[[], bool]) -> None:
    """Wait until the condition holds."""
    while not holds():  # noqa: ASYNC110  nothing announces it
        await asyncio.sleep(0.001)


@pytest.mark.parametrize(
    ("refusals", "is_ours"),
    [
        ([ConnectionRefusedError()], True),
        ([TimeoutError(), ConnectionRefusedError()], False),
        ([ConnectionResetError(), ConnectionRefusedError()], False),
    ],
    ids=["the server was stopped", "it timed out first", "it broke first"],
)
async def test_only_a_server_that_was_down_all_the_time_keeps_a_spare_from_the_partition(
    monkeypatch: pytest.MonkeyPatch, refusals: list[Exception], is_ours: bool
) -> None:
    monkeypatch.setattr(lease_module, "TIMINGS", LeaseTimings(retry_s=0.001))
    host, db = Host(), Database()
    held = Lease(db, host)  # type: ignore[arg-type]
    await held.acquire(PartitionLayout(1, 1), wait=False)
    try:
        assert held.may_act()
        host.refusals = refusals
        host.connection.terminate()
        before = host.attempts
        await until(lambda: host.attempts >= before + 4)
        assert not held.may_act()
        assert held.is_uncontested(0) == is_ours
        host.refusals = []
        await until(held.may_act)
        host.refusals = [ConnectionRefusedError()]
        host.connection.terminate()
        before = host.attempts
        await until(lambda: host.attempts >= before + 2)
        assert held.is_uncontested(0)
    finally:
        await held.release()
