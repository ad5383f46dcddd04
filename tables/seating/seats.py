"""Who decides at a seat while a game goes on: computers, coming back, more time, resigning."""

from __future__ import annotations

import logging

from storage.queries import tables as sql
from storage.rows import Gone
from tables.delivery import outbox
from tables.model import deadlines
from tables.model.table import MANAGER, Table
from tables.model.table_errors import Declined
from tables.notifications.kinds import BoardChanged
from tables.notifications.seat_kinds import CameBack, HandedOver, MoreTime
from tables.play import change
from tables.play.moves import after_commit
from tables.runtime.services import Services
from tables.seating import closing, seat_changes

log = logging.getLogger("kontor.seats")


async def give_to_computer(services: Services, table_id: int, by: int, seat: int, *, admin_of: int = 0) -> Table:
    """Let a computer decide at a seat: one's own at any time, another's once its time has run out."""
    async with services.at(table_id) as table:
        chair = seat_changes.chair_at(table, seat)
        if not (table.seat_of(by) or table.run_by(admin_of)):
            raise Declined("not_seated", table=table_id)
        if chair.computer:
            raise Declined("computer_sits_there", name=chair.name)
        if chair.person != by and not chair.overdue and not table.run_by(admin_of):
            raise Declined("not_overdue", name=chair.name)
        gone: Gone = "left" if chair.person == by or chair.overdue else "agreed"
        chair.computer = table.row.level
        await seat_changes.reseat(services, table, HandedOver(seat=seat), by, *seat_changes.going(chair, gone))
    after_commit(services, table)
    return table


async def come_back(services: Services, table_id: int, person: int) -> Table:
    """Take one's own seat back from the computer."""
    async with services.at(table_id) as table:
        chair = seat_changes.own_chair(table, person)
        if not chair.computer:
            raise Declined("you_decide", table=table_id)
        if chair.lost:
            raise Declined("seat_lost", table=table_id)
        chair.computer = None
        await seat_changes.reseat(services, table, CameBack(seat=chair.seat), person, *seat_changes.going(chair, ""))
    after_commit(services, table)
    return table


async def give_time(
    services: Services, table_id: int, by: int, seat: int, ends: int | None = None, *, admin_of: int = 0
) -> Table:
    """Give another player more time for what they owe. `ends` is when theirs ended for who gives it: it acts once."""
    async with services.at(table_id) as table:
        chair, now = seat_changes.chair_at(table, seat), services.now()
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
        async with services.db.transaction() as db:
            await seat_changes.give_time(db, table, chair, table.clock.least - min(chair.time_left, 0))
            chair.overdue = chair.helped = False
            table.row.thinking = bool(table.left_to_computers(table.owed))
            await sql.save_table(db, table.row, "thinking")
            end = deadlines.until(table, chair)
            given = MoreTime(seat=seat, by=giver.seat if giver else MANAGER, until=end)
            await change.settle_anew(db, table, [chair], now, [given, BoardChanged()])
        log.info("table=%d seat=%d has more time", table_id, seat)
    outbox.wake(services, table_id)
    return table


async def resign(services: Services, table_id: int, person: int) -> Table:
    """Leave a running game to a computer. The last person to go closes the table."""
    async with services.at(table_id) as table:
        chair = seat_changes.deciding(table, person)
        if table.people() == [chair]:
            await closing.end(services, table)
        else:
            chair.computer = table.row.level
            await seat_changes.reseat(
                services, table, HandedOver(seat=chair.seat), person, *seat_changes.going(chair, "left")
            )
    after_commit(services, table)
    return table


async def last_to_resign(services: Services, table_id: int, person: int) -> bool:
    """Say whether the table would be closed if this person resigned; decline if they cannot."""
    table = await services.load(table_id)
    return table.people() == [seat_changes.deciding(table, person)]
