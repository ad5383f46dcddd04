"""SQL for the views of the game that each seat had at its last two decisions."""

from __future__ import annotations

from storage.columns import struct
from storage.database import Reader, Transaction
from storage.rows import KeptRow


async def keep(db: Transaction, table_id: int, seat: int, n: int, frame: int, view: str) -> None:
    """Store what a seat sees when it makes a decision. The view stored before becomes the earlier view.

    `frame` is the number of that decision (`Table.frame_id`), `n` the number of log entries at that time, and `view`
    the encoded view. Does nothing if a view for the same `frame` is stored: only the first view of a decision is kept.
    """
    await db.execute(
        "INSERT INTO kept_views (table_id, seat, n, frame, view) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (table_id, seat) DO UPDATE SET earlier_n = kept_views.n, earlier_view = kept_views.view,"
        " n = excluded.n, frame = excluded.frame, view = excluded.view WHERE kept_views.frame <> excluded.frame",
        (table_id, seat, n, frame, view),
        of=table_id,
    )


async def kept(db: Reader, table_id: int, seat: int) -> KeptRow | None:
    """Return the views that a seat had at its last two decisions; None if none is stored."""
    rows = list(await db.execute_fetchall("SELECT * FROM kept_views WHERE table_id = ? AND seat = ?", (table_id, seat)))
    return struct(KeptRow, rows[0]) if rows else None


async def forget(db: Transaction, table_id: int, seat: int | None = None) -> None:
    """Delete the stored views of one seat of a table, or of all its seats (None)."""
    await db.execute(
        "DELETE FROM kept_views WHERE table_id = ? AND (CAST(? AS BIGINT) IS NULL OR seat = ?)",
        (table_id, seat, seat),
        of=table_id,
    )
