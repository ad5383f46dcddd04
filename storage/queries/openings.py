"""SQL for recurring openings: tables that open by themselves every week on a server."""

from __future__ import annotations

import msgspec

from storage.columns import column, struct
from storage.database import Reader, Transaction
from storage.partition import Partition


class OpeningRow(msgspec.Struct, kw_only=True, frozen=True):
    """A recurring opening: which table opens in which channel of a server, and when. Names no person."""

    id: int = 0
    server: int
    channel: int
    game: str
    size: int
    """Number of seats."""
    clock: str
    """The table's clock, a JSON object."""
    language: str
    weekday: int
    """0 is Monday."""
    minute: int
    """Time of day in the server's time zone, in minutes after midnight."""
    due: int
    """When the next table opens, in Unix seconds."""
    table_id: int | None = None
    """The latest table that it has opened; None: none yet."""


_COLUMNS = OpeningRow.__struct_fields__[1:]


async def add(db: Transaction, row: OpeningRow) -> None:
    """Insert an opening. `row.id` is ignored: the database assigns one."""
    await db.execute(
        f"INSERT INTO openings ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})",
        [column(getattr(row, name)) for name in _COLUMNS],
    )


async def of_server(db: Reader, server_id: int) -> list[OpeningRow]:
    """Return all openings of a server, from Monday to Sunday, earlier times of a day first."""
    rows = await db.execute_fetchall(
        "SELECT * FROM openings WHERE server = ? ORDER BY weekday, minute, id", (server_id,)
    )
    return [struct(OpeningRow, row) for row in rows]


async def due_openings(db: Reader, now: int, partition: Partition) -> list[OpeningRow]:
    """Return the openings on a partition's servers that are due at `now`, the earliest first."""
    rows = await db.execute_fetchall(
        f"SELECT * FROM openings WHERE due <= ?{partition.server_condition('server')} ORDER BY due, id", (now,)
    )
    return [struct(OpeningRow, row) for row in rows]


async def set_due(db: Transaction, row: OpeningRow, due: int) -> bool:
    """Set when an opening is due next, if that is still `row.due`. Return False if it was deleted or has changed."""
    return await db.change("UPDATE openings SET due = ? WHERE id = ? AND due = ?", (due, row.id, row.due)) > 0


async def set_table(db: Transaction, opening: int, table_id: int) -> None:
    """Store which table an opening has opened last."""
    await db.execute("UPDATE openings SET table_id = ? WHERE id = ?", (table_id, opening))


async def delete(db: Transaction, server_id: int, opening: int) -> OpeningRow | None:
    """Delete an opening of a server, and return it; None if the server has no such opening."""
    rows = list(
        await db.execute_fetchall("DELETE FROM openings WHERE id = ? AND server = ? RETURNING *", (opening, server_id))
    )
    return struct(OpeningRow, rows[0]) if rows else None
