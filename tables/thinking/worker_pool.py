"""Processes to think in. They hold none of our files, import only what thinking needs, and end when we do."""

from __future__ import annotations

import logging
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from multiprocessing.connection import Pipe
from queue import Empty, SimpleQueue
from typing import Any, ParamSpec, TypeVar

log = logging.getLogger("kontor.processes")

P = ParamSpec("P")
R = TypeVar("R")

_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""Says numpy how many threads to think with: more of them would take the processors from those who click."""


class Stuck(BrokenExecutor):
    """A process took longer over something than that can take, and was killed."""


class _Process:
    """One process that thinks. It reads from a line that only we hold: if we are killed, it ends.

    multiprocessing's own would import our main module, Discord and all, before they begin; a fork would hold the lock
    on our database, and go on holding it without us.
    """

    def __init__(self) -> None:
        self._line, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tables.thinking.worker", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={
                    **os.environ,
                    **dict.fromkeys(_ONE_THREAD, "1"),
                    "PYTHONPATH": os.pathsep.join(each or "." for each in sys.path),
                },
                process_group=0,  # Ctrl-C is for us alone.
            )

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def do(self, work: bytes, limit: float | None) -> bytes:
        """Let it do something, within so many seconds. Raises `BrokenExecutor` if it dies over that."""
        try:
            self._line.send_bytes(work)
            if self._line.poll(limit):
                return self._line.recv_bytes()
        except (EOFError, OSError):
            self._kill()
            raise BrokenExecutor("a process that thinks was killed") from None
        self._kill()
        raise Stuck(f"a process has thought for more than {limit} s and was killed")

    def _kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def end(self) -> None:
        self._line.close()
        self._process.wait()


class Processes(Executor):
    """So many processes at most. The first is there at once: it has imported everything before somebody waits.

    What they write into their log stands in ours. Who takes longer over something than its limit, in seconds, is stuck.
    """

    def __init__(self, many: int, limits: Mapping[Callable[..., Any], float] = {}) -> None:
        self._limits = limits
        self._threads = ThreadPoolExecutor(many, "thinking")
        self._idle: SimpleQueue[_Process] = SimpleQueue()
        self._idle.put(_Process())

    def submit(self, work: Callable[P, R], /, *args: P.args, **more: P.kwargs) -> Future[R]:
        """Let a process do something."""
        assert not more, "what is sent has no names"
        return self._threads.submit(self._do, work, args)

    def _do(self, work: Callable[..., R], args: tuple[Any, ...]) -> R:
        process = self._ready()
        try:
            answer = process.do(pickle.dumps((work, args)), self._limits.get(work))
        finally:
            self._idle.put(process)
        result: R
        result, problem, logged = pickle.loads(answer)
        for name, level, line in logged:
            logging.getLogger(name).log(level, "%s", line)
        if problem is not None:
            raise problem
        return result

    def _ready(self) -> _Process:
        """Return a process that has nothing to do. There are never more than there are threads."""
        while True:
            try:
                process = self._idle.get_nowait()
            except Empty:
                return _Process()
            if process.alive:
                return process
            process.end()
            log.warning("a process that thinks was killed: there is a new one now")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let what is being thought end (`wait`), and begin nothing more."""
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        while not self._idle.empty():
            self._idle.get().end()
