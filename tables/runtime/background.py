"""Background tasks about tables, and requests under way. A shutdown waits for both, for a limited time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from storage import Unreachable, Unusable
from tables.model.table_errors import Declined
from tables.runtime.outage import Outage

log = logging.getLogger("kontor.background")


class Background:
    """The background tasks and requests of one process. `Services` makes it.

    `start` begins a task, `request` marks the current one as a request under way, and `end` waits for both at shutdown.
    """

    def __init__(self, outage: Outage) -> None:
        self._outage = outage
        self.closing = False
        """True once `end` was called: no new task or request begins."""
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._again: set[tuple[str, int]] = set()
        self._requests: set[asyncio.Task[Any]] = set()

    @contextmanager
    def request(self) -> Iterator[None]:
        """Make `end` wait for the current task while the body runs. Raise `Declined` if a shutdown has begun."""
        if self.closing:
            raise Declined("restarting")
        task = asyncio.current_task()
        assert task is not None
        self._requests.add(task)
        try:
            yield
        finally:
            self._requests.discard(task)

    def start(self, what: str, table_id: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run `work` in a background task. There is one task at a time for each `what` (a kind of work) and table.

        If one is already running, the new `work` is dropped. The running task then repeats its own `work` once, since
        it may have missed what is new, unless it was cancelled. Does nothing during a shutdown. Errors are logged.
        """
        key = (what, table_id)
        if self.closing:
            return
        if key in self._tasks:
            self._again.add(key)
            return
        task = self._tasks[key] = asyncio.create_task(work(), name=f"{what} {table_id}")

        def finish_task(_: object) -> None:
            """Remove the ended task, log its error, and start it once more if that was asked for meanwhile."""
            del self._tasks[key]
            self._report(what, table_id, task)
            if key in self._again:
                self._again.remove(key)
                if not task.cancelled():
                    self.start(what, table_id, work)

        task.add_done_callback(finish_task)

    async def wait_for(self, what: str, *tables: int, within: float | None = None) -> None:
        """Wait until the running tasks of kind `what` of these tables have ended.

        Wait at most `within` seconds (None: no limit). If a task is started once more afterwards (see `start`), this
        second run is not awaited.
        """
        if tasks := [task for table_id in tables if (task := self._tasks.get((what, table_id)))]:
            await asyncio.wait(tasks, timeout=within)

    async def end(self, within: float) -> None:
        """Refuse new tasks and requests, and wait at most `within` seconds for those under way. Cancels none."""
        self.closing = True
        if tasks := [*self._tasks.values(), *self._requests]:
            await asyncio.wait(tasks, timeout=within)

    def _report(self, what: str, table_id: int, task: asyncio.Task[None]) -> None:
        """Log the error of a task that has ended, if it failed.

        If the database was away or our partition was lost, `Outage.note` gets the error instead.
        """
        problem = None if task.cancelled() else task.exception()
        if isinstance(problem, Unreachable | Unusable):
            self._outage.note(f"{what} table={table_id}", problem)
        elif problem:
            log.error("%s table=%d failed", what, table_id, exc_info=problem)
