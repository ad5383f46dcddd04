"""Records: what is needed to compute the state of a game again, mainly its seed and its log; and their text form.

`read` parses the text form into a `Record` and `str(record)` writes it. `positions` and `replay` play a record again.
`effective_entries` drops the moves that were taken back, and `take_back` takes one back. The text form is one small
file:

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
"""The text of a log entry by which a seat takes its latest move back. Entries are never removed from a log."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a log: the seat that decided, and the move's text or `undo`."""

    seat: int
    text: str


class Record(msgspec.Struct):
    """Everything needed to play a game again move by move. `str(record)` is the text form that `read` reads.

    `game` is the name of the game, `version` the version of its rules, `seats` the number of players. `log` includes
    moves that were taken back, and the `undo` entries.
    """

    game: str
    version: int
    seats: int
    seed: int
    options: dict[str, int]
    log: list[Entry] = msgspec.field(default_factory=list)

    def __str__(self) -> str:
        """Return the record's text form."""
        options = "".join(f" {key}={value}" for key, value in self.options.items())
        head = [f"game {self.game} {self.version}", f"seats {self.seats}", f"seed {self.seed}", f"options{options}"]
        return "\n".join([*head, *(f"{entry.seat} {entry.text}" for entry in self.log)]) + "\n"


class BadRecord(Exception):
    """A record cannot be read or replayed. The message names the line or move and the reason."""


def read(text: str) -> Record:
    """Return the record with this text form; raise `BadRecord` if it is malformed.

    Empty lines and lines that begin with # are skipped. The lines `game`, `seats` and `seed` must come before the
    moves, once each; `options` may be missing. Whether the game exists and the moves are legal is not checked.
    """
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
    """Return the game that the record was played in; raise `BadRecord` if no game has its name."""
    game = rules.GAMES.get(record.game)
    if game is None:
        raise BadRecord(f"unknown game {record.game}, expected one of {', '.join(rules.GAMES)}")
    return game


class Logged(Protocol):
    """Anything with the two fields of a log entry, such as `Entry` or a database row."""

    @property
    def seat(self) -> int:
        """The seat that decided."""

    @property
    def text(self) -> str:
        """The move's text, or `undo`."""


Line = TypeVar("Line", bound=Logged)


def effective_entries(log: Sequence[Line], *, whole: bool = True) -> list[Line]:
    """Return the entries of a log that were not taken back, in order, without the `undo` entries.

    An `undo` takes back the latest remaining move of the same seat. If the seat has no such move, raise `BadRecord`;
    with `whole=False` ignore that `undo` instead. Pass `whole=False` for a log whose beginning is missing, where an
    `undo` may refer to a missing move.
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
    """Replay the record; yield (entry, state, events) for the opening, then after each move that was not taken back.

    The entry is None for the opening. The state is one object that is changed in place from one position to the next,
    so copy it to keep it. Raise `BadRecord` if the game, its version, the options or a move are refused.
    """
    game = game_of(record)
    try:
        state, events = game.opening(record.seats, record.seed, record.options, record.version)
    except ValueError as problem:
        raise BadRecord(str(problem)) from None
    yield None, state, events
    for number, entry in enumerate(effective_entries(record.log), 1):
        try:
            events = game.play(state, entry.seat, game.parse(entry.text))
        except Refused as problem:
            raise BadRecord(f"move {number} ({entry.seat} {entry.text}): {problem}") from problem
        yield entry, state, events


def replay(record: Record) -> Any:
    """Return the state after the last move of the record; raise `BadRecord` if it cannot be replayed."""
    state = None
    for _, state, _ in positions(record):  # noqa: B007 -- the last one is wanted
        pass
    return state


def take_back(record: Record, state: Any, seat: int) -> Any:
    """Take back the seat's latest move: append an `undo` entry to the record's log, and return the replayed state.

    Raise `Unreadable` if that move cannot be taken back. `state` must be the record's current state; it is not changed.
    """
    if not game_of(record).can_take_back(state, seat):
        raise Unreadable(UNDO, "nothing of this seat can be taken back")
    record.log.append(Entry(seat, UNDO))
    return replay(record)
