"""An asyncio event loop with simulated time: no selector, no threads, no real waiting.

Callbacks run in the order asyncio guarantees. When none is ready, time jumps to the next timer. Every callback belongs
to the simulated process in whose context it was scheduled. Those of a killed process never run again; those of a
stopped one run when it goes on.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from typing import Any

PROCESS: ContextVar[Process | None] = ContextVar("simulated process", default=None)
"""The simulated process that the current callback belongs to; None for the world outside."""


_MAX_ROUNDS = 300_000
"""Ten times as many as a run needs."""


class Stuck(Exception):
    """The run does not end: nothing is ready and no timer is set, or there were too many rounds."""


class Process:
    """One life of a bot process. After `countdown` more of its callbacks, if that is not 0, `then` is called."""

    def __init__(self, name: str, machine: int, on_kill: Callable[[], None]) -> None:
        self.name, self.machine = name, machine
        self.alive = True
        self.countdown = 0
        self.then: Callable[[], None] = self.kill
        self.held_back: list[Callback] | None = None
        """The callbacks that wait while it is stopped; None while it runs."""
        self._on_kill = on_kill

    def call_after(self, callbacks: int, then: Callable[[], None]) -> None:
        """Do something after so many more of its callbacks, in place of what was to be done so before."""
        self.countdown, self.then = callbacks, then

    def stop(self) -> None:
        """Let it stand still from now on; `SimulatedLoop.go_on` ends that."""
        self.held_back = self.held_back or []

    def kill(self) -> None:
        """End it now: none of its callbacks runs any more."""
        if self.alive:
            self.alive = False
            self._on_kill()

    def context(self) -> Context:
        """Return a context whose callbacks belong to this process."""
        context = copy_context()
        context.run(PROCESS.set, self)
        return context


class Callback:
    """A scheduled call. It stands in for asyncio's handles, which check more and take twice as long."""

    __slots__ = ("args", "callback", "context")

    def __init__(self, callback: Callable[..., object], args: tuple[Any, ...], context: Context | None) -> None:
        self.callback: Callable[..., object] | None = callback
        self.args = args
        self.context = copy_context() if context is None else context

    def cancel(self) -> None:
        """Never run it. A timer stays in the heap and is dropped when it comes up."""
        self.callback = None

    def cancelled(self) -> bool:
        """Return True if it was cancelled."""
        return self.callback is None


class SimulatedLoop(asyncio.BaseEventLoop):
    """The event loop. `time()` is in simulated seconds and begins at 0."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._timers: list[tuple[float, int, Callback]] = []
        """A heap of timers: when, in which order they were set, the timer."""
        self._timer_count = self._rounds = 0
        self.errors: list[dict[str, Any]] = []
        """What asyncio would have logged: exceptions that nobody retrieved."""
        self.set_exception_handler(lambda _, context: self.errors.append(context))

    def time(self) -> float:
        """Return the simulated time in seconds."""
        return self._now

    def go_on(self, process: Process) -> None:
        """Let a stopped process run again, with the callbacks that it has missed."""
        held, process.held_back = process.held_back or [], None
        self._ready.extend(held)  # type: ignore[attr-defined]

    def call_soon(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Context | None = None
    ) -> Callback:
        """Run a callback in the next round."""
        handle = Callback(callback, args, context)
        self._ready.append(handle)  # type: ignore[attr-defined]
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Any, *args: Any, context: Context | None = None
    ) -> Callback:
        """Run a callback after this many simulated seconds."""
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> Callback:
        """Run a callback at this simulated time."""
        timer = Callback(callback, args, context)
        self._timer_count += 1
        heapq.heappush(self._timers, (when, self._timer_count, timer))
        return timer

    def _run_once(self) -> None:
        """Run callbacks, round by round, until the loop is stopped. When none is ready, jump to the next timer."""
        timers, ready, heappop = self._timers, self._ready, heapq.heappop  # type: ignore[attr-defined]
        while True:
            self._rounds += 1
            if self._rounds > _MAX_ROUNDS:
                raise Stuck
            while timers and timers[0][2].callback is None:
                heappop(timers)
            if not ready and not self._stopping:  # type: ignore[attr-defined]
                if not timers:
                    raise Stuck
                self._now = max(self._now, timers[0][0])
            while timers and timers[0][0] <= self._now:
                ready.append(heappop(timers)[2])
            for _ in range(len(ready)):
                handle = ready.popleft()
                if handle.callback is None:
                    continue
                process = handle.context.get(PROCESS)
                if process is None:
                    self._call(handle)
                elif process.held_back is not None:
                    process.held_back.append(handle)
                elif process.alive:
                    self._call(handle)
                    if process.countdown:
                        process.countdown -= 1
                        if not process.countdown:
                            process.then()
            if self._stopping:  # type: ignore[attr-defined]
                return

    def _call(self, handle: Callback) -> None:
        try:
            handle.context.run(handle.callback, *handle.args)  # type: ignore[arg-type]
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as problem:
            self.call_exception_handler({"message": "Exception in callback", "exception": problem})

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
