"""The stand-in itself: what bots in other processes take for Discord, with everybody's clicks and their answers."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

import discord
from aiohttp import web
from yarl import URL

from bench.discord import payloads
from bench.discord.fake_gateway import Gateway
from bench.discord.fake_world import Click, World
from bench.discord.rest import Rest

_NUMBERS = re.compile(r"\d{6,}")
_FREE = re.compile("^[A-Z]+ /(interactions|webhooks)/")
"""Answers to clicks count for nothing among Discord's fifty requests a second."""
_PATIENCE = 30
"""Seconds after which a click that is not answered ends the measurement."""


class StandIn:
    """A Discord on this machine. `limited`: with Discord's limits; `trusting`: see `World`; the others: `Gateway`."""

    def __init__(
        self,
        servers: Sequence[dict[str, Any]] = (),
        *,
        trusting: bool = False,
        limited: bool = False,
        concurrency: int = 1,
        apart: float = 5.0,
    ) -> None:
        self.world = World(trusting=trusting)
        self.gateway = Gateway(self.world, concurrency, apart)
        self.rest = Rest(self.world, self.gateway, limited=limited)
        self.port = 0
        for server in servers:
            self.world.servers[int(server["id"])] = server

    @property
    def routes(self) -> Counter[str]:
        """Requests by method and path, numbers left out."""
        return Counter(
            f"{each.method} {re.sub('token[0-9]+', '…', _NUMBERS.sub('…', each.path))}" for each in self.world.requests
        )

    @property
    def counted(self) -> dict[str, int]:
        """The requests that Discord counts."""
        return {route: count for route, count in sorted(self.routes.items()) if not _FREE.match(route)}

    @property
    def seconds(self) -> list[float]:
        """From each click that was answered to the first sign that it was heard."""
        return [click.heard_at - click.at for click in self.world.clicks.values() if click.heard.is_set()]

    def forget(self) -> None:
        """Count requests and clicks from now on."""
        self.world.requests.clear()
        self.world.clicks.clear()

    async def listened_to(self, shards: Sequence[int] = (0,), seconds: float = 120) -> None:
        """Wait until a bot is connected on all of these shards."""
        async with asyncio.timeout(seconds):
            while not all(map(self.gateway.listens, shards)):
                await self.gateway.changed.wait()

    async def press(self, payload: dict[str, Any]) -> Click:
        """Let somebody click. They may wait for the answer, or not."""
        token = f"token{self.world.number()}"
        server = int(payload.get("guild_id", 0))
        shard, who = self.gateway.shard_of(server), payload.get("member", payload)["user"]
        click = Click(token, int(who["id"]), payload["data"]["custom_id"], shard, monotonic(), payload["message"])
        self.world.click(click)
        said = {**payload, "id": token.removeprefix("token"), "token": token}
        await self.gateway.dispatch(shard, "INTERACTION_CREATE", said)
        return click

    async def click(self, payload: dict[str, Any]) -> payloads.Answer:
        """Let somebody click; return what they are shown."""
        click = await self.press(payload)
        async with asyncio.timeout(_PATIENCE):
            await click.shown.wait()
        shown: payloads.Answer = click.message["components"]
        return shown

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[int]:
        """Serve on a free port."""
        app = web.Application(client_max_size=2**24)
        app.router.add_route("GET", "/gateway", self.gateway.serve)
        self.rest.add_to(app)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.port = runner.addresses[0][1]
        self.gateway.address = f"ws://127.0.0.1:{self.port}/gateway"
        try:
            yield self.port
        finally:
            await self.gateway.close()
            await runner.cleanup()


def take_for_discord(port: int, who: str = "") -> None:
    """Let discord.py in this process speak with the stand-in at this port."""
    discord.http.Route.BASE = rest_at(port, who)
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://127.0.0.1:{port}/gateway")


def rest_at(port: int, who: str = "") -> str:
    """Return what stands before the path of every request."""
    return f"http://127.0.0.1:{port}/{who}".rstrip("/")


@contextmanager
def running() -> Iterator[str]:
    """Serve in another process; give the address to be used as Discord's."""
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield rest_at(ours.recv())
    finally:
        process.terminate()
        process.join()


def _serve(pipe: Connection) -> None:
    async def serve() -> None:
        async with StandIn(trusting=True).serving() as port:
            pipe.send(port)
            await asyncio.Event().wait()

    asyncio.run(serve())
