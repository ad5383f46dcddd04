"""An asyncio event loop with simulated time: no selector, no threads, no real waiting.

Callbacks run in the order asyncio guarantees. When none is ready, time jumps to the next timer. Every callback belongs
to the simulated process in whose context it was scheduled; those of a killed process never run again.
"""

from __future__ import annotations

import asyncio
import heapq
import sqlite3
from collections.abc import Callable
from contextvars import Context, ContextVar
from typing import Any

PROCESS: ContextVar[Process | None] = ContextVar("simulated process", default=None)
"""The simulated process that the current callback belongs to; None for the world outside."""


class Stuck(Exception):
    """Nothing is ready and no timer is set, but the run is not over."""


class Process:
    """One life of a bot process. `kill_after`: the number of its callbacks after which it is killed; 0: never."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.alive = True
        self.callbacks = 0
        self.kill_after = 0
        self.on_kill: Callable[[], None] = lambda: None


class SimulatedLoop(asyncio.BaseEventLoop):
    """The event loop. `time()` is in simulated seconds and begins at 0."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self.callbacks = 0
        self.errors: list[dict[str, Any]] = []
        """What asyncio would have logged: exceptions that nobody retrieved."""
        self.set_exception_handler(lambda _, context: self._note_error(context))

    def time(self) -> float:
        """Return the simulated time in seconds."""
        return self._now

    def _note_error(self, context: dict[str, Any]) -> None:
        """Keep an error, unless it is a job on a connection that was closed when its process was killed."""
        if not isinstance(context.get("exception"), ValueError | sqlite3.ProgrammingError):
            self.errors.append(context)

    def _run_once(self) -> None:
        """Run the callbacks that are ready; if none is, jump to the next timer first."""
        scheduled: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        ready = self._ready  # type: ignore[attr-defined]
        while scheduled and scheduled[0].cancelled():
            heapq.heappop(scheduled)._scheduled = False  # type: ignore[attr-defined]
        if not ready and not self._stopping:  # type: ignore[attr-defined]
            if not scheduled:
                raise Stuck
            self._now = max(self._now, scheduled[0].when())
        while scheduled and scheduled[0].when() <= self._now:
            timer = heapq.heappop(scheduled)
            timer._scheduled = False  # type: ignore[attr-defined]
            ready.append(timer)
        for _ in range(len(ready)):
            handle = ready.popleft()
            context: Context = handle._context
            process = context.get(PROCESS)
            if handle.cancelled() or (process is not None and not process.alive):
                continue
            self.callbacks += 1
            handle._run()
            if process is not None:
                process.callbacks += 1
                if process.callbacks == process.kill_after:
                    process.alive = False
                    process.on_kill()

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Leave cancelled timers in the heap; `_run_once` drops them when they come up."""

    def _process_events(self, event_list: object) -> None: ...

    def _write_to_self(self) -> None: ...

    def run_in_executor(self, executor: object, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Run the function at once, in this thread; its result is there in the next step."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as problem:
            future.set_exception(problem)
        return future
