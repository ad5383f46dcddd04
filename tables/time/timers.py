"""The tick: handles due timers (reminders, end of time, delayed pings, lobbies), and records downtimes of the bot.

`resume_clocks` is called once after a start, `tick` every 30 s. `_HANDLERS` has the function for each kind of timer.
"""

from __future__ import annotations

import logging
from contextvars import copy_context
from functools import partial

import msgspec

from storage import DatabaseListener, Transaction
from storage.queries import blocked_channels as sql_blocked
from storage.queries import outbox as sql_outbox
from storage.queries import records
from storage.queries import stopping as sql_stopping
from storage.queries import tables as sql_tables
from storage.queries import timers as sql
from storage.rows import SeatRow, TimerRow
from tables.delivery import digests, outbox
from tables.leagues import season_progress
from tables.matching import match_progress
from tables.model import deadlines
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import NEVER, Consequence
from tables.notifications import pending
from tables.notifications.kinds import BoardChanged
from tables.notifications.recipients import when_time_is_up, while_there_is_time
from tables.openings import opening_progress
from tables.play import moves, table_writer
from tables.records import season_results
from tables.runtime import server_trail
from tables.runtime.services import Services
from tables.seating import forgetting, lobby

log = logging.getLogger("kontor.clocks")


TICK_INTERVAL_S = 30
"""The time between two calls of `tick`. A heartbeat older than two of them means that the bot was down."""
_MAX_OUTBOX_ROWS_PER_S, _MAX_SKIPPED_ROWS = 100, 100_000
"""An upper bound of outbox rows written per second, and altogether, in a time that a restored backup has lost."""

LATE_EDITS_S = 60
"""For so long after a process has taken a partition, an edit by its former holder may still reach Discord."""

_MAX_CLOCK_DIFFERENCE_S = 60
"""How far this machine's clock may differ from the database's before the operator is warned."""


async def resume_clocks(services: Services) -> None:
    """Record the downtime since our last heartbeat, and let clocks run from now on. Call this first after a start.

    - A downtime stops all clocks of our partition. A heartbeat less than two ticks ago means no downtime. If servers
      are distributed over processes differently than before, the first process to start records the downtime of all
      partitions.
    - Boards are refreshed soon, because they show deadlines that the downtime has moved.
    - If a backup was restored, numbers of outbox rows may have been used after it was made. Such numbers are skipped.
    - If another process has held our partition before, edits are repeated after `LATE_EDITS_S` (see `outbox`).
    - Downtimes and blocked channels that no longer matter are deleted, and a heartbeat is written.
    - A warning is logged if the clocks of machine and database differ, and `Services.note_started` is called.
    - From now on notifications are delivered when their outbox rows become due, and after every outage of the database.
    """
    now, partition = services.now(), services.partition
    async with services.db.transaction() as db:
        beats = await sql_stopping.latest_heartbeats(db)
        if partition in beats and services.cluster.fencing_token:  # On a database file nobody else can be running.
            services.late_edits_until = now + LATE_EDITS_S
        split_anew = any(other.layout != partition.layout for other in beats)
        for other, latest in beats.items():
            if now - latest > 2 * TICK_INTERVAL_S and (split_anew or other == partition):
                await sql_stopping.add_downtime(db, other, (latest, now))
                log.info("downtime=%d s: no clock has run meanwhile", now - latest)
                # If a backup was restored, a process has sent messages that the database does not know. Discord may
                # still remember their nonces, which are row numbers, and would drop ours as duplicates.
                await sql_outbox.leave_out(
                    services.db, db, min(_MAX_SKIPPED_ROWS, _MAX_OUTBOX_ROWS_PER_S * (now - latest))
                )
                shifted = await sql.tables_waiting(db, deadlines.END, other)
                await pending.refresh_boards(db, shifted, now)
        if split_anew:
            await sql_stopping.apply_layout(db, partition.layout, now)
        await sql_stopping.forget_downtimes(db)
        await sql_blocked.forget_deserted(db, partition)
        await sql_stopping.save_heartbeat(db, partition, now)
    await services.load_downtimes()
    await _compare_clocks(services)
    services.note_started()
    services.wakeups.start(partial(outbox.wake, services))
    services.db.events.add(_DeliveryResumer(services))


class _DeliveryResumer(DatabaseListener):
    """Continues the delivery of notifications when the database is reachable again."""

    def __init__(self, services: Services) -> None:
        # The event comes from a task of the database that is older than the bot; the delivery is the bot's own work.
        self._context, self._services = copy_context(), services

    def on_reachable_again(self) -> None:
        """Deliver everything in the outbox that is due."""
        self._context.run(outbox.resume, self._services)


async def _compare_clocks(services: Services) -> None:
    """Log a warning if this machine's clock differs from the database server's by more than a minute.

    A database file has no clock of its own, so nothing is compared.
    """
    theirs = await sql_stopping.server_time(services.db)
    apart = services.now() - theirs if theirs is not None else 0
    if abs(apart) > _MAX_CLOCK_DIFFERENCE_S:
        ours = f"{abs(apart)} s {'ahead of' if apart > 0 else 'behind'}"
        log.warning(
            "this machine's clock is %s the database's: people's time runs out too early or too late when "
            "processes take over from each other. Let both be set by a time server (NTP).",
            ours,
        )


async def tick(services: Services) -> None:
    """Write a heartbeat, delete old acts from the servers' trails, and do everything that is due in our partition.

    That is: timers, collected notifications, the outbox, seasons, wishes for a game, recurring openings, moves of
    computers, and deletion of people's data. A timer that fails is logged and does not stop the others. The end of an
    outage of the database is logged. Raise `Unreachable` if the database is away, `Unusable` if our partition is lost.
    """
    async with services.db.transaction() as db:
        await sql_stopping.save_heartbeat(db, services.partition, services.now())
        await server_trail.forget_old_acts(db, services.now())
    for timer in await sql.due_timers(services.db.reader, services.now(), services.partition):
        try:
            with services.outage.suppress(f"table={timer.table_id} timer={timer.kind}"):
                await _HANDLERS[timer.kind](services, timer)
        except Exception:
            log.exception("table=%d timer=%s failed", timer.table_id, timer.kind)
    await digests.gather(services)
    await outbox.wake_all(services)
    await season_progress.advance_all(services)
    await match_progress.advance_all(services)
    await opening_progress.advance_all(services)
    await moves.wake_all_computers(services)
    await forgetting.retry_forgetting(services)
    services.outage.check_over()


async def _expire(services: Services, timer: TimerRow) -> None:
    """Handle the timer of a lobby that is a week old: close the table if nobody has started it. Delete the timer."""
    await lobby.expire_lobby(services, timer.table_id)
    async with services.db.transaction() as db:
        await sql.drop_timer(db, timer)


async def _fill(services: Services, timer: TimerRow) -> None:
    """Start the game of a table that was full when it was opened, if it has not started. Delete the timer.

    This is for a lobby that was never shown. If the game cannot be started, that is logged and not tried again.
    """
    try:
        await lobby.start_if_full(services, timer.table_id)
    except Declined as no:
        log.info("table=%d not started: reason=%s", timer.table_id, no.key)
    async with services.db.transaction() as db:
        await sql.drop_timer(db, timer)


async def _nudge(services: Services, timer: TimerRow) -> None:
    """Ping a player who was present when a computer's move made it their turn, unless they have acted since.

    The timer is deleted. If the player has clicked at the table since, they are not pinged yet: the timer is set again,
    to `NUDGE_DELAY_S` after that click. If they no longer have to act, nothing else happens. The same tick wakes the
    outbox, which sends the ping.
    """
    try:
        async with services.at(timer.table_id) as table, services.db.transaction() as db:
            if not await sql.drop_timer(db, timer) or timer.seat not in table.owed:
                return
            if await sql_tables.acted_at(db, table.id, timer.seat) > timer.due - table_writer.NUDGE_DELAY_S:
                return
            again = table.clicked_at(table.seats[timer.seat]) + table_writer.NUDGE_DELAY_S
            if again > services.now():
                await sql.set_timers(db, [msgspec.structs.replace(timer, due=again)])
                return
            await pending.write(db, table, [table_writer.make_ping(table, [timer.seat])])
            await sql_tables.update_seats(db, table.id, [table.seats[timer.seat]])
    except Declined:
        return


async def _remind(services: Services, timer: TimerRow) -> None:
    """Handle a seat's timer for half of its time or for its end, in one transaction with deleting the timer.

    At half, write a reminder and update the board; at the end, apply the clock's consequence. Nothing happens if the
    seat does not have to act or its clock is stopped.

    The due time is computed again. If something has stopped the clock meanwhile, the timer is set again and only the
    board is updated. There is no reminder if the time is already up.
    """
    try:
        async with services.at(timer.table_id) as table, services.db.transaction() as db:
            seat, now = table.seats[timer.seat], services.now()
            if not await sql.drop_timer(db, timer) or seat.seat not in table.owed or not seat.runs_since:
                return
            if now < (due := deadlines.timer_due(table, seat, timer.kind)):
                # The board may show an earlier deadline.
                await pending.write_change(db, table, [BoardChanged()], now)
                if due < NEVER:
                    await sql.set_timers(db, [TimerRow(table_id=table.id, seat=seat.seat, kind=timer.kind, due=due)])
            elif timer.kind == deadlines.END:
                await _apply_end_of_time(db, table, seat, now)
            elif (end := deadlines.deadline_of(table, seat)) > now:
                await pending.write_change(db, table, while_there_is_time(seat.seat, table.frame_id, end), now)
    except Declined:
        return


async def _apply_end_of_time(db: Transaction, table: Table, seat: SeatRow, now: int) -> None:
    """Apply the clock's consequence when a seat's time is up, and write the notifications.

    `_consequence` returns which of these it is:

    - "lost": a computer gets the seat for good, which is recorded as leaving it.
    - "once": the seat is marked as overdue, and a computer makes this decision.
    - "others": the seat is marked as overdue, and the others may replace the player.

    The computer does not move here: the timer tick that calls this wakes it afterwards.
    """
    then = await _consequence(db, table, seat)
    tell = when_time_is_up(seat.seat, table.frame_id, then, [each.seat for each in table.human_seats()])
    if then == "lost":
        seat.computer, seat.lost = table.row.level, True
        if seat.person is not None:
            await records.set_gone(db, table.id, seat.seat, seat.person, seat.name, "left", missed=True)
        await season_results.note_lost_seat(db, table, seat.seat, now)
        await table_writer.write_new_player(db, table, seat.seat, now, tell)
        return
    seat.overdue, seat.helped = True, then == "once"
    if seat.helped:
        table.row.thinking = True
        await sql_tables.save_table(db, table.row, "thinking")
    await sql_tables.update_seats(db, table.id, [seat])
    await pending.write_change(db, table, tell, now)


async def _consequence(db: Transaction, table: Table, seat: SeatRow) -> Consequence:
    """Return what happens when a seat's time is up now, by the rule of the table's clock.

    With the rule "second" a computer decides the first time ("once"), and gets the seat the second time ("lost").
    """
    if table.clock.out == "second":
        return "lost" if await sql_tables.was_helped(db, table.id, seat.seat) else "once"
    return table.clock.out


async def _show_holiday(services: Services, timer: TimerRow) -> None:
    """Handle the timer for the begin or end of a player's holiday.

    Deletes the timer. Unless a computer decides at the seat, writes the seat's next timers and a notification that
    updates the board.
    """
    try:
        async with services.at(timer.table_id) as table, services.db.transaction() as db:
            seat = table.seats[timer.seat]
            if await sql.drop_timer(db, timer) and not seat.computer:
                await table_writer.write_new_deadlines(db, table, [seat], services.now(), [BoardChanged()])
    except Declined:
        return


_HANDLERS = {
    "expire": _expire,
    "fill": _fill,
    "nudge": _nudge,
    deadlines.HALF: _remind,
    deadlines.END: _remind,
    deadlines.HOLIDAY: _show_holiday,
}
