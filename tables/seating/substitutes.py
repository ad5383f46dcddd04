"""Substitutes: seats of a running game that are offered to everybody in the channel, or to one person by name.

`offer` and `withdraw` are requests of people who give a seat away, `take` and `decline` of those who may get it. Nobody
gets a seat without having asked for it by `take`.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

from storage import Transaction
from storage.queries import records
from storage.queries import tables as sql
from storage.rows import SeatRow
from tables.delivery import outbox
from tables.model import deadlines
from tables.model.authority import NO_AUTHORITY, Authority
from tables.model.table import MANAGER, Table, clear_offer, decline_at_league_table
from tables.model.table_errors import Declined
from tables.model.time_left import next_outside
from tables.notifications import pending
from tables.notifications.kinds import Notification
from tables.notifications.preferences import Way, choose_way, preferences_of
from tables.notifications.recipients import with_offers_changed
from tables.notifications.seat_kinds import OfferDeclined, SeatOffered, TakenOver
from tables.play.moves import after_commit
from tables.runtime import people
from tables.runtime.server_trail import note_act
from tables.runtime.services import Services
from tables.seating import seats, table_settings

log = logging.getLogger("kontor.offering")


async def offer(
    services: Services,
    table_id: int,
    by: int,
    seat: int,
    to: int | None = None,
    name: str = "",
    *,
    authority: Authority = NO_AUTHORITY,
) -> Table:
    """Offer a seat to everybody (`to` None) or only to the person `to`, and return the table.

    `by` is the person who offers, `authority` says which server they manage or organise, and `name` is the name of
    `to`. Players may offer their own seat at any time, and another seat whose time is up or at which a computer
    decides; a server manager may offer any seat. An earlier offer of the seat is replaced. The table's offers and board
    are updated. `to` is notified by their preferences, at once or later.

    Raise `Declined` if the person may not offer the seat or has lost it for good, if the game is not running, in a
    lesson or a league, if the seat is on offer to the same people already, or if `to` cannot take it.
    """
    async with services.at(table_id) as table:
        chair = seats.running_seat(table, seat)
        decline_at_league_table(table)
        offered_by = _may_offer(table, chair, by, authority)
        if to is not None:
            await _check_may_be_offered(services, table, chair, to, name)
        if chair.offered_at and chair.offered_to == to:
            raise Declined("offered_already", name=chair.name)
        chair.offered_at, chair.offered_by = services.now(), offered_by
        chair.offered_to, chair.offered_name = to, name
        when = choose_way("offer", preferences_of(await people.get(services, to)), services.now()).gathered if to else 0
        async with services.db.transaction() as db:
            await _write(db, table, chair)
            if offered_by == MANAGER:
                await note_act(db, "offered", table.row.server, by, services.now(), table=table_id, seat=seat)
            if to is not None:
                await pending.write(db, table, [SeatOffered(seat=seat, directly=when > 0)], due=when)
    log.info("table=%d seat=%d is on offer", table_id, seat)
    outbox.wake(services, table_id)
    return table


async def withdraw(
    services: Services, table_id: int, by: int, seat: int, *, authority: Authority = NO_AUTHORITY
) -> Table:
    """Withdraw the offer of a seat, update the messages that show it, and return the table.

    `by` is the person who withdraws it, and `authority` says which server they manage or organise. Raise `Declined` if
    they are neither the seat's owner nor the player who made the offer nor a server manager, if the seat is not on
    offer, or if the game is not running.
    """
    async with services.at(table_id) as table:
        chair, giver = seats.running_seat(table, seat), table.seat_of(by)
        if not chair.offered_at:
            raise Declined("no_offer", table=table_id)
        if not table.is_managed_by(by, authority) and (giver is None or giver.seat not in (seat, chair.offered_by)):
            raise Declined("others_offer", name=chair.name)
        clear_offer(chair)
        async with services.db.transaction() as db:
            await _write(db, table, chair)
    outbox.wake(services, table_id)
    return table


async def decline(services: Services, table_id: int, person: int) -> Table:
    """Decline the seat that was offered to a person by name, and return the table.

    The offer ends, the messages that show it are updated, and the channel is told. Raise `Declined` if no seat is
    offered to the person by name.
    """
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
    """A seat that a substitute has taken: the table, the seat's number, and who had it before. Returned by `take`."""

    table: Table
    seat: int
    former: int | None
    """The person who had it before; None if it belonged to nobody."""


async def take(services: Services, table_id: int, person: int, name: str, seat: int | None = None) -> Taken:
    """Give a person a seat that is on offer, with its hand and clock. If the seat's owner was host, they are host now.

    `name` is the person's name at the table. If `seat` is None, it is the only seat on offer to them; a seat offered by
    name comes before those offered to everybody. The seat's time left is raised to at least the clock's `extra_time`.
    It is recorded how the former owner left. They and the channel are told, and other offers to the person at this
    table end.

    Raise `Declined` if the seat is not on offer any more, if none is on offer or several are and `seat` is None, if it
    is offered to somebody else, if the person has or had another seat of the table, or if they sit at too many tables.
    """
    async with services.at(table_id) as table:
        chair = _on_offer(table, person) if seat is None else seats.running_seat(table, seat)
        if not chair.offered_at:
            raise _offer_is_over(table, chair, person)
        if reason := await _reason_against(services, table, chair, person):
            raise Declined(reason, table=table_id)
        if chair.offered_to not in (None, person):
            raise Declined("offered_to_another", name=chair.offered_name)
        former, departure = chair.person, _departure_of_former(chair)
        deadlines.stop_clock(table, chair, services.now())
        chair.person, chair.computer, chair.name, chair.lost = person, None, name, False
        if table.row.host == former:
            table.row.host = person
        for other in [seat for seat in table.seats if seat.offered_to == person and seat != chair]:
            clear_offer(other)
        await services.load_stops(table)
        arrival = seats.departure_of(chair, "")
        await seats.reseat(services, table, TakenOver(seat=chair.seat), person, *departure, *arrival, former=former)
    after_commit(services, table)
    return Taken(table, chair.seat, former)


async def forget(services: Services, person: int) -> None:
    """Withdraw all offers of seats to a person by name in our partition, and update the messages that show them.

    Called when the person's data is removed.
    """
    for number in await sql.offering_to(services.db.reader, person, services.partition):
        async with services.at(number) as table, services.db.transaction() as db:
            for chair in [seat for seat in table.seats if seat.offered_to == person]:
                clear_offer(chair)
                await _write(db, table, chair)
        outbox.wake(services, number)


async def how_to_offer(services: Services, person: int, *, directly: bool) -> tuple[Way, int]:
    """Return how to notify a person of a seat offered to them by name, and when their present quiet hours end.

    The time is in seconds since 1970; 0 if it is not in their quiet hours now. The way is a direct message if the
    notification was put off before (`directly`), or if their preferences would put it into a digest, since a digest has
    no offers. Otherwise their preferences decide.
    """
    wishes, now = preferences_of(await people.get(services, person)), services.now()
    how, quiet_until = choose_way("offer", wishes, now), next_outside(wishes.quiet, now)
    return Way(directly=True) if directly or how.gathered else how, quiet_until if quiet_until > now else 0


async def _write(db: Transaction, table: Table, chair: SeatRow, *tell: Notification) -> None:
    """Write a seat whose offer has changed, the notifications `tell`, and updates of the board and the offers."""
    await sql.update_seats(db, table.id, [chair])
    await pending.write(db, table, with_offers_changed(tell))


def _may_offer(table: Table, chair: SeatRow, by: int, authority: Authority) -> int:
    """Return the seat number of the person `by`, who offers a seat; `MANAGER` if only a server manager may offer it.

    `chair` is the seat to be offered. `authority` says which server the person manages or organises. Players may offer
    their own seat unless they have lost it for good, a seat at which a computer decides, and one whose time is up; a
    manager may offer any seat. Raise `Declined` if they may not, and always in a lesson.
    """
    giver, runs = table.seat_of(by), table.is_managed_by(by, authority)
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


async def _check_may_be_offered(services: Services, table: Table, chair: SeatRow, person: int, name: str) -> None:
    """Raise `Declined` if a seat cannot be offered to a person by name.

    It cannot if they have a seat at the table, once had another seat than `chair` there, are offered another one by
    name, or sit at too many tables. `name` is the person's name in the error.
    """
    if reason := await _reason_against(services, table, chair, person):
        raise Declined("they_held_another" if reason == "held_another" else "they_sit_here", name=name)
    if any(seat.offered_to == person for seat in table.seats if seat != chair):
        raise Declined("they_are_asked", name=name)  # They could take only one of two, and would be notified of one.
    if await sql.count_of_person(services.db.reader, person) >= table_settings.MAX_TABLES_PER_PERSON:
        raise Declined("they_have_too_many", name=name, most=table_settings.MAX_TABLES_PER_PERSON)


async def _reason_against(services: Services, table: Table, chair: SeatRow, person: int) -> str:
    """Return the key of the reason why a person cannot take a seat; empty if they can.

    They cannot if they have a seat at the table (also `chair` itself, and also while a computer decides there), or if
    they once had another: then they know another hand. The limit of tables per person is not checked here, but in the
    transaction that seats them.
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
    """Return the only seat that a person may take: one offered to them by name, else one offered to everybody.

    Raise `Declined` if there is none, or if there are several.
    """
    offered = [seat for seat in table.seats if seat.offered_at and seat.offered_to in (None, person)]
    offered = [seat for seat in offered if seat.offered_to] or offered
    if not offered:
        raise Declined("no_offer", table=table.id)
    if len(offered) > 1:
        raise Declined("which_seat", table=table.id)
    return offered[0]


def _offer_is_over(table: Table, chair: SeatRow, person: int) -> Declined:
    """Return the error for a person who tries to take a seat that is not on offer any more.

    It says that they have the seat already, or that the offer is over.
    """
    if chair.person == person:
        return Declined("seated_already", table=table.id)
    return Declined("offer_over", name=chair.name)


def _departure_of_former(chair: SeatRow) -> list[seats.Departure]:
    """Return the departure record of the person whose seat is being taken, as a list.

    It says "left" if somebody else offered the seat and its time is up, else "agreed". Return [] if the seat has no
    owner, or if somebody else offered it while a computer decides there: then the departure was recorded when the
    computer got the seat.
    """
    if chair.offered_by == chair.seat:
        return seats.departure_of(chair, "agreed")
    if chair.computer:
        return []
    return seats.departure_of(chair, "left" if chair.overdue else "agreed")
