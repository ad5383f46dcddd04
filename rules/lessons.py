"""Lessons: a first game that is written down from its first move to its last, and what there is to explain in it.

The learner is proposed what is written for their seat and may do otherwise; computers do what is written for theirs.
Both only as long as it can be done: whoever has left what is written for them goes on by themselves. So ideas are not
tied to places in the log: each is explained when a decision comes up that it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rules import records
from rules.contract import Move

END = "end"
"""The idea of every lesson's last page: how the score came about."""


@dataclass(frozen=True)
class Lesson:
    """A game's lesson; its package here declares it once, as `LESSON`."""

    file: Path
    """The record of the whole game, as text."""
    seat: int
    """The learner's."""
    ideas: Callable[[Any, Move], Iterable[str]]
    """Name the ideas that a decision is about, the first one first, from the learner's view and what is proposed."""
    every_idea: tuple[str, ...]
    """All of them but `END`. `words/<game>` explains each."""
    kinds: Callable[[Move], Iterable[str]]
    """Name the kinds of action that a move is."""
    every_kind: frozenset[str]
    left_out: Mapping[str, str]
    """The kinds of action that the learner never takes if they follow all proposals, each with the reason."""

    @cached_property
    def record(self) -> records.Record:
        """The game as it is written down."""
        return records.read(self.file.read_text(encoding="utf-8"))

    @cached_property
    def _written(self) -> Mapping[int, Sequence[str]]:
        log = self.record.log
        return {seat: [entry.text for entry in log if entry.seat == seat] for seat in range(self.record.seats)}

    def next_move(self, seat: int, made: Sequence[str]) -> str | None:
        """Return what is written down for a seat that has made these moves; None once it has done otherwise."""
        return next(iter(self.after(seat, made)), None)

    def after(self, seat: int, made: Sequence[str]) -> Sequence[str]:
        """Return all that is written down for a seat that has made these moves; nothing once it has done otherwise."""
        written = self._written[seat]
        return written[len(made) :] if [*made] == written[: len(made)] else ()
