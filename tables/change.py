"""What follows from a change at a table, written in the same transaction: state, timers, and what is to be told."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import msgspec

from rules.contract import Event
from storage import Transaction, outbox
from storage import tables as sql
from storage.rows import LogRow, OutboxRow, ResultRow, SeatRow, TimerRow
from tables.table import DAY, Table

NEWEST_ONLY = ("lobby", "board", "hand")
"""Kinds of telling that show how things stand now: an older one that still waits is superfluous."""
JUST_NOW = 60
"""Who is asked by a computer within so many seconds after their own move is still there."""
NUDGE = 120
"""Seconds after which they are pinged all the same, if they have done nothing."""


class Before(msgspec.Struct, frozen=True):
    """Who was asked what before a change."""

    asking: int
    owed: tuple[int, ...]

    @classmethod
    def of(cls, table: Table) -> Before:
        """Note it down."""
        if table.state is None:
            return cls(0, ())
        return cls(table.game.asking(table.state), tuple(table.owed))


async def record(
    db: Transaction, table: Table, before: Before, entry: LogRow, events: list[Event], now: int, struck: int = 0
) -> None:
    """Write an entry of the log and all that follows from it. `table` carries the new state.

    `struck` is the number of the entry that this one takes back; only if that was told already, this is told too.
    """
    row, game = table.row, table.game
    row.version = entry.n
    actor = table.seats[entry.seat]
    actor.entries += 1
    actor.pinged = 0
    await sql.append(db, row.id, entry)
    await sql.set_draft(db, row.id, entry.seat, "", "")
    actor.mark = actor.draft = None

    over = not game.owed(table.state)
    passed_on = game.asking(table.state) != before.asking and (
        tuple(table.owed) != before.owed or game.sealed(table.state)
    )
    if struck:
        # What is kept in direct messages says nothing about a sealed choice: it need not be changed with it.
        tell = [] if game.sealed(table.state) else [telling(table, "hand", entry.seat)]
        if struck <= row.told:
            tell.append(telling(table, "undone", entry.seat))
    elif over or passed_on or not table.state.tail:
        tell = [telling(table, "story", after=row.told, upto=entry.n)]
        tell += [telling(table, "hand", seat.seat) for seat in table.people()]
        row.told = entry.n
    else:
        tell = [] if all(event.quiet for event in events) else [telling(table, "hand", entry.seat)]
    if tell or not _unseen(table, before):
        tell.append(telling(table, "board"))
    if over:
        row.status, row.ended = "finished", now
        tell += [telling(table, "end"), telling(table, "lobby")]
        await _write_results(db, table)
    await _settle(db, table, before, now, tell, actor=entry.seat)


def _unseen(table: Table, before: Before) -> bool:
    """Say whether the table looks to everybody as it did before: a sealed choice was made anew. The snapshot is old."""
    game, row = table.game, table.row
    if row.snapshot is None or tuple(table.owed) != before.owed:
        return False
    alike: bool = game.view(game.decode(row.snapshot), None) == game.view(table.state, None)
    return alike


async def begin(db: Transaction, table: Table, now: int, starter: int) -> None:
    """Write all that follows from the start of the game. Who has started it need not be pinged."""
    tell = [telling(table, "lobby"), telling(table, "start"), telling(table, "story", after=-1, upto=0)]
    tell.append(telling(table, "board"))
    tell += [telling(table, "hand", seat.seat) for seat in table.people()]
    await _settle(db, table, Before(0, ()), now, tell, actor=starter)


async def reseat(
    db: Transaction, table: Table, seat: int, now: int, tell: list[OutboxRow], actor: int | None = None
) -> None:
    """Write all that follows when another person or a computer decides at a seat: its time begins anew."""
    before = Before(table.game.asking(table.state), tuple(other for other in table.owed if other != seat))
    await _settle(db, table, before, now, [*tell, telling(table, "board")], actor)


async def _settle(
    db: Transaction, table: Table, before: Before, now: int, tell: list[OutboxRow], actor: int | None
) -> None:
    """Write state and seats, set and clear timers, ping who is newly asked."""
    row = table.row
    owed = table.owed
    asking = table.game.asking(table.state)
    row.snapshot = table.game.encode(table.state)
    row.thinking = any(table.seats[seat].computer for seat in owed)

    if asking != before.asking and any(seat.pinged for seat in table.seats):
        await _drop_waiting_pings(db, table)
    ping: list[int] = []
    clear: list[int] = []
    timers: list[TimerRow] = []
    for seat in table.seats:
        still = seat.seat in before.owed and asking == before.asking
        if seat.seat not in owed or seat.computer:
            clear.append(seat.seat)
            seat.overdue = False
        elif not still:
            clear.append(seat.seat)
            seat.overdue = False
            timers += deadlines(table, seat.seat, now)
            if seat.seat == actor or seat.pinged == _asked(table, seat.seat):
                continue
            by_computer = actor is not None and table.seats[actor].computer
            if by_computer and now - await _acted(db, table, seat) < JUST_NOW:
                timers.append(TimerRow(table_id=row.id, seat=seat.seat, kind="nudge", due=now + NUDGE))
            else:
                ping.append(seat.seat)
    if ping:
        tell.append(pinging(table, ping, until(table, now)))

    await sql.save_table(
        db, row, "status", "version", "undos", "snapshot", "told", "thinking", "started", "ended", "seed", "size"
    )
    await sql.update_seats(db, row.id, table.seats)
    if clear:
        await outbox.clear_timers(db, row.id, clear)
    if timers:
        await outbox.set_timers(db, timers)
    told_more = any(each.kind not in (*NEWEST_ONLY, "ping") for each in tell)
    await outbox.tell(db, tell, NEWEST_ONLY, in_place=not told_more)


async def _acted(db: Transaction, table: Table, seat: SeatRow) -> int:
    """Return when a seat did something last. To open a table is to be there when it begins."""
    began = table.row.started if seat.person == table.row.host else None
    return await sql.acted(db, table.id, seat.seat) or began or 0


async def _drop_waiting_pings(db: Transaction, table: Table) -> None:
    """Drop the pings that still wait, since something else is asked now: who was in one has not been told anything.

    The same decision may be asked again, with the same number: after taking back, or once a frame on top is decided.
    """
    for row in await outbox.drop(db, table.id, "ping"):
        for seat in row.facts["seats"]:
            table.seats[seat].pinged = 0


def pinging(table: Table, seats: list[int], until: int) -> OutboxRow:
    """Return a ping for these seats, which remember what it is for."""
    for seat in seats:
        table.seats[seat].pinged = _asked(table, seat)
    return telling(table, "ping", seats=seats, asking=table.asking, until=until)


def _asked(table: Table, seat: int) -> int:
    """Say in a number what a seat is asked: after taking back a frame's number alone may come for another decision."""
    return crc32(f"{table.asking} {table.owed[seat]}".encode())


def deadlines(table: Table, seat: int, now: int) -> list[TimerRow]:
    """Return the two timers of a decision: half time and end. None without a pace."""
    pace = table.row.pace * DAY
    if not pace:
        return []
    return [
        TimerRow(table_id=table.id, seat=seat, kind="half", due=now + pace // 2),
        TimerRow(table_id=table.id, seat=seat, kind="end", due=now + pace),
    ]


def until(table: Table, now: int) -> int:
    """Return when a decision that is asked for now is due; 0 without a pace."""
    return now + table.row.pace * DAY if table.row.pace else 0


async def _write_results(db: Transaction, table: Table) -> None:
    result = table.game.result(table.state)
    assert result is not None, "nobody is asked anything: the game is over"
    await sql.add_results(
        db,
        table.id,
        [
            ResultRow(seat=s.seat, person=s.person, name=s.name, computer=s.computer, place=place, score=score)
            for s, place, score in zip(table.seats, result.places, result.scores, strict=True)
        ],
    )


def telling(table: Table, kind: str, seat: int | None = None, **facts: Any) -> OutboxRow:
    """Return something to be told about a table."""
    return OutboxRow(table_id=table.id, kind=kind, seat=seat, position=table.row.version, facts=facts)
