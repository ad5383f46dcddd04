"""Bots in this process on the stand-in, one after the other on the same database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import discord
import pytest
from yarl import URL

from bench.discord import payloads
from bench.discord.fake_discord import FakeDiscord, rest_address
from bot import now
from cogs.bot import Kontor
from storage import Address
from tables.runtime.services import Services
from tables.seating import lobby
from tables.seating.table_settings import NewTable
from tests.storage.fresh import open_soon
from tests.thinkers import QuickThinker

SERVER, OTHER = (100_000 << 22) + 1, (100_001 << 22) + 1
"""Servers of two shards."""
CHANNEL, SECOND = 300, 301
ANNA = 700_000_000_000_000_001


def server(number: int = SERVER) -> dict[str, object]:
    """A server with two channels."""
    made = payloads.guild(number, CHANNEL, [])
    made["channels"].append({**made["channels"][0], "id": str(SECOND), "name": "more games"})
    return made


@pytest.fixture
async def fake_discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    """A stand-in for Discord, which bots of this process take for it; sessions begin half a second apart."""
    monkeypatch.setattr("cogs.connection.gateway.IDENTIFY_SPACING_MS", 700)
    fake = FakeDiscord([server(), server(OTHER)], identify_interval_s=0.5)
    async with fake.serving() as port:
        monkeypatch.setattr(discord.http.Route, "BASE", rest_address(port))
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", URL(fake.gateway.address))
        yield fake


@asynccontextmanager
async def running(
    fake: FakeDiscord, address: Address, shards: Sequence[int] = (0,), of: int = 1, *, within: float = 20
) -> AsyncIterator[Kontor]:
    """A bot on a database, connected on its shards; it ends as by SIGTERM."""
    bot = Kontor(Services(await open_soon(address), now, QuickThinker()), sync=False)
    bot.shard_count, bot.shard_ids = of, list(shards)
    bot._connection.guild_ready_timeout = 0.05
    task = asyncio.create_task(bot.start("a.b.c"))
    try:
        async with asyncio.timeout(within):
            while not bot.connected:
                assert not task.done(), task.exception()
                await asyncio.sleep(0.01)
        yield bot
    finally:
        await bot.end()
        await task


async def until(happened: Callable[[], Awaitable[object]]) -> None:
    """Wait until something has happened, at most five seconds."""
    async with asyncio.timeout(5):
        while not await happened():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def press(fake: FakeDiscord, custom_id: str, where: int = SERVER, place: int = CHANNEL) -> str:
    """Let Anna press a button; return what she is told."""
    board = [{"type": 17, "components": [{"type": 1, "components": [_button(custom_id)]}]}]
    return str(await fake.click(payloads.click(where, place, ANNA, "Anna", board, custom_id, payloads.LAYOUT)))


def _button(custom_id: str) -> dict[str, object]:
    return {"type": 2, "label": "x", "style": 1, "custom_id": custom_id}


async def open_table(bot: Kontor, channel: int = CHANNEL) -> int:
    """Let somebody open a table in a channel."""
    wanted = NewTable(game="visby", size=2, server=SERVER, channel=channel)
    return (await lobby.open_table(bot.services, ANNA + 1, "Bert", wanted)).id
