"""Who decides at a seat while a game goes on: computers, coming back, more time, resigning."""

from __future__ import annotations

import logging

from storage import tables as sql
from storage.rows import Gone
from tables import change, closing, deadlines, outbox, seating
from tables.errors import Declined
from tables.house import House
from tables.notices import BoardChanged
from tables.play import after_commit
from tables.seat_notices import CameBack, HandedOver, MoreTime
from tables.table import MANAGER, Table

log = logging.getLogger("kontor.seats")


async def give_to_computer(house: House, table_id: int, by: int, seat: int, *, admin_of: int = 0) -> Table:
    """Let a computer decide at a seat: one's own at any time, another's once its time has run out."""
    async with house.at(table_id) as table:
        chair = seating.chair_at(table, seat)
        if not (table.seat_of(by) or table.run_by(admin_of)):
            raise Declined("not_seated", table=table_id)
        if chair.computer:
            raise Declined("computer_sits_there", name=chair.name)
        if chair.person != by and not chair.overdue and not table.run_by(admin_of):
            raise Declined("not_overdue", name=chair.name)
        gone: Gone = "left" if chair.person == by or chair.overdue else "agreed"
        chair.computer = table.row.level
        await seating.reseat(house, table, HandedOver(seat=seat), by, *seating.going(chair, gone))
    after_commit(house, table)
    return table


async def come_back(house: House, table_id: int, person: int) -> Table:
    """Take one's own seat back from the computer."""
    async with house.at(table_id) as table:
        chair = seating.own_chair(table, person)
        if not chair.computer:
            raise Declined("you_decide", table=table_id)
        if chair.lost:
            raise Declined("seat_lost", table=table_id)
        chair.computer = None
        await seating.reseat(house, table, CameBack(seat=chair.seat), person, *seating.going(chair, ""))
    after_commit(house, table)
    return table


async def give_time(
    house: House, table_id: int, by: int, seat: int, ends: int | None = None, *, admin_of: int = 0
) -> Table:
    """Give another player more time for what they owe. `ends` is when theirs ended for who gives it: it acts once."""
    async with house.at(table_id) as table:
        chair, now = seating.chair_at(table, seat), house.now()
        giver = table.seat_of(by)
        if not (giver or table.run_by(admin_of)):
            raise Declined("not_seated", table=table_id)
        if chair == giver:
            raise Declined("own_time", table=table_id)
        if not chair.runs_since or seat not in table.owed:
            raise Declined("no_time_runs", name=chair.name)
        if ends is not None and ends != deadlines.until(table, chair):
            raise Declined("time_changed", name=chair.name)
        deadlines.settle(table, chair, now)
        async with house.db.transaction() as db:
            await seating.give_time(db, table, chair, table.clock.least - min(chair.time_left, 0))
            chair.overdue = chair.helped = False
            table.row.thinking = bool(table.left_to_computers(table.owed))
            await sql.save_table(db, table.row, "thinking")
            end = deadlines.until(table, chair)
            given = MoreTime(seat=seat, by=giver.seat if giver else MANAGER, until=end)
            await change.settle_anew(db, table, [chair], now, [given, BoardChanged()])
        log.info("table=%d seat=%d has more time", table_id, seat)
    outbox.wake(house, table_id)
    return table


async def resign(house: House, table_id: int, person: int) -> Table:
    """Leave a running game to a computer. The last person to go closes the table."""
    async with house.at(table_id) as table:
        chair = seating.deciding(table, person)
        if table.people() == [chair]:
            await closing.end(house, table)
        else:
            chair.computer = table.row.level
            await seating.reseat(house, table, HandedOver(seat=chair.seat), person, *seating.going(chair, "left"))
    after_commit(house, table)
    return table


async def last_to_resign(house: House, table_id: int, person: int) -> bool:
    """Say whether the table would be closed if this person resigned; decline if they cannot."""
    table = await house.load(table_id)
    return table.people() == [seating.deciding(table, person)]
