"""`GuildCache`: fetches servers that Discord has not sent, because this process resumed a session.

Each server is fetched when its first event arrives. `guild_cache_of` returns the cache of our bot.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, cast

import discord
from cachetools import TTLCache

from cogs.connection.discord_errors import NO_ACCESS, SEND_ERRORS, UNKNOWN_SERVER, is_temporary
from cogs.connection.discord_private import cache_stub_guild, fetch_guild_into_cache, intercept_events

log = logging.getLogger("kontor.servers")

_WAIT_S = 1.0
"""How long an event or a caller waits for a server. Somebody may have clicked, and Discord waits three seconds."""
_FETCH_TIMEOUT_S = 30.0
"""How long fetching a server may take in all."""
_FAILED_S = 60
"""How long a server that could not be fetched is not asked for again."""
_EVENTS_WITH_ID = ("GUILD_UPDATE", "GUILD_DELETE")
"""Events that name the server as `id`; all others name it as `guild_id`."""


class HasGuildCache(Protocol):
    """A client with a guild cache: our bot."""

    guild_cache: GuildCache


def guild_cache_of(client: discord.Client) -> GuildCache:
    """Return the guild cache of our bot."""
    return cast(HasGuildCache, client).guild_cache


class GuildCache:
    """Delays the events of a server until the server is cached, so that all other code finds it in the cache.

    At the beginning of a session Discord sends all servers. A process that resumed a session has missed that: it has to
    fetch each server with four requests, for which the server's first event, such as a click, waits.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._delayed: dict[int, deque[tuple[Callable[[], None], asyncio.TimerHandle]]] = {}
        """The events that wait for each server, oldest first, each with the timer that ends its waiting."""
        self._fetching: dict[int, asyncio.Task[None]] = {}
        self._failed: TTLCache[int, bool] = TTLCache(10_000, _FAILED_S)
        intercept_events(client, self._receive)

    async def get_or_fetch(self, server: int) -> discord.Guild | None:
        """Return a server with its channels and roles, fetched if it is not cached; None if Discord refuses to show it.

        After a refusal None is returned for a minute without another request. Raises one of `SEND_ERRORS` if fetching
        fails for a temporary reason or takes more than a second. After that second the fetching goes on in the
        background.
        """
        if self._client.get_guild(server) is None and server not in self._failed:
            async with asyncio.timeout(_WAIT_S):
                await asyncio.shield(self._task(server))
        return self._client.get_guild(server)

    async def has_removed_us(self, server: int) -> bool:
        """Return True if Discord confirms that the bot is no longer on a server.

        Returns False without a request if the server is cached, and also if Discord answers with another error. Raises
        one of `SEND_ERRORS` if Discord cannot be reached.
        """
        if self._client.get_guild(server):
            return False
        try:
            await self._client.http.get_guild(server, with_counts=False)
        except discord.HTTPException as problem:
            return problem.code in (UNKNOWN_SERVER, NO_ACCESS)
        return False

    async def wait_until_idle(self) -> None:
        """Wait until no server is being fetched, so that all delayed events have been passed on; at most a second."""
        if self._fetching:
            await asyncio.wait(self._fetching.values(), timeout=_WAIT_S)

    def _receive(self, event: str, data: dict[str, Any], pass_on: Callable[[], None]) -> None:
        """Pass a gateway event on to discord.py: at once if its server is cached, else when it has been fetched.

        `data` is the event's JSON, and calling `pass_on` passes the event on. This is also done at once if the event
        has no server, or if fetching the server failed in the last minute. An event waits at most a second and is then
        passed on without its server; the fetching goes on for later events.

        A deleted channel is also dispatched as the event `channel_gone` with the ids of its server and itself, because
        discord.py drops the deletion of a channel that it does not know. A server that has removed the bot cannot be
        fetched, so a stub is cached for it.
        """
        if event == "CHANNEL_DELETE" and "guild_id" in data:
            self._client.dispatch("channel_gone", int(data["guild_id"]), int(data["id"]))
        server = int(data.get("id" if event in _EVENTS_WITH_ID else "guild_id") or 0)
        if not server or self._client.get_guild(server) or server in self._failed:
            pass_on()
        elif event == "GUILD_DELETE":
            cache_stub_guild(self._client, server)
            pass_on()
        else:
            timer = asyncio.get_running_loop().call_later(_WAIT_S, self._pass_on_oldest, server)
            self._delayed.setdefault(server, deque()).append((pass_on, timer))
            self._task(server)

    def _pass_on_oldest(self, server: int) -> None:
        """Pass the oldest delayed event of a server on to discord.py, and cancel the timer that ends its waiting.

        The server must have a delayed event.
        """
        pass_on, timer = self._delayed[server].popleft()
        timer.cancel()
        pass_on()

    def _task(self, server: int) -> asyncio.Task[None]:
        """Return the task that is fetching a server; start one if there is none."""
        if server not in self._fetching:
            task = self._fetching[server] = asyncio.create_task(self._fetch(server))
            task.add_done_callback(lambda _: self._fetching.pop(server, None))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return self._fetching[server]

    async def _fetch(self, server: int) -> None:
        """Fetch a server into the cache. Then pass its delayed events on, even if fetching failed.

        A temporary error is raised, such as a timeout after 30 seconds. After any other error nothing is raised, and
        the server is not fetched again for a minute.
        """
        try:
            async with asyncio.timeout(_FETCH_TIMEOUT_S):
                await fetch_guild_into_cache(self._client, server)
        except SEND_ERRORS as problem:
            log.warning("server=%d not fetched: %r", server, problem)
            if is_temporary(problem):
                raise
            self._failed[server] = True
        finally:
            while self._delayed.get(server):
                self._pass_on_oldest(server)
            self._delayed.pop(server, None)
