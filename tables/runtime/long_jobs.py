"""Jobs that take seconds. Everybody who asks for the same result meanwhile shares one job and sees its progress."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

Made = TypeVar("Made")


class LongJob(Generic[Made]):
    """A running job: its task, which returns the result, and how far it has come."""

    def __init__(self) -> None:
        self.task: asyncio.Task[Made]
        """Set by whoever starts the job, right after construction."""
        self.percent = 0

    def note_progress(self, done: int, whole: int) -> None:
        """Set `percent` from the number of finished steps and of all steps."""
        self.percent = 100 * done // max(1, whole)
