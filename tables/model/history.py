"""The history of a game for replays: its steps, and the table at any step as one viewpoint may see it.

`GameHistory` plays a log and finds the `Steps` that a `Viewpoint` can tell apart; `GameHistory.moment` returns one step
as a `Moment`. Nothing here reads the database.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rules import Event, View
from rules.records import effective_entries
from storage.rows import LogRow
from tables.model.table import Look, Table

SNAPSHOT_INTERVAL = 32
"""A snapshot is kept after this many log entries, so that showing a step plays no more entries than this."""


class Viewpoint(msgspec.Struct, frozen=True):
    """Whose view a replay shows: that of one `seat`, a spectator's (the default), or all hands (`open`).

    As text, which `parse` reads, it is the seat's number, "all" for a spectator, or "open".
    """

    seat: int | None = None
    open: bool = False

    @classmethod
    def parse(cls, text: str) -> Viewpoint | None:
        """Return the viewpoint that a button's text names; None if the text is none of those below.

        "all" is a spectator's viewpoint, "open" shows all hands, and a number of one or two digits is a seat's.
        """
        if text in ("all", "open"):
            return cls(open=text == "open")
        return cls(int(text)) if text.isascii() and text.isdigit() and len(text) < 3 else None

    def __str__(self) -> str:
        return "open" if self.open else "all" if self.seat is None else str(self.seat)


SPECTATORS, OPEN_HANDS = Viewpoint(), Viewpoint(open=True)


class Steps(msgspec.Struct, frozen=True):
    """The steps of a game from one viewpoint. Each is a position: the number of effective log entries played so far.

    A position that looks to this viewpoint like the one before is no step. So the number of steps does not reveal how
    often somebody has changed a sealed choice.
    """

    positions: tuple[int, ...]
    """The position of each step, ascending."""
    rounds: tuple[int, ...]
    """The round of each step, from 1 on; empty for a game without rounds."""
    unseen: frozenset[int] = frozenset()
    """The steps that show only that somebody else has made a sealed choice. *Next* and *Back* skip them."""

    @property
    def last(self) -> int:
        """The number of the latest step; the first is 0, before any move."""
        return len(self.positions) - 1

    def at(self, position: int) -> int:
        """Return the number of the step that shows a position: the latest step at or before that position."""
        return bisect_right(self.positions, position) - 1

    def after(self, step: int) -> int:
        """Return the next step that is not in `unseen`; the latest step if there is none."""
        return next((each for each in range(step + 1, self.last) if each not in self.unseen), self.last)

    def before(self, step: int) -> int:
        """Return the nearest earlier step that is not in `unseen`; 0 if there is none."""
        return next((each for each in range(step - 1, 0, -1) if each not in self.unseen), 0)

    def round_starts(self) -> list[tuple[int, int]]:
        """Return (round, number of its first step) for each round, in order; empty for a game without rounds."""
        first: dict[int, int] = {}
        for step, number in enumerate(self.rounds):
            first.setdefault(number, step)
        return list(first.items())


class Moment(msgspec.Struct, frozen=True):
    """One step of a game, ready to be shown from one viewpoint.

    It has the log entry that led to the step, the seat and the events of that entry, the board after it, and the hands
    that the viewpoint shows.
    """

    viewpoint: Viewpoint
    number: int
    """The number of the step in `steps`."""
    steps: Steps
    entry: int
    """The number of the log entry that led here; 0 for the opening."""
    seat: int | None
    """The seat that made that entry; None for the opening."""
    events: Sequence[Event]
    """The events of that entry, without what this viewpoint may not see."""
    is_planned: bool
    """True if a plan made that entry, and this viewpoint may know that."""
    board: Look
    """The table as a spectator saw it."""
    hands: Sequence[Look]
    """The table as each seat saw it whose hand this viewpoint shows: none, one, or all."""


class GameHistory:
    """The history of one table, as far as its log went when this object was made. It holds no names of people.

    It stores encoded states at intervals, and the steps of each viewpoint. Moves that were taken back are left out,
    with the entries that took them back.
    """

    def __init__(self, table: Table, log: Sequence[LogRow]) -> None:
        """Take the effective entries of a table's whole log. Nothing is played yet (see `steps`)."""
        self._game, self._row = table.game, table.row
        entries = effective_entries(log)
        self._entries = [(row.n, row.seat, row.text) for row in entries]
        self._planners = {row.n: row.person for row in entries if row.planned}
        """By number of an entry that a plan made: the person who had planned it."""
        self._snapshots: list[bytes] = []
        """The encoded states after 0, SNAPSHOT_INTERVAL, 2 * SNAPSHOT_INTERVAL … entries. Set by `steps`."""
        self._steps: dict[Viewpoint, Steps] = {}

    def steps(self, viewpoint: Viewpoint) -> Steps:
        """Return the steps of a viewpoint. The first call for each plays the whole game: run it off the event loop."""
        if viewpoint not in self._steps:
            self._steps[viewpoint] = self._find_steps(viewpoint)
        return self._steps[viewpoint]

    def has_steps(self, viewpoint: Viewpoint) -> bool:
        """Return True if `steps` was called for this viewpoint, so that calling it again is cheap."""
        return viewpoint in self._steps

    def _find_steps(self, viewpoint: Viewpoint) -> Steps:
        """Play the whole game, store its snapshots anew, and return the steps of a viewpoint.

        A position is a step if the viewpoint's view differs from that of the position before, or if one of its events
        is worth telling (not `quiet`). With open hands every position is a step.
        """
        positions: list[int] = []
        rounds: list[int] = []
        unseen: set[int] = set()
        snapshots: list[bytes] = []
        before: View | None = None
        for position, (state, events) in enumerate(self._play_all()):
            if position % SNAPSHOT_INTERVAL == 0:
                snapshots.append(self._game.encode(state))
            view = self._game.view(state, viewpoint.seat)
            quiet = all(event.quiet for event in events)
            if viewpoint.open or view != before or not quiet:
                if (
                    position
                    and quiet
                    and self._game.is_sealed_choice(state)
                    and not self._sees_choice(position, viewpoint)
                ):
                    unseen.add(len(positions))
                positions.append(position)
                over = self._game.rounds_over(view)
                if over is not None:  # The end of the game starts no new round.
                    ended = rounds and not self._game.owed(state)
                    rounds.append(rounds[-1] if ended else 1 + over)
            before = view
        self._snapshots = snapshots
        return Steps(tuple(positions), tuple(rounds), frozenset(unseen))

    def _sees_choice(self, position: int, viewpoint: Viewpoint) -> bool:
        """Return True if a viewpoint sees the sealed choice that led to a position.

        That is so if its own seat made the choice, or if it shows all hands.
        """
        return viewpoint.open or self._entries[position - 1][1] == viewpoint.seat

    def _play_all(self) -> Iterator[tuple[Any, list[Event]]]:
        """Play the game from the start. At each position yield the state and the new events.

        The state is the same object each time, changed in place.
        """
        state, events = self._opening()
        yield state, events
        for _, seat, text in self._entries:
            yield state, self._game.play(state, seat, self._game.parse(text))

    def _opening(self) -> tuple[Any, list[Event]]:
        """Return the state before the first move, and the events of the setup."""
        row = self._row
        return self._game.opening(row.size, row.seed, row.options, row.rules)

    def position_of(self, entry: int) -> int | None:
        """Return the position after a log entry, 0 for entry 0 (the opening); None if it was taken back or unknown."""
        if not entry:
            return 0
        return next((place for place, (n, _, _) in enumerate(self._entries, 1) if n == entry), None)

    def moment(self, table: Table, viewpoint: Viewpoint, number: int | None) -> Moment:
        """Return the step with this number as the viewpoint sees it. If `number` is None, return the latest step.

        A number below 0 means the first step, one that is too high the latest. `steps` must have been called for this
        viewpoint. `table` provides the seats and their names.
        """
        steps = self._steps[viewpoint]
        number = steps.last if number is None else max(0, min(number, steps.last))
        position = steps.positions[number]
        state, events = self._at(position)
        entry, actor, _ = self._entries[position - 1] if position else (0, None, "")
        seats = range(table.row.size) if viewpoint.open else () if viewpoint.seat is None else (viewpoint.seat,)
        return Moment(
            viewpoint=viewpoint,
            number=number,
            steps=steps,
            entry=entry,
            seat=actor,
            events=[self._seen_by(event, viewpoint) for event in events],
            is_planned=actor is not None and table.shows_plan(viewpoint.seat, actor, self._planners.get(entry)),
            board=_past_look(table, state, None),
            hands=[_past_look(table, state, seat) for seat in seats],
        )

    def _at(self, position: int) -> tuple[Any, list[Event]]:
        """Return a new copy of the state at a position, and the events of the entry that led there, not redacted.

        For position 0 these are the events of the setup. `steps` must have been called before.
        """
        if not position:
            return self._opening()
        begin = (position - 1) // SNAPSHOT_INTERVAL
        state, events = self._game.decode(self._snapshots[begin]), []
        for _, seat, text in self._entries[begin * SNAPSHOT_INTERVAL : position]:
            events = self._game.play(state, seat, self._game.parse(text))
        return state, events

    def _seen_by(self, event: Event, viewpoint: Viewpoint) -> Event:
        """Return an event without what this viewpoint may not see. A viewpoint with open hands gets it whole."""
        return event if viewpoint.open else self._game.redact(event, viewpoint.seat)


def _past_look(table: Table, state: Any, seat: int | None) -> Look:
    """Return a table as a seat (None: a spectator) saw it in a past state. No move can be made with it.

    Its table has the seats of `table`, the past state, and the status "playing" or "finished" that follows from it. A
    seat's look says what the seat owed then and whether it could change a sealed choice.
    """
    game = table.game
    owed = game.owed(state)
    then = Table(msgspec.structs.replace(table.row, status="playing" if owed else "finished"), table.seats, state)
    view = game.view(state, seat)
    if seat is None:
        return Look(then, None, view)
    may_change = game.may_change(state, seat)
    return Look(then, seat, view, owes=owed.get(seat), may_change=may_change, sealed=game.is_sealed_choice(state))
