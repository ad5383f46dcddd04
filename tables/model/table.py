"""The table model: a table's rows with its decoded game state (`Table`), and what one seat may see of it (`Look`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any
from zlib import crc32

import msgspec

from opponents.advice import Advice, Reason
from opponents.decision_feedback import Feedback
from rules import GAMES, AnyGame, Event, Move, View
from rules.contract import Change, Standing
from rules.pieces import Result
from rules.records import Entry, Record
from storage.rows import GuestRow, LogRow, SeatRow, TableRow
from tables.model.authority import Authority
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, NO_STOPS, Clock, ClockStops

__all__ = ["DAY", "MANAGER", "LogEntry", "Look", "MenuMoves", "SeatTime", "Table", "clear_offer"]

_DOTS_IN_MARK = 3
"""Dots in a mark that names only a decision; one that also names a draft has one more."""
MANAGER = -1
"""The seat number that stands for a manager of the server, who has no seat."""


@lru_cache(256)
def _decode_clock(text: str) -> Clock:
    return msgspec.json.decode(text, type=Clock)


class LogEntry(msgspec.Struct, frozen=True):
    """A log entry with its decoded events, secret parts included. `Table.log_entry` makes it."""

    n: int
    """The entry's number in the table's log, from 1 on."""
    seat: int
    """The seat that made the entry."""
    text: str
    """The move as text."""
    at: int
    """When it was made, in seconds since 1970."""
    events: list[Event]
    planner: int | None = None
    """The person whose plan made the move; None: no plan did."""

    def size(self) -> int:
        """Return roughly how many bytes the entry takes in the cache."""
        return 300 * (1 + len(self.events))


class Table(msgspec.Struct):
    """One table: its row, its seats in order, and the decoded state of its game.

    `state` is None in the lobby. It holds secrets, so only `tables` uses it; everybody else gets a `Look`. Nearly all
    methods only read: who has to act, who may know or do what, and the marks by which buttons name a decision.
    """

    row: TableRow
    seats: list[SeatRow]
    state: Any = None
    stops: dict[int, ClockStops] | None = None
    """What stops the clock of each seat; None until `Services.load_stops` has set it."""
    stored: dict[int, SeatRow] = {}
    """Copies of the seats as the database has them."""
    rehearsal: str = ""
    """Set if this is an imagined table on which a player makes a plan: then it is the mark of every decision here."""
    clicks: Mapping[tuple[int, int], int] = {}
    """When people last clicked, by table and person; shared by all tables that `Services` loads."""

    @classmethod
    def from_rows(cls, row: TableRow, seats: list[SeatRow]) -> Table:
        """Build a table from its rows and decode its snapshot, if any. `stops` stays None."""
        table = cls(row, seats)
        table.take_changed_seats()
        if row.snapshot is not None:
            table.state = table.game.decode(row.snapshot)
        return table

    def clicked_at(self, seat: SeatRow) -> int:
        """Return when the person at a seat last clicked at this table, in seconds since 1970; 0 if that is not known.

        Any click and command about the table counts. What was before a restart is not known.
        """
        return self.clicks.get((self.id, seat.person or 0), 0)

    def take_changed_seats(self) -> list[SeatRow]:
        """Return the seats changed since the last call, or since load. The caller must write them to the database."""
        changed = [seat for seat in self.seats if seat != self.stored.get(seat.seat)]
        self.stored.update((seat.seat, copy(seat)) for seat in changed)
        return changed

    @property
    def id(self) -> int:
        """The table's number, which players see."""
        return self.row.id

    @property
    def game(self) -> AnyGame:
        """The rules of this table's game."""
        return GAMES[self.row.game]

    @property
    def clock(self) -> Clock:
        """The clock this table is played with."""
        return _decode_clock(self.row.clock)

    def stops_of(self, seat: SeatRow) -> ClockStops:
        """Return what stops a seat's clock; nothing if `stops` was not loaded."""
        return (self.stops or {}).get(seat.seat, NO_STOPS)

    @property
    def place(self) -> int:
        """The Discord id of the thread the table is played in, or of its channel if it has no thread."""
        return self.row.thread or self.row.channel

    @property
    def open(self) -> bool:
        """True while the table is in the lobby or being played."""
        return self.row.status in ("lobby", "playing")

    @property
    def owed(self) -> dict[int, str]:
        """The players to act: each seat with the key of the decision it owes. Empty unless the table is played."""
        return self.game.owed(self.state) if self.row.status == "playing" else {}

    @property
    def frame_id(self) -> int:
        """The number of the frame on top of the agenda, that is, of the pending decision; 0 if there is none."""
        return self.game.current_frame_id(self.state) if self.state is not None else 0

    @property
    def hints_allowed(self) -> bool:
        """True if players may ask for hints.

        The host's choice in the lobby decides. Without one, as in a lesson, hints are allowed if exactly one seat
        belongs to a person. Nobody gets hints for a plan.
        """
        if self.rehearsal:
            return False
        if self.row.hints is not None:
            return self.row.hints
        return sum(seat.person is not None for seat in self.seats) == 1

    def has_to_decide(self, seat: int, frame: int, decision: str) -> bool:
        """Return True if the person at this seat owes this decision now: it belongs to the top frame of the agenda.

        False for a frame further down: if a move is taken back, it may never come to the top.
        """
        return not self.seats[seat].computer and (self.frame_id, self.owed.get(seat)) == (frame, decision)

    def seat_of(self, person: int) -> SeatRow | None:
        """Return the seat that belongs to a person, also if a computer decides there; None if they have none."""
        return next((seat for seat in self.seats if seat.person == person), None)

    def guest(self, person: int) -> GuestRow | None:
        """Return a person's guest row at this table; None if they have none.

        They have one if they were invited by name, were sent away, or are among the people who get notifications about
        new lobbies.
        """
        return next((guest for guest in self.row.guests if guest.person == person), None)

    @property
    def invited(self) -> list[GuestRow]:
        """The people who were invited by name and have no seat, whatever they answered; nobody who was sent away."""
        others = ("hears", "sent_away")
        return [guest for guest in self.row.guests if guest.answer not in others and not self.seat_of(guest.person)]

    def admits(self, person: int) -> bool:
        """Return True if a person may know of a private table: by a seat or an invitation, even a declined one."""
        return self.seat_of(person) is not None or any(guest.person == person for guest in self.invited)

    def is_managed_by(self, person: int, authority: Authority) -> bool:
        """Return True if a person may act here as manager or organiser of the server, by their `authority`."""
        return authority.runs(self.row.server, seated=self.seat_of(person) is not None)

    def human_seats(self) -> list[SeatRow]:
        """Return the seats at which a person decides, in order, without those that a computer plays for a person."""
        return [seat for seat in self.seats if seat.person is not None and seat.computer is None]

    def decided_by_computer(self, seats: Iterable[int]) -> list[int]:
        """Return those of these seats whose next decision a computer makes.

        That is every computer's seat, and a person's seat whose time is up if the clock then lets a computer decide.
        """
        return [seat for seat in seats if self.seats[seat].computer or self.seats[seat].helped]

    def may_stay_on_offer(self, seat: SeatRow) -> bool:
        """Return True if a seat that is offered to substitutes may stay on offer.

        The game must be running. An offer by the seat's owner or a server manager may always stay; one by other players
        only while the seat is overdue or played by a computer.
        """
        by_right = seat.offered_by in (seat.seat, MANAGER)
        return self.row.status == "playing" and (by_right or seat.overdue or seat.computer is not None)

    def is_offered_to(self, seat: SeatRow, person: int) -> bool:
        """Return True if a seat is offered to everybody or to this person by name, and they have no seat here."""
        return seat.offered_at > 0 and seat.offered_to in (None, person) and self.seat_of(person) is None

    def mark(self, seat: int) -> str:
        """Return a text that identifies a seat's pending decision: `frame.seat.entries.undos`.

        Buttons carry it, so that a click on an old menu is recognised. Each part is needed: the frame stays the same
        when a sealed choice is changed, the number of the seat's entries stays the same in the next round, frame
        numbers come again after a move is taken back, and a person may have changed seats. Decisions of other seats in
        the same frame do not change the mark. On an imagined table it is `rehearsal`.
        """
        if self.rehearsal:
            return self.rehearsal
        return f"{self.frame_id}.{seat}.{self.seats[seat].entries}.{self.row.undos}"

    def draft(self, seat: int) -> str:
        """Return the half-built move of a seat's pending decision; empty if there is none."""
        chair = self.seats[seat]
        return (chair.draft or "") if chair.mark == self.mark(seat) else ""

    def shown_mark(self, seat: int) -> str:
        """Return the mark for a menu made now: `mark`, followed by a checksum of the draft if there is one."""
        draft = self.draft(seat)
        return f"{self.mark(seat)}.{crc32(draft.encode())}" if draft else self.mark(seat)

    def is_current_mark(self, seat: int, mark: str) -> bool:
        """Return True if a mark names the seat's pending decision and, if it names a draft, the present draft.

        So a button of an old menu never acts on something else than that menu showed. A mark without a draft stays
        valid when a draft appears: the menu it belongs to does not depend on one.
        """
        return mark in (self.mark(seat), self.shown_mark(seat))

    @property
    def winners(self) -> tuple[int, ...]:
        """The numbers of the seats that have won this table's game; empty before its end, and if it was closed."""
        result = self.result
        return result.winners if result else ()

    @property
    def result(self) -> Result | None:
        """The result of this table's game; None before its end, and if it was closed."""
        return self.game.result(self.state) if self.row.status == "finished" and self.state is not None else None

    @property
    def computer_owes(self) -> bool:
        """True if a computer's seat has to act. It may move at any time, so nothing is offered that this would end."""
        return any(self.seats[seat].computer for seat in self.owed)

    def can_take_back(self, seat: int) -> bool:
        """Return True if the seat may take its latest move back.

        The rules must allow it. A move that has led to a sealed choice of others stays if they could have made that
        choice before it was asked: otherwise one could tell by taking back whether they had.
        """
        return self.game.can_take_back(self.state, seat) and not self._led_to_early_choice(seat)

    def _led_to_early_choice(self, seat: int) -> bool:
        """Return True if other people owe a sealed choice that can be planned, and the seat has not moved in it yet."""
        game, state = self.game, self.state
        if game.early is None or self.row.lesson or not game.is_sealed_choice(state):
            return False
        latest = next(frame for mover, frame in reversed(state.tail) if mover == seat)
        people = [other for other in self.owed if other != seat and not self.seats[other].computer]
        return latest != self.frame_id and any(self.owed[other] in game.early.decisions for other in people)

    def log_entry(self, entry: LogRow) -> LogEntry:
        """Return a row of this table's log with its events decoded."""
        planner = entry.person if entry.planned else None
        return LogEntry(entry.n, entry.seat, entry.text, entry.at, self.game.decode_events(entry.events), planner)

    def shows_plan(self, viewer: int | None, seat: int, planner: int | None) -> bool:
        """Return True if a seat (None: a spectator) may know that the plan of `planner` made a move of `seat`.

        Until the game is finished only the planner may, afterwards everybody. Return False if `planner` is None.
        """
        if planner is None or self.row.status == "finished":
            return planner is not None
        return viewer == seat and self.seats[seat].person == planner

    def record(self, log: list[LogRow]) -> Record:
        """Return this game's record: seed, options and the entries of `log`, which must be the table's whole log.

        Replaying the record leads to the present state.
        """
        row = self.row
        entries = [Entry(entry.seat, entry.text) for entry in log]
        return Record(row.game, row.rules, row.size, row.seed, row.options, entries)


def names_draft(mark: str) -> bool:
    """Return True if a mark also names a half-built move, as `Table.shown_mark` writes it."""
    return mark.count(".") > _DOTS_IN_MARK


def require_lobby(table: Table) -> None:
    """Raise `Declined` if the table has left the lobby: it was closed, or its game has started or is finished."""
    if table.row.status == "closed":
        raise Declined("closed", table=table.id)
    if table.row.status != "lobby":
        raise Declined("started_already", table=table.id)


def decline_at_league_table(table: Table) -> None:
    """Raise `Declined` if this is a league table: there nobody may pause, give more time or pass a seat on."""
    if table.row.season is not None:
        raise Declined("league_table", table=table.id)


def clear_offer(seat: SeatRow) -> None:
    """Remove a seat's offer to substitutes from its row, in place. The caller writes the row."""
    seat.offered_at, seat.offered_by, seat.offered_to, seat.offered_name = 0, 0, None, ""


class SeatTime(msgspec.Struct, frozen=True):
    """What everybody may see of a seat's time: when it runs out, whether that is near, and its player's holiday."""

    until: int = 0
    """When its time runs out; 0 if it has no limit or its clock is stopped."""
    nearly_out: bool = False
    """True if half of the time for a decision is left, or less."""
    holiday_until: int = 0
    """When the holiday of its player ends; 0 if they are not on holiday."""


class MenuMoves:
    """The moves of a seat's menu in one state. `find` computes them when they are first needed.

    The default `find` returns no moves.
    """

    def __init__(self, find: Callable[[], Iterable[Move]] = tuple) -> None:
        self._find: Callable[[], Iterable[Move]] | None = find
        self._moves: tuple[Move, ...] = ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves from which the seat's menu is built. They are computed at the first access."""
        if self._find is not None:
            self._moves = tuple(self._find())
            self._find = None
        return self._moves


class OwnDecision(msgspec.Struct, frozen=True):
    """A learner's own decision: what they saw before it (`look`), the move they made, and the feedback on it.

    They had no suggestion, or made another move than the suggested one.
    """

    look: Look
    move: Move
    feedback: Feedback


class Guidance(msgspec.Struct, frozen=True):
    """What a lesson adds to the learner's `Look`: news, feedback, the idea explained now, and a suggested move."""

    news: Sequence[Event]
    """The events of their latest move and everything since; once the game is over, all events."""
    news_after: int = -1
    """The number of the log entry before the first one in `news`; -1 if the opening is in it."""
    idea: str = ""
    """The key of the idea that is explained now; empty if nothing new comes up."""
    proposal: Move | None = None
    """The move that the lesson considers best; None if the learner owes no decision."""
    alone: bool = False
    """True if the learner decides without a suggestion, so that `proposal` is not shown."""
    reasons: tuple[Reason, ...] = ()
    """Why a hint would suggest the proposal; empty if no search was needed to know that, or if it found nothing."""
    is_late: bool = False
    """True if the learner's latest move used the idea, before it was explained."""
    for_practice: bool = False
    """True if the proposal is the script's and only shows how something is done: another move would be better."""
    following: tuple[Move, ...] = ()
    """The learner's moves that the lesson's script has after the proposal; empty once they have left the script."""
    made: tuple[Move, ...] = ()
    """The learner's moves so far."""
    judged: OwnDecision | None = None
    """The learner's latest decision if it was their own. Set only by `lesson_feedback.with_feedback`."""


class Since(msgspec.Struct, frozen=True):
    """What happened since a seat's last decision, as the seat may know it."""

    n: int
    """The number of log entries when the seat made that decision."""
    changes: tuple[Change, ...]
    """What changed for the seat, the worst change first."""
    events: tuple[Event, ...] = ()
    """The events since, beginning with those of that decision, without quiet ones."""
    played: tuple[Event, ...] = ()
    """The events of moves that the seat's own plans and standing answers have made since."""


class Look(msgspec.Struct, frozen=True):
    """A table as one seat or a spectator may see it, with what that seat can do now. Holds no secret of others."""

    table: Table
    seat: int | None
    """The seat that looks; None for a spectator."""
    view: View | None
    """The game as that seat sees it; None in the lobby."""
    mark: str = ""
    """The mark (`Table.shown_mark`) that the buttons of a menu carry; empty for a spectator."""
    owes: str | None = None
    """The key of the decision this seat owes; None if it has nothing to decide."""
    may_change: bool = False
    """True if the seat has chosen in a sealed decision and may still change its choice."""
    sealed: bool = False
    """True if the pending decision is sealed: choices are secret and may be changed until all have chosen."""
    can_undo: bool = False
    """True if the seat may take its latest move back."""
    draft: str = ""
    """The half-built move of this seat, as text; empty without one."""
    times: Mapping[int, SeatTime] = {}
    """The time of each seat; seats with nothing to show are left out."""
    since: Since | None = None
    """What changed for this seat since its last decision. Set only by `since_last_move.with_changes`."""
    kept: bool = False
    """True for a message that stays in the channel: there, changes by others are shown only while this seat acts."""
    menu_moves: MenuMoves = msgspec.field(default_factory=MenuMoves)
    guidance: Guidance | None = None
    """Set for the learner of a lesson."""
    advised: Sequence[Advice] = ()
    """The moves that the menu suggests, best first; empty unless the player asked for them. See `coaching.hints`."""
    hinted: bool = False
    """True if `advised` answers the button *Hint* of a menu, which has shown everything else already."""
    brief: bool = False
    """True if a lesson's menu with a hint leaves out what the menu before has shown, to fit a phone."""
    pictured: bool = False
    """True for a menu below a lesson's picture: its texts leave out what that picture shows."""

    @property
    def standings(self) -> tuple[Standing, ...]:
        """What each seat would score if the game ended now, as far as this seat can know. Empty in the lobby."""
        return self.table.game.standings(self.view) if self.view else ()

    @property
    def options(self) -> tuple[Move, ...]:
        """The moves from which this seat's menu is built."""
        return self.menu_moves.moves
