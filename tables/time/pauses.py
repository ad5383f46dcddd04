"""Pauses of a table: all its clocks stop when every player has agreed, and run again when one player ends the pause."""

from __future__ import annotations

import logging

from storage import Transaction
from storage.queries import tables as sql
from storage.rows import SeatRow
from tables.delivery import outbox
from tables.model import deadlines
from tables.model.players_to_act import PendingDecision
from tables.model.table import Table, decline_at_league_table
from tables.model.table_errors import Declined
from tables.notifications.kinds import BoardChanged, Notification
from tables.notifications.seat_kinds import Paused, PauseOver, PauseWanted
from tables.play import moves, seat_plans, table_writer
from tables.play.moves import deciding_seat
from tables.runtime.services import Services

log = logging.getLogger("kontor.pausing")


async def request_pause(services: Services, table_id: int, person: int) -> Table:
    """Record a player's wish for a pause and return the table.

    When all people at the table want it, their clocks stop, the wishes are cleared and the table is notified. The first
    wish notifies the others, and every wish updates the board. Raise `Declined` if the game is not running or the
    person does not play there, if the table has no clock, is paused or belongs to a league, or if their wish was
    recorded already and others still have to agree.
    """
    async with services.at(table_id) as table:
        seat = _timed_seat(table, person)
        decline_at_league_table(table)
        if table.row.paused:
            raise Declined("paused_already", table=table_id)
        # A repeated wish counts if the only player who had not agreed has left since.
        if seat.wants_pause and not all(other.wants_pause for other in table.human_seats()):
            raise Declined("pause_wanted_already", table=table_id)
        first = not any(other.wants_pause for other in table.human_seats())
        seat.wants_pause = True
        tell: list[Notification] = [PauseWanted(seat=seat.seat)] if first else []
        if all(other.wants_pause for other in table.human_seats()):
            table.row.paused = services.now()
            tell = [Paused()]
            for other in table.seats:
                deadlines.stop_clock(table, other, services.now())
                other.wants_pause = False
        async with services.db.transaction() as db:
            await _write(db, services.now(), table, [*tell, BoardChanged()])
    log.info("table=%d seat=%d pause=%s", table_id, seat.seat, bool(table.row.paused))
    outbox.wake(services, table_id)
    return table


async def end_pause(services: Services, table_id: int, person: int) -> Table:
    """End a pause, or reject another player's wish for one, and return the table.

    All wishes are cleared, the clocks of people who have to act run again, the table is notified and the board is
    updated. What was planned for questions that were asked during the pause is played now. Raise `Declined` if the
    table is not paused and nobody wants a pause, if it has no clock, or if the person does not play there.
    """
    async with services.at(table_id) as table:
        seat = _timed_seat(table, person)
        if not table.row.paused and not any(other.wants_pause for other in table.human_seats()):
            raise Declined("not_paused", table=table_id)
        was_paused = bool(table.row.paused)
        over = PauseOver(seat=seat.seat, unwanted=not was_paused)
        table.row.paused = 0
        for other in table.seats:
            other.wants_pause = False
            if other.seat in table.owed and not other.computer and not other.runs_since:
                other.runs_since = services.now()
        async with services.db.transaction() as db:
            await _write(db, services.now(), table, [over, BoardChanged()])
            if was_paused:
                await seat_plans.play_planned(db, table, PendingDecision.of(table), services.now(), frozenset())
    log.info("table=%d seat=%d pause=over", table_id, seat.seat)
    moves.after_commit(services, table)
    return table


def _timed_seat(table: Table, person: int) -> SeatRow:
    """Return the seat at which a person plays in a running game with a clock.

    Raise `Declined` if the game is not running, they do not play there, or the table has no clock.
    """
    seat = deciding_seat(table, person)
    if not table.clock.runs:
        raise Declined("no_clock", table=table.id)
    return seat


async def _write(db: Transaction, now: int, table: Table, tell: list[Notification]) -> None:
    """Write the table's pause, all its seats with their timers, and the notifications `tell`."""
    await sql.save_table(db, table.row, "paused")
    await table_writer.write_new_deadlines(db, table, table.seats, now, tell)
