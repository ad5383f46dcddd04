"""SQL for wishes (people who look for a game on a server), and for the messages about them."""

from __future__ import annotations

from collections.abc import Sequence

from storage.columns import column, struct
from storage.database import Reader, Transaction
from storage.partition import Partition
from storage.wish_rows import WishMessageKind, WishMessageRow, WishRow

_COLUMNS = WishRow.__struct_fields__


async def of_server(db: Reader, server: int) -> list[WishRow]:
    """Return all wishes on a server, whatever their state, the longest-waiting first."""
    rows = await db.execute_fetchall("SELECT * FROM wishes WHERE server = ? ORDER BY made_at, person", (server,))
    return [struct(WishRow, row) for row in rows]


async def of_person(db: Reader, server: int, person: int) -> WishRow | None:
    """Return a person's wish on a server; None if they have none."""
    rows = list(await db.execute_fetchall("SELECT * FROM wishes WHERE server = ? AND person = ?", (server, person)))
    return struct(WishRow, rows[0]) if rows else None


async def save(db: Transaction, row: WishRow) -> None:
    """Insert a wish, or replace the person's wish on that server."""
    changed = ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS)
    await db.execute(
        f"INSERT INTO wishes ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
        f" ON CONFLICT (server, person) DO UPDATE SET {changed}",
        [column(getattr(row, name)) for name in _COLUMNS],
    )


async def drop(db: Transaction, server: int, people: Sequence[int]) -> None:
    """Delete the wishes of these people on a server, and the records of messages to them, sent or not."""
    for table in ("wishes", "wish_messages"):
        await db.executemany(
            f"DELETE FROM {table} WHERE server = ? AND person = ?", [(server, person) for person in people]
        )


async def wake(db: Transaction, server: int) -> None:
    """Make all wishes of a server due at once (`WishRow.due`)."""
    await db.execute("UPDATE wishes SET due = 0 WHERE server = ?", (server,))


async def due_servers(db: Reader, now: int, partition: Partition) -> list[int]:
    """Return the ids of a partition's servers that have a wish which is due (`WishRow.due`), ascending."""
    condition = partition.server_condition("server")
    rows = await db.execute_fetchall(
        f"SELECT DISTINCT server FROM wishes WHERE due <= ?{condition} ORDER BY server", (now,)
    )
    return [row[0] for row in rows]


# Messages


async def want_overview(db: Transaction, server: int) -> None:
    """Queue an update of a server's overview of wishes, due at once; it is posted if there is none yet."""
    await db.execute(
        "UPDATE wish_messages SET wanted = wanted + 1, due = 0 WHERE server = ? AND kind = 'overview'", (server,)
    )
    await db.execute(
        "INSERT INTO wish_messages (server, kind, number) SELECT CAST(? AS BIGINT), 'overview', 0 WHERE NOT EXISTS"
        " (SELECT 1 FROM wish_messages WHERE server = ? AND kind = 'overview')",
        (server, server),
    )


async def want_message(db: Transaction, server: int, kind: WishMessageKind, person: int, number: int) -> None:
    """Queue a new message of a kind to a person, due at once. `number` is the time of the question or offer."""
    await db.execute(
        "INSERT INTO wish_messages (server, kind, number, person) VALUES (?, ?, ?, ?)", (server, kind, number, person)
    )


async def overview(db: Reader, server: int) -> WishMessageRow | None:
    """Return the row of a server's overview of wishes, posted or not; None if there is none."""
    rows = list(
        await db.execute_fetchall("SELECT * FROM wish_messages WHERE server = ? AND kind = 'overview'", (server,))
    )
    return struct(WishMessageRow, rows[0]) if rows else None


async def next_message(db: Reader, server: int, now: int) -> WishMessageRow | None:
    """Return the first queued message about a server's wishes that is due, or None.

    It is due if it shows an older version than it should, and its `due` time has come.
    """
    rows = list(
        await db.execute_fetchall(
            "SELECT * FROM wish_messages WHERE server = ? AND wanted > shown AND due <= ? ORDER BY id LIMIT 1",
            (server, now),
        )
    )
    return struct(WishMessageRow, rows[0]) if rows else None


async def servers_to_show(db: Reader, now: int, partition: Partition) -> list[int]:
    """Return the ids of a partition's servers that have a queued message which is due (`next_message`), ascending."""
    condition = partition.server_condition("server")
    rows = await db.execute_fetchall(
        f"SELECT DISTINCT server FROM wish_messages WHERE wanted > shown AND due <= ?{condition} ORDER BY server",
        (now,),
    )
    return [row[0] for row in rows]
