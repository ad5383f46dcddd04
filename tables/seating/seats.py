"""Who decides at a seat of a running game, and how much time they have.

`give_to_computer`, `come_back`, `resign` and `give_time` are requests of people. `reseat` writes a change of who
decides at a seat, also for other modules.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

from storage import Transaction
from storage.queries import records
from storage.queries import tables as sql
from storage.rows import Gone, SeatRow
from tables.delivery import outbox
from tables.model import deadlines
from tables.model.authority import NO_AUTHORITY, Authority
from tables.model.table import MANAGER, Table, clear_offer, decline_at_league_table
from tables.model.table_errors import Declined
from tables.notifications import pending
from tables.notifications.kinds import BoardChanged, ChannelDeleted
from tables.notifications.recipients import after_reseating
from tables.notifications.seat_kinds import CameBack, HandedOver, MoreTime, TakenOver
from tables.play import table_writer
from tables.play.moves import after_commit
from tables.runtime.server_trail import note_act
from tables.runtime.services import Services
from tables.seating import closing, table_settings

log = logging.getLogger("kontor.seats")


class Departure(NamedTuple):
    """A record for the statistics: how a person left a seat or, if `how` is empty, that the seat is theirs now."""

    person: int
    name: str
    """Their name at the table."""
    how: Gone
    """"left": they gave the seat up or ran out of time. "agreed": they left by agreement. Empty: the seat is theirs."""
    missed: bool
    """True if their time for a decision was up when they left."""


def running_seat(table: Table, seat: int) -> SeatRow:
    """Return a seat by its number. Raise `Declined` if the game is not running or has no such seat."""
    if table.row.status != "playing":
        raise Declined("not_started" if table.row.status == "lobby" else table.row.status, table=table.id)
    if not 0 <= seat < len(table.seats):
        raise Declined("no_such_seat", table=table.id)
    return table.seats[seat]


def _owned_seat(table: Table, person: int) -> SeatRow:
    """Return the seat that belongs to a person in a running game, also if a computer decides there now.

    Raise `Declined` if they have none, or the game is not running.
    """
    seat = table.seat_of(person)
    if seat is None:
        raise Declined("not_seated", table=table.id)
    return running_seat(table, seat.seat)


def _played_seat(table: Table, person: int) -> SeatRow:
    """Return the seat of a running game at which a person decides.

    Raise `Declined` if the game is not running, they have no seat, or a computer decides there for them.
    """
    chair = _owned_seat(table, person)
    if chair.computer:
        raise Declined("computer_sits_there", name=chair.name)
    return chair


def departure_of(chair: SeatRow, how: Gone) -> list[Departure]:
    """Return the departure record of a seat's owner as a list, or [] for a seat without an owner."""
    if chair.person is None:
        return []
    return [Departure(chair.person, chair.name, how, missed=bool(how) and chair.overdue)]


async def reseat(
    services: Services,
    table: Table,
    event: HandedOver | TakenOver | CameBack,
    by: int,
    *departures: Departure,
    former: int | None = None,
    by_manager: bool = False,
) -> None:
    """Write that somebody else decides at the seat of `event` from now on.

    The caller holds the table's lock and has changed the seat's row; afterwards it wakes the outbox and computers. In
    one transaction this function records the departures, clears the seat's wishes to pause or close and its `overdue`
    flag, ends an offer of the seat (unless a computer gets it), and writes timers, pings and notifications.

    `by` is the person who makes the change; if it is their own seat, it is not pinged. `former` is the person who loses
    the seat and is told so; None: nobody does. `by_manager` means that only a server manager could make the change: it
    is noted in the server's trail. A substitute (`TakenOver`) starts without the former player's draft and with at
    least the clock's `extra_time`. Raise `Declined` if the substitute sits at too many tables.
    """
    chair = table.seats[event.seat]
    chair.overdue = chair.wants_pause = chair.wants_close = False
    actor = chair.seat if chair.person == by else None
    # A seat stays on offer while a computer plays it.
    offer_ends = chair.offered_at > 0 and not isinstance(event, HandedOver)
    if offer_ends:
        clear_offer(chair)
    async with services.db.transaction() as db:
        if isinstance(event, TakenOver):
            await table_settings.check_table_limit(db, by)
        for person, name, how, missed in departures:
            await records.set_gone(db, table.id, chair.seat, person, name, how, missed=missed)
        if isinstance(event, TakenOver):
            await _prepare_for_substitute(db, table, chair)
        people = [seat.seat for seat in table.human_seats()]
        tell = after_reseating(event, people, former=former, offered=offer_ends)
        await table_writer.write_new_player(db, table, chair.seat, services.now(), tell, actor)
        if by_manager:
            await note_act(db, "replaced", table.row.server, by, services.now(), table=table.id, seat=chair.seat)
    log.info("table=%d seat=%d %s", table.id, chair.seat, event.kind)


async def _prepare_for_substitute(db: Transaction, table: Table, chair: SeatRow) -> None:
    """Prepare a seat for a substitute, whom its row names already.

    Delete the former player's draft, store the table's host, which the caller may have changed, and raise the seat's
    time left to the clock's `extra_time` if it is less. If the substitute is host and the table's channel is gone, they
    are told how to move the table.
    """
    await sql.set_draft(db, table.id, chair.seat, "", "")
    chair.mark = chair.draft = None
    await sql.save_table(db, table.row, "host")
    if table.row.host == chair.person and table.row.place_gone:
        await pending.write(db, table, [ChannelDeleted()])
    if (more := table.clock.extra_time - chair.time_left) > 0:
        await _add_time(db, table, chair, more)


async def _add_time(db: Transaction, table: Table, chair: SeatRow, seconds: int) -> None:
    """Add seconds to a seat's time left, and to the time left that is stored in each of its log entries.

    Taking back a move restores the time stored in the log, so the seat would lose the added seconds otherwise.
    """
    chair.time_left += seconds
    await sql.give_time(db, table.id, chair.seat, seconds)


async def give_to_computer(
    services: Services, table_id: int, by: int, seat: int, *, authority: Authority = NO_AUTHORITY
) -> Table:
    """Let a computer decide at a seat from now on, and return the table.

    Players may hand over their own seat at any time, and another player's seat once its time has run out; a server
    manager may hand over any seat. In a league everybody may hand over only their own. `by` is the person who does it,
    and `authority` says which server they manage or organise.

    The seat still belongs to its player, who can come back (`come_back`), but counts as having left it, unless a
    manager did it before the time was up. The channel is notified, and the computer begins to think. Raise `Declined`
    if the person may not do it, if a computer decides there already, or if the game is not running or has no such seat.
    """
    async with services.at(table_id) as table:
        chair = running_seat(table, seat)
        if not (table.seat_of(by) or table.is_managed_by(by, authority)):
            raise Declined("not_seated", table=table_id)
        if chair.computer:
            raise Declined("computer_sits_there", name=chair.name)
        if chair.person != by:
            decline_at_league_table(table)
        by_manager = chair.person != by and not (chair.overdue and table.seat_of(by))
        if by_manager and not table.is_managed_by(by, authority):
            raise Declined("not_overdue", name=chair.name)
        how: Gone = "left" if chair.person == by or chair.overdue else "agreed"
        chair.computer = table.row.level
        departures = departure_of(chair, how)
        await reseat(services, table, HandedOver(seat=seat), by, *departures, by_manager=by_manager)
    after_commit(services, table)
    return table


async def come_back(services: Services, table_id: int, person: int) -> Table:
    """Let a person decide at their own seat again, in place of the computer, and return the table.

    They no longer count as having left the seat, and an offer of it ends. Raise `Declined` if no computer decides
    there, if they lost the seat for good when its time ran out, if they have no seat, or if the game is not running.
    """
    async with services.at(table_id) as table:
        chair = _owned_seat(table, person)
        if not chair.computer:
            raise Declined("you_decide", table=table_id)
        if chair.lost:
            raise Declined("seat_lost", table=table_id)
        chair.computer = None
        await reseat(services, table, CameBack(seat=chair.seat), person, *departure_of(chair, ""))
    after_commit(services, table)
    return table


async def give_time(
    services: Services,
    table_id: int,
    by: int,
    seat: int,
    ends: int | None = None,
    *,
    authority: Authority = NO_AUTHORITY,
) -> Table:
    """Give another player more time for the decision they owe: a day, or the clock's time if that is shorter.

    Return the table. If the seat's time is overdrawn, the overdrawn time is added as well. The seat is then no longer
    overdue, and a computer that was to decide this once no longer does. The player is notified and the board updated.
    `by` is the giver, `authority` says which server they manage or organise, and `ends` is the deadline that they saw
    (None: it is not compared). Raise `Declined` in these cases:

    - The deadline has changed since the giver saw it, so that two clicks give time once.
    - The giver has no seat at the table and does not manage its server, or the seat is their own.
    - The seat's clock does not run, or the seat has nothing to decide.
    - It is a league table, the game is not running, or there is no such seat.
    """
    async with services.at(table_id) as table:
        chair, now = running_seat(table, seat), services.now()
        giver = table.seat_of(by)
        if not (giver or table.is_managed_by(by, authority)):
            raise Declined("not_seated", table=table_id)
        if chair == giver:
            raise Declined("own_time", table=table_id)
        decline_at_league_table(table)
        if not chair.runs_since or seat not in table.owed:
            raise Declined("no_time_runs", name=chair.name)
        if ends is not None and ends != deadlines.deadline_of(table, chair):
            raise Declined("time_changed", name=chair.name)
        deadlines.settle_clock(table, chair, now)
        async with services.db.transaction() as db:
            await _add_time(db, table, chair, table.clock.extra_time - min(chair.time_left, 0))
            chair.overdue = chair.helped = False
            table.row.thinking = bool(table.decided_by_computer(table.owed))
            await sql.save_table(db, table.row, "thinking")
            end = deadlines.deadline_of(table, chair)
            given = MoreTime(seat=seat, by=giver.seat if giver else MANAGER, until=end)
            await table_writer.write_new_deadlines(db, table, [chair], now, [given, BoardChanged()])
        log.info("table=%d seat=%d more_time_until=%d", table_id, seat, end)
    outbox.wake(services, table_id)
    return table


async def resign(services: Services, table_id: int, person: int) -> Table:
    """Let a computer decide at a person's seat, because they give up, notify the channel, and return the table.

    They count as having left the seat, but can come back later. If no other person plays at the table, it is closed
    without a result instead; not in a league, where computers play on. Raise `Declined` if the game is not running, the
    person has no seat, or a computer decides there already.
    """
    async with services.at(table_id) as table:
        chair = _played_seat(table, person)
        if table.human_seats() == [chair] and table.row.season is None:
            await closing.end_without_result(services, table)
        else:
            chair.computer = table.row.level
            await reseat(services, table, HandedOver(seat=chair.seat), person, *departure_of(chair, "left"))
    after_commit(services, table)
    return table


async def last_to_resign(services: Services, table_id: int, person: int) -> bool:
    """Return True if `resign` by this person would close the table. Raise `Declined` if they cannot resign."""
    table = await services.load(table_id)
    return table.row.season is None and table.human_seats() == [_played_seat(table, person)]
