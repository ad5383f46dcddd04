"""Who decides at a seat while a game goes on: computers, coming back, more time, resigning, being forgotten."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from storage import Unreachable, Unusable, own
from storage import errands as sql_errands
from storage import tables as sql
from storage.rows import Gone, SeatRow, TableRow
from tables import change, closing, deadlines, lobby, offering, others, outbox, seating
from tables.errors import Declined
from tables.house import House
from tables.notices import BoardChanged
from tables.others import Errand
from tables.play import after_commit
from tables.seat_notices import CameBack, HandedOver, MoreTime
from tables.table import MANAGER, Table

log = logging.getLogger("kontor.seats")

_NOBODY = "–"
"""The name of somebody who was forgotten."""


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
            table.row.thinking = any(table.seats[owing].computer for owing in table.owed)
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


async def servers_in_use(house: House) -> list[int]:
    """Return the servers with open tables."""
    return await sql.servers_in_use(house.db.reader, house.share)


async def server_is_gone(house: House, server: int) -> None:
    """Close all tables of a server that has removed us. There is nobody to tell; only hands are put right."""
    for row, _ in await sql.of_server(house.db.reader, server, ("lobby", "playing"), 1 << 30):
        async with house.at(row.id) as table:
            if table.open:
                await closing.end(house, table, server_gone=True)
        outbox.wake(house, row.id)


async def forget(house: House, person: int) -> None:
    """Remove all that is stored about a person; open seats go to computers, lobbies are left.

    Who holds other shares does the same at the tables there; whoever is last removes the rest.
    """
    shares = range(house.share.split.processes)
    async with house.db.transaction() as db:
        await own.begin_forgetting(db, person)
        for share in shares:
            if share != house.share.number:
                await sql_errands.add(db, others.new_errand(house, share, "forgetting", str(person)))
    try:
        await _forget_here(house, person)
    except Exception:
        house.not_forgotten.add(person)  # They read that it failed, and need not ask again.
        raise


async def others_forget(house: House, errand: Errand) -> None:
    """Do our part of forgetting a person, as another process asks."""
    person = int(errand.body)
    if person in await own.to_forget(house.db.reader):
        await _forget_here(house, person)
    await others.take_back(house, errand.id)


async def _forget_here(house: House, person: int) -> None:
    await offering.forget(house, person)
    for row, _ in await _here(house, person, lessons=True):
        await closing.close(house, row.id, person)
    for row, _ in await _here(house, person):
        if row.status == "lobby":
            await _take_name_away(house, row.id, person)
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
                await closing.end(house, table)
            else:
                await seating.reseat(house, table, HandedOver(seat=chair.seat), 0)
        after_commit(house, table)
    # First what shows their name and can be made again: killed after this, we find them still to be forgotten.
    await asyncio.to_thread(house.films.remove, await sql.seated_at(house.db.reader, person))
    reader = house.db.reader
    seated = [*await sql.of_person(reader, person), *await sql.of_person(reader, person, lessons=True)]
    if all(house.share.has(row.server) for row, _ in seated):
        async with house.db.transaction() as db:
            await own.forget(db, person, _NOBODY)
        house.memory.forget_person(person)


async def _take_name_away(house: House, table_id: int, person: int) -> None:
    """Leave no name at somebody's seat: of a lobby that ends with them it is told once more who sat there."""
    async with house.at(table_id) as table:
        if chair := table.seat_of(person):
            chair.name = _NOBODY
            async with house.db.transaction() as db:
                await sql.update_seats(db, table.id, table.seats)


async def _here(house: House, person: int, *, lessons: bool = False) -> list[tuple[TableRow, list[SeatRow]]]:
    """Return the open tables of our share at which a person sits; or their lessons."""
    found = await sql.of_person(house.db.reader, person, lessons=lessons)
    return [(row, seats) for row, seats in found if house.share.has(row.server)]


async def go_on_forgetting(house: House) -> None:
    """Forget whom we were forgetting when we were stopped; with whom that fails it is tried again with each tick."""
    await _go_on_forgetting(house, await own.to_forget(house.db.reader))


async def try_to_forget_again(house: House) -> None:
    """Forget those with whom that has failed."""
    if house.not_forgotten:
        begun = await own.to_forget(house.db.reader)
        house.not_forgotten.intersection_update(begun)
        await _go_on_forgetting(house, sorted(house.not_forgotten))


async def _go_on_forgetting(house: House, people: Sequence[int]) -> None:
    for person in people:
        try:
            await _forget_here(house, person)
            house.not_forgotten.discard(person)
        except (Unreachable, Unusable):
            raise
        except Exception:
            # All others are forgotten, and the bot starts, all the same. Once is enough for the log.
            level = logging.DEBUG if person in house.not_forgotten else logging.ERROR
            log.log(level, "somebody could not be forgotten: it is tried again with each tick", exc_info=True)
            house.not_forgotten.add(person)
