"""A process that is cut off from the database, but not from Discord, leaves its clicks to the next holder."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import aiohttp
import pytest

from bench.discord.bot_processes import BotProcess, environment_for
from bench.discord.cuttable_proxy import CuttableProxy
from bench.discord.fake_world import text_of
from bench.discord.play_session import PlaySession
from bench.discord.simulated_players import run_players
from cluster import Cluster, cluster_on, lease
from cluster.lease import LeaseTimings
from cluster.leased import LeasedCluster
from cogs.connection.fence import FencedConnector, RequestFenced
from storage import PartitionLayout, open_database
from tables.runtime.services import Services

ANSWER = "http://127.0.0.1:9/api/v10/interactions/1/token/callback"
"""Nobody listens there, so a request that is begun is refused."""


async def may_answer(cluster: Cluster) -> bool:
    """Return True if the fence lets an answer to an interaction begin."""
    fence = FencedConnector(cast(Services, SimpleNamespace(cluster=cluster, db=cluster.db, pacing=None)))
    async with aiohttp.ClientSession(connector=fence) as session:
        try:
            await session.post(ANSWER)
        except RequestFenced:
            return False
        except aiohttp.ClientConnectorError:
            return True
    raise AssertionError("somebody listens there")


def over(proxy_port: int, address: str) -> str:
    """Return the address of a database through a proxy on this port."""
    name = address.partition("@/")[2].partition("?")[0]
    return f"postgresql://postgres@127.0.0.1:{proxy_port}/{name}?sslmode=disable"


async def test_once_a_spare_may_have_its_partition_a_process_that_is_cut_off_answers_nobody(
    server_address: str, postgres: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    timings = LeaseTimings(heartbeat_s=0.1, act_s=0.5, expire_s=1.5, retry_s=0.02)
    monkeypatch.setattr(lease, "TIMINGS", timings)
    wire = CuttableProxy(postgres / ".s.PGSQL.5432")
    async with wire.open() as port:
        cut_off = cluster_on(await open_database(over(port, server_address)))
        spare = cluster_on(await open_database(server_address))
        await cut_off.join(PartitionLayout())
        taken = asyncio.create_task(spare.join(PartitionLayout(), wait=True))
        wire.cut()
        while cut_off.may_act():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert await may_answer(cut_off), "nobody else can have it yet: people read that nothing was done"
        await taken
        for _ in range(20):
            assert not await may_answer(cut_off), "the spare has it"
            await asyncio.sleep(0.05)
        wire.restore()
        await cut_off.close()
        await spare.close()


async def test_who_sees_its_connection_break_acts_only_with_a_new_one(
    server_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server drops the lock with the connection, and a spare takes a partition without a lock at once."""
    cluster = cluster_on(await open_database(server_address))
    await cluster.join(PartitionLayout())
    assert cluster.may_act()
    host = cluster.db.lease_host
    assert host

    async def no_way(timeout_s: float | None = None) -> object:
        raise TimeoutError

    connect = host.connect
    monkeypatch.setattr(host, "connect", no_way)
    assert isinstance(cluster, LeasedCluster)
    cluster.lease._connection.terminate()
    assert not cluster.may_act()
    assert not await may_answer(cluster)
    monkeypatch.setattr(host, "connect", connect)
    async with asyncio.timeout(5):
        while not cluster.may_act():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await cluster.close()


@pytest.mark.slow
@pytest.mark.thorough
async def test_no_click_is_answered_by_two_processes_and_the_one_that_was_cut_off_says_so_in_one_line(
    server_address: str, postgres: Path, quick_path: Path
) -> None:
    wire = CuttableProxy(postgres / ".s.PGSQL.5432")
    async with wire.open() as port:
        session = PlaySession(server_address, quick_path, 1, 1)
        session.fake.gateway.parallel_sessions = True
        await session.open_tables()
        async with session.serving():
            cut_off = BotProcess(session.fake, "cut", quick_path, **environment_for(over(port, server_address)))
            session.processes.append(cut_off)
            await cut_off.start()
            await session.wait_connected()
            spare = await session.start()
            await spare.wait_for_log("spare")
            playing = asyncio.create_task(run_players(session.players, 60))
            wire.cut()
            for second in range(20):
                if second == 14:
                    wire.restore()
                for _ in range(5):
                    await session.press_help(0)
                    await asyncio.sleep(0.2)
            await cut_off.wait_for_log("partition lost")
            playing.cancel()
            await asyncio.wait([playing])
            await session.wait_until_idle()
            await session.stop_all()
            faults = await session.find_faults()
    answered = {click.token: set[str]() for click in session.fake.world.clicks.values()}
    for request in session.fake.world.requests:
        for token in answered.keys() & set(request.path.split("/")):
            answered[token].add(request.by)
    assert [token for token, by in answered.items() if len(by) > 1] == []
    shown = [text_of(click.message) for click in session.fake.world.clicks.values() if click.by == spare.name]
    assert not [text for text in shown if "went wrong" in text]
    log = cut_off.log.read_text(encoding="utf-8")
    assert "Traceback" not in log, log
    assert log.count("partition lost") == 1
    assert [fault for fault in faults if "cannot be reached" not in fault] == []


@pytest.mark.slow
@pytest.mark.thorough
async def test_a_process_that_was_suspended_says_in_one_line_that_its_partition_is_lost_and_disturbs_nobody(
    server_address: str, quick_path: Path
) -> None:
    session = PlaySession(server_address, quick_path, 2, 1)
    await session.open_tables()
    async with session.serving():
        suspended = await session.start()
        await session.wait_connected()
        spare = await session.start()
        await spare.wait_for_log("spare")
        await asyncio.sleep(1.5)  # Its sessions are stored every second.
        suspended.stop(signal.SIGSTOP)
        await spare.wait_for_log("resumed shard=1")
        suspended.stop(signal.SIGCONT)
        await suspended.wait_for_log("spare: all partitions are held")
        clicks = [await session.press_help(shard) for shard in range(2)]
        async with asyncio.timeout(5):
            for click in clicks:
                await click.heard.wait()
        await session.stop_all()
    log = suspended.log.read_text(encoding="utf-8")
    assert "Traceback" not in log, log
    assert log.count("partition lost") == 1
    assert {click.by for click in clicks} == {spare.name}
    assert len(session.fake.gateway.identified) == 2, "the spare resumed both sessions"
