"""SQL for private notes that people write at a table."""

from __future__ import annotations

from storage.database import Reader, Transaction


async def notes(db: Reader, table_id: int, person: int) -> str:
    """Return a person's private notes at a table; "" if there are none."""
    rows = await db.execute_fetchall("SELECT body FROM notes WHERE table_id = ? AND person = ?", (table_id, person))
    return next((str(row[0]) for row in rows), "")


async def set_notes(db: Transaction, table_id: int, person: int, body: str) -> None:
    """Replace a person's notes at a table; an empty text deletes them."""
    if body:
        await db.execute(
            "INSERT INTO notes (table_id, person, body) VALUES (?, ?, ?)"
            " ON CONFLICT (table_id, person) DO UPDATE SET body = excluded.body",
            (table_id, person, body),
        )
    else:
        await db.execute("DELETE FROM notes WHERE table_id = ? AND person = ?", (table_id, person))
