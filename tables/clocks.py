"""Timers: pings that wait, reminders at half time and at the end, lobbies that expire. Nobody is ever moved for."""

from __future__ import annotations

import logging

from storage import Transaction
from storage import outbox as sql
from storage import tables as sql_tables
from storage.rows import TimerRow
from tables import change, computers, lobby, notices, outbox
from tables.errors import Declined
from tables.house import House
from tables.notices import BoardChanged, Notice, Reminder
from tables.play import play_for_computer

log = logging.getLogger("kontor.clocks")


async def tick(house: House) -> None:
    """Do everything that is due: timers, what could not be told before, computers that owe a decision."""
    for timer in await sql.due_timers(house.db.reader, house.now()):
        try:
            await {"expire": _expire, "nudge": _nudge}.get(timer.kind, _remind)(house, timer)
        except Exception:
            # The time of all other tables goes on.
            log.exception("table=%d timer=%s failed", timer.table_id, timer.kind)
    await outbox.wake_all(house)
    await computers.wake_all(house, play_for_computer)


async def _expire(house: House, timer: TimerRow) -> None:
    await lobby.expire(house, timer.table_id)
    async with house.db.transaction() as db:
        await sql.drop_timer(db, timer)


async def _end(db: Transaction, timer: TimerRow) -> int:
    """Return when the time of the same seat's decision runs out; 0 if never."""
    timers = await sql.timers(db, timer.table_id)
    return next((other.due for other in timers if other.seat == timer.seat and other.kind == "end"), 0)


async def _nudge(house: House, timer: TimerRow) -> None:
    """Ping somebody who was there when a computer asked them, and has done nothing since."""
    try:
        async with house.at(timer.table_id) as table, house.db.transaction() as db:
            if not await sql.drop_timer(db, timer) or timer.seat not in table.owed:
                return
            if await sql_tables.acted(db, table.id, timer.seat) > timer.due - change.NUDGE:
                return
            end = await _end(db, timer)
            await notices.write(db, table, [change.ping(table, [timer.seat], end)])
            await sql_tables.update_seats(db, table.id, [table.seats[timer.seat]])
    except Declined:
        return


async def _remind(house: House, timer: TimerRow) -> None:
    """Remind a seat, once for each timer: dropping the timer and writing the reminder is one transaction.

    Half time is not worth a word any more if we slept through the end.
    """
    try:
        async with house.at(timer.table_id) as table, house.db.transaction() as db:
            if not await sql.drop_timer(db, timer) or timer.seat not in table.owed:
                return
            end = await _end(db, timer)
            if timer.kind == "half" and 0 < end <= house.now():
                return
            tell: list[Notice] = [Reminder(seat=timer.seat, asking=table.asking, until=end)]
            if timer.kind == "end":
                table.seats[timer.seat].overdue = True
                await sql_tables.update_seats(db, table.id, [table.seats[timer.seat]])
                tell.append(BoardChanged())
            await notices.write(db, table, tell)
    except Declined:
        return
