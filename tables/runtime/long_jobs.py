"""What takes a while to be made: whoever asks for it meanwhile waits for the same, and hears how far it has come."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Making(Generic[Made]):
    """Something that is being made."""

    def __init__(self) -> None:
        self.task: asyncio.Task[Made]
        self.percent = 0

    def note_progress(self, done: int, whole: int) -> None:
        """Note how far it has come."""
        self.percent = 100 * done // max(1, whole)
