"""A table as it stands: its row, its seats, its game, and what one person may see of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any
from zlib import crc32

import msgspec
from cachetools import LRUCache

from opponents.advice import Advice
from rules import GAMES, AnyGame, Event, Move, View
from rules.contract import Change, Standing
from rules.records import Entry, Record
from storage import Write
from storage.queries.outbox import PerhapsTold
from storage.rows import GuestRow, LogRow, SeatRow, TableRow
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, NOTHING, Clock, Stops

__all__ = ["DAY", "MANAGER", "LogEntry", "Look", "Offers", "SeatTime", "Table", "take_off_offer"]

BOARD_RESTS = 10
"""Seconds between two edits of a board for moves that the question does not pass on with."""
_DOTS = 3
"""In a mark that names a decision alone."""
MANAGER = -1
"""Stands for who manages the server, where seats are named."""


@lru_cache(256)
def _clock(text: str) -> Clock:
    return msgspec.json.decode(text, type=Clock)


class LogEntry(msgspec.Struct, frozen=True):
    """An entry of a log with what happened, all of it: seats see less."""

    n: int
    seat: int
    text: str
    at: int
    events: list[Event]

    def size(self) -> int:
        """Return about how many bytes it takes to keep it in mind."""
        return 300 * (1 + len(self.events))


class ToldSoFar:
    """What this process has told of tables, and tells just now. A start forgets all but `before`."""

    def __init__(self) -> None:
        self.before = 0
        """The latest row of the outbox that a process before this one may have told."""
        self.began = 0
        """When this process began to tell: what was due only later nobody before it has told."""
        self.now: dict[int, int] = {}
        """The row of the outbox that is being told, by its table."""
        self.edited: LRUCache[int, int] = LRUCache(5000)
        """When the boards of tables were edited last."""
        self.menu_until: Callable[[int, int, int], int] = lambda table, place, person: 0
        """Until when somebody has the menu of a table before them, in that place; 0: they have none."""
        self.not_crossed_out: dict[tuple[int, int], list[Write]] = {}
        """Number and stamp of outbox rows that were told but are not crossed out yet; what is written then."""


class Table(msgspec.Struct):
    """One table with its seats. `state` is there while it is played and after; only `tables` looks at it."""

    row: TableRow
    seats: list[SeatRow]
    state: Any = None
    stops: dict[int, Stops] | None = None
    """What stops the clocks of its seats; None: nobody has asked yet. Written by `House.learn_stops`."""
    told: ToldSoFar | None = None
    """What is known of the telling, at this moment and not only when the table was loaded; None: nothing."""
    stored: dict[int, SeatRow] = {}
    """Its seats as they stand in the file."""

    @classmethod
    def from_rows(cls, row: TableRow, seats: list[SeatRow]) -> Table:
        """Return a table as it was stored."""
        table = cls(row, seats)
        table.take_changed_seats()
        if row.snapshot is not None:
            table.state = table.game.decode(row.snapshot)
        return table

    @property
    def perhaps_told(self) -> PerhapsTold:
        """Rows of the outbox that have perhaps arrived though they still wait."""
        told = self.told
        return PerhapsTold(told.before, told.began, told.now.get(self.id, 0)) if told else PerhapsTold()

    @property
    def board_rests(self) -> int:
        """Until when the board is not edited anew for a move: it was just now."""
        return self.told.edited.get(self.id, -BOARD_RESTS) + BOARD_RESTS if self.told else 0

    def take_changed_seats(self) -> list[SeatRow]:
        """Return the seats that are otherwise than in the file, as far as is known: who asks writes them there."""
        changed = [seat for seat in self.seats if seat != self.stored.get(seat.seat)]
        self.stored.update((seat.seat, copy(seat)) for seat in changed)
        return changed

    @property
    def id(self) -> int:
        """The table's number."""
        return self.row.id

    @property
    def game(self) -> AnyGame:
        """The rules it is played by."""
        return GAMES[self.row.game]

    @property
    def clock(self) -> Clock:
        """The clock it is played by."""
        return _clock(self.row.clock)

    def stops_of(self, seat: SeatRow) -> Stops:
        """Return what stops the clock of a seat."""
        return (self.stops or {}).get(seat.seat, NOTHING)

    @property
    def place(self) -> int:
        """The thread or channel where the table lives."""
        return self.row.thread or self.row.channel

    @property
    def open(self) -> bool:
        """Whether somebody can still do something here."""
        return self.row.status in ("lobby", "playing")

    @property
    def owed(self) -> dict[int, str]:
        """Who owes which decision."""
        return self.game.owed(self.state) if self.row.status == "playing" else {}

    @property
    def asking(self) -> int:
        """The number of the decision that is open; 0 if there is none."""
        return self.game.current_frame_id(self.state) if self.state is not None else 0

    @property
    def hints(self) -> bool:
        """Whether one may ask for hints: as was said in the lobby, else where one person plays against computers."""
        if self.row.lesson or self.row.hints is not None:
            return bool(self.row.hints)
        return sum(seat.person is not None for seat in self.seats) == 1

    def asks(self, seat: int, frame: int, decision: str) -> bool:
        """Say whether a person at a seat is asked the decision of a frame now.

        One that lies below others is not asked: it may never have been, if the game has gone back to those on top.
        """
        return not self.seats[seat].computer and (self.asking, self.owed.get(seat)) == (frame, decision)

    def seat_of(self, person: int) -> SeatRow | None:
        """Return the seat that is this person's."""
        return next((seat for seat in self.seats if seat.person == person), None)

    def guest(self, person: int) -> GuestRow | None:
        """Return what this person is here as a guest: invited, or told of the lobby."""
        return next((guest for guest in self.row.guests if guest.person == person), None)

    @property
    def invited(self) -> list[GuestRow]:
        """Who was invited and has no seat."""
        return [guest for guest in self.row.guests if guest.answer != "hears" and not self.seat_of(guest.person)]

    def admits(self, person: int) -> bool:
        """Say whether somebody may know of the table wherever they are: they have a seat, or were invited."""
        return self.seat_of(person) is not None or any(guest.person == person for guest in self.invited)

    def run_by(self, admin_of: int) -> bool:
        """Say whether who manages this server (0: none) runs the table: only in their own."""
        return admin_of == self.row.server

    def people(self) -> list[SeatRow]:
        """Return the seats at which a person decides."""
        return [seat for seat in self.seats if seat.person is not None and seat.computer is None]

    def menus(self, now: int) -> dict[int, int]:
        """Return until when those who play in a menu where the table lives have it before them, by seat."""
        if self.told is None:
            return {}
        until = {each.seat: self.told.menu_until(self.id, self.place, each.person or 0) for each in self.people()}
        return {seat: end for seat, end in until.items() if end > now}

    def left_to_computers(self, seats: Iterable[int]) -> list[int]:
        """Return for which of these seats a computer decides: for good, or this once for somebody whose time is up."""
        return [seat for seat in seats if self.seats[seat].computer or self.seats[seat].helped]

    def may_be_on_offer(self, seat: SeatRow) -> bool:
        """Say whether there is still a reason to offer a seat that is on offer.

        Its own person and who manages the server need none; others offer it while its time is up, or a computer plays.
        """
        by_right = seat.offered_by in (seat.seat, MANAGER)
        return self.row.status == "playing" and (by_right or seat.overdue or seat.computer is not None)

    def is_on_offer(self, seat: SeatRow, person: int) -> bool:
        """Say whether a seat is on offer for a person."""
        return seat.offered_at > 0 and seat.offered_to in (None, person) and self.seat_of(person) is None

    def mark(self, seat: int) -> str:
        """Name the decision that is open to a seat now.

        The frame alone is not enough, since a sealed choice can be made again; the seat's own entries alone are not
        enough, since a menu for changing it must not act on the next round; and what was taken back by anybody makes
        frame numbers come again. What neighbours decide in the same frame does not touch it. The seat is in it for
        those who change seats.
        """
        return f"{self.asking}.{seat}.{self.seats[seat].entries}.{self.row.undos}"

    def draft(self, seat: int) -> str:
        """Return the move that a seat has half put together for the decision that is open to it now."""
        chair = self.seats[seat]
        return (chair.draft or "") if chair.mark == self.mark(seat) else ""

    def shown_mark(self, seat: int) -> str:
        """Name the decision and, if there is one, the half-built move: the mark of a menu that shows them."""
        draft = self.draft(seat)
        return f"{self.mark(seat)}.{crc32(draft.encode())}" if draft else self.mark(seat)

    def is_open(self, seat: int, mark: str) -> bool:
        """Say whether a mark names what is open to a seat now: the decision, and the half-built move if it names one.

        So nothing in an older menu acts on something else than it shows. A mark that names no half-built move belongs
        to a menu that shows none: what is chosen there does not depend on one.
        """
        return mark in (self.mark(seat), self.shown_mark(seat))

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won; nobody before the end, or if the table was closed."""
        result = self.game.result(self.state) if self.row.status == "finished" and self.state is not None else None
        return tuple(result.winners) if result else ()

    @property
    def computer_owes(self) -> bool:
        """Whether a computer decides next: at any moment, so nothing is offered that ends with that."""
        return any(self.seats[seat].computer for seat in self.owed)

    def can_take_back(self, seat: int) -> bool:
        """Say whether the seat's latest move can be taken back."""
        return self.game.can_take_back(self.state, seat)

    def log_entry(self, entry: LogRow) -> LogEntry:
        """Return an entry of the log with what happened by it."""
        return LogEntry(entry.n, entry.seat, entry.text, entry.at, self.game.decode_events(entry.events))

    def record(self, log: list[LogRow]) -> Record:
        """Return seed and log: the truth about this table."""
        row = self.row
        entries = [Entry(entry.seat, entry.text) for entry in log]
        return Record(row.game, row.rules, row.size, row.seed, row.options, entries)


def names_draft(mark: str) -> bool:
    """Say whether a mark names a half-built move, as `Table.shown_mark` writes it."""
    return mark.count(".") > _DOTS


def in_lobby(table: Table) -> None:
    """Decline what is done in a lobby once the table is none any more."""
    if table.row.status == "closed":
        raise Declined("closed", table=table.id)
    if table.row.status != "lobby":
        raise Declined("started_already", table=table.id)


def take_off_offer(seat: SeatRow) -> None:
    """Let a seat be on offer no more."""
    seat.offered_at, seat.offered_by, seat.offered_to, seat.offered_name = 0, 0, None, ""


class SeatTime(msgspec.Struct, frozen=True):
    """How a seat's time stands, for everybody to see."""

    until: int = 0
    """When it runs out; 0: never, or its clock stands still."""
    nearly_out: bool = False
    """Half of the time for a decision is left, or less."""
    holiday_until: int = 0
    """Until when the person at it is on holiday; 0: they are not."""


class Offers:
    """What a seat is offered as long as a table stays as it is: found when somebody asks, and then kept."""

    def __init__(self, find: Callable[[], Iterable[Move]] = tuple) -> None:
        self._find: Callable[[], Iterable[Move]] | None = find
        self._moves: tuple[Move, ...] = ()
        self.advised: list[Advice] | None = None
        """The same, best first, with reasons; None: nobody has asked yet. Written by `advice`."""
        self.hinted: list[Advice] = []
        """What a hint has said is best, if this seat has asked for one."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves a menu is made of."""
        if self._find is not None:
            self._moves = tuple(self._find())
            self._find = None
        return self._moves


class Guidance(msgspec.Struct, frozen=True):
    """What a lesson adds to its learner's look."""

    news: Sequence[Event]
    """What happened with their latest move and since; once the game is over, all that happened."""
    idea: str = ""
    """What is explained now; empty: nothing new."""
    proposal: Move | None = None
    """What they could do; None if nothing is asked."""
    following: tuple[Move, ...] = ()
    """What is written for them after that; nothing once they have done otherwise."""
    made: tuple[Move, ...] = ()
    """What they have done so far."""


class Since(msgspec.Struct, frozen=True):
    """What changed for a seat since it last decided, the worst first; the log had `n` entries by then."""

    n: int
    changes: tuple[Change, ...]


class Look(msgspec.Struct, frozen=True):
    """A table through somebody's eyes: all that may be shown to them, and what they can do now."""

    table: Table
    seat: int | None
    """The seat whose eyes these are; None: a spectator's."""
    view: View | None
    """None in the lobby."""
    mark: str = ""
    """The decision that is open, and the half-built move if there is one: what the buttons of a menu carry."""
    owes: str | None = None
    """The decision this seat owes."""
    may_change: bool = False
    """It owes nothing but may decide anew."""
    sealed: bool = False
    """What is asked may be decided anew until all have decided."""
    can_undo: bool = False
    draft: str = ""
    """The move this seat has half put together."""
    times: Mapping[int, SeatTime] = {}
    """How the time of the seats stands; one without anything to say is left out."""
    since: Since | None = None
    """What changed for this seat since it last decided, if somebody has asked for that."""
    kept: bool = False
    """It is for a message that stays: it shows what others change only while its seat is asked."""
    offers: Offers = msgspec.field(default_factory=Offers)
    guidance: Guidance | None = None
    """In a lesson, for its learner."""

    @property
    def standings(self) -> tuple[Standing, ...]:
        """What each seat would score if the game ended now, as far as these eyes may know."""
        return self.table.game.standings(self.view) if self.view else ()

    @property
    def options(self) -> tuple[Move, ...]:
        """The moves a menu is made of."""
        return self.offers.moves
