"""The bot as it is run, on a Discord of this machine, scraped over HTTP: every request is counted, no secret shows."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
from collections import Counter
from pathlib import Path

import aiohttp
import discord
import pytest
from yarl import URL

import bot
from bench.discord import payloads
from bench.discord.fake_discord import FakeDiscord, rest_address
from bench.discord.payloads import Answer
from startup.settings import read_settings
from tests.monitoring.scraping import patient, read

__all__ = ["patient"]

pytestmark = pytest.mark.usefixtures("patient")

SERVER, CHANNEL, ANNA = 400_000_000_000_000_001, 400_000_000_000_000_002, 700_000_000_000_000_001
NAME = "Anna Achterdiek"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def routes(fake: FakeDiscord) -> Counter[str]:
    """Return what the other side has counted, by the templates that the metrics have."""
    found: Counter[str] = Counter()
    for route, many in fake.request_counts.items():
        path = re.sub(r"(?<=/)(webhooks|interactions)/…/token…", r"\1/{id}/{token}", route)
        found[re.sub("…|@original", "{id}", path)] += many
    return found


async def press(fake: FakeDiscord, custom_id: str, components: Answer | None = None) -> Answer:
    button = {"type": 2, "label": "x", "style": 1, "custom_id": custom_id}
    shown = components or [{"type": 17, "components": [{"type": 1, "components": [button]}]}]
    return await fake.click(payloads.click(SERVER, CHANNEL, ANNA, NAME, shown, custom_id, payloads.LAYOUT))


@pytest.mark.slow
async def test_what_is_scraped_from_the_running_bot_is_what_discord_has_seen(
    quick_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake, port = FakeDiscord([payloads.guild(SERVER, CHANNEL, [])], trusting=True), free_port()
    async with fake.serving() as discord_port:
        monkeypatch.setattr(discord.http.Route, "BASE", rest_address(discord_port))
        monkeypatch.setattr(
            discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", URL(f"ws://127.0.0.1:{discord_port}/gateway")
        )
        settings = read_settings(
            {"DISCORD_TOKEN": "a.b.c", "KONTOR_DB": str(quick_path / "k.db"), "KONTOR_METRICS": f"127.0.0.1:{port}"},
            quick_path / "no.env",
        )
        running = asyncio.create_task(bot.run(settings))
        try:
            async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
                await fake.wait_connected()
                await press(fake, "k:help:0::")
                await press(fake, "k:tables:0::")
                await press(fake, "k:tables:0::")
                await press(fake, "k:Anna_forges_this:0::")
                await press(fake, "not ours at all")
                assert await answered(session, "/ready", 200) == "ready\n"
                await quiet(fake)
                text = await answered(session, "/metrics", 200)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.wait_for(running, 60)
            loop = asyncio.get_running_loop()
            for each in (signal.SIGTERM, signal.SIGINT):
                loop.remove_signal_handler(each)

    requests = read(text, "kontor_discord_requests_total", "route", "status")
    assert {status for _, status in requests} == {"ok"}
    assert {route: many for (route, _), many in requests.items()} == routes(fake)
    assert read(text, "kontor_discord_request_seconds_count") == {(): fake.request_counts.total()}
    assert read(text, "kontor_answers_total", "verb", "outcome") == {
        ("help", "done"): 1, ("tables", "done"): 2, ("unknown", "declined"): 2,
    }  # fmt: skip
    assert read(text, "kontor_answer_seconds_count", "kind") == {("click",): 5, ("command",): 0}
    assert read(text, "kontor_gateway_connected") == {(): 1}
    assert read(text, "kontor_picture_seconds_count", "kind")["picture",] > 0, "emoji of our own are drawn first"
    assert sum(read(text, "kontor_errors_total", "room").values()) == 0
    for secret in (NAME, "Anna", "token", "a.b.c", str(ANNA), str(SERVER)):
        assert secret not in text.replace("{token}", "")


async def answered(session: aiohttp.ClientSession, path: str, status: int) -> str:
    """Ask until this is the status, at most half a minute; return what is said then."""
    for _ in range(300):
        async with session.get(path) as response:
            if response.status == status:
                return await response.text()
        await asyncio.sleep(0.1)
    raise AssertionError(f"{path} never said {status}")


async def quiet(fake: FakeDiscord) -> None:
    """Wait until the bot has uploaded its emoji and asks for nothing more."""
    before = -1
    while before != fake.request_counts.total():
        before = fake.request_counts.total()
        await asyncio.sleep(0.3)
