"""`Gateway`, the bot's base class: its shards at Discord's gateway, session handover, and turns to begin a session."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord
from discord.ext import commands
from yarl import URL

from cluster import DATABASE_ERRORS, GatewaySession
from cogs.connection.discord_private import ResumableSession, leave_sessions, resume_session, skip_message_objects
from cogs.connection.guild_cache import GuildCache
from tables.runtime.services import Services

log = logging.getLogger("kontor.gateway")

IDENTIFY_SPACING_MS = 5200
"""Between two new sessions in one bucket. Discord demands 5,000, measured when they arrive there."""
_RESUME_TIMEOUT_S = 10.0


class Gateway(commands.AutoShardedBot):
    """A bot on this partition's shards that resumes sessions left by another process, and leaves its own at the end.

    So nobody notices a restart: Discord repeats the events that happened in between. A new session waits for its turn
    among all processes. It also knows whether all shards are connected (`connected`), and has the `guild_cache`.
    """

    def __init__(self, services: Services, **options: Any) -> None:
        super().__init__(**options)
        skip_message_objects(self)
        self.guild_cache = GuildCache(self)
        self._services = services
        self._connected_shards: set[int] = set()
        self._left: dict[int, GatewaySession] | None = None
        """The sessions that were resumed, by shard id; None until they were looked for."""
        self._buckets: int | None = None

    @property
    def connected(self) -> bool:
        """True if every shard of ours is connected."""
        return self._connected_shards.issuperset(self._our_shards)

    @property
    def _our_shards(self) -> list[int]:
        return list(self.shard_ids or range(self.shard_count or 1))

    async def on_shard_ready(self, shard: int) -> None:
        """Note that a shard is connected, and log it."""
        self._connected_shards.add(shard)
        log.info("connected shard=%d servers=%d", shard, len(self.guilds))

    async def on_shard_resumed(self, shard: int) -> None:
        """Note that a shard is connected again, and log it."""
        self._connected_shards.add(shard)
        log.info("resumed shard=%d", shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Note that a shard is not connected.

        If that lasts, the file KONTOR_ALIVE grows old, and a supervisor restarts the bot.
        """
        self._connected_shards.discard(shard)

    async def end(self) -> None:
        """Leave the gateway sessions to the next process (see `hand_over`), and close the bot, also if that fails."""
        try:
            await self.hand_over()
        finally:
            await self.close()

    async def hand_over(self) -> None:
        """Disconnect from the gateway without ending the sessions, and store them for the next process.

        Events that arrived before are still handled. If the database cannot be reached, the sessions are lost and a
        warning is logged.
        """
        left = await leave_sessions(self)
        self._connected_shards.clear()
        await self.guild_cache.wait_until_idle()
        kept = [
            GatewaySession(
                shard=one.shard, shards=self.shard_count or 1, session=one.session,
                sequence=one.sequence, address=one.address, at=self._services.now(),
            )
            for one in left
        ]  # fmt: skip
        try:
            await self._services.cluster.leave_sessions(kept)
        except DATABASE_ERRORS as problem:
            log.warning("sessions not stored for the next process: %s", problem)
        else:
            log.info("sessions stored for the next process shards=%s", [session.shard for session in kept])

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard: resume the session that was left for it, or begin a new one.

        The first call resumes the sessions of all our shards at once; that needs no turn of Discord's. A new session
        begins if none was left or resuming fails. discord.py calls this for each shard.
        """
        if self._left is None:
            self._left = await self._take_sessions()
            await asyncio.gather(*map(self._resume, list(self._left.values())))
        if shard_id not in self._left:
            await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the shard's turn to begin a session, among all processes on the same database.

        Discord allows one new session per bucket every five seconds. If the turn cannot be found out, a warning is
        logged and the wait is five seconds, as in discord.py.
        """
        try:
            bucket = (shard_id or 0) % await self._concurrency()
            turn = await self._services.cluster.take_identify_turn(bucket, _milliseconds(), IDENTIFY_SPACING_MS)
        except (*DATABASE_ERRORS, discord.DiscordException) as problem:
            log.warning("shard=%s begins a session without a reserved turn: %s", shard_id, problem)
            await super().before_identify_hook(shard_id, initial=False)
            return
        await asyncio.sleep((turn - _milliseconds()) / 1000)

    async def _take_sessions(self) -> dict[int, GatewaySession]:
        """Return the sessions that were left for our shards in the last minute, by shard id, and delete them.

        {} with a warning if the database cannot be reached.
        """
        try:
            return await self._services.cluster.take_sessions(
                self._our_shards, self.shard_count or 1, self._services.now()
            )
        except DATABASE_ERRORS as problem:
            log.warning("no sessions resumed: %s", problem)
            return {}

    async def _resume(self, left: GatewaySession) -> None:
        """Resume a session. If that fails, log it and remove it from `_left`: `launch_shard` then begins a new one."""
        try:
            await resume_session(
                self, ResumableSession(left.shard, left.session, left.sequence, left.address), _RESUME_TIMEOUT_S
            )
        except Exception as problem:  # Whatever it is, a new session is the remedy.
            log.warning("shard=%d not resumed: %r", left.shard, problem)
            assert self._left is not None
            del self._left[left.shard]

    async def _concurrency(self) -> int:
        """Return Discord's `max_concurrency`: in how many buckets sessions may begin at the same time.

        Discord is asked only once, and not at all for a single shard, for which it is 1.
        """
        if self._buckets is None:
            limits = await self.fetch_session_start_limits() if (self.shard_count or 1) > 1 else None
            self._buckets = limits.max_concurrency if limits else 1
        return self._buckets


def _milliseconds() -> int:
    return int(discord.utils.utcnow().timestamp() * 1000)
