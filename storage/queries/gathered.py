"""SQL for entries of digests: events of which a person is notified later, all in one message."""

from __future__ import annotations

from collections.abc import Sequence

from storage.columns import struct
from storage.database import Reader, Transaction
from storage.rows import GatheredRow


async def add(db: Transaction, rows: Sequence[GatheredRow]) -> None:
    """Insert digest entries. If there is one for the same person, table and event, update it.

    Such an entry gets the new `frame` and the earlier of both due times.
    """
    await db.executemany(
        "INSERT INTO gathered (person, table_id, what, frame, due) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (person, table_id, what) DO UPDATE SET frame = excluded.frame,"
        " due = CASE WHEN gathered.due < excluded.due THEN gathered.due ELSE excluded.due END",
        [(row.person, row.table_id, row.what, row.frame, row.due) for row in rows],
    )


async def due(db: Reader, now: int) -> list[int]:
    """Return the ids of the people with an entry that is due, ascending."""
    rows = await db.execute_fetchall("SELECT DISTINCT person FROM gathered WHERE due <= ? ORDER BY person", (now,))
    return [row[0] for row in rows]


async def of_person(db: Reader, person: int) -> list[GatheredRow]:
    """Return all entries for a person, due or not, ordered by table and event."""
    rows = await db.execute_fetchall("SELECT * FROM gathered WHERE person = ? ORDER BY table_id, what", (person,))
    return [struct(GatheredRow, row) for row in rows]


async def drop(db: Transaction, rows: Sequence[GatheredRow]) -> None:
    """Delete entries that were sent or are obsolete. An entry whose stored `frame` has changed since then stays."""
    await db.executemany(
        "DELETE FROM gathered WHERE person = ? AND table_id = ? AND what = ? AND frame = ?",
        [(row.person, row.table_id, row.what, row.frame) for row in rows],
    )


async def put_off(db: Transaction, rows: Sequence[GatheredRow]) -> None:
    """Update the due time of each of these stored entries to its `due`."""
    await db.executemany(
        "UPDATE gathered SET due = ? WHERE person = ? AND table_id = ? AND what = ?",
        [(row.due, row.person, row.table_id, row.what) for row in rows],
    )
