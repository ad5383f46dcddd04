"""What a run may find (`Finding`), and the choice that its twin makes otherwise (`Secret`)."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """A promise that was broken."""

    promise: str
    """Which promise, in a few words that are the same for every run."""
    detail: str

    def __str__(self) -> str:
        return f"{self.promise}: {self.detail}"


class Secret(NamedTuple):
    """A sealed choice. Nobody but `person` may notice what was chosen before the frame is over."""

    table: int
    frame: int
    person: int
    entry: int
    """Its number in the log, or a lower one."""
