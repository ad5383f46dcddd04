"""SQL for the stored analyses of finished games."""

from __future__ import annotations

import msgspec

from storage.columns import struct
from storage.database import Reader, Transaction


class AnalysisRow(msgspec.Struct, kw_only=True, frozen=True):
    """The analysis of a table's game, as JSON text in `body`.

    `rules` is the version of the rules with which it was made. `learned` is the digest of the trained evaluation that
    was used.
    """

    table_id: int
    rules: int
    learned: str
    body: str


async def kept(db: Reader, table_id: int) -> AnalysisRow | None:
    """Return the stored analysis of a table's game; None if there is none."""
    rows = list(await db.execute_fetchall("SELECT * FROM analyses WHERE table_id = ?", (table_id,)))
    return struct(AnalysisRow, rows[0]) if rows else None


async def keep(db: Transaction, row: AnalysisRow) -> None:
    """Store an analysis in place of an older one of the same table."""
    await db.execute(
        "INSERT INTO analyses (table_id, rules, learned, body) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (table_id) DO UPDATE SET rules = excluded.rules, learned = excluded.learned,"
        " body = excluded.body",
        (row.table_id, row.rules, row.learned, row.body),
    )
