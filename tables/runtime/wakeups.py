"""`Wakeups`: wakes tables at the time when something about them becomes due, without waiting for the clock's tick."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from heapq import heappop, heappush


class Wakeups:
    """The times at which this process wakes tables. One task sleeps until the earliest of them.

    Lives in memory only; after a restart the tick finds what is due. `now` returns the time in seconds since 1970, and
    `sleep` sleeps for a number of seconds. `Services` makes one.
    """

    def __init__(self, now: Callable[[], int], sleep: Callable[[float], Awaitable[None]]) -> None:
        self._now = now
        self._sleep = sleep
        self._earliest: dict[int, int] = {}
        """By table: the earliest time at which it is woken."""
        self._times: list[tuple[int, int]] = []
        """A heap of times and tables. Entries that `_earliest` does not have are outdated."""
        self._task: asyncio.Task[None] | None = None
        self._wake: Callable[[int], None] | None = None
        self._context = copy_context()

    def start(self, wake: Callable[[int], None]) -> None:
        """Begin to call `wake` with a table's id at each time set for it, including times set before this call.

        `wake` runs with the context variables (`contextvars`) of the caller of `start`.
        """
        self._wake, self._context = wake, copy_context()
        self._sleep_anew()

    def set(self, table_id: int, due: int) -> None:
        """Wake a table at this time (seconds since 1970), unless an earlier time is already set for it.

        In that case `due` is not stored: the caller must call this again after the table was woken.
        """
        if due < self._earliest.get(table_id, due + 1):
            self._earliest[table_id] = due
            heappush(self._times, (due, table_id))
            if self._times[0] == (due, table_id):
                self._sleep_anew()

    def stop(self) -> None:
        """Stop waking tables, and cancel the task that sleeps."""
        self._wake = None
        if self._task:
            self._task.cancel()

    def _sleep_anew(self) -> None:
        """Start a task that sleeps until the earliest time, and cancel the one that sleeps now.

        Do nothing before `start`, after `stop`, and while no time is set.
        """
        if self._wake is None or not self._times:
            return
        if self._task:
            self._task.cancel()
        self._task = self._context.run(asyncio.create_task, self._run(self._wake))

    async def _run(self, wake: Callable[[int], None]) -> None:
        """Wake tables when their times come, until no time is set."""
        while self._times:
            due, table_id = self._times[0]
            if due > self._now():
                await self._sleep(due - self._now())
                continue
            heappop(self._times)
            if self._earliest.get(table_id) == due:
                del self._earliest[table_id]
                wake(table_id)
