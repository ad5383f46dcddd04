"""SQL for channels in which the bot may not write, and for the notifications that wait for them."""

from __future__ import annotations

from storage.columns import struct
from storage.database import Reader, Transaction
from storage.partition import Partition
from storage.rows import BlockedChannelRow

HELD_BACK = """
    (outbox.asks = 0 OR outbox.refused = 1) AND EXISTS (
        SELECT 1 FROM outbox AS head
        WHERE head.table_id = outbox.table_id AND head.lane = outbox.lane AND head.refused = 1
    )
"""
"""SQL condition: a row waits for a blocked channel, or behind one of its lane that does. A row that asks a player for
a decision waits only if it was refused itself."""


async def blocked_channels(db: Reader, partition: Partition) -> list[BlockedChannelRow]:
    """Return all blocked channels of a partition, ordered by channel id."""
    rows = await db.execute_fetchall(
        f"SELECT * FROM refusals WHERE 1 = 1{partition.server_condition('server')} ORDER BY place"
    )
    return [struct(BlockedChannelRow, row) for row in rows]


async def save_blocked(db: Transaction, row: BlockedChannelRow) -> None:
    """Store that a channel is blocked, in place of an older record of it."""
    await db.execute(
        "INSERT INTO refusals (place, server, code, since, tries, due) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (place) DO UPDATE SET server = excluded.server, code = excluded.code, since = excluded.since,"
        " tries = excluded.tries, due = excluded.due",
        (row.place, row.server, row.code, row.since, row.tries, row.due),
    )


async def forget_blocked(db: Transaction, place: int) -> None:
    """Delete the record that a channel is blocked."""
    await db.execute("DELETE FROM refusals WHERE place = ?", (place,))


async def forget_deserted(db: Transaction, partition: Partition) -> None:
    """Delete the records of a partition's blocked channels that no table needs any more.

    A table needs its channel and thread while it is in the lobby or in play, or has a notification in the outbox.
    """
    await db.execute(
        "DELETE FROM refusals WHERE NOT EXISTS (SELECT 1 FROM tables WHERE tables.server = refusals.server"
        " AND refusals.place IN (channel, thread)"
        " AND (status IN ('lobby', 'playing') OR EXISTS (SELECT 1 FROM outbox WHERE table_id = tables.id)))"
        f"{partition.server_condition('server')}"
    )


async def try_again(db: Transaction, server: int) -> list[int]:
    """Make everything that waits for a blocked channel of a server due at once.

    This concerns the next try of each blocked channel, outbox rows that wait for one, and messages of the server's
    leagues, and about wishes for a game, that have failed before. Return the ids of the game tables with such outbox
    rows, ascending.
    """
    await db.execute("UPDATE refusals SET due = 0 WHERE server = ?", (server,))
    await db.execute(
        "UPDATE season_messages SET due = 0 WHERE wanted > shown AND tries > 0"
        " AND season IN (SELECT id FROM seasons WHERE server = ?)",
        (server,),
    )
    await db.execute(
        "UPDATE wish_messages SET due = 0 WHERE wanted > shown AND tries > 0 AND server = ?",
        (server,),
    )
    rows = await db.execute_fetchall(
        "UPDATE outbox SET due = 0 WHERE refused = 1 AND table_id IN (SELECT id FROM tables WHERE server = ?)"
        " RETURNING table_id",
        (server,),
    )
    return sorted({row[0] for row in rows})


async def private(db: Reader, server: int) -> set[int]:
    """Return the ids of a server's channels in which private tables are or were played."""
    rows = await db.execute_fetchall("SELECT DISTINCT channel FROM tables WHERE server = ? AND private = 1", (server,))
    return {row[0] for row in rows}


async def held_back(
    db: Reader, partition: Partition, server: int | None = None, *, private: bool = True
) -> tuple[int, int]:
    """Return how many outbox rows of a partition wait for a blocked channel, and how many tables have such rows.

    `server` restricts this to one server unless None. With `private=False` private tables are left out.
    """
    ((things, tables),) = await db.execute_fetchall(
        "SELECT count(*), count(DISTINCT table_id) FROM outbox JOIN tables ON tables.id = outbox.table_id"
        f" WHERE {HELD_BACK} AND (CAST(? AS BIGINT) IS NULL OR server = ?)"
        f" AND private <= ?{partition.server_condition('server')}",
        (server, server, int(private)),
    )
    return int(things), int(tables)
