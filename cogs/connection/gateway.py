"""`Gateway`, the bot's base class: connects shards to Discord's gateway, and hands sessions from process to process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import discord
from discord.ext import commands, tasks
from yarl import URL

from cluster import DATABASE_ERRORS, GatewaySession
from cogs.connection.discord_private import (
    ResumableSession,
    current_sessions,
    intercept_events,
    leave_sessions,
    resume_session,
    skip_message_objects,
)
from cogs.connection.guild_cache import GuildCache
from tables.runtime.services import Services

log = logging.getLogger("kontor.gateway")

IDENTIFY_SPACING_MS = 5200
"""Between two new sessions in one bucket. Discord demands 5,000, measured when they arrive there."""
_RESUME_TIMEOUT_S = 10.0
_RECORD_INTERVAL_S = 1.0
"""Between two records of our sessions for a process that takes over if we are killed."""


class Gateway(commands.AutoShardedBot):
    """A bot on this partition's shards that resumes sessions left by another process, and leaves its own at the end.

    So nobody notices a restart: Discord sends the events again that happened in between. The sessions of a killed
    process are resumed too, from its latest record of them. In that case interactions that Discord sends again are
    dropped, because the killed process may have handled them. Before a shard begins a new session, it waits for its
    turn among all processes. `connected` is True if all our shards are connected, and `guild_cache` is the cache of
    servers.
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
        self._recorded: list[ResumableSession] = []
        """Our sessions as they were last recorded."""
        self._repeating: set[int] = set()
        """The shards on which Discord repeats events of a killed process."""
        intercept_events(self, self._drop_repeated)

    @property
    def connected(self) -> bool:
        """True if every shard of ours is connected."""
        return self._connected_shards.issuperset(self._our_shards)

    @property
    def _our_shards(self) -> list[int]:
        return list(self.shard_ids or range(self.shard_count or 1))

    async def on_shard_ready(self, shard: int) -> None:
        """Note that a shard is connected, and log it."""
        self._note_connected(shard)
        log.info("connected shard=%d servers=%d", shard, len(self.guilds))

    async def on_shard_resumed(self, shard: int) -> None:
        """Note that a shard is connected again, and log it."""
        self._note_connected(shard)
        log.info("resumed shard=%d", shard)

    def _note_connected(self, shard: int) -> None:
        """Note that a shard is connected. If the bot has several shards, start to record sessions (`record_sessions`).

        Without a record, several shards would have to begin new sessions after a crash, one every five seconds. A
        single shard begins a new session at once, so it needs no record. Recording is not started once the bot is
        closing.
        """
        self._connected_shards.add(shard)
        several = (self.shard_count or 1) > 1
        if several and not self.record_sessions.is_running() and not self._services.background.closing:
            self.record_sessions.start()

    async def on_shard_disconnect(self, shard: int) -> None:
        """Note that a shard is not connected.

        If that lasts, the bot stops touching the file that `KONTOR_ALIVE` names, so that a supervisor restarts the bot.
        """
        self._connected_shards.discard(shard)

    async def end(self) -> None:
        """Leave the gateway sessions to the next process (see `hand_over`), then close the bot even if that failed."""
        try:
            await self.hand_over()
        finally:
            await self.close()

    async def hand_over(self) -> None:
        """Disconnect from the gateway without ending the sessions, and store them for the next process.

        `record_sessions` stops. Events that arrived before are still handled; for one whose server is being fetched,
        this waits at most a second. If the database cannot be reached, the sessions are lost and a warning is logged.
        """
        self.record_sessions.cancel()
        left = await leave_sessions(self)
        self._connected_shards.clear()
        await self.guild_cache.wait_until_idle()
        kept = self._records(left, in_order=True)
        try:
            await self._services.cluster.leave_sessions(kept)
        except DATABASE_ERRORS as problem:
            log.warning("sessions not stored for the next process: %s", problem)
        else:
            log.info("sessions stored for the next process shards=%s", [session.shard for session in kept])

    @tasks.loop(seconds=_RECORD_INTERVAL_S)
    async def record_sessions(self) -> None:
        """Store our sessions every second, so that another process can resume them if this one is killed.

        Nothing is stored if they have not changed since the last time. If this process may not act, or the database is
        away, nothing is stored either; the next call tries again.
        """
        sessions = current_sessions(self)
        if sessions != self._recorded and self._services.cluster.may_act():
            with suppress(*DATABASE_ERRORS):
                await self._services.cluster.leave_sessions(self._records(sessions, in_order=False))
                self._recorded = sessions

    def _records(self, sessions: Sequence[ResumableSession], *, in_order: bool) -> list[GatewaySession]:
        """Return the rows to store for these sessions, with the present time.

        `in_order` is True if we have disconnected from them and handled every event up to their sequence numbers; False
        while they are still in use.
        """
        return [
            GatewaySession(
                shard=one.shard, shards=self.shard_count or 1, session=one.session, sequence=one.sequence,
                address=one.address, at=self._services.now(), in_order=in_order,
            )
            for one in sessions
        ]  # fmt: skip

    def _drop_repeated(self, event: str, data: dict[str, Any], pass_on: Callable[[], None]) -> None:
        """Pass a gateway event on to discord.py, unless it is an interaction that a killed process may have handled.

        This concerns shards that resumed a session of a killed process. There all interactions are dropped until
        Discord says that it has sent all missed events again. `pass_on` passes the event on.
        """
        if self._repeating:
            if event == "RESUMED":
                self._repeating.discard(data["__shard_id__"])
            elif event == "READY":  # Discord did not know the session any more.
                self._repeating.discard(data["shard"][0])
            elif event == "INTERACTION_CREATE":
                shard = (int(data.get("guild_id") or 0) >> 22) % (self.shard_count or 1)
                if shard in self._repeating:
                    log.info("interaction=%s dropped: the killed process may have handled it", data["id"])
                    return
        pass_on()

    async def close(self) -> None:
        """Stop recording our sessions, and close the connection to Discord."""
        self.record_sessions.cancel()
        await super().close()

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard: resume the session that another process left for it, or begin a new one.

        discord.py calls this for each shard. The first call resumes the sessions of all our shards at once, because
        Discord limits only new sessions. A later call does nothing for a shard that was resumed, and begins a new
        session for any other.
        """
        if self._left is None:
            self._left = await self._take_sessions()
            self._repeating = {session.shard for session in self._left.values() if not session.in_order}
            await asyncio.gather(*map(self._resume, list(self._left.values())))
        if shard_id not in self._left:
            await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the shard's turn to begin a new session, among all processes on the same database.

        Discord allows one new session every five seconds in each bucket (group of shards, see `_concurrency`). If the
        database or Discord fails to tell the turn, a warning is logged and the wait is five seconds, as in discord.py.
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
        """Return and delete the sessions of our shards, by shard id, that were left or recorded in the last minute.

        If the database cannot be reached, log a warning and return {}.
        """
        try:
            return await self._services.cluster.take_sessions(
                self._our_shards, self.shard_count or 1, self._services.now()
            )
        except DATABASE_ERRORS as problem:
            log.warning("no sessions resumed: %s", problem)
            return {}

    async def _resume(self, left: GatewaySession) -> None:
        """Resume a session that another process has left.

        If that fails, a warning is logged and the shard is removed from `_left` and `_repeating`: `launch_shard` then
        begins a new session for it, and none of its interactions is dropped.
        """
        try:
            await resume_session(
                self, ResumableSession(left.shard, left.session, left.sequence, left.address), _RESUME_TIMEOUT_S
            )
        except Exception as problem:  # Whatever it is, a new session is the remedy.
            log.warning("shard=%d not resumed: %r", left.shard, problem)
            assert self._left is not None
            del self._left[left.shard]
            self._repeating.discard(left.shard)

    async def _concurrency(self) -> int:
        """Return Discord's `max_concurrency`: the number of buckets into which shards are divided.

        Shards of different buckets may begin sessions at the same time. Discord is asked only once, and not at all for
        a single shard, for which the number is 1.
        """
        if self._buckets is None:
            limits = await self.fetch_session_start_limits() if (self.shard_count or 1) > 1 else None
            self._buckets = limits.max_concurrency if limits else 1
        return self._buckets


def _milliseconds() -> int:
    return int(discord.utils.utcnow().timestamp() * 1000)
