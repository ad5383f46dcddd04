"""The class `Lesson`: a first game recorded from its first move to its last, and the ideas to explain along the way.

As long as the learner makes the recorded moves of their seat, the lesson suggests the next recorded move; computers
play the recorded moves of the other seats. Once a seat has made a move that differs from the record, or its recorded
move is not allowed, the record is no longer used for that seat. Therefore an idea does not belong to a fixed move of
the record: it is explained at the first decision that it fits.

Not every decision comes with a suggestion: `is_own_decision` says which ones the learner makes alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from rules import records
from rules.contract import Move

END = "end"
"""The idea on the last page of every lesson: how the score came about."""
FORCED = "-"
"""Noted in place of an idea for a decision that left the learner no choice, or that the lesson made for them."""
MAX_SUGGESTIONS_IN_A_ROW = 2
"""After so many decisions with a suggestion, the learner makes the next one alone."""


@dataclass(frozen=True)
class Lesson:
    """The lesson of one game. The game's package in `rules` declares it as `LESSON`.

    `next_move` and `remaining_moves` return the recorded moves of a seat that has followed the record so far. The
    learner's progress counts the ideas in `every_idea` that are not in `untaught`.
    """

    file: Path
    """The file with the record of the whole game (see `rules.records`)."""
    seat: int
    """The learner's seat."""
    ideas: Callable[[Any, Move], Iterable[str]]
    """Given the learner's view and a good move, return the ideas that this move uses, in order of explanation.

    An idea is returned only if what its text says is true of this view and move.
    """
    every_idea: tuple[str, ...]
    """All ideas but `END`. `words/<game>` has a text for each."""
    choices: frozenset[str] = frozenset()
    """The ideas that help to choose a move, rather than show how something is done. When such an idea is explained, no
    move is suggested: the learner decides alone."""
    core: frozenset[str] = frozenset()
    """The ideas that learners need first. If they have left the record, these are explained before all others."""
    practice: frozenset[str] = frozenset()
    """The ideas whose recorded move is not the best one: it only shows how something is done."""
    has_searched_reasons: bool = False
    """True if what a move brings depends on the other seats, so that only a computer's search can say why it is good.
    Then the reason for a suggested move is the one that a hint gives."""
    prepared: int = 0
    """How many of the learner's recorded moves are made for them before the lesson begins, as part of the set-up."""
    untaught: Mapping[str, str] = field(default_factory=dict)
    """The ideas that never come up for a learner who makes the recorded moves, each with the reason."""

    @cached_property
    def record(self) -> records.Record:
        """The recorded game. It is read from the file once; a bad file raises `records.BadRecord`."""
        return records.read(self.file.read_text(encoding="utf-8"))

    @cached_property
    def _moves_by_seat(self) -> Mapping[int, Sequence[str]]:
        """The texts of all moves in the record's log, by seat, in order. The log should have no `undo` entries."""
        log = self.record.log
        return {seat: [entry.text for entry in log if entry.seat == seat] for seat in range(self.record.seats)}

    def next_move(self, seat: int, made: Sequence[str]) -> str | None:
        """Return the text of the recorded move to suggest to a seat that has made the moves `made` (texts) so far.

        Return None if the record has no further move of the seat, or if `made` differs from its first recorded moves.
        """
        return next(iter(self.remaining_moves(seat, made)), None)

    def remaining_moves(self, seat: int, made: Sequence[str]) -> Sequence[str]:
        """Return the texts of the seat's recorded moves after the moves `made` (texts, in order).

        The result is empty if there are no more, or if `made` differs from the seat's first recorded moves.
        """
        return self._moves_by_seat[seat][len(made) :] if self.follows_record(seat, made) else ()

    def follows_record(self, seat: int, made: Sequence[str]) -> bool:
        """Return True if the moves `made` (texts, in order) are the seat's first recorded ones."""
        return [*made] == self._moves_by_seat[seat][: len(made)]

    def most_important(self, ideas: Sequence[str]) -> str:
        """Return the first of the ideas that is in `core`; if there is none, the first one, or "" without ideas."""
        return next((idea for idea in ideas if idea in self.core), next(iter(ideas), ""))

    def is_own_decision(self, explained: Sequence[str], idea: str) -> bool:
        """Return True if the learner makes a decision alone, without a suggested move.

        `idea` is the idea explained with this decision; "" if nothing new is explained. `explained` has such an entry
        for each earlier decision of the learner, the oldest first; the entry is `FORCED` for a decision that left no
        choice. The learner decides alone in three cases:

        1. Nothing new is explained.
        2. The idea is one of `choices`.
        3. The latest `MAX_SUGGESTIONS_IN_A_ROW` decisions that left a choice all came with a suggestion.
        """
        in_a_row = 0
        for earlier in explained:
            if earlier == FORCED:
                continue
            alone = not earlier or earlier in self.choices or in_a_row == MAX_SUGGESTIONS_IN_A_ROW
            in_a_row = 0 if alone else in_a_row + 1
        return not idea or idea in self.choices or in_a_row == MAX_SUGGESTIONS_IN_A_ROW
