"""Whom lobbies ask to come: who is invited, and who wants to hear of new ones, in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from storage.columns import column
from storage.database import Reader, Transaction
from storage.partition import Partition
from storage.rows import GuestRow

_COLUMNS = GuestRow.__struct_fields__


async def save(db: Transaction, table_id: int, rows: Sequence[GuestRow]) -> None:
    """Write guests of a table, new ones or others' answers. Whether somebody was told is written by who tells it."""
    await db.executemany(
        f"INSERT INTO guests (table_id, {', '.join(_COLUMNS)}) VALUES (?{', ?' * len(_COLUMNS)})"
        " ON CONFLICT (table_id, n) DO UPDATE SET name = excluded.name, answer = excluded.answer",
        [(table_id, *(column(getattr(row, name)) for name in _COLUMNS)) for row in rows],
        of=table_id,
    )


async def set_told(db: Transaction, table_id: int, numbers: Sequence[int], *, told: bool = True) -> None:
    """Write whether these guests of a table were told."""
    await db.executemany(
        "UPDATE guests SET told = ? WHERE table_id = ? AND n = ?",
        [(int(told), table_id, n) for n in numbers],
        of=table_id,
    )


async def set_written(db: Transaction, table_id: int, n: int) -> None:
    """Write that a direct message has told a guest."""
    await db.execute("UPDATE guests SET written = 1 WHERE table_id = ? AND n = ?", (table_id, n), of=table_id)


async def is_invited(db: Reader, table_id: int, person: int) -> bool:
    """Say whether somebody was ever invited to a table."""
    rows = await db.execute_fetchall(
        "SELECT 1 FROM guests WHERE table_id = ? AND person = ? AND answer <> 'hears'", (table_id, person)
    )
    return bool(list(rows))


async def invited_to(db: Reader, person: int) -> list[int]:
    """Return the lobbies that wait for a person's answer, oldest first."""
    rows = await db.execute_fetchall(
        "SELECT tables.id FROM guests JOIN tables ON tables.id = guests.table_id"
        " WHERE guests.person = ? AND answer = 'asked' AND status = 'lobby' ORDER BY tables.id",
        (person,),
    )
    return [row[0] for row in rows]


async def lobbies_naming(db: Reader, person: int, partition: Partition) -> list[int]:
    """Return the lobbies of a partition that name a person as invited, whatever they have answered."""
    rows = await db.execute_fetchall(
        "SELECT tables.id FROM guests JOIN tables ON tables.id = guests.table_id"
        f" WHERE guests.person = ? AND answer <> 'hears' AND status = 'lobby'{partition.server_condition('server')}"
        " ORDER BY tables.id",
        (person,),
    )
    return [row[0] for row in rows]


async def forget(db: Transaction, table_id: int, person: int) -> None:
    """Let a table have a person no more as its guest."""
    await db.execute("DELETE FROM guests WHERE table_id = ? AND person = ?", (table_id, person), of=table_id)


# Who wants to hear of new lobbies


async def wished(db: Reader, person: int, server: int) -> list[str]:
    """Return the games of whose new lobbies a person wants to hear on a server."""
    rows = await db.execute_fetchall(
        "SELECT game FROM lobby_wishes WHERE person = ? AND server = ? ORDER BY game", (person, server)
    )
    return [row[0] for row in rows]


async def set_wished(db: Transaction, person: int, server: int, games: Sequence[str]) -> None:
    """Write of whose new lobbies a person wants to hear on a server from now on."""
    await db.execute("DELETE FROM lobby_wishes WHERE person = ? AND server = ?", (person, server))
    await db.executemany(
        "INSERT INTO lobby_wishes (person, server, game) VALUES (?, ?, ?)", [(person, server, game) for game in games]
    )


async def who_wishes(db: Reader, server: int, game: str) -> list[int]:
    """Return who wants to hear of new lobbies of a game on a server."""
    rows = await db.execute_fetchall(
        "SELECT person FROM lobby_wishes WHERE server = ? AND game = ? ORDER BY person", (server, game)
    )
    return [row[0] for row in rows]
