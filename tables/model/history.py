"""The course of a game, step by step: how a table stood at any of its moments. Pure, and quick at every step."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rules import Event, View
from rules.records import effective_entries
from storage.rows import LogRow
from tables.model.table import Look, Table

APART = 32
"""A position is kept after every so many entries: so no step plays more of them again."""


class Eyes(msgspec.Struct, frozen=True):
    """Through whose eyes a game is looked at: a seat's, spectators', or with all hands open."""

    seat: int | None = None
    open: bool = False

    @classmethod
    def read(cls, text: str) -> Eyes | None:
        """Return the eyes that a button names; None if it names none."""
        if text in ("all", "open"):
            return cls(open=text == "open")
        return cls(int(text)) if text.isascii() and text.isdigit() and len(text) < 3 else None

    def __str__(self) -> str:
        return "open" if self.open else "all" if self.seat is None else str(self.seat)


SPECTATORS, OPEN = Eyes(), Eyes(open=True)


class Steps(msgspec.Struct, frozen=True):
    """The steps of a game as some eyes see them: each is a position, counted in entries that are in force.

    What they cannot tell apart from the position before is no step: so nobody learns from their number how often
    somebody else has changed a sealed choice.
    """

    positions: tuple[int, ...]
    rounds: tuple[int, ...]
    """The round of each step, from 1 on; empty where a game has none."""
    unseen: frozenset[int] = frozenset()
    """The steps that show no more than that somebody else has chosen in secret: whoever walks on passes them by."""

    @property
    def last(self) -> int:
        """The number of the latest step; the first is 0, before any move."""
        return len(self.positions) - 1

    def at(self, position: int) -> int:
        """Return the step that shows how things stood at a position."""
        return bisect_right(self.positions, position) - 1

    def after(self, step: int) -> int:
        """Return the next step that shows something; the latest if there is none."""
        return next((each for each in range(step + 1, self.last) if each not in self.unseen), self.last)

    def before(self, step: int) -> int:
        """Return the step before this one that shows something; the first always does."""
        return next((each for each in range(step - 1, 0, -1) if each not in self.unseen), 0)

    def begins(self) -> list[tuple[int, int]]:
        """Return every round with its first step."""
        first: dict[int, int] = {}
        for step, number in enumerate(self.rounds):
            first.setdefault(number, step)
        return list(first.items())


class Moment(msgspec.Struct, frozen=True):
    """One step of a game, through somebody's eyes."""

    eyes: Eyes
    number: int
    steps: Steps
    entry: int
    """The log's entry that led here; 0: the opening."""
    seat: int | None
    """Who made it."""
    events: Sequence[Event]
    """What happened, as these eyes may see it."""
    board: Look
    """The table as spectators saw it."""
    hands: Sequence[Look]
    """What these eyes see besides: seats with what is their own."""


class Course:
    """A table's game as far as it has come. Remembers positions, nothing about people.

    What was taken back is left out, and so is the taking back, as in the story.
    """

    def __init__(self, table: Table, log: Sequence[LogRow]) -> None:
        self._game, self._row = table.game, table.row
        self._entries = [(row.n, row.seat, row.text) for row in effective_entries(log)]
        self._kept: list[bytes] = []
        """The positions after 0, APART, 2 * APART … entries."""
        self._seen: dict[Eyes, Steps] = {}

    def steps(self, eyes: Eyes) -> Steps:
        """Return the steps these eyes see. The first time the whole game is played for it: not on the event loop."""
        if eyes not in self._seen:
            self._seen[eyes] = self._survey(eyes)
        return self._seen[eyes]

    def known(self, eyes: Eyes) -> bool:
        """Say whether the steps of these eyes were looked for before."""
        return eyes in self._seen

    def _survey(self, eyes: Eyes) -> Steps:
        positions: list[int] = []
        rounds: list[int] = []
        unseen: set[int] = set()
        kept: list[bytes] = []
        before: View | None = None
        for position, (state, events) in enumerate(self._played()):
            if position % APART == 0:
                kept.append(self._game.encode(state))
            view = self._game.view(state, eyes.seat)
            quiet = all(event.quiet for event in events)
            if eyes.open or view != before or not quiet:
                if position and quiet and self._game.is_sealed_choice(state) and not self._chose(position, eyes):
                    unseen.add(len(positions))
                positions.append(position)
                over = self._game.rounds_over(view)
                if over is not None:  # With the end of the game no other round begins.
                    ended = rounds and not self._game.owed(state)
                    rounds.append(rounds[-1] if ended else 1 + over)
            before = view
        self._kept = kept
        return Steps(tuple(positions), tuple(rounds), frozenset(unseen))

    def _chose(self, position: int, eyes: Eyes) -> bool:
        """Say whether these eyes can see what was chosen: their own choice, or all of them."""
        return eyes.open or self._entries[position - 1][1] == eyes.seat

    def _played(self) -> Iterator[tuple[Any, list[Event]]]:
        state, events = self._opening()
        yield state, events
        for _, seat, text in self._entries:
            yield state, self._game.play(state, seat, self._game.parse(text))

    def _opening(self) -> tuple[Any, list[Event]]:
        row = self._row
        return self._game.opening(row.size, row.seed, row.options, row.rules)

    def position_of(self, entry: int) -> int | None:
        """Return where an entry of the log led to; None if it is not in force. 0 is the opening."""
        if not entry:
            return 0
        return next((place for place, (n, _, _) in enumerate(self._entries, 1) if n == entry), None)

    def moment(self, table: Table, eyes: Eyes, number: int | None) -> Moment:
        """Return a step of these eyes, whose steps are known; None: the latest. `table` lends its seats and names."""
        steps = self._seen[eyes]
        number = steps.last if number is None else max(0, min(number, steps.last))
        position = steps.positions[number]
        state, events = self._at(position)
        entry, actor, _ = self._entries[position - 1] if position else (0, None, "")
        seats = range(table.row.size) if eyes.open else () if eyes.seat is None else (eyes.seat,)
        seen = [self._seen_by(event, eyes) for event in events]
        return Moment(
            eyes, number, steps, entry, actor, seen, _look(table, state, None), [_look(table, state, n) for n in seats]
        )

    def _at(self, position: int) -> tuple[Any, list[Event]]:
        """Return the state at a position, a new one each time, and what happened with the entry that led there."""
        if not position:
            return self._opening()
        begin = (position - 1) // APART
        state, events = self._game.decode(self._kept[begin]), []
        for _, seat, text in self._entries[begin * APART : position]:
            events = self._game.play(state, seat, self._game.parse(text))
        return state, events

    def _seen_by(self, event: Event, eyes: Eyes) -> Event:
        """Return an event as these eyes may see it: open ones see what whoever it is about sees."""
        return event if eyes.open else self._game.redact(event, eyes.seat)


def _look(table: Table, state: Any, seat: int | None) -> Look:
    """Return the table as it stood in a state, through the eyes of a seat. Nothing is offered."""
    game = table.game
    owed = game.owed(state)
    then = Table(msgspec.structs.replace(table.row, status="playing" if owed else "finished"), table.seats, state)
    view = game.view(state, seat)
    if seat is None:
        return Look(then, None, view)
    may_change = game.may_change(state, seat)
    return Look(then, seat, view, owes=owed.get(seat), may_change=may_change, sealed=game.is_sealed_choice(state))
