"""Our connection to Discord's gateway: shards, whose turn it is to begin a session, and sessions handed over."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord
from discord.ext import commands
from yarl import URL

from cluster import DATABASE_ERRORS, GatewaySession
from cogs.connection.discord_private import Resumable, leave_sessions, read_clicks_lightly, resume_session
from cogs.connection.guild_cache import Servers
from tables.runtime.services import Services

log = logging.getLogger("kontor.gateway")

APART = 5200
"""Milliseconds between two beginnings in one bucket: Discord demands five seconds, by when they arrive there."""
_PATIENCE = 10.0
"""Seconds until a session has to be resumed."""


class Gateway(commands.AutoShardedBot):
    """A bot on shards of Discord's. Their sessions can be left for the process that comes after us, and are resumed.

    So nobody notices a restart: Discord repeats what happened meanwhile.
    """

    def __init__(self, services: Services, **options: Any) -> None:
        super().__init__(**options)
        read_clicks_lightly(self)
        self.servers = Servers(self)
        self._house = services
        self._talking: set[int] = set()
        """The shards on which Discord talks to us."""
        self._left: dict[int, GatewaySession] | None = None
        """The sessions we found; None: nobody has looked yet."""
        self._buckets: int | None = None

    @property
    def connected(self) -> bool:
        """Whether Discord talks to us, on every shard of ours."""
        return self._talking.issuperset(self._ours)

    @property
    def _ours(self) -> list[int]:
        return list(self.shard_ids or range(self.shard_count or 1))

    async def on_shard_ready(self, shard: int) -> None:
        """Note that Discord talks to us."""
        self._talking.add(shard)
        log.info("connected shard=%d servers=%d", shard, len(self.guilds))

    async def on_shard_resumed(self, shard: int) -> None:
        """Note that Discord talks to us again."""
        self._talking.add(shard)
        log.info("resumed shard=%d", shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Note that Discord does not talk to us: if that lasts, whoever watches `alive` starts us anew."""
        self._talking.discard(shard)

    async def end(self) -> None:
        """Leave the sessions to who comes after us, and end."""
        try:
            await self.hand_over()
        finally:
            await self.close()

    async def hand_over(self) -> None:
        """Hear no more, but leave the sessions to who comes after us. What was heard before is still attended to."""
        left = await leave_sessions(self)
        self._talking.clear()
        await self.servers.settle()
        kept = [
            GatewaySession(
                shard=one.shard, shards=self.shard_count or 1, session=one.session,
                sequence=one.sequence, address=one.address, at=self._house.now(),
            )
            for one in left
        ]  # fmt: skip
        try:
            await self._house.cluster.leave_sessions(kept)
        except DATABASE_ERRORS as problem:
            log.warning("sessions are not handed over: %s", problem)
        else:
            log.info("handed over shards=%s", [session.shard for session in kept])

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Begin a session, unless one was left. All that were left are resumed first: that takes no turn."""
        if self._left is None:
            self._left = await self._take()
            await asyncio.gather(*map(self._resume, list(self._left.values())))
        if shard_id not in self._left:
            await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for our turn, of all processes on the same database."""
        try:
            bucket = (shard_id or 0) % await self._concurrency()
            turn = await self._house.cluster.take_identify_turn(bucket, _milliseconds(), APART)
        except (*DATABASE_ERRORS, discord.DiscordException) as problem:
            log.warning("shard=%s waits without knowing its turn: %s", shard_id, problem)
            await super().before_identify_hook(shard_id, initial=False)
            return
        await asyncio.sleep((turn - _milliseconds()) / 1000)

    async def _take(self) -> dict[int, GatewaySession]:
        """Return the sessions that were left for us a short while ago."""
        try:
            return await self._house.cluster.take_sessions(self._ours, self.shard_count or 1, self._house.now())
        except DATABASE_ERRORS as problem:
            log.warning("sessions are not looked for: %s", problem)
            return {}

    async def _resume(self, left: GatewaySession) -> None:
        try:
            await resume_session(self, Resumable(left.shard, left.session, left.sequence, left.address), _PATIENCE)
        except Exception as problem:  # Whatever it is: then a session is begun.
            log.warning("shard=%d is not resumed: %r", left.shard, problem)
            assert self._left is not None
            del self._left[left.shard]

    async def _concurrency(self) -> int:
        """Return in how many buckets shards may begin at the same time."""
        if self._buckets is None:
            limits = await self.fetch_session_start_limits() if (self.shard_count or 1) > 1 else None
            self._buckets = limits.max_concurrency if limits else 1
        return self._buckets


def _milliseconds() -> int:
    return int(discord.utils.utcnow().timestamp() * 1000)
