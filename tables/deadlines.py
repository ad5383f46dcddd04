"""How long a decision may take: pure functions from the time it was asked at to its timers."""

from __future__ import annotations

from storage.rows import SeatRow, TimerRow
from tables.table import DAY, Table


def until(table: Table, asked_at: int) -> int:
    """Return when a decision that was asked at that time is due; 0 without a pace."""
    return asked_at + table.row.pace * DAY if table.row.pace else 0


def overdue(table: Table, seat: SeatRow, now: int) -> bool:
    """Say whether the time for what a seat is asked has run out."""
    return 0 < until(table, seat.asked_at) <= now


def timers(table: Table, seat: SeatRow, now: int) -> list[TimerRow]:
    """Return the timers of what a seat is asked, half time and end, as far as they lie ahead. None without a pace."""
    pace = table.row.pace * DAY
    dues = {"half": seat.asked_at + pace // 2, "end": seat.asked_at + pace} if pace else {}
    return [TimerRow(table_id=table.id, seat=seat.seat, kind=kind, due=due) for kind, due in dues.items() if due > now]


def asked_again_at(asked_at: int, answered_at: int, now: int, *, stood_still: bool) -> int:
    """Return since when a decision counts as asked whose answer is taken back now: nobody gains time by that.

    A sealed choice is open to all of them at once: it has the deadline it had. A turn that had passed on to others
    stood still meanwhile: what was left of its time is left now.
    """
    return asked_at + now - answered_at if stood_still else asked_at
