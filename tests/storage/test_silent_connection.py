"""A PostgreSQL server that stops answering: waiting callers get an error soon, and everything goes on afterwards."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from cluster import Cluster, lease
from cluster.lease import LeaseTimings
from cluster.leased import LeasedCluster
from storage import DatabaseListener, Unreachable
from storage.engines import connecting, postgresql
from tests.storage.fresh import open_quickly
from tests.storage.test_postgresql import known, save

pytestmark = pytest.mark.quick


class Back(DatabaseListener):
    """Notes that the database is back."""

    def __init__(self, back: asyncio.Event) -> None:
        self._back = back

    def on_reachable_again(self) -> None:
        self._back.set()


class Doubts(DatabaseListener):
    """Notes every doubt about what was committed."""

    def __init__(self, doubts: list[str]) -> None:
        self._doubts = doubts

    def on_doubt(self) -> None:
        self._doubts.append("drop the caches")


class Line:
    """A line to a server in which one can stop everything, without a word to either side."""

    def __init__(self, server: Path) -> None:
        self._server = server
        self.open = asyncio.Event()
        self.open.set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(str(self._server / ".s.PGSQL.5432"))
        for source, target in ((reader, back), (there, writer)):
            self._tasks.add(asyncio.create_task(self._carry(source, target)))

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while some := await source.read(65536):
            await self.open.wait()
            target.write(some)
        target.close()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def over_a_line(address: str, postgres: Path) -> AsyncIterator[tuple[Line, Cluster]]:
    """A database that is reached over a line which can be held up."""
    line = Line(postgres)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    name = address.partition("@/")[2].partition("?")[0]
    async with await asyncio.start_server(line.begin, "127.0.0.1", port):
        cluster = await open_quickly(f"postgresql://postgres@127.0.0.1:{port}/{name}?sslmode=disable")
        yield line, cluster
        await cluster.close()
        await line.close()


@pytest.mark.slow
async def test_a_line_on_which_nothing_comes_back_holds_nobody_up_for_long(
    server_address: str, postgres: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "ANSWER_TIMEOUT_S", 1)
    async with over_a_line(server_address, postgres) as (line, cluster):
        db = cluster.db
        await save(db, 1)
        assert await known(db) == [1]
        line.open.clear()
        for module, name in (
            (connecting, "CONNECT_TIMEOUT_S"),
            (connecting, "CLOSE_TIMEOUT_S"),
            (postgresql, "CLOSE_TIMEOUT_S"),
        ):
            monkeypatch.setattr(module, name, 0.3)
        for attempt in (save(db, 2), known(db), save(db, 3)):
            with pytest.raises(Unreachable, match="no answer"):
                await asyncio.wait_for(attempt, 20)
        line.open.set()
        monkeypatch.undo()
        await save(db, 4)
        assert await known(db) == [1, 4]


async def test_who_waits_for_an_answer_is_told_that_none_comes_as_soon_as_a_beat_is_missed(
    server_address: str, postgres: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "TIMINGS", LeaseTimings(heartbeat_s=0.1, act_s=0.4, expire_s=60.0))
    async with over_a_line(server_address, postgres) as (line, cluster):
        db = cluster.db
        await save(db, 1)
        await known(db)
        line.open.clear()
        async with asyncio.timeout(5):  # An answer may take thirty seconds, a connection ten.
            outcomes = await asyncio.gather(save(db, 2), *(known(db) for _ in range(6)), return_exceptions=True)
        assert [type(each) for each in outcomes] == [Unreachable] * 7
        line.open.set()
        async with asyncio.timeout(20):
            while not cluster.may_act():  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        await save(db, 4)
        assert await known(db) == [1, 4]


async def test_who_was_stopped_for_a_while_and_kept_its_share_is_told_that_it_may_go_on(
    server_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "TIMINGS", LeaseTimings(heartbeat_s=0.05, act_s=30.0, expire_s=60.0))
    cluster = await open_quickly(server_address)
    assert isinstance(cluster, LeasedCluster)
    back = asyncio.Event()
    cluster.db.events.add(Back(back))
    await asyncio.sleep(0.2)
    assert not back.is_set()
    cluster.lease._confirmed -= 30.0
    assert not cluster.may_act()
    async with asyncio.timeout(5):
        await back.wait()
    assert cluster.may_act()
    await cluster.close()


async def test_a_transaction_is_begun_over_a_new_connection_if_the_old_one_broke_unnoticed(
    server_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = (await open_quickly(server_address)).db
    await save(db, 1)
    begin, broken, doubts = postgresql.PostgresqlDatabase._begin, [True], list[str]()
    db.events.add(Doubts(doubts))

    async def breaks(server: postgresql.PostgresqlDatabase, writer: object) -> None:
        if broken and broken.pop():
            raise asyncpg.InternalClientError("another operation is in progress")
        await begin(server, writer)

    monkeypatch.setattr(postgresql.PostgresqlDatabase, "_begin", breaks)
    await save(db, 2)
    assert await known(db) == [1, 2]
    assert len(doubts) == 1
    await db.close()
