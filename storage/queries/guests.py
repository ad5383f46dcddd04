"""SQL for the guests of tables (people who are invited or were sent away), and for subscriptions to new lobbies."""

from __future__ import annotations

from collections.abc import Sequence

from storage.columns import column
from storage.database import Reader, Transaction
from storage.partition import Partition
from storage.rows import GuestRow

_COLUMNS = GuestRow.__struct_fields__


async def save(db: Transaction, table_id: int, rows: Sequence[GuestRow]) -> None:
    """Insert guests of a table. If the number `n` exists, update `name`, `answer`, `invited_by` and `invited_at`.

    `person`, `told` and `written` of existing guests are not updated.
    """
    await db.executemany(
        f"INSERT INTO guests (table_id, {', '.join(_COLUMNS)}) VALUES (?{', ?' * len(_COLUMNS)})"
        " ON CONFLICT (table_id, n) DO UPDATE SET name = excluded.name, answer = excluded.answer,"
        " invited_by = excluded.invited_by, invited_at = excluded.invited_at",
        [(table_id, *(column(getattr(row, name)) for name in _COLUMNS)) for row in rows],
        of=table_id,
    )


async def set_told(db: Transaction, table_id: int, numbers: Sequence[int], *, told: bool = True) -> None:
    """Set `told`, whether they were notified, of the guests of a table with these numbers (`n`)."""
    await db.executemany(
        "UPDATE guests SET told = ? WHERE table_id = ? AND n = ?",
        [(int(told), table_id, n) for n in numbers],
        of=table_id,
    )


async def set_written(db: Transaction, table_id: int, n: int) -> None:
    """Store that a guest was notified by direct message."""
    await db.execute("UPDATE guests SET written = 1 WHERE table_id = ? AND n = ?", (table_id, n), of=table_id)


async def is_invited(db: Reader, table_id: int, person: int) -> bool:
    """Return True if a person was ever invited to a table, whatever they answered, and has not been sent away."""
    rows = await db.execute_fetchall(
        "SELECT 1 FROM guests WHERE table_id = ? AND person = ? AND answer NOT IN ('hears', 'sent_away')",
        (table_id, person),
    )
    return bool(list(rows))


async def invited_to(db: Reader, person: int) -> list[int]:
    """Return the ids of the lobbies to which a person is invited and has not answered yet, ascending."""
    rows = await db.execute_fetchall(
        "SELECT tables.id FROM guests JOIN tables ON tables.id = guests.table_id"
        " WHERE guests.person = ? AND answer = 'asked' AND status = 'lobby' ORDER BY tables.id",
        (person,),
    )
    return [row[0] for row in rows]


async def lobbies_naming(db: Reader, person: int, partition: Partition) -> list[int]:
    """Return the ids of a partition's lobbies that have a person in their list of guests, ascending.

    It does not matter what they answered, or whether they were sent away.
    """
    rows = await db.execute_fetchall(
        "SELECT tables.id FROM guests JOIN tables ON tables.id = guests.table_id"
        f" WHERE guests.person = ? AND answer <> 'hears' AND status = 'lobby'{partition.server_condition('server')}"
        " ORDER BY tables.id",
        (person,),
    )
    return [row[0] for row in rows]


async def forget(db: Transaction, table_id: int, person: int) -> None:
    """Delete a person from the guests of a table."""
    await db.execute("DELETE FROM guests WHERE table_id = ? AND person = ?", (table_id, person), of=table_id)


# Who wants to hear of new lobbies


async def wished(db: Reader, person: int, server: int) -> list[str]:
    """Return the games, sorted, whose new lobbies on a server a person has subscribed to."""
    rows = await db.execute_fetchall(
        "SELECT game FROM lobby_wishes WHERE person = ? AND server = ? ORDER BY game", (person, server)
    )
    return [row[0] for row in rows]


async def set_wished(db: Transaction, person: int, server: int, games: Sequence[str]) -> None:
    """Replace a person's subscriptions on a server: they are notified of new lobbies of `games` only."""
    await db.execute("DELETE FROM lobby_wishes WHERE person = ? AND server = ?", (person, server))
    await db.executemany(
        "INSERT INTO lobby_wishes (person, server, game) VALUES (?, ?, ?)", [(person, server, game) for game in games]
    )


async def who_wishes(db: Reader, server: int, game: str) -> list[int]:
    """Return the ids of the people who have subscribed to new lobbies of a game on a server, ascending."""
    rows = await db.execute_fetchall(
        "SELECT person FROM lobby_wishes WHERE server = ? AND game = ? ORDER BY person", (server, game)
    )
    return [row[0] for row in rows]
