"""Numbers for monitoring: how much waits in the outbox, how late timers are, how many tables there are.

`Watcher.look` returns them as an `Overview`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple, get_args

from rules import GAMES
from storage import Unreachable
from storage.queries import overview as sql
from storage.rows import Status
from tables.runtime.services import Services

STATUSES: tuple[str, ...] = get_args(Status)
OTHER = "other"
"""The label of all games that are no longer installed."""

_MAX_AGE_S, _MAX_COUNT_AGE_S = 5, 60
"""How long an overview, and the count of all tables in it, is used again before it is made anew."""
_TABLES_PER_QUERY = 1000
"""Tables are counted in queries of this many, so that clicks are served in between."""
_COUNT_WAIT_S = 0.5
"""How long an overview waits for a new count. If that takes longer, the next overview has it."""
_MAX_WATCHED_ROWS = 1000
"""The age of at most this many rows of the outbox is tracked; with more, something is wrong anyway."""


class Overview(NamedTuple):
    """The numbers of this process's partition at one moment: what waits in the outbox, due timers, and tables."""

    due: int
    """Rows of the outbox that are due, including those that failed and are tried again later."""
    later: int
    """Rows of the outbox that are not due yet."""
    refused: int
    """Rows of the outbox that wait for a blocked channel."""
    oldest: int
    """For how many seconds the oldest row among `due` has been seen waiting."""
    timers: int
    """How many timers are due."""
    late: int
    """By how many seconds the oldest due timer is late; 0 without one."""
    tables: Mapping[tuple[str, str], int] | None
    """How many tables the database has by game and status, as last counted; None if they were not counted yet.

    Only the process of partition 0 counts them; it is empty in the others.
    """
    is_writable: bool = True
    """False if nothing can be written into the database, for example because the disk is full."""


class Watcher:
    """Makes overviews of this process's partition for monitoring.

    It remembers when it first saw each waiting row of the outbox, since rows have no time of their own.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._looking = asyncio.Lock()
        self._seen: dict[int, int] = {}
        """When each of the oldest due rows of the outbox was first seen, by row number."""
        self._latest: tuple[int, Overview] | None = None
        self._counted: Mapping[tuple[str, str], int] | None = None
        self._counted_at = 0
        self._counting: asyncio.Task[None] | None = None

    async def look(self) -> Overview:
        """Return an overview at most 5 s old. Make a new one if the last one found that the database cannot be written.

        Callers at the same time get the same overview. Raises `Unreachable` if the database does not answer.
        """
        async with self._looking:
            now = self._services.now()
            if self._latest is None or not self._latest[1].is_writable or not 0 <= now - self._latest[0] < _MAX_AGE_S:
                self._latest = now, await self._look(now)
            return self._latest[1]

    async def _look(self, now: int) -> Overview:
        """Query the database for a new overview, and check that the database can be written.

        The age of a notification counts from when this process first saw it among the oldest ones.
        """
        db, partition = self._services.db.reader, self._services.partition
        due, later, refused = await sql.outbox(db, now, partition)
        oldest = await sql.oldest(db, now, _MAX_WATCHED_ROWS, partition)
        self._seen = {number: self._seen.get(number, now) for number in oldest}
        timers, since = await sql.timers(db, now, partition)
        return Overview(
            *(due, later, refused, now - min(self._seen.values(), default=now)),
            *(timers, now - since if timers else 0, await self._count(now), await self._can_write()),
        )

    async def _can_write(self) -> bool:
        """Try a transaction that writes without changing anything; return False if it raises `Unreachable`."""
        try:
            async with self._services.db.transaction() as db:
                await sql.write_nothing_new(db, self._services.partition)
        except Unreachable:
            return False
        return True

    async def _count(self, now: int) -> Mapping[tuple[str, str], int] | None:
        """Return the number of tables by game and status, as last counted; None if they were never counted.

        If the last count is a minute old, start a new one in the background and wait up to 0.5 s for it. Only the
        process of partition 0 counts. The others return an empty mapping, so the sum over all processes is right. Raise
        what a failed count raised.
        """
        if self._services.partition.number:
            return {}
        if self._counting is None and not (
            self._counted is not None and 0 <= now - self._counted_at < _MAX_COUNT_AGE_S
        ):
            self._counting = asyncio.create_task(self._count_all(now))
        if self._counting is not None:
            await asyncio.wait([self._counting], timeout=_COUNT_WAIT_S)
            if self._counting.done():
                done, self._counting = self._counting, None
                done.result()
        return self._counted

    async def _count_all(self, now: int) -> None:
        """Count all tables of the database in slices and keep the result; unknown games count as `OTHER`.

        Give up during a shutdown.
        """
        found: Counter[tuple[str, str]] = Counter()
        db = self._services.db.reader
        for begin in range(0, await sql.latest_table(db), _TABLES_PER_QUERY):
            if self._services.background.closing:
                return
            for game, status, many in await sql.tables(db, begin, begin + _TABLES_PER_QUERY):
                found[game if game in GAMES else OTHER, status] += many
        self._counted, self._counted_at = found, now
