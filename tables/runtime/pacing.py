"""Pacing: whose turn it is to be told, when there is more to tell than Discord takes in a second."""

from __future__ import annotations

import asyncio
import heapq
import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from time import monotonic

log = logging.getLogger("kontor.pacing")

DISCORD_TAKES = 50
"""Requests a second that Discord takes from a bot, whatever its processes; answers to clicks are not counted."""
USED = 0.8
"""How much of that we use: what else we ask Discord for has to find room too."""
SAVED = 0.2
"""Seconds whose requests are saved up: so in any second there are no more than all that Discord takes."""
PATIENCE = (0.0, 1.0, 3.0)
"""Seconds that something may wait behind others which came later, by its urgency: 0 is the most urgent."""
_APART = 0.2
"""Each table has a turn so often, in seconds; what it wants beyond that waits behind the others."""
_LONG = 10.0
"""Seconds of waiting that the operator is told of."""


class _Turn:
    """One thing that is told: its first request is paid for when its turn comes."""

    def __init__(self) -> None:
        self.paid = True


class Pacing:
    """Lets things be told one after the other where there are too many: urgent ones first, all tables in turn.

    `rate`: requests a second.
    """

    def __init__(self, rate: float = math.inf) -> None:
        self._rate = rate
        self._most = max(1.0, SAVED * rate)
        self._left = self._most
        self._counted_at = monotonic()
        self._queue: list[tuple[float, int, asyncio.Future[None]]] = []
        self._next: dict[int, float] = {}
        """When each table may have its next turn, of those that have had one lately."""
        self._came = 0
        self._timer: asyncio.TimerHandle | None = None
        self._mine: ContextVar[_Turn | None] = ContextVar("turn", default=None)
        self._told_at = -math.inf

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._queue)

    @asynccontextmanager
    async def turn(self, table_id: int, urgency: int) -> AsyncIterator[bool]:
        """Tell something about a table when it is its turn; yields whether it had to wait for that."""
        if math.isinf(self._rate):
            yield False
            return
        waited = await self._wait(table_id, urgency)
        mine = _Turn()
        before = self._mine.set(mine)
        try:
            yield waited
        finally:
            self._mine.reset(before)
            if mine.paid:  # Nothing was sent after all.
                self._left += 1
                self._go_on()

    def note_request(self) -> None:
        """Take notice of a request that Discord counts. Who has a turn has paid for the first."""
        mine = self._mine.get()
        if mine and mine.paid:
            mine.paid = False
        else:
            self._count()
            self._left -= 1

    async def _wait(self, table_id: int, urgency: int) -> bool:
        now = monotonic()
        self._count()
        if not self._queue and self._left >= 1:
            self._left -= 1
            self._next[table_id] = now + _APART
            self._forget(now)
            return False
        due = max(now, self._next.get(table_id, now))
        self._next[table_id] = due + _APART
        self._came += 1
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, (due + PATIENCE[urgency], self._came, turn))
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # It had just been given.
                self._left += 1
                self._go_on()
            raise
        self._tell_operator(now)
        return True

    def _count(self) -> None:
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._counted_at) * self._rate)
        self._counted_at = now

    def _go_on(self) -> None:
        """Give turns to as many as there is room for, and come back when there is room again."""
        self._count()
        while self._queue and self._left >= 1:
            _, _, turn = heapq.heappop(self._queue)
            if not turn.done():
                self._left -= 1
                turn.set_result(None)
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._queue:
            missing = (1 - self._left) / self._rate
            self._timer = asyncio.get_running_loop().call_later(missing, self._go_on)

    def _forget(self, now: float) -> None:
        if len(self._next) > 1000:
            self._next = {table: then for table, then in self._next.items() if then > now}

    def _tell_operator(self, since: float) -> None:
        now = monotonic()
        if now - since > _LONG and now - self._told_at > 60:
            self._told_at = now
            log.warning("Discord takes no more: something waited %.0f s, waiting=%d", now - since, self.waiting)
