"""A seat of a running game: finding it, and letting somebody else decide there."""

from __future__ import annotations

import logging

from storage import Transaction
from storage.queries import records
from storage.queries import tables as sql
from storage.rows import Gone, SeatRow
from tables.model.table import Table, take_off_offer
from tables.model.table_errors import Declined
from tables.notifications import outgoing
from tables.notifications.kinds import PlaceGone
from tables.notifications.recipients import after_reseating
from tables.notifications.seat_kinds import CameBack, HandedOver, TakenOver
from tables.play import change
from tables.runtime.services import Services
from tables.seating import lobby

log = logging.getLogger("kontor.seats")

Going = tuple[int, str, Gone]
"""Who gives a seat up, what they are called there, and how they do; or who has it now."""


def chair_at(table: Table, seat: int) -> SeatRow:
    """Return a seat of a running game."""
    if table.row.status != "playing":
        raise Declined("not_started" if table.row.status == "lobby" else table.row.status, table=table.id)
    if not 0 <= seat < len(table.seats):
        raise Declined("no_such_seat", table=table.id)
    return table.seats[seat]


def own_chair(table: Table, person: int) -> SeatRow:
    """Return a person's own seat."""
    seat = table.seat_of(person)
    if seat is None:
        raise Declined("not_seated", table=table.id)
    return chair_at(table, seat.seat)


def deciding(table: Table, person: int) -> SeatRow:
    """Return a person's own seat, unless a computer decides there."""
    chair = own_chair(table, person)
    if chair.computer:
        raise Declined("computer_sits_there", name=chair.name)
    return chair


def going(chair: SeatRow, gone: Gone) -> list[Going]:
    """Return how whose seat it is gives it up, or has it; nothing if it is nobody's."""
    return [(chair.person, chair.name, gone)] if chair.person is not None else []


async def reseat(
    services: Services,
    table: Table,
    how: HandedOver | TakenOver | CameBack,
    by: int,
    *goings: Going,
    former: int | None = None,
) -> None:
    """Write that somebody else decides at a seat; `former` is the person who has it no more.

    Who takes it over is declined if there is no room for them.
    """
    chair = table.seats[how.seat]
    chair.overdue = chair.wants_pause = chair.wants_close = False
    actor = chair.seat if chair.person == by else None
    offered = chair.offered_at > 0 and not isinstance(how, HandedOver)  # A computer plays until somebody takes it.
    if offered:
        take_off_offer(chair)
    async with services.db.transaction() as db:
        if isinstance(how, TakenOver):
            await lobby.room_for(db, by)
        for person, called, gone in goings:
            await records.set_gone(db, table.id, chair.seat, person, called, gone)
        if isinstance(how, TakenOver):
            await _begin_afresh(db, table, chair)
        people = [seat.seat for seat in table.people()]
        tell = after_reseating(how, people, former=former, offered=offered)
        await change.reseat(db, table, chair.seat, services.now(), tell, actor)
    log.info("table=%d seat=%d %s", table.id, chair.seat, how.kind)


async def _begin_afresh(db: Transaction, table: Table, chair: SeatRow) -> None:
    """Throw away what the former person had half put together; let the new one have time to look around."""
    await sql.set_draft(db, table.id, chair.seat, "", "")
    chair.mark = chair.draft = None
    await sql.save_table(db, table.row, "host")
    if table.row.host == chair.person and table.row.place_gone:
        await outgoing.write(db, table, [PlaceGone()])
    if (more := table.clock.least - chair.time_left) > 0:
        await give_time(db, table, chair, more)


async def give_time(db: Transaction, table: Table, chair: SeatRow, seconds: int) -> None:
    """Let a seat have more time: also for what it will have taken back."""
    chair.time_left += seconds
    await sql.give_time(db, table.id, chair.seat, seconds)
