"""How things stand in the whole house, for whoever runs the bot: what waits, what is late, how many tables."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple, get_args

from rules import GAMES
from storage.queries import overview as sql
from storage.rows import Status
from tables.runtime.services import Services

STATUSES: tuple[str, ...] = get_args(Status)
OTHER = "other"
"""Stands for every game that is not here any more."""

_AGAIN, _COUNT_AGAIN = 5, 60
"""Seconds before one looks anew, and counts all tables anew: whoever asks more often gets the same answer."""
_SLICE = 1000
"""So many tables are counted at a time: who clicks comes in between."""
_SOON = 0.5
"""Seconds that one waits for a count; where there are very many tables, it is there the next time."""
_MOST = 1000
"""Of so many rows of the outbox it is noted since when they wait: if more do, something is wrong anyway."""


class Overview(NamedTuple):
    """What somebody who looked over the house saw, of its partition."""

    due: int
    """Rows of the outbox that could be told now; also those that were tried, and are tried again later."""
    later: int
    refused: int
    oldest: int
    """For how many seconds the oldest of those that could be told has been seen waiting."""
    timers: int
    late: int
    """By how many seconds the timer is late that ran out first."""
    tables: Mapping[tuple[str, str], int] | None
    """By game and status, as they were counted last; None: that has not been done yet."""


class Watcher:
    """Looks over the house, and remembers since when something waits: the rows do not say that."""

    def __init__(self, services: Services) -> None:
        self._house = services
        self._looking = asyncio.Lock()
        self._seen: dict[int, int] = {}
        """When the oldest rows of the outbox were seen first."""
        self._latest: tuple[int, Overview] | None = None
        self._counted: Mapping[tuple[str, str], int] | None = None
        self._counted_at = 0
        self._counting: asyncio.Task[None] | None = None

    async def look(self) -> Overview:
        """Look over the house, or remember what was seen just now."""
        async with self._looking:
            now = self._house.now()
            if self._latest is None or not 0 <= now - self._latest[0] < _AGAIN:
                self._latest = now, await self._look(now)
            return self._latest[1]

    async def _look(self, now: int) -> Overview:
        db, partition = self._house.db.reader, self._house.partition
        due, later, refused = await sql.outbox(db, now, partition)
        self._seen = {number: self._seen.get(number, now) for number in await sql.oldest(db, now, _MOST, partition)}
        timers, since = await sql.timers(db, now, partition)
        async with self._house.db.transaction():
            pass  # Whoever writes next would get to it.
        return Overview(
            *(due, later, refused, now - min(self._seen.values(), default=now)),
            *(timers, now - since if timers else 0, await self._count(now)),
        )

    async def _count(self, now: int) -> Mapping[tuple[str, str], int] | None:
        """Return how many tables there are; begin to count them anew if that is some time ago.

        Of all processes one counts: the others have none, so the sum of all is right.
        """
        if self._house.partition.number:
            return {}
        if self._counting is None and not (self._counted is not None and 0 <= now - self._counted_at < _COUNT_AGAIN):
            self._counting = asyncio.create_task(self._count_all(now))
        if self._counting is not None:
            await asyncio.wait([self._counting], timeout=_SOON)
            if self._counting.done():
                done, self._counting = self._counting, None
                done.result()
        return self._counted

    async def _count_all(self, now: int) -> None:
        found: Counter[tuple[str, str]] = Counter()
        db = self._house.db.reader
        for begin in range(0, await sql.latest_table(db), _SLICE):
            if self._house.background.closing:
                return
            for game, status, many in await sql.tables(db, begin, begin + _SLICE):
                found[game if game in GAMES else OTHER, status] += many
        self._counted, self._counted_at = found, now
