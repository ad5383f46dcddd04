"""SQL for people who look for a game, and for the messages about them."""

from __future__ import annotations

from collections.abc import Sequence

from storage.columns import column, struct
from storage.database import Reader, Transaction
from storage.partition import Partition
from storage.wish_rows import WishMessageKind, WishMessageRow, WishRow

_COLUMNS = WishRow.__struct_fields__


async def of_server(db: Reader, server: int) -> list[WishRow]:
    """Return all rows of a server, whatever their state, the longest-waiting first."""
    rows = await db.execute_fetchall("SELECT * FROM wishes WHERE server = ? ORDER BY made_at, person", (server,))
    return [struct(WishRow, row) for row in rows]


async def of_person(db: Reader, server: int, person: int) -> WishRow | None:
    """Return a person's row on a server, or None."""
    rows = list(await db.execute_fetchall("SELECT * FROM wishes WHERE server = ? AND person = ?", (server, person)))
    return struct(WishRow, rows[0]) if rows else None


async def save(db: Transaction, row: WishRow) -> None:
    """Insert a row, or replace the person's row on that server."""
    changed = ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS)
    await db.execute(
        f"INSERT INTO wishes ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
        f" ON CONFLICT (server, person) DO UPDATE SET {changed}",
        [column(getattr(row, name)) for name in _COLUMNS],
    )


async def drop(db: Transaction, server: int, people: Sequence[int]) -> None:
    """Delete the rows of these people on a server, and the messages to them that were or will be sent."""
    for table in ("wishes", "wish_messages"):
        await db.executemany(
            f"DELETE FROM {table} WHERE server = ? AND person = ?", [(server, person) for person in people]
        )


async def wake(db: Transaction, server: int) -> None:
    """Make everything about a server's wishes due at once."""
    await db.execute("UPDATE wishes SET due = 0 WHERE server = ?", (server,))


async def due_servers(db: Reader, now: int, partition: Partition) -> list[int]:
    """Return the ids of a partition's servers with a wish about which something is to be done, ascending."""
    condition = partition.server_condition("server")
    rows = await db.execute_fetchall(
        f"SELECT DISTINCT server FROM wishes WHERE due <= ?{condition} ORDER BY server", (now,)
    )
    return [row[0] for row in rows]


# Messages


async def want_overview(db: Transaction, server: int) -> None:
    """Let the overview of a server show what is true now; it is posted if there is none yet."""
    await db.execute(
        "UPDATE wish_messages SET wanted = wanted + 1, due = 0 WHERE server = ? AND kind = 'overview'", (server,)
    )
    await db.execute(
        "INSERT INTO wish_messages (server, kind, number) SELECT CAST(? AS BIGINT), 'overview', 0 WHERE NOT EXISTS"
        " (SELECT 1 FROM wish_messages WHERE server = ? AND kind = 'overview')",
        (server, server),
    )


async def want_message(db: Transaction, server: int, kind: WishMessageKind, person: int, number: int) -> None:
    """Let a person get a new message."""
    await db.execute(
        "INSERT INTO wish_messages (server, kind, number, person) VALUES (?, ?, ?, ?)", (server, kind, number, person)
    )


async def overview(db: Reader, server: int) -> WishMessageRow | None:
    """Return the overview of a server, posted or not, or None."""
    rows = list(
        await db.execute_fetchall("SELECT * FROM wish_messages WHERE server = ? AND kind = 'overview'", (server,))
    )
    return struct(WishMessageRow, rows[0]) if rows else None


async def next_message(db: Reader, server: int, now: int) -> WishMessageRow | None:
    """Return the first message of a server that is to be sent now, or None."""
    rows = list(
        await db.execute_fetchall(
            "SELECT * FROM wish_messages WHERE server = ? AND wanted > shown AND due <= ? ORDER BY id LIMIT 1",
            (server, now),
        )
    )
    return struct(WishMessageRow, rows[0]) if rows else None


async def servers_to_show(db: Reader, now: int, partition: Partition) -> list[int]:
    """Return the ids of a partition's servers with a message to send now, ascending."""
    condition = partition.server_condition("server")
    rows = await db.execute_fetchall(
        f"SELECT DISTINCT server FROM wish_messages WHERE wanted > shown AND due <= ?{condition} ORDER BY server",
        (now,),
    )
    return [row[0] for row in rows]
