"""Discord's sessions that are handed over from one process to the next, and who may begin one when, in SQL."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from storage.columns import struct
from storage.database import Transaction

_LONGEST = 3_600_000
"""A turn farther ahead was written by a machine whose clock is wrong."""


class SessionRow(msgspec.Struct, kw_only=True, frozen=True):
    """A session that was left, and can be resumed for a while."""

    shard: int
    shards: int
    """How many there were: with another number it is of no use."""
    session: str
    sequence: int
    """Of the last event that was heard: Discord repeats all after it."""
    address: str
    at: int
    """When it was left, in seconds since 1970."""


async def leave(db: Transaction, sessions: Sequence[SessionRow]) -> None:
    """Keep sessions for who comes next."""
    await db.executemany(
        "INSERT INTO sessions (shard, shards, session, sequence, address, at) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (shard) DO UPDATE SET shards = excluded.shards, session = excluded.session,"
        " sequence = excluded.sequence, address = excluded.address, at = excluded.at",
        [(row.shard, row.shards, row.session, row.sequence, row.address, row.at) for row in sessions],
    )


async def take(db: Transaction, shards: Sequence[int]) -> list[SessionRow]:
    """Take the sessions that were left of these shards: nobody else finds them then."""
    marks = ", ".join("?" * len(shards))
    rows = await db.execute_fetchall(f"DELETE FROM sessions WHERE shard IN ({marks}) RETURNING *", tuple(shards))
    return sorted((struct(SessionRow, row) for row in rows), key=lambda row: row.shard)


async def take_turn(db: Transaction, bucket: int, moment: int, apart: int) -> int:
    """Take the next turn to begin a session; return when it is. All in milliseconds, turns so far apart."""
    return await db.insert(
        "INSERT INTO identifies (bucket, free_at) VALUES (?, ?) ON CONFLICT (bucket) DO UPDATE SET free_at ="
        " CASE WHEN identifies.free_at BETWEEN ? AND ? THEN identifies.free_at + ? ELSE excluded.free_at END"
        " RETURNING free_at - ?",
        (bucket, moment + apart, moment, moment + _LONGEST, apart, apart),
    )
