"""The main program of a worker process: runs the jobs it is sent and exits when the pipe to the bot closes.

`worker_pool` starts it and talks to it.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import sys
import threading
import traceback
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

_NICENESS = 10
"""Added to the process's niceness, so that the event loop gets the processor first."""


class _RecordedLines(logging.Handler):
    """A log handler that keeps the lines of a job, so that they can be sent to the bot and logged there."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[tuple[str, int, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a log line."""
        self._lines.append((record.name, record.levelno, record.getMessage()))

    def take_all(self) -> list[tuple[str, int, str]]:
        """Return the kept lines as (logger, level, message), oldest first, and drop them."""
        lines, self._lines = self._lines, []
        return lines


_LINES = _RecordedLines()


def main(pipe: Connection) -> None:
    """Run the jobs that come through the pipe, one after the other, and send each result back. Never returns.

    The process ignores SIGINT and SIGTERM, has a low priority, and exits when the pipe closes.
    """
    # Signals to end are for the bot, which lets running jobs finish and then closes the pipe.
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, signal.SIG_IGN)
    os.nice(_NICENESS)
    logging.getLogger("kontor").addHandler(_LINES)
    jobs: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive, args=(pipe, jobs), daemon=True).start()
    # The slow import comes after the thread has started: if the bot dies meanwhile, the process still ends.
    import opponents  # noqa: F401

    while True:
        answer = _run(jobs.get())
        try:
            pipe.send_bytes(answer)
        except OSError:  # The bot is gone.
            os._exit(0)


def _receive(pipe: Connection, jobs: SimpleQueue[bytes]) -> None:
    """Put jobs from the pipe into the queue. When the pipe closes, end the process at once, also within a job."""
    try:
        while True:
            jobs.put(pipe.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


def _run(job: bytes) -> bytes:
    """Call the pickled function with its arguments. Return a pickled (result, exception or None, log lines).

    The exception has its traceback as a note. If the answer cannot be pickled, the exception is a TypeError instead.
    """
    result: Any = None
    problem: Exception | None = None
    try:
        function, args = pickle.loads(job)
        result = function(*args)
    except Exception as wrong:
        wrong.add_note(traceback.format_exc())
        problem = wrong
    try:
        return pickle.dumps((result, problem, _LINES.take_all()))
    except Exception as wrong:
        return pickle.dumps((None, TypeError(f"cannot be sent back: {problem or wrong!r}"), []))


if __name__ == "__main__":
    main(Connection(int(sys.argv[1])))
