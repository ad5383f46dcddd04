"""What one process asks another to do, at tables of that one's partition, in SQL. With one process there is nothing."""

from __future__ import annotations

import msgspec

from storage.columns import struct
from storage.database import Reader, Transaction


class ErrandRow(msgspec.Struct, kw_only=True, frozen=True):
    """Something to be done by whoever has a partition."""

    id: str
    partition: int
    kind: str
    body: str
    """JSON that whoever does it reads."""
    at: int
    """When it was asked for, in seconds since 1970."""


async def add(db: Transaction, row: ErrandRow) -> None:
    """Ask whoever has a partition to do something, once this is committed."""
    await db.execute(
        "INSERT INTO errands (id, share, kind, body, at) VALUES (?, ?, ?, ?, ?)",
        (row.id, row.partition, row.kind, row.body, row.at),
    )
    await db.tell_others("errand", row.partition)


async def of_partition(db: Reader, number: int) -> list[ErrandRow]:
    """Return what a partition is asked to do, oldest first."""
    rows = await db.execute_fetchall(
        'SELECT id, share AS "partition", kind, body, at FROM errands WHERE share = ? ORDER BY at, id', (number,)
    )
    return [struct(ErrandRow, row) for row in rows]


async def take(db: Transaction, errand: str) -> bool:
    """Take something upon oneself; say whether nobody else has: be it who was asked, or who has asked."""
    return await db.change("DELETE FROM errands WHERE id = ?", (errand,)) > 0
