"""SQL for Discord gateway sessions that another process can resume, and for turns to begin a new session."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from storage.columns import struct
from storage.database import Transaction

_MAX_WAIT_MS = 3_600_000
"""A turn farther ahead was written by a machine whose clock is wrong, and is ignored."""


class GatewaySessionRow(msgspec.Struct, kw_only=True, frozen=True):
    """A gateway session that a process has left, or that a running process has recorded in case it is killed."""

    shard: int
    shards: int
    """How many shards the bot had: Discord resumes a session only with the same number."""
    session: str
    """Discord's session id."""
    sequence: int
    """The number of the last event received: on resuming, Discord repeats all later ones."""
    address: str
    """The URL at which Discord wants the session to be resumed."""
    at: int
    """When it was left or recorded, in seconds since 1970."""
    in_order: bool = True
    """True if its process has left it. False: the process may have handled later events than `sequence` says."""


async def leave(db: Transaction, sessions: Sequence[GatewaySessionRow]) -> None:
    """Store gateway sessions for another process to resume, each in place of an older one of its shard."""
    await db.executemany(
        "INSERT INTO sessions (shard, shards, session, sequence, address, at, in_order) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (shard) DO UPDATE SET shards = excluded.shards, session = excluded.session,"
        " sequence = excluded.sequence, address = excluded.address, at = excluded.at, in_order = excluded.in_order",
        [
            (row.shard, row.shards, row.session, row.sequence, row.address, row.at, int(row.in_order))
            for row in sessions
        ],
    )


async def take(db: Transaction, shards: Sequence[int]) -> list[GatewaySessionRow]:
    """Delete the stored sessions of these shards and return them, ordered by shard. `shards` must not be empty."""
    marks = ", ".join("?" * len(shards))
    rows = await db.execute_fetchall(f"DELETE FROM sessions WHERE shard IN ({marks}) RETURNING *", tuple(shards))
    return sorted((struct(GatewaySessionRow, row) for row in rows), key=lambda row: row.shard)


async def take_identify_turn(db: Transaction, bucket: int, now_ms: int, spacing_ms: int) -> int:
    """Reserve the next turn to begin a session in a bucket and return its time, in milliseconds since 1970.

    The turn is `spacing_ms` after the last reserved turn, but not before `now_ms`. If that would be more than an hour
    ahead, the turn is at `now_ms`. A bucket is a group of shards that must begin their sessions one after the other.
    """
    return await db.insert(
        "INSERT INTO identifies (bucket, free_at) VALUES (?, ?) ON CONFLICT (bucket) DO UPDATE SET free_at ="
        " CASE WHEN identifies.free_at BETWEEN ? AND ? THEN identifies.free_at + ? ELSE excluded.free_at END"
        " RETURNING free_at - ?",
        (bucket, now_ms + spacing_ms, now_ms, now_ms + _MAX_WAIT_MS, spacing_ms, spacing_ms),
    )
