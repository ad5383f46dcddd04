"""The clocks of seats: when they run, when they stop, when their time is up, and which timers that needs.

Only this module applies the pure functions of `tables.model.time_left` to tables. A seat's row keeps `time_left` and
`time_used` (seconds) as of the moment `runs_since`; `runs_since` is 0 while the clock is stopped.
"""

from __future__ import annotations

from storage.rows import LogRow, SeatRow, TimerRow
from tables.model.players_to_act import PendingDecision, newly_to_act
from tables.model.table import SeatTime, Table
from tables.model.time_left import NEVER, elapsed, expires_at

END, HALF, HOLIDAY = "end", "half", "holiday"
"""Kinds of a seat's timers: its time is up; its player is to be reminded; a holiday begins or ends."""
_WHEN_CLOCK_RUNS = NEVER - 1
"""The due time of a reminder for a stopped clock. It is computed again when the clock runs."""


def settle_clock(table: Table, seat: SeatRow, now: int) -> None:
    """Charge a seat for the time its clock has run until now, and let the clock go on. No effect if `runs_since` is 0.

    Holidays and everything else in `table.stops`, which must be loaded, are not charged. Changes `time_left`, which may
    become negative, `time_used` and `runs_since` of the seat's row in place; the caller writes the row.
    """
    if seat.runs_since:
        ran = elapsed(seat.runs_since, now, table.stops_of(seat))
        seat.time_left -= ran
        seat.time_used += ran
        seat.runs_since = now


def stop_clock(table: Table, seat: SeatRow, now: int) -> None:
    """Charge a seat for the time until now and stop its clock. Changes the seat's row in place."""
    settle_clock(table, seat, now)
    seat.runs_since = 0


def deadline_of(table: Table, seat: SeatRow) -> int:
    """Return when a seat's time runs out, in seconds since 1970; 0 if never, or if its clock is stopped.

    The moment may already be over.
    """
    return timer_due(table, seat, END) % NEVER


def timer_due(table: Table, seat: SeatRow, kind: str) -> int:
    """Return when a seat's timer (`HALF` or `END`) is due, in seconds since 1970; `NEVER` if its clock is stopped.

    `END` is due when no time is left, `HALF` when the clock's `reminder_threshold` is left. Later changes, such as a
    new holiday, may move that moment. It may already be over.
    """
    if not seat.runs_since:
        return NEVER
    before_end = table.clock.reminder_threshold if kind == HALF else 0
    return expires_at(seat.runs_since, seat.time_left - before_end, table.stops_of(seat))


def is_overdue(table: Table, seat: SeatRow, now: int) -> bool:
    """Return True if the seat's clock runs and its time is up."""
    return 0 < deadline_of(table, seat) <= now


def timers_of(table: Table, seat: SeatRow, now: int, *, unreminded: bool = False) -> list[TimerRow]:
    """Return the timers a seat needs from now on: reminder, end of time, and next begin or end of its player's holiday.

    Nothing is written. `unreminded` means that the reminder of the pending decision has not fired yet. A computer's
    seat, and a table that is not being played, have no holiday timer. A stopped clock has no end timer, and a reminder
    timer only with `unreminded`. Timers that would be due in the past are left out, with two exceptions:

    1. If time is up and its consequence has not been applied yet, the end timer is due in a second.
    2. With `unreminded`, if half of the time is already over, the reminder is due as soon as the clock runs. While the
       clock is stopped, its due time is too far away to fire.
    """
    dues = {kind: timer_due(table, seat, kind) for kind in (HALF, END)}
    if not seat.computer and table.row.status == "playing":
        edges = (edge for span in table.stops_of(seat).holidays for edge in span if edge > now)
        dues[HOLIDAY] = min(edges, default=NEVER)
    end_handled = seat.helped or (seat.overdue and table.clock.out == "others")
    if dues[END] <= now and not end_handled:
        dues[END] = now + 1
    past_half = seat.time_left <= table.clock.reminder_threshold if dues[HALF] == NEVER else dues[HALF] <= now
    if unreminded and past_half:
        dues[HALF] = max(now + 1, expires_at(now, 1, table.stops_of(seat))) if seat.runs_since else _WHEN_CLOCK_RUNS
    return [
        TimerRow(table_id=table.id, seat=seat.seat, kind=kind, due=moment)
        for kind, moment in dues.items()
        if now < moment < NEVER
    ]


def seat_time(table: Table, seat: SeatRow, now: int) -> SeatTime:
    """Return what everybody may see of a seat's time: its deadline, whether that is near, and when a holiday ends.

    `until` is 0 if the seat has no deadline. `nearly_out` is True if half of the time for a decision, or less, is left.
    `holiday_until` is 0 if the seat's player is not on holiday now, or a computer decides there. `table.stops` must be
    loaded.
    """
    holiday = None if seat.computer else table.stops_of(seat).holiday_at(now)
    end = deadline_of(table, seat)
    nearly_out = end > 0 and timer_due(table, seat, HALF) <= now
    return SeatTime(until=end, nearly_out=nearly_out, holiday_until=holiday[1] if holiday else 0)


def update_clocks(
    table: Table, before: PendingDecision, after: PendingDecision, now: int, struck: LogRow | None = None
) -> list[int]:
    """Start the clocks of people who newly have to act, and stop those of all who need not act. Return the seats set.

    A seat is set if its clock gets a new amount of time left. `before` and `after` are the pending decisions before and
    after a change. The rows of the seats are changed in place; the caller writes them.

    - A player with a new decision gets the time for it.
    - A clock that runs on for the same decision is left alone, and its seat is not returned.
    - A player who gets the same decision again without having acted keeps what was left.
    - `struck` is the log entry that is being taken back. Its player gets what they had left when they made it, less
      what they have used since.
    - While the table is paused, clocks are set but do not run.

    A seat whose clock was set has `helped` cleared and `overdue` computed again. Seats that do not have to act, and
    computers, lose both flags. Seats that newly have to act get `asked_at`. At a table without a clock, only these
    flags and `asked_at` change.
    """
    clock, newly = table.clock, newly_to_act(before, after)
    changed: list[int] = []
    for seat in table.seats:
        if seat.seat in newly:
            seat.asked_at = now
        if seat.seat not in after.seats or seat.computer:
            stop_clock(table, seat, now)
            seat.overdue = seat.helped = False
            continue
        takes_back = struck is not None and struck.seat == seat.seat
        if not clock.runs or not (takes_back or seat.seat in newly):
            continue
        settle_clock(table, seat, now)
        if struck is not None and takes_back:
            if struck.time_left is not None and struck.time_used is not None:
                seat.time_left = struck.time_left - (seat.time_used - struck.time_used)
        elif (seat.asked_frame, seat.asked_decision) != (after.frame, after.decision):
            seat.time_left = clock.time_for_new_decision(seat.time_left)
        seat.asked_frame, seat.asked_decision, seat.helped = after.frame, after.decision, False
        seat.runs_since = 0 if table.row.paused else now
        seat.overdue = is_overdue(table, seat, now)
        changed.append(seat.seat)
    return changed


def charge_entry(table: Table, entry: LogRow, *, owed: bool) -> None:
    """Charge the seat that makes a log entry for its time, and note in the entry what it has left and has used.

    If the seat owed the decision (`owed`), also note whether its owner's time was up: in `entry.late`, which stays None
    at a computer's seat, and without a clock. Changes the seat's row and `entry` in place. The seat's next decision
    counts as new. Its `helped` flag is cleared unless a computer made this entry for its player.
    """
    seat = table.seats[entry.seat]
    settle_clock(table, seat, entry.at)
    entry.time_left, entry.time_used = seat.time_left, seat.time_used
    if owed and table.clock.runs and seat.person is not None and not seat.computer:
        entry.late = seat.time_left <= 0
    seat.asked_frame, seat.asked_decision = 0, ""
    if not entry.helped:
        seat.helped = False
