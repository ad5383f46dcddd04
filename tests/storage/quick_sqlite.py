"""aiosqlite without its threads, with the same results: waking a thread costs more than most queries."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from aiosqlite import core

CHANGED = "aiosqlite has changed: tests/storage/quick_sqlite.py finds no {} in {}"

_Job = tuple[asyncio.Future[Any] | None, Callable[[], Any]]


class _Turns:
    """Stands in for the queue to a thread: each job is done in the loop's next turn, in order, and told in another.

    Whoever waits for it may be cancelled meanwhile: it is done all the same.
    """

    def put_nowait(self, job: _Job) -> None:
        try:
            loop: Any = asyncio.get_running_loop()
        except RuntimeError:  # A connection that nobody closed, after the loop.
            _do(None, job)
        else:
            _soon(loop, _do, loop, job)


class _NoThread:
    """Stands in for a thread."""

    def __init__(self, **_: Any) -> None:
        pass

    def start(self) -> None:
        """Do nothing: the loop does it."""


def _do(loop: Any, job: _Job) -> None:
    future, work = job
    tell: Callable[..., None] = core.set_result
    core.LOG.debug("executing %s", work)
    try:
        result = work()
    except BaseException as problem:
        result, tell = problem, core.set_exception
    if future is not None:
        _soon(loop, tell, future, result)


def _soon(loop: Any, callback: Callable[..., None], *args: Any) -> None:
    """Call it as from another thread: simcord does not count it as the bot's own."""
    type(loop).call_soon(loop, callback, *args, context=contextvars.Context())


@contextmanager
def without_threads() -> Iterator[None]:
    """Let new connections do their work in the loop."""
    for name in ("SimpleQueue", "Thread", "LOG", "set_result", "set_exception"):
        assert hasattr(core, name), CHANGED.format(name, core.__name__)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core, "SimpleQueue", _Turns)
        patch.setattr(core, "Thread", _NoThread)
        yield
