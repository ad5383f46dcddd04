"""Stores Discord gateway sessions, which the next process resumes, and reserves times to begin new sessions."""

from __future__ import annotations

from collections.abc import Sequence

from storage import Database, Unreachable, Unusable
from storage.queries import sessions as sql
from storage.queries.sessions import GatewaySessionRow

GatewaySession = GatewaySessionRow
DATABASE_ERRORS = (Unreachable, Unusable)
"""What every function here raises while the database is away or the partition is lost."""

_RESUMABLE_S = 60
"""Discord drops a session that nobody resumes for a while: an older record is not worth trying."""


async def leave(db: Database, left: Sequence[GatewaySession]) -> None:
    """Store gateway sessions for the next process. Each replaces the stored session of its shard."""
    async with db.transaction() as writer:
        await sql.leave(writer, left)


async def take(db: Database, shards: Sequence[int], shard_count: int, now: int) -> dict[int, GatewaySession]:
    """Delete the stored gateway sessions of these shards and return those that can be resumed, by shard id.

    A session is left out if it was stored more than a minute before `now`, or with another number of shards than
    `shard_count`. No other process finds the deleted ones.
    """
    async with db.transaction() as writer:
        found = await sql.take(writer, shards)
    return {
        session.shard: session
        for session in found
        if session.at >= now - _RESUMABLE_S and session.shards == shard_count
    }


async def take_identify_turn(db: Database, bucket: int, now_ms: int, spacing_ms: int) -> int:
    """Reserve the next moment to begin a gateway session in a bucket, and return it in milliseconds since 1970.

    A bucket is the shard id modulo `max_concurrency`; for each one, Discord limits how often sessions begin. Moments
    that all processes reserve in one bucket are at least `spacing_ms` apart. The first free one may be `now_ms` itself.
    """
    async with db.transaction() as writer:
        return await sql.take_identify_turn(writer, bucket, now_ms, spacing_ms)
