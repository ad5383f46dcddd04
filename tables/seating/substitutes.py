"""Seats on offer: to whoever sees the channel, or to somebody by name. Nobody has one before they have taken it."""

from __future__ import annotations

import logging
from typing import NamedTuple

from storage import Transaction
from storage.queries import records
from storage.queries import tables as sql
from storage.rows import SeatRow
from tables.delivery import outbox
from tables.model import deadlines
from tables.model.table import MANAGER, Table, clear_offer
from tables.model.table_errors import Declined
from tables.model.time_left import next_outside
from tables.notifications import outgoing
from tables.notifications.kinds import Notice
from tables.notifications.preferences import How, how_to_tell, wishes_of
from tables.notifications.recipients import with_offers_changed
from tables.notifications.seat_kinds import OfferDeclined, SeatOffered, TakenOver
from tables.play.moves import after_commit
from tables.runtime import people
from tables.runtime.services import Services
from tables.seating import lobby, seats

log = logging.getLogger("kontor.offering")


async def offer(
    services: Services, table_id: int, by: int, seat: int, to: int | None = None, name: str = "", *, admin_of: int = 0
) -> Table:
    """Offer a seat, to all or to somebody by name: one's own at any time, another's once it may be handed over."""
    async with services.at(table_id) as table:
        chair = seats.running_seat(table, seat)
        offered_by = _may_offer(table, chair, by, admin_of)
        if to is not None:
            await _may_be_offered(services, table, chair, to, name)
        if chair.offered_at and chair.offered_to == to:
            raise Declined("offered_already", name=chair.name)
        chair.offered_at, chair.offered_by = services.now(), offered_by
        chair.offered_to, chair.offered_name = to, name
        when = how_to_tell("offer", wishes_of(await people.get(services, to)), services.now()).gathered if to else 0
        async with services.db.transaction() as db:
            await _write(db, table, chair)
            if to is not None:
                await outgoing.write(db, table, [SeatOffered(seat=seat, directly=when > 0)], due=when)
    log.info("table=%d seat=%d is on offer", table_id, seat)
    outbox.wake(services, table_id)
    return table


async def withdraw(services: Services, table_id: int, by: int, seat: int, *, admin_of: int = 0) -> Table:
    """Offer a seat no more: by who has offered it, whose seat it is, or who manages the server."""
    async with services.at(table_id) as table:
        chair, giver = seats.running_seat(table, seat), table.seat_of(by)
        if not chair.offered_at:
            raise Declined("no_offer", table=table_id)
        if not table.is_managed_by(admin_of) and (giver is None or giver.seat not in (seat, chair.offered_by)):
            raise Declined("others_offer", name=chair.name)
        clear_offer(chair)
        async with services.db.transaction() as db:
            await _write(db, table, chair)
    outbox.wake(services, table_id)
    return table


async def decline(services: Services, table_id: int, person: int) -> Table:
    """Say no to a seat that one was offered by name."""
    async with services.at(table_id) as table:
        chair = next((seat for seat in table.seats if seat.offered_at and seat.offered_to == person), None)
        if chair is None:
            raise Declined("no_offer", table=table_id)
        clear_offer(chair)
        async with services.db.transaction() as db:
            await _write(db, table, chair, OfferDeclined(seat=chair.seat))
    outbox.wake(services, table_id)
    return table


class Taken(NamedTuple):
    """A seat that somebody has taken over."""

    table: Table
    seat: int
    former: int | None
    """The person who had it before; None: nobody had."""


async def take(services: Services, table_id: int, person: int, name: str, seat: int | None = None) -> Taken:
    """Take a seat that is on offer, with all that belongs to it; without a number the only one there is.

    Of several who do so at once the first has it: the table is held.
    """
    async with services.at(table_id) as table:
        chair = _on_offer(table, person) if seat is None else seats.running_seat(table, seat)
        if not chair.offered_at:
            raise _over(table, chair, person)
        if reason := await _reason_against(services, table, chair, person):
            raise Declined(reason, table=table_id)
        if chair.offered_to not in (None, person):
            raise Declined("offered_to_another", name=chair.offered_name)
        former, gives = chair.person, _gives(chair)
        deadlines.stop_clock(table, chair, services.now())
        chair.person, chair.computer, chair.name, chair.lost = person, None, name, False
        if table.row.host == former:
            table.row.host = person
        for other in [seat for seat in table.seats if seat.offered_to == person and seat != chair]:
            clear_offer(other)
        await services.learn_stops(table)
        now = seats.departure_of(chair, "")
        await seats.reseat(services, table, TakenOver(seat=chair.seat), person, *gives, *now, former=former)
    after_commit(services, table)
    return Taken(table, chair.seat, former)


async def forget(services: Services, person: int) -> None:
    """Offer nothing any more to somebody who is being forgotten."""
    for number in await sql.offering_to(services.db.reader, person, services.partition):
        async with services.at(number) as table, services.db.transaction() as db:
            for chair in [seat for seat in table.seats if seat.offered_to == person]:
                clear_offer(chair)
                await _write(db, table, chair)
        outbox.wake(services, number)


async def how_to_offer(services: Services, person: int, *, directly: bool) -> tuple[How, int]:
    """Say how whom a seat is offered by name is asked now; and, if their peace has begun meanwhile, when it ends.

    `directly`: it has waited because they want to hear such things together with all else.
    """
    wishes, now = wishes_of(await people.get(services, person)), services.now()
    how, peace = how_to_tell("offer", wishes, now), next_outside(wishes.quiet, now)
    return How(directly=True) if directly or how.gathered else how, peace if peace > now else 0


async def _write(db: Transaction, table: Table, chair: SeatRow, *tell: Notice) -> None:
    await sql.update_seats(db, table.id, [chair])
    await outgoing.write(db, table, with_offers_changed(tell))


def _may_offer(table: Table, chair: SeatRow, by: int, admin_of: int) -> int:
    """Return the seat of who may offer a seat, or `MANAGER`; decline if they may not."""
    giver, runs = table.seat_of(by), table.is_managed_by(admin_of)
    if table.row.lesson:
        raise Declined("lesson_is_yours")
    if giver is None and not runs:
        raise Declined("not_seated", table=table.id)
    if giver == chair and chair.lost:
        raise Declined("seat_lost", table=table.id)
    if giver and (giver == chair or chair.computer or chair.overdue):
        return giver.seat
    if not runs:
        raise Declined("not_overdue", name=chair.name)
    return MANAGER


async def _may_be_offered(services: Services, table: Table, chair: SeatRow, person: int, name: str) -> None:
    if reason := await _reason_against(services, table, chair, person):
        raise Declined("they_held_another" if reason == "held_another" else "they_sit_here", name=name)
    if any(seat.offered_to == person for seat in table.seats if seat != chair):
        raise Declined("they_are_asked", name=name)  # Of two they could take one, and would be told of one.
    if await sql.count_of_person(services.db.reader, person) >= lobby.MOST_OF_PERSON:
        raise Declined("they_have_too_many", name=name, most=lobby.MOST_OF_PERSON)


async def _reason_against(services: Services, table: Table, chair: SeatRow, person: int) -> str:
    """Return why somebody cannot take a seat of this table; empty if they can.

    Who has held another seat of the table knows another hand. Whether there is room for one more table is asked when
    that is written.
    """
    seat = table.seat_of(person)
    if seat == chair:
        if chair.lost:
            return "seat_lost"
        return "computer_decides" if chair.computer else "own_seat"
    if seat:
        return "seated_already"
    if await records.held(services.db.reader, table.id, person) - {chair.seat}:
        return "held_another"
    return ""


def _on_offer(table: Table, person: int) -> SeatRow:
    """Return the only seat that is on offer for a person; what is offered to them by name comes first."""
    offered = [seat for seat in table.seats if seat.offered_at and seat.offered_to in (None, person)]
    offered = [seat for seat in offered if seat.offered_to] or offered
    if not offered:
        raise Declined("no_offer", table=table.id)
    if len(offered) > 1:
        raise Declined("which_seat", table=table.id)
    return offered[0]


def _over(table: Table, chair: SeatRow, person: int) -> Declined:
    """Return why a seat cannot be taken that was on offer."""
    if chair.person == person:
        return Declined("seated_already", table=table.id)
    return Declined("offer_over", name=chair.name)


def _gives(chair: SeatRow) -> list[seats.Departure]:
    """Return how a seat is given up that is taken now. Whose seat a computer played has left it before."""
    if chair.offered_by == chair.seat:
        return seats.departure_of(chair, "agreed")
    if chair.computer:
        return []
    return seats.departure_of(chair, "left" if chair.overdue else "agreed")
