"""Timers: pings that wait, reminders, time that runs out, lobbies that expire; and when we were not there ourselves."""

from __future__ import annotations

import logging
from contextvars import copy_context

from storage import DatabaseListener, Transaction
from storage.queries import outbox as sql_outbox
from storage.queries import places as sql_places
from storage.queries import records
from storage.queries import stopping as sql_stopping
from storage.queries import tables as sql_tables
from storage.queries import timers as sql
from storage.rows import SeatRow, TimerRow
from tables.delivery import digests, outbox
from tables.model import deadlines
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import NEVER
from tables.notifications import outgoing
from tables.notifications.kinds import BoardChanged
from tables.notifications.recipients import when_time_is_up, while_there_is_time
from tables.play import moves, table_writer
from tables.runtime.services import Services
from tables.seating import forgetting, lobby

log = logging.getLogger("kontor.clocks")


TICK = 30
"""Seconds between two looks at the clock."""
_A_SECOND, _AT_MOST = 100, 100_000
"""So many rows of the outbox may have been written in each second that we know nothing of; and together."""

_APART = 60
"""So many seconds the clocks of our machine and of the database may be apart before anybody is told."""


async def begin(services: Services) -> None:
    """Find out for how long we were not there: nobody's clock ran; and forget what is over. This comes before all else.

    Where servers are split otherwise than before, whoever is there first says so for all.
    """
    now, partition = services.now(), services.partition
    async with services.db.transaction() as db:
        beats = await sql_stopping.latest_heartbeats(db)
        split_anew = any(other.layout != partition.layout for other in beats)
        for other, latest in beats.items():
            if now - latest > 2 * TICK and (split_anew or other == partition):
                await sql_stopping.add_downtime(db, other, (latest, now))
                log.info("away for %d s: no clock has run", now - latest)
                # After a backup was restored, or a disk has lost something, there was somebody meanwhile. Discord may
                # still know the nonces of what they told, and would take ours for the same messages.
                await sql_outbox.leave_out(services.db, db, min(_AT_MOST, _A_SECOND * (now - latest)))
        if split_anew:
            await sql_stopping.apply_layout(db, partition.layout, now)
        await sql_stopping.forget_downtimes(db)
        await sql_places.forget_deserted(db, partition)
        await sql_stopping.save_heartbeat(db, partition, now)
    await services.load_downtimes()
    last_outbox_row = await sql_outbox.latest(services.db.reader)
    await _compare_clocks(services)
    services.note_started(last_outbox_row)
    services.db.events.add(_DeliveryResumer(services))


class _DeliveryResumer(DatabaseListener):
    """Continues the delivery of notifications when the database is reachable again."""

    def __init__(self, services: Services) -> None:
        # The event comes from a task of the database that is older than the bot; the delivery is the bot's own work.
        self._context, self._services = copy_context(), services

    def on_reachable_again(self) -> None:
        """Deliver everything in the outbox that is due."""
        self._context.run(outbox.go_on, self._services)


async def _compare_clocks(services: Services) -> None:
    """Warn the operator if our clock is minutes apart from the database's, and so perhaps from other processes'."""
    theirs = await sql_stopping.their_clock(services.db)
    apart = services.now() - theirs if theirs is not None else 0
    if abs(apart) > _APART:
        ours = f"{abs(apart)} s {'ahead of' if apart > 0 else 'behind'}"
        log.warning(
            "this machine's clock is %s the database's: people's time runs out too early or too late when "
            "processes take over from each other. Let both be set by a time server (NTP).",
            ours,
        )


async def tick(services: Services) -> None:
    """Do everything that is due: timers, what could not be told before, computers that owe a decision."""
    async with services.db.transaction() as db:
        await sql_stopping.save_heartbeat(db, services.partition, services.now())
    for timer in await sql.due_timers(services.db.reader, services.now(), services.partition):
        try:
            with services.outage.suppress(f"table={timer.table_id} timer={timer.kind}"):
                await _WHEN_DUE[timer.kind](services, timer)
        except Exception:
            # The time of all other tables goes on.
            log.exception("table=%d timer=%s failed", timer.table_id, timer.kind)
    await digests.gather(services)
    await outbox.wake_all(services)
    await moves.wake_all_computers(services)
    await forgetting.retry_forgetting(services)
    services.outage.check_over()


async def _expire(services: Services, timer: TimerRow) -> None:
    await lobby.expire_lobby(services, timer.table_id)
    async with services.db.transaction() as db:
        await sql.drop_timer(db, timer)


async def _fill(services: Services, timer: TimerRow) -> None:
    """Let a table begin that was full when it was opened, if whoever opened it could not."""
    try:
        await lobby.start_if_full(services, timer.table_id)
    except Declined as no:
        log.info("table=%d does not begin by itself: %s", timer.table_id, no.key)
    async with services.db.transaction() as db:
        await sql.drop_timer(db, timer)


async def _nudge(services: Services, timer: TimerRow) -> None:
    """Ping somebody who was there when a computer asked them, and has done nothing since."""
    try:
        async with services.at(timer.table_id) as table, services.db.transaction() as db:
            if not await sql.drop_timer(db, timer) or timer.seat not in table.owed:
                return
            if await sql_tables.acted_at(db, table.id, timer.seat) > timer.due - table_writer.NUDGE_DELAY_S:
                return
            await outgoing.write(db, table, [table_writer.make_ping(table, [timer.seat])])
            await sql_tables.update_seats(db, table.id, [table.seats[timer.seat]])
    except Declined:
        return


async def _remind(services: Services, timer: TimerRow) -> None:
    """Remind a seat, once for each timer: dropping the timer and writing the reminder is one transaction.

    The moment is computed again: what has stopped the clock since the timer was set puts it off. Half time is not worth
    a word any more if we slept through the end.
    """
    try:
        async with services.at(timer.table_id) as table, services.db.transaction() as db:
            seat, now = table.seats[timer.seat], services.now()
            if not await sql.drop_timer(db, timer) or seat.seat not in table.owed or not seat.runs_since:
                return
            if now < (due := deadlines.timer_due(table, seat, timer.kind)):
                # The board may still show the moment that was known before.
                await outgoing.write(db, table, [BoardChanged()])
                if due < NEVER:
                    await sql.set_timers(db, [TimerRow(table_id=table.id, seat=seat.seat, kind=timer.kind, due=due)])
            elif timer.kind == deadlines.END:
                await _run_out(db, table, seat, now)
            elif (end := deadlines.deadline_of(table, seat)) > now:
                await outgoing.write(db, table, while_there_is_time(seat.seat, table.frame_id, end))
    except Declined:
        return


async def _run_out(db: Transaction, table: Table, seat: SeatRow, now: int) -> None:
    """Do what this table does when a seat's time has run out."""
    then = table.clock.out
    tell = when_time_is_up(seat.seat, table.frame_id, then, [each.seat for each in table.people()])
    if then == "lost":
        seat.computer, seat.lost = table.row.level, True
        if seat.person is not None:
            await records.set_gone(db, table.id, seat.seat, seat.person, seat.name, "left")
        await table_writer.write_new_player(db, table, seat.seat, now, tell)
        return
    seat.overdue, seat.helped = True, then == "once"
    if seat.helped:
        table.row.thinking = True
        await sql_tables.save_table(db, table.row, "thinking")
    await sql_tables.update_seats(db, table.id, [seat])
    await outgoing.write(db, table, tell)


async def _show_holiday(services: Services, timer: TimerRow) -> None:
    """Show that somebody's holiday has begun or is over."""
    try:
        async with services.at(timer.table_id) as table, services.db.transaction() as db:
            seat = table.seats[timer.seat]
            if await sql.drop_timer(db, timer) and not seat.computer:
                await table_writer.write_new_deadlines(db, table, [seat], services.now(), [BoardChanged()])
    except Declined:
        return


_WHEN_DUE = {
    "expire": _expire,
    "fill": _fill,
    "nudge": _nudge,
    deadlines.HALF: _remind,
    deadlines.END: _remind,
    deadlines.HOLIDAY: _show_holiday,
}
