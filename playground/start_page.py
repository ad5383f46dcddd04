"""`StartPage` serves the playground's start page: all channels and tables, and who has a pending decision where.

It is served to this machine only, under a secret link.
"""

from __future__ import annotations

import hmac
import json
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from aiohttp import web

from playground.initial_world import client_language
from playground.simulated import PlaygroundEnv
from playground.world import PlaygroundError, World

DEFAULT_PORT = 8610
"""The port of the start page unless another is given; it is always the same, so that bookmarks keep working."""

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


class PlaygroundView(Protocol):
    """What the start page needs of the playground; `runner.Playground` implements it."""

    @property
    def world(self) -> World:
        """The simulated world."""

    @property
    def running(self) -> PlaygroundEnv:
        """The environment that runs the bot."""

    @property
    def games(self) -> Sequence[str]:
        """The games, the suggested one first."""

    def channel_ids(self) -> list[int]:
        """Return the ids of the games channel, its threads and everyone's direct-message channel."""

    async def start_world(self, languages: str) -> None:
        """Create the world if there is none, in the first language of this Accept-Language header that we support."""

    async def set_language(self, language: str) -> None:
        """Set the language of the newcomer's Discord client, and so of this page."""

    async def move_time(self, hours: int) -> None:
        """Move the world's clock on by some hours, and run what became due."""

    async def link_to_channel(self, place: int, person: int) -> str | None:
        """Return the link with which a person views a channel, both given by id; None if they may not view it."""

    async def pending_decisions(self) -> dict[int, dict[str, dict[str, str]]]:
        """Return what is pending, as `{channel id: {person's name: {language: sentence}}}`; without empty channels."""

    async def languages(self) -> dict[str, str]:
        """Return the language in which the bot talks to each person, by name."""

    async def tables(self) -> list[tuple[int, str, dict[str, str]]]:
        """Return all tables as (channel id, name, note by language), newest first."""


class StartPage:
    """The web server of the start page: call `bind`, then `serve`, and `close` at the end."""

    def __init__(self, playground: PlaygroundView) -> None:
        self._playground = playground
        self._port = 0
        self._socket: socket.socket | None = None
        self._runner: web.AppRunner | None = None

    @property
    def address(self) -> str:
        """The address of the start page, which contains the world's secret; only after `bind`."""
        return f"http://127.0.0.1:{self._port}/{self._playground.world.secret}/"

    def redirect_address(self, place: int, person: str) -> str:
        """Return the address on the start page's server that redirects a person, given by name, to a channel."""
        return f"{self.address}go/{place}/{person}"

    def bind(self, port: int | None) -> None:
        """Reserve this port of 127.0.0.1; if `port` is None, the default port or else any free one.

        Raises `PlaygroundError` if the port is taken or cannot be used.
        """
        for each in (DEFAULT_PORT, 0) if port is None else (port,):
            if not 0 <= each < 1 << 16:  # create_server would raise OverflowError and leak the socket.
                continue
            try:
                self._socket = socket.create_server(("127.0.0.1", each))
            except OSError:
                continue
            self._port = self._socket.getsockname()[1]
            return
        raise PlaygroundError(
            f"Port {port} is taken or cannot be used. Choose another one: make run PORT={DEFAULT_PORT + 1}"
        )

    async def serve(self) -> None:
        """Start to answer requests at the port that `bind` has reserved; raise AssertionError without one."""
        app = web.Application(middlewares=[self._check_link])
        app.router.add_get("/{secret}/", self._page)
        app.router.add_get("/{secret}/now", self._state_json)
        app.router.add_get("/{secret}/go/{place}/{person}", self._redirect)
        app.router.add_post("/{secret}/speak/{language}", self._set_language)
        app.router.add_post("/{secret}/later/{hours}", self._move_time)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        assert self._socket is not None, "bind first"
        await web.SockSite(self._runner, self._socket).start()

    async def close(self) -> None:
        """Stop answering, and release the port."""
        if self._runner:
            await self._runner.cleanup()
        if self._socket:
            self._socket.close()

    @web.middleware
    async def _check_link(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Answer 404 unless the request has the world's secret and is addressed to this machine; else handle it.

        Before a permitted request is handled, the world is created if there is none yet. Security headers are
        added to every answer.
        """
        secret = self._playground.world.secret
        known = hmac.compare_digest(request.match_info.get("secret", "").encode("utf-8", "replace"), secret.encode())
        if not known or request.headers.get("Host") not in (f"127.0.0.1:{self._port}", f"localhost:{self._port}"):
            return web.Response(status=404, text="Nothing here. The link is in the terminal.\n", headers=_HEADERS)
        await self._playground.start_world(request.headers.get("Accept-Language", ""))
        response: web.StreamResponse = await handler(request)
        response.headers.update(_HEADERS)
        return response

    async def _page(self, request: web.Request) -> web.Response:
        """Answer with the start page as HTML, with the current state in it."""
        page = _PAGE.read_text(encoding="utf-8")
        # The JSON is inside a script element, so "</script>" in it must be escaped.
        state = json.dumps(await self._state()).replace("<", "\\u003c")
        return web.Response(text=page.replace("{{state}}", state), content_type="text/html")

    async def _state_json(self, request: web.Request) -> web.Response:
        """Answer with the current state as JSON, for a page that refreshes itself."""
        return web.json_response(await self._state())

    async def _redirect(self, request: web.Request) -> web.Response:
        """Redirect the browser to a channel as a person views it.

        Answer 404 if there is no such person or channel, or if the person may not view it.
        """
        playground, name = self._playground, request.match_info["person"]
        place, person = request.match_info["place"], playground.world.people.get(name)
        known = place.isdecimal() and int(place) in playground.channel_ids() and person is not None
        link = await playground.link_to_channel(int(place), person) if known and person else None
        if link is None:
            return web.Response(status=404, text="There is no such place.\n")
        return web.Response(status=302, headers={"Location": link})

    async def _set_language(self, request: web.Request) -> web.Response:
        """Set the language of the newcomer's Discord client, and answer with the new state as JSON."""
        await self._playground.set_language(request.match_info["language"])
        return web.json_response(await self._state())

    async def _move_time(self, request: web.Request) -> web.Response:
        """Move the world's clock on by 1 or 24 hours, and answer with the new state as JSON.

        Answer 404 for any other number of hours.
        """
        hours = request.match_info["hours"]
        if hours not in ("1", "24"):
            return web.Response(status=404, text="There is no such time.\n")
        await self._playground.move_time(int(hours))
        return web.json_response(await self._state())

    async def _state(self) -> dict[str, Any]:
        """Return everything the start page shows, as JSON values.

        - The names of the games.
        - The channel and the tables: each has a sentence for each pending decision, by person's name and language.
        - The people: each has the language in which the bot answers and that of their Discord client, the number of
          channels where a decision of theirs is pending, and the id and number of messages of their direct-message
          channel.
        - The world's time in milliseconds since 1970, and how many hours it is ahead of the real time.
        """
        playground = self._playground
        world, waiting, languages = playground.world, await playground.pending_decisions(), await playground.languages()
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
            "now": int(playground.running.now().timestamp() * 1000),
            "ahead": world.ahead_h,
            "people": [
                {
                    "name": name,
                    "language": languages[name],
                    "client": client_language(world, name),
                    "dm": str(dms[number]),
                    "messages": len(world.discord.messages.get(dms[number], {})),
                    "waits": sum(name in who for who in waiting.values()),
                }
                for name, number in world.people.items()
            ],
        }
