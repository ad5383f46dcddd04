"""A game as it was played: seed and log. They are the truth; a state is only what they lead to.

The text form is one small file, readable and mailable:

    game NAME 1
    seats 4
    seed 7
    options target=30
    0 pick knight
    2 pick ship
    0 undo
    0 pick troops
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

import rules
from rules.errors import Refused, Unreadable

UNDO = "undo"
"""The log entry of a seat that takes its latest move back. The log itself only grows."""


class Entry(msgspec.Struct, frozen=True):
    """One line of the log: who decided, and the move's text (or `undo`)."""

    seat: int
    text: str


class Record(msgspec.Struct):
    """Everything needed to play a game again, move by move."""

    game: str
    version: int
    seats: int
    seed: int
    options: dict[str, int]
    log: list[Entry] = msgspec.field(default_factory=list)

    def __str__(self) -> str:
        options = "".join(f" {key}={value}" for key, value in self.options.items())
        head = [f"game {self.game} {self.version}", f"seats {self.seats}", f"seed {self.seed}", f"options{options}"]
        return "\n".join([*head, *(f"{entry.seat} {entry.text}" for entry in self.log)]) + "\n"


class BadRecord(Exception):
    """A record cannot be read or played again. Says which line, and why."""


def read(text: str) -> Record:
    """Read a record's text form. Empty lines and lines beginning with # are passed over."""
    head: dict[str, list[str]] = {}
    log: list[Entry] = []
    for number, line in enumerate(text.splitlines(), 1):
        first, *words = line.split() or ["#"]
        if first.startswith("#"):
            continue
        if first.isascii() and first.isdigit() and len(first) < 3:
            log.append(Entry(int(first), " ".join(words)))
        elif first in ("game", "seats", "seed", "options") and first not in head and not log:
            head[first] = words
        else:
            raise BadRecord(f"line {number}: expected a seat's number and its move, not {line!r}")
    try:
        (name, version), (seats,), (seed,) = head["game"], head["seats"], head["seed"]
        options = {key: int(value) for key, _, value in (word.partition("=") for word in head.get("options", []))}
        return Record(name, int(version), int(seats), int(seed), options, log)
    except (KeyError, ValueError):
        raise BadRecord("the head must say: game NAME VERSION, seats N, seed N, options key=value …") from None


def game_of(record: Record) -> rules.AnyGame:
    """Return the game that a record is of."""
    game = rules.GAMES.get(record.game)
    if game is None:
        raise BadRecord(f"unknown game {record.game}, expected one of {', '.join(rules.GAMES)}")
    return game


class Logged(Protocol):
    """Whatever stands in a log: an entry, or a row of the database that holds one."""

    @property
    def seat(self) -> int:
        """Who decided."""

    @property
    def text(self) -> str:
        """The move's text, or `undo`."""


Line = TypeVar("Line", bound=Logged)


def in_force(log: Sequence[Line], *, whole: bool = True) -> list[Line]:
    """Return the entries that still hold: without what was taken back, and without the taking back.

    A part of a log that is not `whole` may also take back what lies before it.
    """
    held: list[Line | None] = []
    for entry in log:
        if entry.text != UNDO:
            held.append(entry)
            continue
        latest = next((i for i in reversed(range(len(held))) if (kept := held[i]) and kept.seat == entry.seat), None)
        if latest is None and not whole:
            continue
        if latest is None:
            raise BadRecord(f"seat {entry.seat} has nothing to take back")
        held[latest] = None
    return [entry for entry in held if entry]


def positions(record: Record) -> Iterator[tuple[Entry | None, Any, list[rules.Event]]]:
    """Play the record again: yield before the first move and after each one in force (entry, state, events)."""
    game = game_of(record)
    try:
        state, events = game.opening(record.seats, record.seed, record.options, record.version)
    except ValueError as problem:
        raise BadRecord(str(problem)) from None
    yield None, state, events
    for number, entry in enumerate(in_force(record.log), 1):
        try:
            events = game.play(state, entry.seat, game.parse(entry.text))
        except Refused as problem:
            raise BadRecord(f"move {number} ({entry.seat} {entry.text}): {problem}") from problem
        yield entry, state, events


def replay(record: Record) -> Any:
    """Return the state the record leads to."""
    state = None
    for _, state, _ in positions(record):  # noqa: B007 -- the last one is wanted
        pass
    return state


def take_back(record: Record, state: Any, seat: int) -> Any:
    """Append the taking back of the seat's latest move to the log; return the state without it."""
    if not game_of(record).can_take_back(state, seat):
        raise Unreadable(UNDO, "nothing of this seat can be taken back")
    record.log.append(Entry(seat, UNDO))
    return replay(record)
