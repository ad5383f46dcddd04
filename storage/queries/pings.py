"""SQL for pings: the messages that ask a player for a decision."""

from __future__ import annotations

from collections.abc import Sequence

from storage.columns import struct
from storage.database import Reader, Transaction
from storage.rows import PingRow


async def pings(db: Reader, table_id: int) -> list[PingRow]:
    """Return the latest ping of each kind and person at a table, ordered by person and kind."""
    rows = await db.execute_fetchall("SELECT * FROM pings WHERE table_id = ? ORDER BY person, kind", (table_id,))
    return [struct(PingRow, row) for row in rows]


async def save_pings(db: Transaction, table_id: int, rows: Sequence[PingRow]) -> None:
    """Store pings, each in place of an older one of the same person and kind."""
    await db.executemany(
        "INSERT INTO pings (table_id, person, kind, channel, message, frame, decision, entries, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, person, kind) DO UPDATE SET"
        " channel = excluded.channel, message = excluded.message, frame = excluded.frame,"
        " decision = excluded.decision, entries = excluded.entries, at = excluded.at",
        [
            (
                *(table_id, row.person, row.kind, row.channel, row.message),
                *(row.frame, row.decision, row.entries, row.at),
            )
            for row in rows
        ],
    )
