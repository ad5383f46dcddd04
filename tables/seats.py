"""Who decides at a seat while a game goes on: handing over, coming back, more time, resigning, closing the table."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from storage import Transaction, own, records
from storage import tables as sql
from storage.rows import Gone, SeatRow
from tables import change, deadlines, lobby, notices, outbox, since
from tables.errors import Declined
from tables.house import House
from tables.notices import BoardChanged, CameBack, HandedOver, MoreTime, TakenOver
from tables.play import after_commit
from tables.table import Table
from tables.whom_to_tell import after_closing, after_reseating

log = logging.getLogger("kontor.seats")


async def give_to_computer(house: House, table_id: int, by: int, seat: int, *, admin_of: int = 0) -> Table:
    """Let a computer decide at a seat: one's own at any time, another's once its time has run out."""
    async with house.at(table_id) as table:
        chair = _chair(table, seat)
        if not (table.seat_of(by) or table.run_by(admin_of)):
            raise Declined("not_seated", table=table_id)
        if chair.computer:
            raise Declined("computer_sits_there", name=chair.name)
        if chair.person != by and not chair.overdue and not table.run_by(admin_of):
            raise Declined("not_overdue", name=chair.name)
        going = _going(chair, "left" if chair.person == by or chair.overdue else "agreed")
        chair.computer = table.row.level
        await _reseat(house, table, HandedOver(seat=seat), by, *going)
    after_commit(house, table)
    return table


async def give_to_person(
    house: House, table_id: int, by: int, seat: int, person: int, name: str, *, admin_of: int = 0
) -> Table:
    """Let another person have a seat: one's own at any time, a computer's or an overdue one by anybody seated."""
    async with house.at(table_id) as table:
        chair = _chair(table, seat)
        if not (table.seat_of(by) or table.run_by(admin_of)):
            raise Declined("not_seated", table=table_id)
        if table.seat_of(person):
            raise Declined("they_sit_here", name=name)
        if not (chair.person == by or chair.computer or chair.overdue or table.run_by(admin_of)):
            raise Declined("not_overdue", name=chair.name)
        if await sql.count_of_person(house.db.reader, person) >= lobby.MOST_OF_PERSON:
            raise Declined("they_have_too_many", name=name, most=lobby.MOST_OF_PERSON)
        if chair.computer and chair.person != by:
            going = []  # Who had the seat has left it before, or nobody had it.
        else:
            going = _going(chair, "left" if chair.person != by and chair.overdue else "agreed")
        deadlines.stop(table, chair, house.now())
        chair.person, chair.computer, chair.name, chair.lost = person, None, name, False
        await house.learn_stops(table)
        await _reseat(house, table, TakenOver(seat=seat), by, *going, *_going(chair, ""))
    after_commit(house, table)
    return table


async def come_back(house: House, table_id: int, person: int) -> Table:
    """Take one's own seat back from the computer."""
    async with house.at(table_id) as table:
        chair = _own(table, person)
        if not chair.computer:
            raise Declined("you_decide", table=table_id)
        if chair.lost:
            raise Declined("seat_lost", table=table_id)
        chair.computer = None
        await _reseat(house, table, CameBack(seat=chair.seat), person, *_going(chair, ""))
    after_commit(house, table)
    return table


async def give_time(
    house: House, table_id: int, by: int, seat: int, ends: int | None = None, *, admin_of: int = 0
) -> Table:
    """Give another player more time for what they owe. `ends` is when theirs ended for who gives it: it acts once."""
    async with house.at(table_id) as table:
        chair, now = _chair(table, seat), house.now()
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
            await _give_time(db, table, chair, table.clock.least - min(chair.time_left, 0))
            chair.overdue = chair.helped = False
            table.row.thinking = any(table.seats[owing].computer for owing in table.owed)
            await sql.save_table(db, table.row, "thinking")
            end = deadlines.until(table, chair)
            given = MoreTime(seat=seat, by=giver.seat if giver else -1, until=end)
            await change.settle_anew(db, table, [chair], now, [given, BoardChanged()])
        log.info("table=%d seat=%d has more time", table_id, seat)
    outbox.wake(house, table_id)
    return table


async def _give_time(db: Transaction, table: Table, chair: SeatRow, seconds: int) -> None:
    """Let a seat have more time: also for what it will have taken back."""
    chair.time_left += seconds
    await sql.give_time(db, table.id, chair.seat, seconds)


async def resign(house: House, table_id: int, person: int) -> Table:
    """Leave a running game to a computer. The last person to go closes the table."""
    async with house.at(table_id) as table:
        chair = _deciding(table, person)
        if table.people() == [chair]:
            await _close(house, table)
        else:
            chair.computer = table.row.level
            await _reseat(house, table, HandedOver(seat=chair.seat), person, *_going(chair, "left"))
    after_commit(house, table)
    return table


async def last_to_resign(house: House, table_id: int, person: int) -> bool:
    """Say whether the table would be closed if this person resigned; decline if they cannot."""
    table = await house.load(table_id)
    return table.people() == [_deciding(table, person)]


async def close(house: House, table_id: int, person: int, *, admin_of: int = 0) -> Table:
    """End a table without a result: by its host, or whoever runs the server."""
    async with house.at(table_id) as table:
        if not table.open:
            raise Declined(table.row.status, table=table_id)
        if table.row.host != person and not table.run_by(admin_of):
            raise Declined("host_only", table=table_id)
        await _close(house, table)
    outbox.wake(house, table_id)
    return table


async def server_is_gone(house: House, server: int) -> None:
    """Close all tables of a server that has removed us. There is nobody to tell; only hands are put right."""
    for row, _ in await sql.of_server(house.db.reader, server, ("lobby", "playing"), 1 << 30):
        async with house.at(row.id) as table:
            if table.open:
                await _close(house, table, server_gone=True)
        outbox.wake(house, row.id)


async def forget(house: House, person: int) -> None:
    """Remove all that is stored about a person; open seats go to computers, lobbies are left."""
    async with house.db.transaction() as db:
        await own.begin_forgetting(db, person)
    for row, _ in await sql.of_person(house.db.reader, person, lessons=True):
        await close(house, row.id, person)
    for row, _ in await sql.of_person(house.db.reader, person):
        if row.status == "lobby":
            with suppress(Declined):  # It may have started meanwhile; then a computer takes the seat.
                await lobby.leave(house, row.id, person)
        async with house.at(row.id) as table:
            chair = table.seat_of(person)
            if chair is None or table.row.status != "playing":
                continue
            alone = table.people() == [chair]
            async with house.db.transaction() as db:
                await sql.set_draft(db, table.id, chair.seat, "", "")
            chair.person, chair.computer, chair.name = None, table.row.level, f"#{chair.seat + 1}"
            if table.row.host == person:
                table.row.host = next((seat.person for seat in table.people() if seat.person), 0)
                async with house.db.transaction() as db:
                    await sql.save_table(db, table.row, "host")
            if alone:
                async with house.db.transaction() as db:
                    await sql.update_seats(db, table.id, table.seats)
                await _close(house, table)
            else:
                await _reseat(house, table, HandedOver(seat=chair.seat), 0)
        after_commit(house, table)
    # First what shows their name and can be made again: killed after this, we find them still to be forgotten.
    await asyncio.to_thread(house.films.remove, await sql.seated_at(house.db.reader, person))
    async with house.db.transaction() as db:
        await own.forget(db, person, "–")
    house.forget_person(person)


async def go_on_forgetting(house: House) -> None:
    """Forget whom we were forgetting when we were stopped."""
    for person in await own.to_forget(house.db.reader):
        await forget(house, person)


def _deciding(table: Table, person: int) -> SeatRow:
    """Return a person's own seat, unless a computer decides there."""
    chair = _own(table, person)
    if chair.computer:
        raise Declined("computer_sits_there", name=chair.name)
    return chair


def _chair(table: Table, seat: int) -> SeatRow:
    if table.row.status != "playing":
        raise Declined("not_started" if table.row.status == "lobby" else table.row.status, table=table.id)
    if not 0 <= seat < len(table.seats):
        raise Declined("no_such_seat", table=table.id)
    return table.seats[seat]


def _own(table: Table, person: int) -> SeatRow:
    seat = table.seat_of(person)
    if seat is None:
        raise Declined("not_seated", table=table.id)
    return _chair(table, seat.seat)


Going = tuple[int, str, Gone]
"""Who gives a seat up, what they are called there, and how they do; or who has it now."""


def _going(chair: SeatRow, gone: Gone) -> list[Going]:
    """Return how whose seat it is gives it up, or has it; nothing if it is nobody's."""
    return [(chair.person, chair.name, gone)] if chair.person is not None else []


async def _reseat(house: House, table: Table, how: HandedOver | TakenOver | CameBack, by: int, *goings: Going) -> None:
    chair = table.seats[how.seat]
    chair.overdue = chair.wants_pause = False
    actor = chair.seat if chair.person == by else None
    async with house.db.transaction() as db:
        for person, called, gone in goings:
            await records.set_gone(db, table.id, chair.seat, person, called, gone)
        if isinstance(how, TakenOver) and (more := table.clock.least - chair.time_left) > 0:
            await _give_time(db, table, chair, more)
        await change.reseat(db, table, chair.seat, house.now(), after_reseating(how), actor)
    log.info("table=%d seat=%d %s", table.id, chair.seat, how.kind)


async def _close(house: House, table: Table, *, server_gone: bool = False) -> None:
    """End a table without a result."""
    was_lobby = table.row.status == "lobby"
    table.row.status, table.row.ended, table.row.thinking = "closed", house.now(), False
    hands = [seat.seat for seat in table.seats if seat.person]
    for seat in table.seats:
        deadlines.stop(table, seat, house.now())
    async with house.db.transaction() as db:
        await notices.drop_all(db, table.id)
        await since.forget(db, table)
        await sql.update_seats(db, table.id, table.seats)
        await sql.save_table(db, table.row, "status", "ended", "thinking")
        if not table.row.lesson:
            await notices.write(db, table, after_closing(was_lobby=was_lobby, server_gone=server_gone, hands=hands))
    log.info("table=%d closed", table.id)
