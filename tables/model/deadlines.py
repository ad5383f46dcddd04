"""How much time seats have for what they are asked: when their clocks run and stand still, and when they end."""

from __future__ import annotations

from storage.rows import LogRow, SeatRow, TimerRow
from tables.model.players_to_act import Asked, newly_asked
from tables.model.table import SeatTime, Table
from tables.model.time_left import NEVER, runs_out, used

END, HALF, HOLIDAY = "end", "half", "holiday"
"""The timers of a seat: its time is up; it is to be reminded; a holiday begins or ends, for everybody to see."""
_ONCE_IT_RUNS = NEVER - 1
"""When somebody is reminded whose clock stands still: that is set anew when it goes on."""


def settle(table: Table, seat: SeatRow, now: int) -> None:
    """Count for how long a seat's clock has run until now. It goes on."""
    if seat.runs_since:
        ran = used(seat.runs_since, now, table.stops_of(seat))
        seat.time_left -= ran
        seat.time_used += ran
        seat.runs_since = now


def stop(table: Table, seat: SeatRow, now: int) -> None:
    """Let a seat's clock stand still."""
    settle(table, seat, now)
    seat.runs_since = 0


def until(table: Table, seat: SeatRow) -> int:
    """Return when a seat's time runs out; 0: never, or its clock stands still."""
    return due(table, seat, END) % NEVER


def due(table: Table, seat: SeatRow, kind: str) -> int:
    """Return when a seat is to be reminded, or its time ends, as far as is known; `NEVER`: its clock stands still."""
    if not seat.runs_since:
        return NEVER
    before_end = table.clock.reminds if kind == HALF else 0
    return runs_out(seat.runs_since, seat.time_left - before_end, table.stops_of(seat))


def overdue(table: Table, seat: SeatRow, now: int) -> bool:
    """Say whether the time for what a seat is asked has run out."""
    return 0 < until(table, seat) <= now


def timers(table: Table, seat: SeatRow, now: int, *, unreminded: bool = False) -> list[TimerRow]:
    """Return the timers of a seat, as far as they lie ahead: of what it is asked, and of holidays, which all see.

    Time that is known to be up is told to nobody again; but if something follows from that, it does now. `unreminded`:
    nobody has looked at its clock since half its time was over, if it is; it is reminded as soon as that runs.
    """
    dues = {kind: due(table, seat, kind) for kind in (HALF, END)}
    if not seat.computer and table.row.status == "playing":
        edges = (edge for span in table.stops_of(seat).holidays for edge in span if edge > now)
        dues[HOLIDAY] = min(edges, default=NEVER)
    known = seat.helped or (seat.overdue and table.clock.out == "others")
    if dues[END] <= now and not known:
        dues[END] = now + 1
    past_half = seat.time_left <= table.clock.reminds if dues[HALF] == NEVER else dues[HALF] <= now
    if unreminded and past_half:
        dues[HALF] = max(now + 1, runs_out(now, 1, table.stops_of(seat))) if seat.runs_since else _ONCE_IT_RUNS
    return [
        TimerRow(table_id=table.id, seat=seat.seat, kind=kind, due=moment)
        for kind, moment in dues.items()
        if now < moment < NEVER
    ]


def shown(table: Table, seat: SeatRow, now: int) -> SeatTime:
    """Return how a seat's time stands, for everybody to see."""
    holiday = None if seat.computer else table.stops_of(seat).holiday_at(now)
    end = until(table, seat)
    return SeatTime(
        until=end, nearly_out=end > 0 and due(table, seat, HALF) <= now, holiday_until=holiday[1] if holiday else 0
    )


def pass_on(table: Table, before: Asked, after: Asked, now: int, struck: LogRow | None = None) -> list[int]:
    """Let the clocks of those run who owe something, and all others stand still.

    Return the seats whose time ends at another moment than before. `struck` is the entry that is being taken back: who
    does that goes on with what was left then, less what they have used since. Who is asked the same once more, without
    having acted, goes on with what was left.
    """
    clock, newly = table.clock, newly_asked(before, after)
    changed: list[int] = []
    for seat in table.seats:
        if seat.seat in newly:
            seat.asked_at = now
        if seat.seat not in after.seats or seat.computer:
            stop(table, seat, now)
            seat.overdue = seat.helped = False
            continue
        taken_back = struck is not None and struck.seat == seat.seat
        if not clock.runs or not (taken_back or seat.seat in newly):
            continue
        settle(table, seat, now)
        if struck is not None and taken_back:
            if struck.time_left is not None and struck.time_used is not None:
                seat.time_left = struck.time_left - (seat.time_used - struck.time_used)
        elif (seat.asked_frame, seat.asked_decision) != (after.frame, after.decision):
            seat.time_left = clock.asked(seat.time_left)
        seat.asked_frame, seat.asked_decision, seat.helped = after.frame, after.decision, False
        seat.runs_since = 0 if table.row.paused else now
        seat.overdue = overdue(table, seat, now)
        changed.append(seat.seat)
    return changed


def count_entry(table: Table, entry: LogRow) -> None:
    """Count the time of a seat that makes an entry, and write down there how much it has left."""
    seat = table.seats[entry.seat]
    settle(table, seat, entry.at)
    entry.time_left, entry.time_used = seat.time_left, seat.time_used
    seat.asked_frame, seat.asked_decision = 0, ""
    if not entry.helped:
        seat.helped = False
