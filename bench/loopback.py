"""A Discord on this machine for a bot in another process: gateway and REST, counted, with everybody's clicks.

`bench/stub.py` says what is answered; here it is served, clicks go out by the gateway, and each waits for its answer.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from time import perf_counter
from typing import Any

import discord
import msgspec
from aiohttp import WSMsgType, web

from bench import stub

_NUMBERS = re.compile(r"\d{6,}")
_FREE = re.compile("^[A-Z]+ /(interactions|webhooks)/")
"""Answers to clicks count for nothing among Discord's fifty requests a second."""

_PATIENCE = 30
"""Seconds after which a click that is not answered ends the measurement."""

Answer = list[dict[str, Any]]
"""The components of what was answered."""


class Loopback:
    """What the bot takes for Discord."""

    def __init__(self) -> None:
        self.routes: Counter[str] = Counter()
        """Requests by method and path, numbers left out."""
        self.seconds: list[float] = []
        """From a click to the first sign that it was heard."""
        self.ready = asyncio.Event()
        self.guild: dict[str, Any] = {}
        self._numbers = count(discord.utils.time_snowflake(discord.utils.utcnow()))
        self._socket: web.WebSocketResponse | None = None
        self._sequence = 0
        self._heard: dict[str, asyncio.Future[None]] = {}
        self._answered: dict[str, asyncio.Future[Answer]] = {}

    @property
    def counted(self) -> dict[str, int]:
        """The requests that Discord counts."""
        return {route: count for route, count in sorted(self.routes.items()) if not _FREE.match(route)}

    async def click(self, click: dict[str, Any]) -> Answer:
        """Let somebody click; return what they are shown."""
        loop, token = asyncio.get_running_loop(), f"token{next(self._numbers)}"
        heard = self._heard[token] = loop.create_future()
        answered: asyncio.Future[Answer] = loop.create_future()
        self._answered[token] = answered
        began = perf_counter()
        await self._dispatch("INTERACTION_CREATE", {**click, "id": token.removeprefix("token"), "token": token})
        async with asyncio.timeout(_PATIENCE):
            await heard
            self.seconds.append(perf_counter() - began)
            shown = await answered
        del self._heard[token], self._answered[token]
        return shown

    async def _dispatch(self, what: str, about: dict[str, Any]) -> None:
        assert self._socket is not None, "the bot is not connected"
        self._sequence += 1
        await self._socket.send_str(msgspec.json.encode({"op": 0, "t": what, "s": self._sequence, "d": about}).decode())

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        """Speak with the bot: hello, who it is, its server; then only heartbeats."""
        self._socket = socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            match msgspec.json.decode(message.data)["op"]:
                case 1:
                    await socket.send_json({"op": 11})
                case 2:
                    begins = {"v": 10, "user": stub.BOT, "session_id": "1", "resume_gateway_url": "ws://127.0.0.1"}
                    guilds = [{"id": self.guild["id"], "unavailable": True}]
                    await self._dispatch(
                        "READY", {**begins, "guilds": guilds, "application": {"id": stub.BOT["id"], "flags": 0}}
                    )
                    await self._dispatch("GUILD_CREATE", self.guild)
                    self.ready.set()
        return socket

    @web.middleware
    async def counting(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Count a request and let whoever clicked know what came of it."""
        path = re.sub("token[0-9]+", "…", _NUMBERS.sub("…", request.path))
        self.routes[f"{request.method} {path}"] += 1
        response = await handler(request)
        token = next((part for part in request.path.split("/") if part in self._heard), None)
        if token and isinstance(response, web.Response) and isinstance(response.body, bytes):
            self._note(token, msgspec.json.decode(response.body))
        return response

    def _note(self, token: str, answer: dict[str, Any]) -> None:
        if not self._heard[token].done():
            self._heard[token].set_result(None)
        shown = answer.get("resource", {}).get("message", answer)
        if shown.get("components") and not self._answered[token].done():
            self._answered[token].set_result(shown["components"])

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[int]:
        """Serve on a free port."""
        app = web.Application(client_max_size=2**24, middlewares=[self.counting])
        app.router.add_route("GET", "/gateway", self.gateway)
        for method, path, answer in stub.DOORS:
            app.router.add_route(method, path, answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            yield runner.addresses[0][1]
        finally:
            if self._socket:
                await self._socket.close()
            await runner.cleanup()
