"""What is to be told, and what will be due, in SQL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from aiosqlite import Row

from storage.database import Reader, Transaction
from storage.rows import OutboxRow, SeatRow, TableRow, TimerRow, column, struct
from storage.tables import SEATED, seated


async def tell(db: Transaction, rows: Sequence[OutboxRow], newest_only: Sequence[str], *, in_place: bool) -> None:
    """Add what is to be told. Of a kind in `newest_only` a table has at most one row for each seat: the newest wins.

    `in_place`: such a row that still waits keeps its place among the others; else it goes to the end.
    """
    for row in rows:
        where = (row.table_id, row.kind, row.seat)
        told = (*where, row.position, column(row.facts), row.due)
        if row.kind in newest_only and in_place:
            await db.execute(
                "UPDATE outbox SET position = ?, facts = ?, stamp = stamp + 1, due = 0"
                " WHERE table_id = ? AND kind = ? AND seat IS ?",
                (row.position, column(row.facts), *where),
            )
            await db.execute(
                "INSERT INTO outbox (table_id, kind, seat, position, facts, due) SELECT ?, ?, ?, ?, ?, ?"
                " WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE table_id = ? AND kind = ? AND seat IS ?)",
                (*told, *where),
            )
            continue
        if row.kind in newest_only:
            await db.execute("DELETE FROM outbox WHERE table_id = ? AND kind = ? AND seat IS ?", where)
        await db.execute(
            "INSERT INTO outbox (table_id, kind, seat, position, facts, due) VALUES (?, ?, ?, ?, ?, ?)", told
        )


async def first(db: Reader, table_id: int) -> OutboxRow | None:
    """Return what is to be told next about a table."""
    rows = list(await db.execute_fetchall("SELECT * FROM outbox WHERE table_id = ? ORDER BY id LIMIT 1", (table_id,)))
    return struct(OutboxRow, rows[0]) if rows else None


_ROW = ", ".join(f"'{name}', {'json(facts)' if name == 'facts' else name}" for name in OutboxRow.__struct_fields__)
_NEXT = f"""
    SELECT next.telling, {SEATED} FROM (
        SELECT table_id, json_object({_ROW}) AS telling FROM outbox WHERE table_id = ? ORDER BY id LIMIT 1
    ) AS next JOIN tables ON tables.id = next.table_id
"""
_TELLING = msgspec.json.Decoder(OutboxRow)

Upcoming = tuple[OutboxRow, TableRow, list[SeatRow]]
"""What is to be told next about a table, and the table as it is now."""


async def upcoming(db: Reader, table_id: int) -> Upcoming | None:
    """Return what is to be told next about a table, and the table: all of it in one look."""
    return _upcoming(await db.execute_fetchall(_NEXT, (table_id,)))


async def finish(db: Transaction, table_id: int) -> Upcoming | None:
    """Commit, and return what is to be told next about a table: all of it in one go."""
    return _upcoming(await db.finish(_NEXT, (table_id,)))


async def told(db: Transaction, row: OutboxRow) -> None:
    """Cross out what has been told, unless there is something newer to tell in its place."""
    await db.execute("DELETE FROM outbox WHERE id = ? AND stamp = ?", (row.id, row.stamp))


def _upcoming(rows: Iterable[Row]) -> Upcoming | None:
    for row in rows:
        return (_TELLING.decode(row["telling"]), *seated(row))
    return None


async def postpone(db: Transaction, row_id: int, due: int) -> None:
    """Try again later."""
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
        "INSERT OR REPLACE INTO timers (table_id, seat, kind, due) VALUES (?, ?, ?, ?)",
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
