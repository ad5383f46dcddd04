"""`WorkerPool`: a pool of worker processes, as an `Executor`.

Of the bot's open files the processes inherit only standard output and error. They import the computer players, but not
the rest of the bot, and end when the bot ends.
"""

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

_THREAD_COUNT_VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""The environment variables by which numpy is told to use one thread, so that it leaves processors to the bot."""


class Stuck(BrokenExecutor):
    """A worker process exceeded the time limit of its job and was killed."""


class _Worker:
    """One worker process, connected by a pipe. If the bot is killed, the pipe closes and the process ends.

    It is started with `subprocess`. A process that `multiprocessing` spawns would import the bot's main module with
    discord.py; a forked one would inherit the lock on the database file and keep it after the bot has died.
    """

    def __init__(self) -> None:
        """Start the process. It gets one end of a new pipe, and inherits only standard output and error of the bot."""
        self._pipe, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tables.thinking.worker", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={
                    **os.environ,
                    **dict.fromkeys(_THREAD_COUNT_VARIABLES, "1"),
                    "PYTHONPATH": os.pathsep.join(each or "." for each in sys.path),
                },
                process_group=0,  # Ctrl-C in a terminal reaches only the bot.
            )

    @property
    def alive(self) -> bool:
        """True while the process runs."""
        return self._process.poll() is None

    def run(self, job: bytes, timeout_s: float | None) -> bytes:
        """Send a job to the process, wait for its answer, and return it. Both are pickled.

        Raise `Stuck` if there is no answer within `timeout_s` seconds (None: wait for ever), and `BrokenExecutor` if
        the process died. In both cases the process has been killed.
        """
        try:
            self._pipe.send_bytes(job)
            if self._pipe.poll(timeout_s):
                return self._pipe.recv_bytes()
        except (EOFError, OSError):
            self._kill()
            raise BrokenExecutor("a worker process was killed") from None
        self._kill()
        raise Stuck(f"a worker process took more than {timeout_s} s and was killed")

    def _kill(self) -> None:
        """Kill the process and wait until it has exited."""
        self._process.kill()
        self._process.wait()

    def end(self) -> None:
        """Close the pipe and wait until the process has exited."""
        self._pipe.close()
        self._process.wait()


class WorkerPool(Executor):
    """An executor of at most `max_workers` processes.

    The first one starts at once, so that its imports are done before the first job. Log lines of the processes appear
    in the bot's log. `limits` has the time limit in seconds by function; a call that takes longer raises `Stuck`. A
    function that is missing there has no limit.
    """

    def __init__(self, max_workers: int, limits: Mapping[Callable[..., Any], float] = {}) -> None:
        """Start the first worker process; the others start when they are needed."""
        self._limits = limits
        self._threads = ThreadPoolExecutor(max_workers, "thinking")
        self._idle: SimpleQueue[_Worker] = SimpleQueue()
        self._idle.put(_Worker())

    def submit(self, work: Callable[P, R], /, *args: P.args, **more: P.kwargs) -> Future[R]:
        """Queue a call of `work` in a worker process and return its future.

        Function, arguments and result are pickled. Raise `AssertionError` if there are keyword arguments.
        """
        assert not more, "keyword arguments are not sent"
        return self._threads.submit(self._run, work, args)

    def _run(self, work: Callable[..., R], args: tuple[Any, ...]) -> R:
        """Let an idle worker process call `work`, block until it is done, and return the result.

        It is called in a thread of the pool. What the worker logged is logged here. Raise what `work` raised, `Stuck`
        after the time limit of `work`, or `BrokenExecutor` if the process died.
        """
        worker = self._take_worker()
        try:
            answer = worker.run(pickle.dumps((work, args)), self._limits.get(work))
        finally:
            self._idle.put(worker)
        result: R
        result, problem, logged = pickle.loads(answer)
        for name, level, line in logged:
            logging.getLogger(name).log(level, "%s", line)
        if problem is not None:
            raise problem
        return result

    def _take_worker(self) -> _Worker:
        """Take an idle worker out of the pool, or start one if none is idle. Dead ones are dropped with a warning.

        Only the pool's threads call it, so there are never more workers than threads.
        """
        while True:
            try:
                worker = self._idle.get_nowait()
            except Empty:
                return _Worker()
            if worker.alive:
                return worker
            worker.end()
            log.warning("a worker process was killed and is replaced")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more jobs, and end the worker processes that have no job.

        With `wait`, first wait for all jobs, so that all processes end. `cancel_futures` drops jobs that have not
        begun.
        """
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        while not self._idle.empty():
            self._idle.get().end()
