"""Prompts: messages that ask players for a decision. Who still needs one, which exist, and which are obsolete.

A prompt is stored as a `PingRow`. The methods of `Prompts` write nothing: they add their changes to the `Effects` of a
delivery, which are written later. A *frame* is one decision on the game's agenda; frames are numbered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from storage import Transaction
from storage.queries import pings as sql
from storage.queries import tables as sql_tables
from storage.rows import PingRow
from storage.rows import SeatRow as Seat
from tables.delivery import posts
from tables.delivery.posts import Post
from tables.model.players_to_act import PendingDecision, PromptPlan, asks_for, plan_prompts
from tables.model.table import Table
from tables.notifications.attempt import Attempt, Effects
from tables.notifications.kinds import ObsoleteMessage
from tables.runtime import people as persons
from tables.runtime.services import Services

__all__ = ["Prompts", "Seat", "SeatsThen", "accepts_dms", "asked_by_these", "asked_directly", "forget_pings",
           "pings_here", "seats_at_position"]  # fmt: skip


class SeatsThen(NamedTuple):
    """The seats of a table, each with the number of its log entries (`entries`) at an earlier moment `at`.

    `at` is in seconds since 1970.
    """

    seats: list[Seat]
    at: int


class Prompts:
    """The stored prompts of a table, loaded once before a message is sent, so that no method reads the database.

    Methods that take `effects` add to them the prompts to store and the removals of messages.
    """

    def __init__(self, table: Table, rows: list[PingRow], board: int, now: int) -> None:
        self._table = table
        self._rows = rows
        self._board = board
        """The message id of the board, or 0."""
        self._now = now

    @classmethod
    async def load(cls, services: Services, table: Table) -> Prompts:
        """Read the prompts of a table and the id of its board's message, as they are now."""
        board = await posts.find(services, table.id, "board")
        return cls(table, await _all(services, table), board.message if board else 0, services.now())

    def to_ask(self, seats: Sequence[int], asking: int) -> PromptPlan:
        """Return which of these seats to prompt now for the decision whose frame has the number `asking`.

        The plan is empty if that decision is no longer pending. Seats that an existing message already asks for it are
        left out. `plan_prompts` has the other rules.
        """
        pending = PendingDecision.of(self._table)
        if pending.frame != asking:
            return PromptPlan([], [])
        latest = {row.person: row for row in self._rows if row.kind == "ping"}
        return plan_prompts(self._table.seats, pending, seats, latest, self._now)

    def has_prompt(self, seat: Seat, kind: str) -> bool:
        """Return True if an existing prompt of this kind asks the player at a seat for the pending decision."""
        pending = PendingDecision.of(self._table)
        return any(
            (row.person, row.kind) == (seat.person, kind) and row.message and asks_for(row, seat, pending)
            for row in self._rows
        )

    def asked_by(self, message: int) -> list[Seat]:
        """Return the seats that the message with this id pings for the pending decision, ascending.

        Only prompts of the kind `ping` count.
        """
        seats = asked_by_these(self._table, [row for row in self._rows if row.message == message])
        return [self._table.seats[seat] for seat in seats]

    def note_asked(self, plan: PromptPlan, kind: str, channel: int, message: int, effects: Effects) -> None:
        """Store that a new message asks the seats of `plan` for the pending decision.

        `kind` is the kind of the prompts, `message` the message's id in `channel`. Older messages that prompted the
        same people with the same kind are removed if their decision has been made. The board's message is never
        removed.
        """
        rows = self._asking(plan, kind, channel, message)
        replaced = {(row.person, row.kind) for row in rows}
        older = [row for row in self._rows if (row.person, row.kind) in replaced and row.message != message]
        self._store(rows, effects)
        # The board will not ask them once it is edited.
        self._remove([row for row in older if row.message != self._board and self._is_answered(row)], effects)

    def note_asked_by_board(
        self, newly: PromptPlan, still: Sequence[Seat], old: int, new: Post, effects: Effects
    ) -> None:
        """Store that the board's message `new` asks the seats in `newly` and in `still` for the pending decision.

        `old` is the id of the board's former message (0: there was none); `new` may be the same message, edited. Seats
        in `newly` were not asked before, those in `still` by `old`. All others whom `old` asked are no longer recorded
        as asked. Any other message is removed if the decision that it asks for was made.
        """
        answered = [row for row in self._rows if row.message not in (old, new.message) and self._is_answered(row)]
        people = {seat.person for seat in still}
        rows = []
        for row in self._rows:
            if row in answered or (old and row.message == old and row.person not in people):
                rows.append(_forgotten(row))
            elif old and row.message == old != new.message:
                rows.append(msgspec.structs.replace(row, channel=new.channel, message=new.message))
        self._store([*rows, *self._asking(newly, "ping", new.channel, new.message)], effects)
        self._remove(answered, effects)

    def remove_obsolete(self, effects: Effects) -> None:
        """Remove the messages that ask for a decision which is no longer pending although the person did not make it.

        That happens, for example, if a move is taken back. Pings about a full lobby are removed once they are obsolete.
        The board's message stays, but is no longer recorded as a prompt.
        """
        rows = [row for row in self._rows if row.message and (row.frame or _is_about_lobby(row))]
        gone = [row for row in rows if self._is_obsolete(row)]
        self._store(map(_forgotten, gone), effects)
        self._remove([row for row in gone if row.message != self._board], effects)

    def note_was_pinged(self, then: SeatsThen, people: Iterable[int], effects: Effects) -> None:
        """Store that these people (by id) were pinged at the time `then.at`, by a message that no longer asks them.

        If they have not acted since, a new prompt within a minute of that ping makes no sound. People who were asked
        in a message of their own, such as a direct message, are skipped: the record of that message is still needed to
        remove it.
        """
        asked_apart = {row.person for row in self._rows if row.kind == "ping" and row.message not in (0, self._board)}
        to_note = set(people) - asked_apart
        pinged = [_prompt(self._table, seat, "ping", 0, 0, then.at) for seat in then.seats if seat.person in to_note]
        self._store(map(_forgotten, pinged), effects)

    def _store(self, rows: Iterable[PingRow], effects: Effects) -> None:
        effects.prompts += [(self._table.id, row) for row in rows]

    def _remove(self, gone: Sequence[PingRow], effects: Effects) -> None:
        """Add follow-ups that remove the messages of these prompts, except messages that other prompts use too."""
        needed = {row.message for row in self._rows if row not in gone}
        effects.follow_up(*{row.message: _removal(row) for row in gone if row.message not in needed}.values())

    def _asking(self, plan: PromptPlan, kind: str, channel: int, message: int) -> list[PingRow]:
        """Return the prompt rows of a message that asks the seats of `plan` for the pending decision.

        The time of the ping is now; for seats asked without a sound, it is that of their last prompt of this kind.
        """
        last = {row.person: row.at for row in self._rows if row.kind == kind}
        at = {seat.person: last.get(seat.person or 0, self._now) for seat in plan.quietly}
        return [
            _prompt(self._table, seat, kind, channel, message, at.get(seat.person, self._now)) for seat in plan.seats
        ]

    def _is_answered(self, row: PingRow) -> bool:
        """Return True if the person has made the decision that this prompt asks for.

        Return False if they have no seat now, if the prompt's message is gone (0), or if it asks for no decision (frame
        0).
        """
        seat = self._table.seat_of(row.person)
        if seat is None or not row.message or not row.frame:
            return False
        return seat.entries != row.entries and not self._table.has_to_decide(seat.seat, row.frame, row.decision)

    def _is_obsolete(self, row: PingRow) -> bool:
        """Return True if a prompt asks for a decision that is no longer pending and that the person did not make.

        A prompt about a full lobby is obsolete once the lobby is over or somebody else is host. Any other prompt is
        also obsolete if the person has no seat any more.
        """
        table = self._table
        if _is_about_lobby(row):
            return table.row.status != "lobby" or row.person != table.row.host
        seat = table.seat_of(row.person)
        if seat is None:
            return True
        if table.has_to_decide(seat.seat, row.frame, row.decision):
            return False
        # A frame that was taken back has never been. One that is over was decided, unless the person has done nothing.
        return row.frame > table.state.frames or seat.entries == row.entries


async def accepts_dms(services: Services, table: Table, seat: Seat) -> bool:
    """Return True if the bot may send direct messages to the player at a seat.

    The player's settings must allow it, and they must not have refused a direct message of this table.
    """
    assert seat.person is not None
    known = await persons.get(services, seat.person)
    return (known is None or known.dms) and not await posts.dms_closed(services, table.id, seat.person)


async def seats_at_position(services: Services, table: Table, attempt: Attempt) -> SeatsThen:
    """Return the seats with the numbers of log entries (`entries`) they had when a notification was written.

    It is the notification of `attempt`. All other fields of the seats have their current values. `at` is the time of
    the latest log entry at that moment; if there was none, the time when the game started, or 0.
    """
    position = attempt.row.position
    log = await sql_tables.log(services.db.reader, table.id, after=position - 1)
    since = Counter(entry.seat for entry in log if entry.n > position)
    seats = [msgspec.structs.replace(seat, entries=seat.entries - since[seat.seat]) for seat in table.seats]
    return SeatsThen(seats, next((entry.at for entry in log if entry.n == position), table.row.started or 0))


def _prompt(table: Table, seat: Seat, kind: str, channel: int, message: int, at: int) -> PingRow:
    """Return the prompt row for a message that asks the player at a seat for the pending decision.

    `kind` is the kind of prompt, such as `ping`; `at` is when they were pinged.
    """
    assert seat.person is not None
    pending = PendingDecision.of(table)
    return PingRow(
        person=seat.person,
        kind=kind,
        channel=channel,
        message=message,
        frame=pending.frame,
        decision=pending.decision,
        entries=seat.entries,
        at=at,
    )


def _forgotten(row: PingRow) -> PingRow:
    """Return a copy of a prompt without message and decision (both 0): nothing asks the person any more."""
    return msgspec.structs.replace(row, frame=0, message=0)


async def _all(services: Services, table: Table) -> list[PingRow]:
    """Return the stored prompts of a table: for each person the latest of each kind."""
    return await sql.pings(services.db.sync_reader, table.id)


async def pings_here(services: Services, table: Table) -> list[PingRow]:
    """Return the prompts whose message is in the table's own channel or thread and was not deleted."""
    here = (table.row.channel, table.row.thread)
    return [row for row in await _all(services, table) if row.message and row.channel in here]


def asked_by_these(table: Table, rows: Sequence[PingRow]) -> list[int]:
    """Return the numbers of the seats that these prompts ask for the pending decision, ascending.

    Only prompts of the kind `ping` count.
    """
    pending = PendingDecision.of(table)
    asked = [(table.seat_of(row.person), row) for row in rows if row.kind == "ping"]
    return sorted(s.seat for s, row in asked if s and s.seat in pending.seats and asks_for(row, s, pending))


async def forget_pings(db: Transaction, table: Table, rows: Sequence[PingRow]) -> None:
    """Store that the messages of these prompts ask nothing any more."""
    await sql.save_pings(db, table.id, [_forgotten(row) for row in rows])


async def asked_directly(services: Services, table: Table) -> list[ObsoleteMessage]:
    """Return notifications that remove the direct messages in which the table prompts people or offers them a seat."""
    here = (table.row.channel, table.row.thread)
    pings = [_removal(row) for row in await _all(services, table) if row.message]
    offers = [posts.removal_of(post) for post in (await posts.all_of(services, table.id, "offer")).values()]
    return [each for each in (*pings, *offers) if each.channel not in here]


def _removal(row: PingRow) -> ObsoleteMessage:
    return ObsoleteMessage(channel=row.channel, message=row.message, asks_in_vain=not _is_about_lobby(row))


def _is_about_lobby(row: PingRow) -> bool:
    """Return True if a prompt asks the host of a full lobby to start."""
    return row.kind in ("full", "full_dm")
