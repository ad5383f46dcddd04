"""`Pacing` limits requests to Discord per second, and chooses which of the waiting deliveries comes next."""

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

DISCORD_REQUESTS_PER_S = 50
"""Discord's global limit for one bot over all its processes. Answers to interactions do not count."""
USED_SHARE = 0.8
"""The part of that limit that deliveries may use. The rest is for other requests."""
BURST_S = 0.2
"""Unused requests of this many seconds are saved up, so that no second exceeds Discord's whole limit."""
HANDICAP_S = (0.0, 1.0, 3.0)
"""How many seconds a delivery's place in the queue is set back, by urgency; 0 is the most urgent."""
_TABLE_INTERVAL_S = 0.2
"""A table gets a turn this often. Further deliveries of the same table queue behind those of others."""
_LONG_WAIT_S = 10.0
"""A wait longer than this is logged, at most once per `_LOG_INTERVAL_S`."""
_LOG_INTERVAL_S = 60
_MIN_WAIT_S = 0.001
"""The shortest wait for the next token. A shorter one may be too small a number to move a clock on at all."""
_MAX_TABLES = 1000
"""When more tables than this are remembered, those whose next turn is due are dropped."""


class _Turn:
    """A delivery's turn to send. `prepaid`: its first request, not yet made, already has its token."""

    def __init__(self) -> None:
        self.prepaid = True


class Pacing:
    """A token bucket with a priority queue: urgent deliveries go first, and tables take turns.

    `rate` is the number of requests per second. With the default rate nothing ever waits.
    """

    def __init__(self, rate: float = math.inf) -> None:
        self._rate = rate
        self._capacity = max(1.0, BURST_S * rate)
        self._tokens = self._capacity
        self._refilled_at = monotonic()
        self._queue: list[tuple[float, int, asyncio.Future[None]]] = []
        """A heap of waiting deliveries: time by which they are ordered, order of arrival, future."""
        self._next_turn: dict[int, float] = {}
        """When each table may have its next turn, for tables that had one recently."""
        self._arrivals = 0
        self._timer: asyncio.TimerHandle | None = None
        self._current: ContextVar[_Turn | None] = ContextVar("turn", default=None)
        self._logged_at = -math.inf

    @property
    def waiting(self) -> int:
        """How many deliveries wait for their turn."""
        return len(self._queue)

    @asynccontextmanager
    async def turn(self, table_id: int, urgency: int) -> AsyncIterator[bool]:
        """Wait for a delivery's turn and run the body. Yield True if it had to wait.

        `urgency` is 0 (most urgent), 1 or 2. If the body makes no request, its token is given back.
        """
        if math.isinf(self._rate):
            yield False
            return
        waited = await self._wait(table_id, urgency)
        mine = _Turn()
        before = self._current.set(mine)
        try:
            yield waited
        finally:
            self._current.reset(before)
            if mine.prepaid:
                self._tokens += 1
                self._grant_turns()

    def note_request(self) -> None:
        """Count a request to Discord; it never waits.

        The first request within a turn is already paid for. Any other takes a token, even if none is left: then later
        turns wait longer.
        """
        mine = self._current.get()
        if mine and mine.prepaid:
            mine.prepaid = False
        else:
            self._refill()
            self._tokens -= 1

    async def _wait(self, table_id: int, urgency: int) -> bool:
        """Take a token, waiting in the queue if there is none. Return True if the delivery waited.

        Also note when the table's next delivery may have its turn. A long wait is logged. If the wait is cancelled, a
        token already granted is given back.
        """
        now = monotonic()
        self._refill()
        if not self._queue and self._tokens >= 1:
            self._tokens -= 1
            self._next_turn[table_id] = now + _TABLE_INTERVAL_S
            self._drop_old_tables(now)
            return False
        due = max(now, self._next_turn.get(table_id, now))
        self._next_turn[table_id] = due + _TABLE_INTERVAL_S
        self._arrivals += 1
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, (due + HANDICAP_S[urgency], self._arrivals, turn))
        self._grant_turns()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # The token was granted just before the cancellation.
                self._tokens += 1
                self._grant_turns()
            raise
        self._log_long_wait(now)
        return True

    def _refill(self) -> None:
        """Add the tokens for the time since the last call, up to the capacity."""
        now = monotonic()
        self._tokens = min(self._capacity, self._tokens + (now - self._refilled_at) * self._rate)
        self._refilled_at = now

    def _grant_turns(self) -> None:
        """Give turns to queued deliveries in queue order while there are tokens; set a timer for the rest."""
        self._refill()
        while self._queue and self._tokens >= 1:
            _, _, turn = heapq.heappop(self._queue)
            if not turn.done():
                self._tokens -= 1
                turn.set_result(None)
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._queue:
            wait_s = max(_MIN_WAIT_S, (1 - self._tokens) / self._rate)
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._grant_turns)

    def _drop_old_tables(self, now: float) -> None:
        """If too many tables are remembered, forget those that need not wait for their next turn any more."""
        if len(self._next_turn) > _MAX_TABLES:
            self._next_turn = {table: then for table, then in self._next_turn.items() if then > now}

    def _log_long_wait(self, since: float) -> None:
        """Warn the operator if a delivery has waited long, at most once a minute."""
        now = monotonic()
        if now - since > _LONG_WAIT_S and now - self._logged_at > _LOG_INTERVAL_S:
            self._logged_at = now
            log.warning("a delivery waited %.0f s for Discord's rate limit, waiting=%d", now - since, self.waiting)
