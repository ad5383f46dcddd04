"""Prompts: messages that ask players for a decision. Who still needs one, which exist, and which are obsolete.

A prompt is stored as a `PingRow`. The functions that change prompts add that to the effects of a delivery.
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
    """The prompts of a table, read before a message is sent. After that nothing has to be read any more.

    Methods that take `effects` add to them what has to be stored and which messages have to be removed.
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
        """Return which of these seats to prompt now for the decision with the frame number `asking`.

        A frame is an open decision on the game's agenda. Return none if that decision is no longer pending. Seats that
        were already asked are left out, as in `plan_prompts`.
        """
        pending = PendingDecision.of(self._table)
        if pending.frame != asking:
            return PromptPlan([], [])
        latest = {row.person: row for row in self._rows if row.kind == "ping"}
        return plan_prompts(self._table.seats, pending, seats, latest, self._now)

    def has_prompt(self, seat: Seat, kind: str) -> bool:
        """Return True if a message of this kind asks the player at a seat for the pending decision."""
        pending = PendingDecision.of(self._table)
        return any(
            (row.person, row.kind) == (seat.person, kind) and row.message and asks_for(row, seat, pending)
            for row in self._rows
        )

    def asked_by(self, message: int) -> list[Seat]:
        """Return the seats that a message asks for the pending decision by a prompt of kind `ping`, ascending."""
        seats = asked_by_these(self._table, [row for row in self._rows if row.message == message])
        return [self._table.seats[seat] for seat in seats]

    def note_asked(self, plan: PromptPlan, kind: str, channel: int, message: int, effects: Effects) -> None:
        """Store that a message asks these seats, and remove older messages of this kind whose decision they have made.

        The board stays.
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
        """Store that the board's message `new` asks the seats in `newly` and in `still`.

        `newly` are asked for the first time. `still` were already asked by the board's former message, whose id is
        `old` (0: there was none); all others whom `old` asked are no longer recorded as asked by it. Other messages
        that ask for a decision that was made are removed.
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
        """Remove the messages that ask for a decision which is no longer pending although nobody made it.

        That happens if a move is taken back, for example. The board's message stays, but is no longer recorded as
        asking.
        """
        rows = [row for row in self._rows if row.message and (row.frame or _is_about_lobby(row))]
        gone = [row for row in rows if self._is_obsolete(row)]
        self._store(map(_forgotten, gone), effects)
        self._remove([row for row in gone if row.message != self._board], effects)

    def note_was_pinged(self, then: SeatsThen, people: Iterable[int], effects: Effects) -> None:
        """Store that these people (by id) were pinged by a message that was edited since and no longer asks them.

        So they are not pinged again for the same decision; if they have decided something since, the next decision
        pings them as usual. People who were asked in a message of their own, such as a direct message, are skipped: the
        record of that message is still needed to remove it.
        """
        asked_apart = {row.person for row in self._rows if row.kind == "ping" and row.message not in (0, self._board)}
        to_note = set(people) - asked_apart
        pinged = [_prompt(self._table, seat, "ping", 0, 0, then.at) for seat in then.seats if seat.person in to_note]
        self._store(map(_forgotten, pinged), effects)

    def _store(self, rows: Iterable[PingRow], effects: Effects) -> None:
        effects.prompts += [(self._table.id, row) for row in rows]

    def _remove(self, gone: Sequence[PingRow], effects: Effects) -> None:
        """Remove the messages of these prompts, except those that another prompt needs."""
        needed = {row.message for row in self._rows if row not in gone}
        effects.follow_up(*{row.message: _removal(row) for row in gone if row.message not in needed}.values())

    def _asking(self, plan: PromptPlan, kind: str, channel: int, message: int) -> list[PingRow]:
        """Return prompts by which a message asks these seats.

        Those asked without a sound keep the time of their last ping.
        """
        last = {row.person: row.at for row in self._rows if row.kind == kind}
        at = {seat.person: last.get(seat.person or 0, self._now) for seat in plan.quietly}
        return [
            _prompt(self._table, seat, kind, channel, message, at.get(seat.person, self._now)) for seat in plan.seats
        ]

    def _is_answered(self, row: PingRow) -> bool:
        """Return True if the person has made the decision that this prompt asks for.

        False if they have no seat now, if the prompt's message is gone, or if the prompt is about no decision (frame
        0).
        """
        seat = self._table.seat_of(row.person)
        if seat is None or not row.message or not row.frame:
            return False
        return seat.entries != row.entries and not self._table.has_to_decide(seat.seat, row.frame, row.decision)

    def _is_obsolete(self, row: PingRow) -> bool:
        """Return True if a prompt asks for a decision that is not pending and that the person did not make.

        A prompt to start a full lobby is obsolete once the game has begun or somebody else is host. Any other prompt is
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
    """Return True if the player at a seat may get direct messages.

    Their settings must allow them, and they must not have refused one at this table.
    """
    assert seat.person is not None
    known = await persons.get(services, seat.person)
    return (known is None or known.dms) and not await posts.dms_closed(services, table.id, seat.person)


async def seats_at_position(services: Services, table: Table, attempt: Attempt) -> SeatsThen:
    """Return the seats as they were when the attempt's notification was written, and the time of that.

    Only the field `entries` of each seat is of that moment; all others have their current values. The time is that of
    the latest log entry at that moment; without one, that of the game's start, or 0.
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
    """Return a prompt as one whose message asks nothing any more."""
    return msgspec.structs.replace(row, frame=0, message=0)


async def _all(services: Services, table: Table) -> list[PingRow]:
    """Return the latest prompt of each kind and person."""
    return await sql.pings(services.db.sync_reader, table.id)


async def pings_here(services: Services, table: Table) -> list[PingRow]:
    """Return the prompts whose message is in the table's own channel or thread and was not deleted."""
    here = (table.row.channel, table.row.thread)
    return [row for row in await _all(services, table) if row.message and row.channel in here]


def asked_by_these(table: Table, rows: Sequence[PingRow]) -> list[int]:
    """Return the seats that these prompts ask for the pending decision, ascending. Only those of kind `ping` count."""
    pending = PendingDecision.of(table)
    asked = [(table.seat_of(row.person), row) for row in rows if row.kind == "ping"]
    return sorted(s.seat for s, row in asked if s and s.seat in pending.seats and asks_for(row, s, pending))


async def forget_pings(db: Transaction, table: Table, rows: Sequence[PingRow]) -> None:
    """Store that the messages of these prompts ask nothing any more."""
    await sql.save_pings(db, table.id, [_forgotten(row) for row in rows])


async def asked_directly(services: Services, table: Table) -> list[ObsoleteMessage]:
    """Return notifications that remove the table's direct messages with a prompt or an offer of a seat."""
    here = (table.row.channel, table.row.thread)
    pings = [_removal(row) for row in await _all(services, table) if row.message]
    offers = [posts.removal_of(post) for post in (await posts.all_of(services, table.id, "offer")).values()]
    return [each for each in (*pings, *offers) if each.channel not in here]


def _removal(row: PingRow) -> ObsoleteMessage:
    return ObsoleteMessage(channel=row.channel, message=row.message, asks_in_vain=not _is_about_lobby(row))


def _is_about_lobby(row: PingRow) -> bool:
    """Return True if a prompt asks the host of a full lobby to start."""
    return row.kind in ("full", "full_dm")
