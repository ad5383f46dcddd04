"""Knowing servers: a session that was taken over tells of none, so each is asked for when it is first heard of."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol, cast

import discord
from cachetools import TTLCache

from cogs.connection.discord_errors import NO_ACCESS, TROUBLE, UNKNOWN_SERVER, is_for_now
from cogs.connection.discord_private import learn_server, listen_first, note_server

log = logging.getLogger("kontor.servers")

_PATIENCE = 1.0
"""Seconds: somebody may have clicked, and waits for an answer."""
_NOT_AGAIN = 60
"""Seconds for which a server that could not be learned is not asked for again."""
_ABOUT_A_SERVER = ("GUILD_UPDATE", "GUILD_DELETE")
"""Events that name it by `id`; all others by `guild_id`."""


class HasServers(Protocol):
    """All that is asked of the bot here."""

    servers: Servers


def servers_of(client: discord.Client) -> Servers:
    """Return what knows the servers of this bot."""
    return cast(HasServers, client).servers


class Servers:
    """Holds back what happens on a server that we do not know, until we do: so nobody else ever finds it unknown.

    Servers are known from the beginning of a session on. Who has taken one over has missed that: then the first event
    of a server, a click too, waits for four requests.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._held: dict[int, list[Callable[[], None]]] = {}
        self._learning: dict[int, asyncio.Task[None]] = {}
        self._in_vain: TTLCache[int, bool] = TTLCache(10_000, _NOT_AGAIN)
        listen_first(client, self._hear)

    async def find(self, server: int) -> discord.Guild | None:
        """Return a server with its channels and roles; None if we are not there. Raises what may go well later."""
        if self._client.get_guild(server) is None and server not in self._in_vain:
            await asyncio.shield(self._task(server))
        return self._client.get_guild(server)

    async def is_gone(self, server: int) -> bool:
        """Ask Discord itself whether a server of which a new session has told nothing has removed us."""
        if self._client.get_guild(server):
            return False
        try:
            await self._client.http.get_guild(server, with_counts=False)
        except discord.HTTPException as problem:
            return problem.code in (UNKNOWN_SERVER, NO_ACCESS)
        return False

    async def settle(self) -> None:
        """Wait until nothing is held back any more."""
        if self._learning:
            await asyncio.wait(self._learning.values())

    def _hear(self, event: str, said: dict[str, Any], go_on: Callable[[], None]) -> None:
        """Let an event through at once if its server is known, else as soon as that is asked for."""
        if event == "CHANNEL_DELETE" and "guild_id" in said:
            self._client.dispatch("channel_gone", int(said["guild_id"]), int(said["id"]))
        server = int(said.get("id" if event in _ABOUT_A_SERVER else "guild_id") or 0)
        if not server or self._client.get_guild(server) or server in self._in_vain:
            go_on()
        elif event == "GUILD_DELETE":
            note_server(self._client, server)
            go_on()
        else:
            self._held.setdefault(server, []).append(go_on)
            self._task(server)

    def _task(self, server: int) -> asyncio.Task[None]:
        if server not in self._learning:
            task = self._learning[server] = asyncio.create_task(self._learn(server))
            task.add_done_callback(lambda _: self._learning.pop(server, None))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return self._learning[server]

    async def _learn(self, server: int) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                await learn_server(self._client, server)
        except TROUBLE as problem:
            log.warning("server=%d cannot be learned: %r", server, problem)
            if is_for_now(problem):
                raise
            self._in_vain[server] = True
        finally:
            for go_on in self._held.pop(server, ()):
                go_on()
