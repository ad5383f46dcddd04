"""SQL for timers of tables: deadlines, reminders, and lobbies that expire."""

from __future__ import annotations

from collections.abc import Sequence

from storage.columns import struct
from storage.database import Reader, Transaction
from storage.partition import Partition
from storage.rows import TimerRow


async def set_timers(db: Transaction, rows: Sequence[TimerRow]) -> None:
    """Insert timers. If one of the same table, seat and kind exists, its time is updated."""
    await db.executemany(
        "INSERT INTO timers (table_id, seat, kind, due) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (table_id, seat, kind) DO UPDATE SET due = excluded.due",
        [(row.table_id, row.seat, row.kind, row.due) for row in rows],
    )


async def clear_timers(
    db: Transaction, table_id: int, seats: Sequence[int] | None = None, kinds: Sequence[str] = ()
) -> None:
    """Delete the timers of these seats of a table: those of the named kinds, or of all kinds if none is named.

    `seats=None` deletes all timers of the table; `kinds` is then ignored.
    """
    if seats is None:
        await db.execute("DELETE FROM timers WHERE table_id = ?", (table_id,))
        return
    among = f" AND kind IN ({', '.join('?' * len(kinds))})" if kinds else ""
    await db.executemany(
        f"DELETE FROM timers WHERE table_id = ? AND seat = ?{among}", [(table_id, seat, *kinds) for seat in seats]
    )


async def seats_waiting(db: Reader, table_id: int, kind: str) -> set[int]:
    """Return the numbers of a table's seats that have a timer of this kind, due or not."""
    rows = await db.execute_fetchall("SELECT seat FROM timers WHERE table_id = ? AND kind = ?", (table_id, kind))
    return {seat for (seat,) in rows}


async def tables_waiting(db: Reader, kind: str, partition: Partition) -> list[int]:
    """Return the ids of a partition's tables that have a timer of this kind, due or not, ascending."""
    rows = await db.execute_fetchall(
        f"SELECT DISTINCT table_id FROM timers WHERE kind = ?{partition.table_condition('timers.table_id')}"
        " ORDER BY table_id",
        (kind,),
    )
    return [table_id for (table_id,) in rows]


async def drop_timer(db: Transaction, row: TimerRow) -> bool:
    """Delete a timer if its due time is still `row.due`. Return False if it was gone or had another due time."""
    dropped = await db.change(
        "DELETE FROM timers WHERE table_id = ? AND seat = ? AND kind = ? AND due = ?",
        (row.table_id, row.seat, row.kind, row.due),
    )
    return dropped > 0


async def due_timers(db: Reader, now: int, partition: Partition) -> list[TimerRow]:
    """Return the timers of a partition that are due at `now`, the earliest first."""
    rows = await db.execute_fetchall(
        f"SELECT * FROM timers WHERE due <= ?{partition.table_condition('timers.table_id')}"
        " ORDER BY due, table_id, seat, kind",
        (now,),
    )
    return [struct(TimerRow, row) for row in rows]
