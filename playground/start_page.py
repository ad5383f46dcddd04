"""The start page: all places, and who has something to do where. For this machine only, under a secret link."""

from __future__ import annotations

import hmac
import json
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from aiohttp import web

from playground.first_table import client
from playground.world import Trouble, World

PORT = 8610
"""Where it usually is: yesterday's bookmark works today."""

_PAGE = Path(__file__).with_name("start.html")

_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}


class Ground(Protocol):
    """What the page tells of."""

    @property
    def world(self) -> World:
        """Who is there."""

    @property
    def games(self) -> Sequence[str]:
        """What can be played."""

    def places(self) -> list[int]:
        """Return the channel, the threads, and everyone's direct messages."""

    async def welcome(self, languages: str) -> None:
        """Let a new world begin, in the first of these languages that we speak."""

    async def speak(self, language: str) -> None:
        """Let the newcomer's Discord, and this page, be in a language."""

    async def link(self, place: int, person: int) -> str | None:
        """Return where this person can look into a place, if they may."""

    async def waiting(self) -> dict[int, dict[str, dict[str, str]]]:
        """Return for each place who has something to do there, and what, in every language."""

    async def languages(self) -> dict[str, str]:
        """Return the language that each person is spoken to in."""

    async def tables(self) -> list[tuple[int, str, dict[str, str]]]:
        """Return all tables, newest first: place, name, and how it stands, in every language."""


class StartPage:
    """Lists the places and leads into them."""

    def __init__(self, playground: Ground) -> None:
        self._playground = playground
        self._port = 0
        self._socket: socket.socket | None = None
        self._runner: web.AppRunner | None = None

    @property
    def address(self) -> str:
        """The secret link."""
        return f"http://127.0.0.1:{self._port}/{self._playground.world.secret}/"

    def way_to(self, place: int, person: str) -> str:
        """Return the address that leads somebody into a place."""
        return f"{self.address}go/{place}/{person}"

    def bind(self, port: int | None) -> None:
        """Take the port, so that nobody else does; raise `Trouble` if one was asked for that is taken."""
        for each in (PORT, 0) if port is None else (port,):
            if not 0 <= each < 1 << 16:  # Python would raise something else, and leave a socket open.
                continue
            try:
                self._socket = socket.create_server(("127.0.0.1", each))
            except OSError:
                continue
            self._port = self._socket.getsockname()[1]
            return
        raise Trouble(f"Port {port} is taken or cannot be used. Choose another one: make run PORT={PORT + 1}")

    async def serve(self) -> None:
        """Answer from now on."""
        app = web.Application(middlewares=[self._guarded])
        app.router.add_get("/{secret}/", self._page)
        app.router.add_get("/{secret}/now", self._now)
        app.router.add_get("/{secret}/go/{place}/{person}", self._go)
        app.router.add_post("/{secret}/speak/{language}", self._speak)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        assert self._socket is not None, "bind first"
        await web.SockSite(self._runner, self._socket).start()

    async def close(self) -> None:
        """Serve no more."""
        if self._runner:
            await self._runner.cleanup()
        if self._socket:
            self._socket.close()

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Answer only those who have the link, and only under this machine's own names."""
        secret = self._playground.world.secret
        known = hmac.compare_digest(request.match_info.get("secret", "").encode("utf-8", "replace"), secret.encode())
        if not known or request.headers.get("Host") not in (f"127.0.0.1:{self._port}", f"localhost:{self._port}"):
            return web.Response(status=404, text="Nothing here. The link is in the terminal.\n", headers=_HEADERS)
        await self._playground.welcome(request.headers.get("Accept-Language", ""))
        response: web.StreamResponse = await handler(request)
        response.headers.update(_HEADERS)
        return response

    async def _page(self, request: web.Request) -> web.Response:
        page = _PAGE.read_text(encoding="utf-8")
        # Inside a script element: what would end it is escaped.
        state = json.dumps(await self._state()).replace("<", "\\u003c")
        return web.Response(text=page.replace("{{state}}", state), content_type="text/html")

    async def _now(self, request: web.Request) -> web.Response:
        return web.json_response(await self._state())

    async def _go(self, request: web.Request) -> web.Response:
        """Lead somebody into a place."""
        playground, name = self._playground, request.match_info["person"]
        place, person = request.match_info["place"], playground.world.people.get(name)
        known = place.isdecimal() and int(place) in playground.places() and person is not None
        link = await playground.link(int(place), person) if known and person else None
        if link is None:
            return web.Response(status=404, text="There is no such place.\n")
        return web.Response(status=302, headers={"Location": link})

    async def _speak(self, request: web.Request) -> web.Response:
        await self._playground.speak(request.match_info["language"])
        return web.json_response(await self._state())

    async def _state(self) -> dict[str, Any]:
        """Return everything the page shows."""
        playground = self._playground
        world, waiting, languages = playground.world, await playground.waiting(), await playground.languages()
        dms = {person: world.discord.dm_channels[person] for person in world.people.values()}
        tables = [
            {
                "place": str(place),
                "name": name,
                "waits": waiting.get(place, {}) if place != world.channel else {},
                "note": note,
            }
            for place, name, note in await playground.tables()
        ]
        return {
            "games": [*playground.games],
            "channel": {
                "place": str(world.channel),
                "name": world.discord.get_channel(world.channel).name,
                "waits": waiting.get(world.channel, {}),
            },
            "tables": tables,
            "people": [
                {
                    "name": name,
                    "language": languages[name],
                    "client": client(world, name),
                    "dm": str(dms[number]),
                    "messages": len(world.discord.messages.get(dms[number], {})),
                    "waits": sum(name in who for who in waiting.values()),
                }
                for name, number in world.people.items()
            ],
        }
