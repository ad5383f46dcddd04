"""`LongJob`: a job that takes seconds. All who ask for the same result meanwhile share one job and see its progress."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from tables.runtime.thinker import Progress

Made = TypeVar("Made")


class LongJob(Generic[Made]):
    """A job that starts when it is made. Await `task` for its result; `percent` (0 to 100) says how far it has come.

    `work` is called with a function, which it calls with the number of finished steps and of all steps.
    """

    def __init__(self, work: Callable[[Progress], Coroutine[Any, Any, Made]], name: str | None = None) -> None:
        self.percent = 0
        self.task: asyncio.Task[Made] = asyncio.create_task(work(self._note_progress), name=name)

    def _note_progress(self, done: int, whole: int) -> None:
        """Set `percent` from the number of finished steps and of all steps."""
        self.percent = 100 * done // max(1, whole)
