"""The database is restarted or cut off under two processes: people read a sentence, and then the bots go on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bench.discord.cuttable_proxy import CuttableProxy
from bench.discord.play_session import PlaySession
from bench.discord.simulated_players import run_players
from cluster.lease import TIMINGS
from tests.storage.server import Postgres

pytestmark = pytest.mark.slow

SORRY = "Something went wrong on our side"
SLOW = "That took too long"
EXPECTED = ("error=", "Lost", "cannot be reached")
"""What processes may log as an error meanwhile."""


@asynccontextmanager
async def playing(session: PlaySession) -> AsyncIterator[None]:
    """Two processes serve people who play; afterwards everything is as it must be."""
    await session.open_tables()
    async with session.serving():
        for _ in range(2):
            await session.start()
        await session.wait_connected()
        busy = asyncio.create_task(run_players(session.players, 600))
        try:
            await session.wait_for_presses(6)
            yield
        finally:
            busy.cancel()
            await asyncio.wait([busy])
        await session.wait_until_idle()
        await session.stop_all()
        faults = [fault for fault in await session.find_faults() if not any(each in fault for each in EXPECTED)]
    assert not faults, "\n".join(faults)


def done(session: PlaySession) -> int:
    return sum(1 for each in session.presses.all if each.was_confirmed)


async def goes_on(session: PlaySession) -> None:
    """Wait until moves are made again, at most fifteen seconds."""
    before = done(session)
    async with asyncio.timeout(15):
        while done(session) < before + 4:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def is_told(session: PlaySession, shard: int) -> None:
    """Let somebody ask for help on a shard again and again, until they read why there is none."""
    clicks = [await session.press_help(shard)]
    async with asyncio.timeout(30):
        while not any(SLOW in click.first or SORRY in click.first for click in clicks):
            await asyncio.sleep(0.2)
            clicks.append(await session.press_help(shard))


@pytest.mark.thorough
async def test_the_database_is_restarted_and_all_goes_on_by_itself(own_server: Postgres, quick_path: Path) -> None:
    session = PlaySession(own_server.new_database(), quick_path, 2, 2)
    async with playing(session):
        await asyncio.to_thread(own_server.stop)
        await asyncio.gather(*(is_told(session, shard) for shard in range(2)))
        own_server.start()
        await goes_on(session)


@pytest.mark.thorough
async def test_cut_off_in_the_middle_all_goes_on_by_itself(own_server: Postgres, quick_path: Path) -> None:
    name = own_server.new_database().partition("@/")[2].partition("?")[0]
    wire = CuttableProxy(own_server.folder / ".s.PGSQL.5432")
    async with wire.open() as port:
        session = PlaySession(f"postgresql://postgres@127.0.0.1:{port}/{name}", quick_path, 2, 2)
        async with playing(session):
            wire.cut()
            async with asyncio.timeout(6):  # Long before a statement has waited in vain.
                await asyncio.gather(*(is_told(session, shard) for shard in range(2)))
            await asyncio.sleep(TIMINGS.expire_s)
            later = [await session.press_help(shard) for shard in range(2)]
            await asyncio.sleep(session.fake.world.answer_timeout_s)
            assert not any(click.heard.is_set() for click in later), "others may have the partitions by now"
            wire.restore()
            await goes_on(session)
