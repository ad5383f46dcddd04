"""The class `Lesson`: a first game recorded from its first move to its last, and the ideas to explain along the way.

The learner is shown the recorded move of their seat as a proposal and may do something else. Computers play the
recorded moves of their seats. Once a seat has made another move than the recorded one, or a recorded move is not
allowed, the record is no longer used for that seat. So an idea is not tied to a place in the log: it is explained when
a decision that it is about first comes up.
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
"""The idea on the last page of every lesson: how the score came about."""


@dataclass(frozen=True)
class Lesson:
    """The lesson of one game. The game's package in `rules` declares it as `LESSON`.

    `next_move` and `remaining_moves` say what the record proposes to a seat, as long as the seat has followed it.
    `ideas` and `kinds` classify decisions. The learner's progress is counted in `every_idea` less `untaught`; tests
    check with `every_kind` that every kind of action is either taken in the record or `untaught`.
    """

    file: Path
    """The file with the record of the whole game (see `rules.records`)."""
    seat: int
    """The learner's seat."""
    ideas: Callable[[Any, Move], Iterable[str]]
    """Given the learner's view and the proposed move, return the ideas that this decision is about, in order of
    explanation."""
    every_idea: tuple[str, ...]
    """All ideas but `END`. `words/<game>` has a text for each."""
    kinds: Callable[[Move], Iterable[str]]
    """Return the kinds of action that a move is, such as its verb or the place where it is made."""
    every_kind: frozenset[str]
    """All kinds of action that `kinds` can name."""
    untaught: Mapping[str, str]
    """The kinds of action that a learner who follows all proposals never takes, each with the reason. An idea of the
    same name is not explained then either."""

    @cached_property
    def record(self) -> records.Record:
        """The recorded game. It is read from the file once; a bad file raises `records.BadRecord`."""
        return records.read(self.file.read_text(encoding="utf-8"))

    @cached_property
    def _moves_by_seat(self) -> Mapping[int, Sequence[str]]:
        """The texts of all entries of the record's log, in order, by seat; it should have no `undo`."""
        log = self.record.log
        return {seat: [entry.text for entry in log if entry.seat == seat] for seat in range(self.record.seats)}

    def next_move(self, seat: int, made: Sequence[str]) -> str | None:
        """Return the text of the recorded move to propose to a seat that has made the moves `made` (texts) so far.

        Return None if the record has no further move of the seat, or if `made` is not how its record begins.
        """
        return next(iter(self.remaining_moves(seat, made)), None)

    def remaining_moves(self, seat: int, made: Sequence[str]) -> Sequence[str]:
        """Return the texts of the seat's recorded moves after the moves `made` (texts, in order).

        The result is empty if the record has no more of them, or if `made` is not how the seat's record begins.
        """
        written = self._moves_by_seat[seat]
        return written[len(made) :] if [*made] == written[: len(made)] else ()
