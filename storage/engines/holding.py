"""Holding a partition of a PostgreSQL database: claiming it, beating so that others know, stopping when that fails.

The lock of a partition has no lifetime: it is kept by the server for whoever is stopped, and by nobody who lost the
connection. So who holds one beats. Without a confirmed beat it stops acting by its own clock, well before anybody else
takes the partition by the server's; and what it writes is fenced by the partition's epoch.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from storage.database import Lost, Unusable
from storage.engines.connecting import GONE, Connector, close
from storage.partition import Partition, PartitionLayout

log = logging.getLogger("kontor.cluster")

_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""It goes on while we are stopped, and while the whole machine sleeps, where there is such a clock."""
_CLAIM = "SELECT share, raised FROM kontor_claim($1, $2, $3, $4)"
_AGAIN = "SELECT kontor_hold_again($1, $2, $3)"
_BEAT = """
    UPDATE kontor_beats SET at = clock_timestamp() FROM kontor_shares AS held, kontor
    WHERE kontor_beats.number = $1 AND held.number = $1 AND held.epoch = $2 RETURNING kontor.version
"""


_MARGIN = 0.2
"""Seconds by which we count a partition as another's before it can be."""


class Pace(NamedTuple):
    """How often and how long, in seconds."""

    beat: float = 1.0
    """From one beat to the next."""
    acts: float = 2.0
    """Who has not been confirmed for so long does nothing any more."""
    silent: float = 4.0
    """Who has not been heard for so long loses its partition to whoever wants one."""
    claim: float = 0.25
    """From one look for a free partition to the next."""


def clock() -> float:
    """Return seconds that nothing stops."""
    return time.clock_gettime(_CLOCK)


Word = Callable[[str, str], object]
"""Is told what another process has to say: a subject, and what about it."""


class Holding:
    """A partition that is held over a connection of its own, by a task of its own."""

    def __init__(self, connector: Connector, schema: int, pace: Pace) -> None:
        self.partition: Partition | None = None
        """None: we are a spare."""
        self.epoch = 0
        self.on_loss: Callable[[Unusable], object] = lambda problem: None
        self.on_doubt: Callable[[], object] = lambda: None
        self.on_back: Callable[[], object] = lambda: None
        self.on_silence: Callable[[], object] = lambda: None
        """Called when the server has not answered for as long as we may act without it."""
        self.on_word: Word = lambda subject, what: None
        self._connector = connector
        self._schema = schema
        self._pace = pace
        self._connection: Any = None
        self._confirmed = 0.0
        """When the latest beat began that the server has confirmed."""
        self._unreached: float | None = None
        """When we last tried in vain to reach the server; None: it is there."""
        self._lost: Unusable | None = None
        self._task: asyncio.Task[None] | None = None
        self._broken = asyncio.Event()

    def acting(self) -> bool:
        """Say whether the partition is certainly still ours."""
        return self.partition is not None and not self._lost and clock() - self._confirmed < self._pace.acts

    def away(self) -> bool:
        """Say whether it is the server that is missing: others cannot take our partition then either."""
        return self._unreached is not None and not self._lost and clock() - self._unreached < self._pace.acts

    def uncontested(self, seconds: float) -> bool:
        """Say whether we have been silent for less time than others have to wait, also in so many seconds."""
        silent = clock() - self._confirmed + seconds
        return self.partition is not None and not self._lost and silent < self._pace.silent - _MARGIN

    def lose(self, problem: Unusable) -> Unusable:
        """Take note that the partition is another's, or of no use to us any more; the first reason counts."""
        if self._lost is None:
            self._lost = problem
            self.on_loss(problem)
        return self._lost

    async def claim(self, connection: Any, layout: PartitionLayout) -> bool | None:
        """Take a free partition; return True if there was one, None if others hold partitions of another layout."""
        began = clock()
        rows = await connection.fetch(_CLAIM, *layout, self._connector.token, self._pace.silent)
        if not rows or rows[0]["share"] is None:
            return None if rows else False
        self.partition, self.epoch = Partition(layout, rows[0]["share"]), rows[0]["raised"]
        self._confirmed = began
        await self._attend(connection)
        self._task = asyncio.create_task(self._keep(), name=f"partition {self.partition.number}")
        log.info("partition=%d of=%d epoch=%d held", self.partition.number, layout.processes, self.epoch)
        return True

    async def release(self) -> None:
        """Let go of the partition: whoever waits for one takes it at once."""
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._connection:
            await close(self._connection)
        self.partition = None

    async def _attend(self, connection: Any) -> None:
        """Hear what others say, and when the connection breaks."""
        self._connection = connection
        self._broken.clear()
        connection.add_termination_listener(lambda _: self._broken.set())
        await connection.add_listener("kontor", self._hear)

    def _hear(self, connection: object, pid: int, channel: str, payload: str) -> None:
        sender, subject, what = payload.split(" ", 2)
        if sender != self._connector.token:
            self.on_word(subject, what)

    async def _keep(self) -> None:
        """Beat until the partition is lost."""
        said = ""
        while not self._lost:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pace.beat):
                    await self._broken.wait()
            began, anew = clock(), self._connection.is_closed()
            try:
                await (self._hold_again() if anew else self._beat())
                stopped = not self.acting()
                self._confirmed, self._unreached, said = began, None, ""
                if anew or stopped:
                    self.on_back()
            except Unusable as problem:
                self.lose(problem)
            except Exception as problem:  # Whatever it is: nobody else would beat for us.
                # It is tried again several times a second: once is enough for the log.
                log.log(logging.DEBUG if repr(problem) == said else logging.WARNING, "no beat: %r", problem)
                said = repr(problem)
                self._connection.terminate()
                if isinstance(problem, TimeoutError):
                    self.on_silence()
                if anew:
                    await asyncio.sleep(self._pace.claim)

    async def _beat(self) -> None:
        assert self.partition
        version = await self._connection.fetchval(_BEAT, self.partition.number, self.epoch, timeout=self._pace.acts)
        if version is None:
            raise self.taken()
        if version > self._schema:
            raise Unusable(
                f"The database {self._connector.name} was brought up to date by a newer Kontor (schema {version})."
                " Start that one instead of this one."
            )

    async def _hold_again(self) -> None:
        """Take the lock again over a new connection: nobody may have had it meanwhile."""
        assert self.partition
        try:
            connection = await self._connector.connect(patience=self._pace.acts)
        except GONE:
            self._unreached = clock()
            raise
        try:
            if not await connection.fetchval(_AGAIN, self.partition.number, self.epoch, self._connector.token):
                raise self.taken()
            await self._attend(connection)
        except BaseException:
            connection.terminate()
            raise
        self.on_doubt()

    def taken(self) -> Lost:
        """Return what is raised when the partition is another's."""
        return Lost(f"Another Kontor has taken this one's place on {self._connector.name}.")
