"""What is to be told, and what will be due, in SQL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aiosqlite import Row

from storage.database import Reader, Transaction
from storage.rows import OutboxRow, SeatRow, TableRow, TimerRow, struct
from storage.tables import SEATED, seated

_ADDED = "table_id, kind, seat, position, facts, due"
_SAME = "table_id = ? AND kind = ? AND seat IS NOT DISTINCT FROM ?"


async def add(db: Transaction, row: OutboxRow) -> None:
    """Add what is to be told, after all that waits."""
    await db.execute(f"INSERT INTO outbox ({_ADDED}) VALUES (?, ?, ?, ?, ?, ?)", _added(row))


async def put(db: Transaction, row: OutboxRow, *, in_place: bool) -> None:
    """Add what is to be told. Of the same kind, for the same seat, nothing older waits any more: the newest wins.

    `in_place`: it has the place of the older one among what waits, if there is one; else it goes to the end.
    """
    same = (row.table_id, row.kind, row.seat)
    if not in_place:
        await db.execute(f"DELETE FROM outbox WHERE {_SAME}", same)
        await add(db, row)
        return
    await db.execute(
        f"UPDATE outbox SET position = ?, facts = ?, stamp = stamp + 1, due = 0 WHERE {_SAME}",
        (row.position, row.facts, *same),
    )
    await db.execute(
        f"INSERT INTO outbox ({_ADDED}) SELECT ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE {_SAME})",
        (*_added(row), *same),
    )


def _added(row: OutboxRow) -> tuple[object, ...]:
    return (row.table_id, row.kind, row.seat, row.position, row.facts, row.due)


async def first(db: Reader, table_id: int) -> OutboxRow | None:
    """Return what is to be told next about a table."""
    rows = list(await db.execute_fetchall("SELECT * FROM outbox WHERE table_id = ? ORDER BY id LIMIT 1", (table_id,)))
    return struct(OutboxRow, rows[0]) if rows else None


_WAITING = {name: f"waiting_{name}" for name in OutboxRow.__struct_fields__}
"""The columns of what is to be told have names of their own beside a table's."""
_NEXT = f"""
    SELECT {", ".join(f"outbox.{name} AS {other}" for name, other in _WAITING.items())}, {SEATED}
    FROM outbox JOIN tables ON tables.id = outbox.table_id WHERE outbox.table_id = ? ORDER BY outbox.id LIMIT 1
"""

Upcoming = tuple[OutboxRow, TableRow, list[SeatRow]]
"""What is to be told next about a table, and the table as it is now."""


async def upcoming(db: Reader, table_id: int) -> Upcoming | None:
    """Return what is to be told next about a table, and the table: all of it in one look."""
    return _upcoming(await db.execute_fetchall(_NEXT, (table_id,)))


async def finish(db: Transaction, table_id: int) -> Upcoming | None:
    """Commit, and return what is to be told next about a table: all of it in one go."""
    return _upcoming(await db.finish(_NEXT, (table_id,)))


async def cross_out(db: Transaction, row: OutboxRow) -> None:
    """Cross out what has been told, unless there is something newer to tell in its place."""
    await db.execute("DELETE FROM outbox WHERE id = ? AND stamp = ?", (row.id, row.stamp))


def _upcoming(rows: Iterable[Row]) -> Upcoming | None:
    for row in rows:
        return OutboxRow(**{name: row[other] for name, other in _WAITING.items()}), *seated(row)
    return None


async def postpone(db: Transaction, row_id: int, due: int) -> None:
    """Count one more try that failed; the next is not before `due`."""
    await db.execute("UPDATE outbox SET tries = tries + 1, due = ? WHERE id = ?", (due, row_id))


async def waiting(db: Reader, now: int) -> list[int]:
    """Return the tables about which something is due to be told."""
    rows = await db.execute_fetchall("SELECT DISTINCT table_id FROM outbox WHERE due <= ? ORDER BY table_id", (now,))
    return [row[0] for row in rows]


async def drop(db: Transaction, table_id: int, kind: str) -> list[OutboxRow]:
    """Drop what still waits of one kind, and return it."""
    rows = await db.execute_fetchall("DELETE FROM outbox WHERE table_id = ? AND kind = ? RETURNING *", (table_id, kind))
    return [struct(OutboxRow, row) for row in rows]


async def forget_table(db: Transaction, table_id: int) -> None:
    """Drop all that was still to be told or due about a table."""
    await db.execute("DELETE FROM outbox WHERE table_id = ?", (table_id,))
    await db.execute("DELETE FROM timers WHERE table_id = ?", (table_id,))


# Timers


async def set_timers(db: Transaction, rows: Sequence[TimerRow]) -> None:
    """Set timers; one of the same table, seat and kind is moved."""
    await db.executemany(
        "INSERT INTO timers (table_id, seat, kind, due) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (table_id, seat, kind) DO UPDATE SET due = excluded.due",
        [(row.table_id, row.seat, row.kind, row.due) for row in rows],
    )


async def clear_timers(db: Transaction, table_id: int, seats: Sequence[int] | None = None) -> None:
    """Drop the timers of these seats, or all of the table's."""
    if seats is None:
        await db.execute("DELETE FROM timers WHERE table_id = ?", (table_id,))
    else:
        await db.executemany("DELETE FROM timers WHERE table_id = ? AND seat = ?", [(table_id, seat) for seat in seats])


async def drop_timer(db: Transaction, row: TimerRow) -> bool:
    """Drop one timer if it is still set for that time; say whether it was."""
    dropped = await db.change(
        "DELETE FROM timers WHERE table_id = ? AND seat = ? AND kind = ? AND due = ?",
        (row.table_id, row.seat, row.kind, row.due),
    )
    return dropped > 0


async def due_timers(db: Reader, now: int) -> list[TimerRow]:
    """Return the timers that have run out, oldest first."""
    rows = await db.execute_fetchall("SELECT * FROM timers WHERE due <= ? ORDER BY due, table_id, seat", (now,))
    return [struct(TimerRow, row) for row in rows]


async def timers(db: Reader, table_id: int) -> list[TimerRow]:
    """Return a table's timers."""
    rows = await db.execute_fetchall("SELECT * FROM timers WHERE table_id = ? ORDER BY due", (table_id,))
    return [struct(TimerRow, row) for row in rows]
