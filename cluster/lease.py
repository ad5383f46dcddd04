"""The lease of a partition on PostgreSQL: claiming it, renewing it with heartbeats, and noticing its loss.

A partition is held by an advisory lock on a connection of its own. The server keeps such a lock for a process that is
merely stopped, and drops it with a broken connection, so the lock alone proves nothing. Its holder therefore writes a
heartbeat every second. Without a confirmed heartbeat it stops acting, by its own clock, well before another process may
take the partition by the server's clock. What it still tries to write is refused by its outdated fencing token.

This module is the only one outside `storage` that uses a PostgreSQL connection itself. In the database a partition is
called `share`, its fencing token `epoch`, and heartbeats are in `kontor_beats` (migration 0018).
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any, NamedTuple

from storage import Database, LeaseHost, Partition, PartitionLayout, PartitionLost, Unusable, WriteLease
from storage.engines.connecting import AWAY, SERVER_DOWN, close, reason_of, unusable_if_refused

log = logging.getLogger("kontor.cluster")

_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
_CLAIM = "SELECT share, raised FROM kontor_claim($1, $2, $3, $4)"
_DOUBTFUL = """
    SELECT EXISTS (
        SELECT 1 FROM kontor_beats
        WHERE at < pg_postmaster_start_time() AND at >= clock_timestamp() - make_interval(secs => $1)
    )
"""
"""True if the server was restarted after a recent heartbeat. The restart has dropped all locks, and healthy holders are
about to reconnect. So a spare claims nothing until the heartbeat is renewed or has expired."""
_RENEW = "SELECT kontor_hold_again($1, $2, $3)"
_HEARTBEAT = """
    UPDATE kontor_beats SET at = clock_timestamp() FROM kontor_shares AS held, kontor
    WHERE kontor_beats.number = $1 AND held.number = $1 AND held.epoch = $2 RETURNING kontor.version
"""
_MARGIN_S = 0.2
"""A partition counts as contested this long before another process can take it."""


class LeaseTimings(NamedTuple):
    """The times of a lease, in seconds. `act_s` must be well below `expire_s`."""

    heartbeat_s: float = 1.0
    """From one heartbeat to the next."""
    act_s: float = 2.0
    """Without a confirmed heartbeat for this long, the holder stops acting."""
    expire_s: float = 4.0
    """Without a heartbeat for this long, any other process may take the partition."""
    retry_s: float = 0.25
    """From one attempt to claim a partition, or to reconnect, to the next."""


TIMINGS = LeaseTimings()


def uninterrupted_clock() -> float:
    """Return seconds on a clock that goes on while this process is stopped and, on Linux, while the machine sleeps."""
    return time.clock_gettime(_CLOCK)


class Lease:
    """One process's lease of a partition, renewed by a task of its own over a connection of its own.

    `LeasedCluster` makes it. `acquire` migrates the database, claims a partition, grants the database its write lease
    and starts the heartbeats; before that nothing is held. `release` gives the partition up. In between, `may_act` and
    `is_uncontested` judge by the last confirmed heartbeat and by whether the connection is known to be broken. Messages
    of other processes arrive over the same connection.
    """

    def __init__(self, db: Database, host: LeaseHost) -> None:
        self._db = db
        self._host = host
        self._timings = TIMINGS
        self._connection: Any = None
        self._confirmed = 0.0
        """When the latest heartbeat began that the server has confirmed; for a spare, when the server last answered."""
        self._is_server_down: bool | None = None
        """True if the server has refused every attempt to reconnect because it is stopped or starting; None before the
        first attempt. After any other attempt the connection may have broken before the server was stopped."""
        self._task: asyncio.Task[None] | None = None
        self._broken = asyncio.Event()

    def may_act(self) -> bool:
        """Return True if we hold a partition and no other process can have taken it yet.

        That needs a recent confirmed heartbeat and a connection that is not known to be broken. When the connection
        breaks, the server drops our lock, and a spare takes the partition at once.
        """
        return self._is_held() and self._is_connected() and self._silent_s() < self._timings.act_s

    def is_uncontested(self, within_s: float) -> bool:
        """Return True if we hold a partition and no other process can take it within this many seconds from now.

        Others can take it once our last confirmed heartbeat is too old. If only our connection has broken, they can
        take it at once. If the whole server was down, they have to wait until the heartbeat is too old (see
        `_DOUBTFUL`).
        """
        kept = self._is_held() and (self._is_connected() or self._is_server_down is True)
        return kept and self._silent_s() + within_s < self._timings.expire_s - _MARGIN_S

    def is_database_away(self) -> bool:
        """Return True if the server has neither confirmed a heartbeat nor answered a spare for `expire_s`."""
        return self._silent_s() > self._timings.expire_s

    def _silent_s(self) -> float:
        """Return how many seconds ago the last confirmed heartbeat was sent.

        For a spare, return how many seconds ago the server last answered. Time counts on while this process is stopped
        and, on Linux, while the machine sleeps.
        """
        return uninterrupted_clock() - self._confirmed

    def _is_connected(self) -> bool:
        """Return True if the connection with the lock exists and is not known to be broken."""
        return self._connection is not None and not self._connection.is_closed()

    def _is_held(self) -> bool:
        """Return True if a partition was claimed and is not known to be lost."""
        return self._db.lease is not None and not self._db.lost

    async def acquire(self, layout: PartitionLayout, *, wait: bool) -> None:
        """Migrate the database, claim the first free partition, and start the heartbeats.

        The database gets its write lease. If no partition is free or the server is away, `wait` tries again until one
        can be claimed, and logs each new reason. Without `wait`, `Unusable` is raised. It is always raised if the
        server refuses us.
        """
        connection, logged = None, ""
        self._confirmed = uninterrupted_clock()
        try:
            with unusable_if_refused(self._host.name):
                while True:
                    try:
                        if connection is None or connection.is_closed():
                            connection = await self._host.connect()
                        obstacle = await self._try_to_acquire(connection, layout)
                        if obstacle:
                            self._confirmed = uninterrupted_clock()
                    except AWAY as problem:
                        if not wait:
                            raise
                        obstacle = f"the database cannot be reached: {reason_of(problem)}"
                    if not obstacle:
                        return
                    if not wait:
                        raise Unusable(f"Another Kontor is running on {self._host.name}. Stop it first.")
                    if obstacle != logged:
                        log.info("spare: %s", obstacle)
                    logged = obstacle
                    await asyncio.sleep(self._timings.retry_s)
        finally:
            if connection and not self._db.lease:
                await close(connection)

    async def _try_to_acquire(self, connection: Any, layout: PartitionLayout) -> str:
        """Migrate the database and claim a partition over this connection, which then belongs to the lease.

        Return "" on success, or else a text that says why no partition could be claimed. On success the database gets
        its write lease, and the task that sends heartbeats starts. Raises `Unusable` if the database is another
        program's or has a newer schema. Errors of the connection are raised unchanged.
        """
        if not await self._host.migrate(connection):
            return "processes with an older schema hold all partitions"
        if await connection.fetchval(_DOUBTFUL, self._timings.expire_s):
            return "the server was restarted, and the holders may come back"
        began = uninterrupted_clock()
        rows = await connection.fetch(_CLAIM, *layout, self._host.process_id, self._timings.expire_s)
        if not rows:
            return "all partitions are held"
        number, token = rows[0]
        if number is None:
            return "others run with other KONTOR_SHARDS, KONTOR_PROCESSES"
        self._confirmed = began
        self._db.grant(WriteLease(Partition(layout, number), token, self.release))
        await self._use(connection)
        self._task = asyncio.create_task(self._renew_until_lost(), name=f"lease of partition {number}")
        log.info("partition=%d of=%d token=%d acquired", number, layout.processes, token)
        return ""

    async def release(self) -> None:
        """Stop the heartbeats and close the connection: a spare can take the partition at once."""
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._connection:
            await close(self._connection)

    async def _use(self, connection: Any) -> None:
        """Make this the lease's connection: listen on it to messages of other processes, and notice when it breaks."""
        self._connection, self._is_server_down = connection, None
        self._broken.clear()
        connection.add_termination_listener(lambda _: self._broken.set())
        await connection.add_listener("kontor", self._receive)

    def _receive(self, connection: object, pid: int, channel: str, payload: str) -> None:
        """Report a message of another process as `on_message`; `payload` is its process id, subject and text.

        Our own messages arrive too and are ignored.
        """
        sender, subject, text = payload.split(" ", 2)
        if sender != self._host.process_id:
            self._db.events.on_message(subject, text)

    async def _renew_until_lost(self) -> None:
        """Send heartbeats, and reconnect when the connection breaks, until the partition is lost.

        If it is lost, or the schema is newer than ours, the database's write lease is revoked. Any other error is
        logged once, and a new connection is made. After a timeout, all other calls that wait for the server are made to
        fail too (`abandon_waits`). When we may act again after an interruption, the listeners' `on_reachable_again` is
        called.
        """
        logged, reconnects = "", False
        while not self._db.lost:
            if not reconnects:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._timings.heartbeat_s):
                        await self._broken.wait()
            began, reconnects = uninterrupted_clock(), reconnects or not self._is_connected()
            try:
                await (self._reconnect() if reconnects else self._send_heartbeat())
                was_inactive = not self.may_act()
                self._confirmed, logged = began, ""
                if reconnects or was_inactive:
                    self._db.events.on_reachable_again()
                reconnects = False
            except Unusable as problem:
                self._db.revoke(problem)
                self._connection.terminate()
            except Exception as problem:  # Whatever it is: nobody else would send heartbeats for us.
                # This happens several times a second while the server is away: log it once.
                log.log(logging.DEBUG if repr(problem) == logged else logging.WARNING, "no heartbeat: %r", problem)
                logged = repr(problem)
                if isinstance(problem, TimeoutError):
                    # The connection is kept: as long as the server does not see it end, our lock stays.
                    self._host.abandon_waits()
                else:
                    self._connection.terminate()
                if reconnects:
                    await asyncio.sleep(self._timings.retry_s)
                reconnects = True

    async def _send_heartbeat(self) -> None:
        """Write a heartbeat. Raises `PartitionLost` if the token is outdated, `Unusable` if the schema is newer."""
        lease = self._held_lease()
        version = await self._connection.fetchval(
            _HEARTBEAT, lease.partition.number, lease.token, timeout=self._timings.act_s
        )
        if version is None:
            raise self._taken()
        if version > self._host.schema_version:
            raise Unusable(
                f"The database {self._host.name} was brought up to date by a newer Kontor (schema {version})."
                " Start that one instead of this one."
            )

    async def _reconnect(self) -> None:
        """Take the lock again over a new connection. Raises `PartitionLost` if another process has or had it meanwhile.

        Messages of other processes may have been missed, so the listeners' `on_doubt` is called. If the server cannot
        be reached, raises one of `AWAY`, after noting whether the whole server is down.
        """
        lease, former = self._held_lease(), self._connection
        try:
            connection = await self._host.connect(self._timings.act_s)
        except AWAY as problem:
            self._is_server_down = self._is_server_down is not False and isinstance(problem, SERVER_DOWN)
            raise
        self._is_server_down = False
        try:
            if not await connection.fetchval(_RENEW, lease.partition.number, lease.token, self._host.process_id):
                raise self._taken()
            await self._use(connection)
        except BaseException:
            connection.terminate()
            raise
        former.terminate()
        self._db.events.on_doubt()

    def _held_lease(self) -> WriteLease:
        """Return the database's write lease, which must have been granted."""
        assert self._db.lease
        return self._db.lease

    def _taken(self) -> PartitionLost:
        """Return the error that says that another process has taken our partition."""
        return PartitionLost(f"Another Kontor has taken this one's place on {self._host.name}.")
