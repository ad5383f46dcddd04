"""The database is restarted, or cut off in the middle, under two processes: a sentence, and then it goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bench.discord.cutting import Wire
from bench.discord.evening import Evening
from bench.discord.people import let_play
from tests.storage.server import Postgres

SORRY = "Something went wrong on our side"
SLOW = "Something is slow here"
EXPECTED = ("error=", "Lost", "cannot be reached")
"""What processes may log as an error meanwhile."""


@asynccontextmanager
async def playing(evening: Evening) -> AsyncIterator[None]:
    """Two processes serve people who play; afterwards everything is as it must be."""
    await evening.open_tables()
    async with evening.begun():
        for _ in range(2):
            await evening.start()
        await evening.connected()
        busy = asyncio.create_task(let_play(evening.players, 600))
        try:
            await evening.pressed(6)
            yield
        finally:
            busy.cancel()
            await asyncio.wait([busy])
        await evening.quiet()
        await evening.end()
        faults = [fault for fault in await evening.check() if not any(each in fault for each in EXPECTED)]
    assert not faults, "\n".join(faults)


def done(evening: Evening) -> int:
    return sum(1 for each in evening.ledger.pressed if each.done)


async def goes_on(evening: Evening) -> None:
    """Wait until moves are made again, at most fifteen seconds."""
    before = done(evening)
    async with asyncio.timeout(15):
        while done(evening) < before + 4:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def is_told(evening: Evening, shard: int) -> None:
    """Let somebody ask for help on a shard again and again, until they read why there is none."""
    clicks = [await evening.ask_for_help(shard)]
    async with asyncio.timeout(30):
        while not any(SLOW in click.first or SORRY in click.first for click in clicks):
            await asyncio.sleep(0.2)
            clicks.append(await evening.ask_for_help(shard))


@pytest.mark.thorough
async def test_the_database_is_restarted_and_all_goes_on_by_itself(own_server: Postgres, quick_path: Path) -> None:
    evening = Evening(own_server.new_database(), quick_path, 2, 2)
    async with playing(evening):
        await asyncio.to_thread(own_server.stop)
        await asyncio.gather(*(is_told(evening, shard) for shard in range(2)))
        own_server.start()
        await goes_on(evening)


@pytest.mark.thorough
async def test_cut_off_in_the_middle_all_goes_on_by_itself(own_server: Postgres, quick_path: Path) -> None:
    name = own_server.new_database().partition("@/")[2].partition("?")[0]
    wire = Wire(own_server.folder / ".s.PGSQL.5432")
    async with wire.open() as port:
        evening = Evening(f"postgresql://postgres@127.0.0.1:{port}/{name}", quick_path, 2, 2)
        async with playing(evening):
            wire.cut()
            at_once = [await evening.ask_for_help(shard) for shard in range(2)]
            async with asyncio.timeout(6):  # Long before a statement has waited in vain.
                for click in at_once:
                    await click.shown.wait()
            await asyncio.gather(*(is_told(evening, shard) for shard in range(2)))
            wire.mend()
            await goes_on(evening)
