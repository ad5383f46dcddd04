"""A worker process: runs the jobs it is sent, and exits when the pipe to the bot closes. Started by `worker_pool`."""

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

_NICE = 10
"""How far thinking stands back behind those who click."""


class _Lines(logging.Handler):
    """Keeps what is written into the log while something is done: whoever sent it writes it into theirs."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[tuple[str, int, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self._lines.append((record.name, record.levelno, record.getMessage()))

    def take_all(self) -> list[tuple[str, int, str]]:
        """Return the lines by name and level, and forget them."""
        lines, self._lines = self._lines, []
        return lines


_LOG = _Lines()


def main(line: Connection) -> None:
    """Do what comes over the line, one thing after the other."""
    # A wish to end is for who sends, and they let us finish.
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)
    os.nice(_NICE)
    logging.getLogger("kontor").addHandler(_LOG)
    todo: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(line, todo), daemon=True).start()
    # Listening comes first, then what takes time: whoever is killed while we begin takes us along too.
    import opponents  # noqa: F401

    while True:
        done = _done(todo.get())
        try:
            line.send_bytes(done)
        except OSError:  # Nobody is there any more to want it.
            os._exit(0)


def _listen(line: Connection, todo: SimpleQueue[bytes]) -> None:
    """Take in what is to be done. Nobody is there any more: end at once, whatever is being thought."""
    try:
        while True:
            todo.put(line.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


def _done(work: bytes) -> bytes:
    """Do something; return its result, or what went wrong."""
    result: Any = None
    problem: Exception | None = None
    try:
        function, args = pickle.loads(work)
        result = function(*args)
    except Exception as wrong:
        wrong.add_note(traceback.format_exc())
        problem = wrong
    try:
        return pickle.dumps((result, problem, _LOG.take_all()))
    except Exception as wrong:
        return pickle.dumps((None, TypeError(f"cannot be sent back: {problem or wrong!r}"), []))


if __name__ == "__main__":
    main(Connection(int(sys.argv[1])))
