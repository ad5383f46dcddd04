"""The pages say by their status whether the bot lives and is ready, and by a line what is missing."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from cluster import cluster_on, open_alone
from monitoring import MonitoringError, page
from monitoring.page import ServedMetrics
from storage import PartitionLayout, open_database
from storage.engines.sqlite import SqliteDatabase
from storage.queries import outbox as sql_outbox
from storage.queries import overview as sql_overview
from storage.queries import stopping as sql_stopping
from storage.rows import OutboxRow
from tables.runtime.overview import Overview, Watcher
from tests.monitoring.scraping import patient
from tests.storage.server import Postgres
from tests.tables.conftest import room
from tests.tables.room import ANNA, BERT, Room

__all__ = ["patient", "room"]

pytestmark = pytest.mark.usefixtures("patient")


@dataclass
class Line:
    """Stands for the connection to Discord."""

    connected: bool = True
    latency: float = 0.04


@asynccontextmanager
async def watched(room: Room, line: Line) -> AsyncIterator[aiohttp.ClientSession]:
    meters = ServedMetrics(("127.0.0.1", 0), "1.2.3", ("visby",))
    async with (
        meters.serving(room.services, line) as port,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
    ):
        yield session


async def said(session: aiohttp.ClientSession, path: str) -> tuple[int, str]:
    async with session.get(path) as response:
        return response.status, await response.text()


async def test_a_bot_in_order_is_alive_and_ready(room: Room) -> None:
    async with watched(room, Line()) as session:
        assert await said(session, "/alive") == (200, "alive\n")
        assert await said(session, "/ready") == (200, "ready\n")
        assert (await said(session, "/"))[0] == 404
        async with session.get("/metrics") as response:
            assert response.content_type == "text/plain"
            text = await response.text()
    for line in (
        "kontor_ready 1.0",
        "kontor_gateway_connected 1.0",
        "kontor_gateway_latency_seconds 0.04",
        'kontor_info{version="1.2.3"} 1.0',
        'kontor_tables{game="visby",status="lobby"} 0.0',
    ):
        assert line in text.splitlines()


async def test_without_discord_it_is_alive_but_not_ready(room: Room) -> None:
    async with watched(room, Line(connected=False)) as session:
        assert await said(session, "/alive") == (200, "alive\n")
        assert await said(session, "/ready") == (503, "not ready: Discord does not talk to us\n")
        assert "kontor_ready 0.0" in (await said(session, "/metrics"))[1].splitlines()


async def test_if_something_waits_too_long_to_be_told_it_is_not_ready(room: Room) -> None:
    table = await room.lobby([ANNA, BERT])
    await room.rest()
    async with room.services.db.transaction() as db:
        row = OutboxRow(table_id=table, kind="board", seat=None, position=0, facts="{}")
        await sql_outbox.add(db, row)
    async with watched(room, Line()) as session:
        assert (await said(session, "/ready"))[0] == 200
        room.time += page.STUCK_AFTER_S + 1
        assert await said(session, "/ready") == (503, "not ready: a notification has been due for 601 s\n")


async def fails(*_: object) -> None:
    raise sqlite3.OperationalError("disk I/O error")


@pytest.mark.parametrize("stuck", ["reading", "writing"])
async def test_if_the_database_does_not_answer_it_says_so_in_time(
    room: Room, monkeypatch: pytest.MonkeyPatch, stuck: str
) -> None:
    monkeypatch.setattr(page, "DATABASE_TIMEOUT_S", 0.05)
    async with watched(room, Line()) as session:
        if stuck == "reading":
            monkeypatch.setattr(sql_overview, "outbox", fails)
            answers = [await said(session, "/ready"), await said(session, "/metrics")]
        else:
            async with room.services.db.transaction():
                answers = [await said(session, "/ready"), await said(session, "/metrics")]
    assert answers[0] == (503, "not ready: the database does not answer\n")
    assert "kontor_outbox_oldest_seconds NaN" in answers[1][1].splitlines()


async def test_while_nothing_can_be_written_it_is_not_ready_and_at_once_afterwards_it_is(room: Room) -> None:
    if not isinstance(room.address, Path):
        pytest.skip("a server that takes nothing is tried in tests/storage/test_partitions.py")
    partition = room.services.partition
    async with room.services.db.transaction() as db:
        await sql_stopping.save_heartbeat(db, partition, room.time)
    async with watched(room, Line()) as session:
        assert await said(session, "/ready") == (200, "ready\n")
        await refuse_writes(room, True)
        room.time += 5
        assert await said(session, "/ready") == (503, "not ready: nothing can be written into the database\n")
        assert "kontor_ready 0.0" in (await said(session, "/metrics"))[1].splitlines()
        await refuse_writes(room, False)
        assert await said(session, "/ready") == (200, "ready\n")
    kept = await sql_stopping.latest_heartbeats(room.services.db.reader)
    assert kept == {partition: room.time - 5}, "to look does not count as having been there"


async def refuse_writes(room: Room, refuse: bool) -> None:
    """Let the writing connection refuse to write, as on a full or read-only disk."""
    assert isinstance(room.services.db, SqliteDatabase)
    await room.services.db._writer.execute(f"PRAGMA query_only = {refuse:d}")


@pytest.mark.thorough
async def test_a_spare_is_ready_unless_the_database_is_away(own_server: Postgres) -> None:
    address, meters = own_server.new_database(), ServedMetrics(("127.0.0.1", 0), "1", ())
    holder = await open_alone(address)
    spare = cluster_on(await open_database(address))
    waits = asyncio.create_task(spare.join(PartitionLayout(), wait=True))
    try:
        async with (
            meters.serving_as_spare(spare.is_database_away) as port,
            aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
        ):
            assert await said(session, "/ready") == (200, "spare\n")
            await asyncio.to_thread(own_server.stop)
            await answers(session, (503, "not ready: the database does not answer\n"))
            assert "kontor_ready 0.0" in (await said(session, "/metrics"))[1].splitlines()
            own_server.start()
            await answers(session, (200, "spare\n"))
    finally:
        waits.cancel()
        await asyncio.wait([waits])
        await spare.close()
        await holder.close()


async def answers(session: aiohttp.ClientSession, expected: tuple[int, str]) -> None:
    """Wait until /ready answers this, at most five seconds."""
    async with asyncio.timeout(5):
        while await said(session, "/ready") != expected:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def test_the_log_names_the_port_once_though_a_spare_serves_again_with_its_partition(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "kontor")
    meters = ServedMetrics(("127.0.0.1", 0), "1", ())
    async with meters.serving_as_spare(lambda: False):
        pass
    async with meters.serving(room.services, Line()):
        pass
    assert len([record for record in caplog.records if "metrics on port" in record.message]) == 1


async def test_who_is_being_stopped_is_not_ready_any_more(room: Room) -> None:
    async with watched(room, Line()) as session:
        room.services.background.closing = True
        assert await said(session, "/ready") == (503, "not ready: it is being stopped\n")
        room.services.background.closing = False


async def test_many_who_ask_at_once_look_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    look = Watcher._look

    async def counted(watcher: Watcher, now: int) -> Overview:
        asked.append(now)
        return await look(watcher, now)

    monkeypatch.setattr(Watcher, "_look", counted)
    async with watched(room, Line()) as session:
        assert {each[0] for each in await asyncio.gather(*(said(session, "/ready") for _ in range(20)))} == {200}
    assert len(asked) == 1


async def test_a_port_in_use_is_refused_with_a_sentence(room: Room) -> None:
    async with ServedMetrics(("127.0.0.1", 0), "1", ()).serving(room.services, Line()) as port:
        with pytest.raises(
            MonitoringError, match=rf"nobody can be served at 127.0.0.1:{port} \(Address already in use\)"
        ):
            async with ServedMetrics(("127.0.0.1", port), "1", ()).serving(room.services, Line()):
                pass
    for host in ("no.such.host.invalid", "no..name"):
        with pytest.raises(MonitoringError, match="Name another address or port"):
            async with ServedMetrics((host, 1), "1", ()).serving(room.services, Line()):
                pass
