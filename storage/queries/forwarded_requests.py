"""SQL for requests that one process forwards to another. They are in the database table `errands`.

Its column `share` is the number of the partition.
"""

from __future__ import annotations

import msgspec

from storage.database import Reader, Transaction


class ForwardedRequestRow(msgspec.Struct, kw_only=True, frozen=True):
    """A request that waits for the process that holds a partition: its kind, its body, and when it was sent."""

    id: str
    partition: int
    """The number of the partition whose holder should handle it."""
    kind: str
    body: bytes
    """UTF-8 text, usually JSON, that the handler of this kind reads."""
    at: int
    """When it was sent, in seconds since 1970."""


async def add(db: Transaction, row: ForwardedRequestRow) -> None:
    """Insert a request. When the transaction is committed, the process that should handle it is notified."""
    await db.execute(
        "INSERT INTO errands (id, share, kind, body, at) VALUES (?, ?, ?, ?, ?)",
        (row.id, row.partition, row.kind, row.body.decode(), row.at),
    )
    await db.broadcast("errand", row.partition)


async def of_partition(db: Reader, number: int) -> list[ForwardedRequestRow]:
    """Return the requests that wait for a partition's holder, oldest first."""
    rows = await db.execute_fetchall(
        "SELECT id, share, kind, body, at FROM errands WHERE share = ? ORDER BY at, id", (number,)
    )
    return [
        ForwardedRequestRow(id=request, partition=partition, kind=kind, body=body.encode(), at=at)
        for request, partition, kind, body, at in rows
    ]


async def take(db: Transaction, request: str) -> bool:
    """Delete a request; return True if it was still there. So either its handler or its sender gets it, never both."""
    return await db.change("DELETE FROM errands WHERE id = ?", (request,)) > 0
