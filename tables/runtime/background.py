"""Work that goes on while nobody waits for it, and who is attended to just now; both are let come to their end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from storage import Unreachable
from tables.model.table_errors import Declined
from tables.runtime.outage import Outage

log = logging.getLogger("kontor.house")


class Background:
    """All work about tables that is under way."""

    def __init__(self, outage: Outage) -> None:
        self._outage = outage
        self.closing = False
        """Nothing new is begun."""
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._again: set[tuple[str, int]] = set()
        self._visits: set[asyncio.Task[Any]] = set()

    @contextmanager
    def visit(self) -> Iterator[None]:
        """Keep the house open while this task attends to somebody; decline when it is being closed."""
        if self.closing:
            raise Declined("restarting")
        task = asyncio.current_task()
        assert task is not None
        self._visits.add(task)
        try:
            yield
        finally:
            self._visits.discard(task)

    def start(self, what: str, table_id: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Let work about a table go on in the background, the same work for the same table never twice at once.

        Work that is under way may have looked before there was something new to do: it is done once more after that.
        """
        key = (what, table_id)
        if self.closing:
            return
        if key in self._tasks:
            self._again.add(key)
            return
        task = self._tasks[key] = asyncio.create_task(work(), name=f"{what} {table_id}")

        def ended(_: object) -> None:
            del self._tasks[key]
            self._report(what, table_id, task)
            if key in self._again:
                self._again.remove(key)
                if not task.cancelled():
                    self.start(what, table_id, work)

        task.add_done_callback(ended)

    async def done(self, what: str, *tables: int, within: float | None = None) -> None:
        """Wait until work about tables that is under way has ended, for so many seconds at most."""
        if tasks := [task for table_id in tables if (task := self._tasks.get((what, table_id)))]:
            await asyncio.wait(tasks, timeout=within)

    async def end(self, within: float) -> None:
        """Take nothing new, and let what is under way end, for so many seconds at most."""
        self.closing = True
        if tasks := [*self._tasks.values(), *self._visits]:
            await asyncio.wait(tasks, timeout=within)

    def _report(self, what: str, table_id: int, task: asyncio.Task[None]) -> None:
        """Say in the log why something did not come to its end: nobody waits for it."""
        problem = None if task.cancelled() else task.exception()
        if isinstance(problem, Unreachable):
            self._outage.note(f"{what} table={table_id}", problem)
        elif problem:
            log.error("%s table=%d not done", what, table_id, exc_info=problem)
