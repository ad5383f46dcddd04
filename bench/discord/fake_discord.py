"""`FakeDiscord`, the fake Discord server: gateway and REST API on one port, with simulated clicks.

`use_fake_discord` makes discord.py connect to it; `fake_discord_process` runs one in another process.
"""

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
from bench.discord.fake_rest import FakeRest
from bench.discord.fake_world import Click, FakeWorld

_NUMBERS = re.compile(r"\d{6,}")
_UNCOUNTED = re.compile("^[A-Z]+ /(interactions|webhooks)/")
"""Matches answers to interactions, which do not count for Discord's limit of 50 requests per second."""
_CLICK_TIMEOUT_S = 30
"""Seconds after which `FakeDiscord.click` gives up an unanswered click with TimeoutError."""


class FakeDiscord:
    """A fake Discord on this machine, for bots in this or other processes; it answers during `serving`.

    `servers` are guild payloads. With `trusting`, unknown messages, channels and clicks are accepted as if they
    existed, but a second or late answer to a click is still refused. With `limited`, Discord's rate limits apply. See
    `Gateway` for the other arguments.
    """

    def __init__(
        self,
        servers: Sequence[dict[str, Any]] = (),
        *,
        trusting: bool = False,
        limited: bool = False,
        concurrency: int = 1,
        identify_interval_s: float = 5.0,
    ) -> None:
        self.world = FakeWorld(trusting=trusting)
        self.gateway = Gateway(self.world, concurrency, identify_interval_s)
        self.rest = FakeRest(self.world, self.gateway, limited=limited)
        self.port = 0
        for server in servers:
            self.world.servers[int(server["id"])] = server

    @property
    def request_counts(self) -> Counter[str]:
        """How many requests bots have made since `reset_counts`, by `METHOD /path` with "…" in place of ids."""
        return Counter(
            f"{each.method} {re.sub('token[0-9]+', '…', _NUMBERS.sub('…', each.path))}" for each in self.world.requests
        )

    @property
    def counted_requests(self) -> dict[str, int]:
        """The part of `request_counts` that counts for Discord's rate limit, sorted by route."""
        return {route: count for route, count in sorted(self.request_counts.items()) if not _UNCOUNTED.match(route)}

    @property
    def answer_times(self) -> list[float]:
        """Seconds from each click to its acknowledgement; clicks that were not acknowledged are left out."""
        return [click.heard_at - click.at for click in self.world.clicks.values() if click.heard.is_set()]

    def reset_counts(self) -> None:
        """Forget all requests and clicks so far; an answer to such a click is no longer recognised.

        The count of requests that rate limits refused stays.
        """
        self.world.requests.clear()
        self.world.clicks.clear()

    async def wait_connected(self, shards: Sequence[int] = (0,), seconds: float = 120) -> None:
        """Wait until a bot is connected on all of these shards; raise TimeoutError after this many seconds."""
        async with asyncio.timeout(seconds):
            while not all(map(self.gateway.is_connected, shards)):
                await self.gateway.changed.wait()

    async def press(self, payload: dict[str, Any]) -> Click:
        """Send a click to the bot and return it without waiting for an answer.

        `payload` is an interaction as `payloads.click` returns it; it gets a new id and token. If its shard has no
        session, the click is dropped.
        """
        token = f"token{self.world.new_id()}"
        server = int(payload.get("guild_id", 0))
        shard, who = self.gateway.shard_of(server), payload.get("member", payload)["user"]
        click = Click(token, int(who["id"]), payload["data"]["custom_id"], shard, monotonic(), payload["message"])
        self.world.click(click)
        said = {**payload, "id": token.removeprefix("token"), "token": token}
        await self.gateway.dispatch(shard, "INTERACTION_CREATE", said)
        return click

    async def click(self, payload: dict[str, Any]) -> payloads.Answer:
        """Send a click to the bot, wait until it shows a message in answer, and return that message's components.

        Raises TimeoutError after `_CLICK_TIMEOUT_S`.
        """
        click = await self.press(payload)
        async with asyncio.timeout(_CLICK_TIMEOUT_S):
            await click.shown.wait()
        shown: payloads.Answer = click.message["components"]
        return shown

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[int]:
        """Serve gateway and REST API on a free port of 127.0.0.1 during the block, and yield the port."""
        app = web.Application(client_max_size=2**24)
        app.router.add_route("GET", "/gateway", self.gateway.serve)
        self.rest.add_routes(app)
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


def use_fake_discord(port: int, who: str = "") -> None:
    """Make discord.py in this process use the fake Discord at this port.

    `who` is a name of this process, by which the fake Discord records its REST requests; "" for none.
    """
    discord.http.Route.BASE = rest_address(port, who)
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://127.0.0.1:{port}/gateway")


def rest_address(port: int, who: str = "") -> str:
    """Return the base URL of the REST API at this port, for the process named `who` ("" for none)."""
    return f"http://127.0.0.1:{port}/{who}".rstrip("/")


@contextmanager
def fake_discord_process() -> Iterator[str]:
    """Run a `FakeDiscord` in another process during the block; yield its REST base URL.

    It has no servers, and accepts messages, channels and clicks that it does not know (`trusting`).
    """
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield rest_address(ours.recv())
    finally:
        process.terminate()
        process.join()


def _serve(pipe: Connection) -> None:
    """Send the port through the pipe, and run a `FakeDiscord` until this process is terminated.

    It has no servers, and accepts messages, channels and clicks that it does not know (`trusting`).
    """

    async def serve() -> None:
        """Send the port through the pipe, and serve until the process is terminated."""
        async with FakeDiscord(trusting=True).serving() as port:
            pipe.send(port)
            await asyncio.Event().wait()

    asyncio.run(serve())
