"""Records of Discord gateway sessions, which the next process resumes, and turns to begin new sessions."""

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
    """Store sessions, each in place of an older one of its shard."""
    async with db.transaction() as writer:
        await sql.leave(writer, left)


async def take(db: Database, shards: Sequence[int], shard_count: int, now: int) -> dict[int, GatewaySession]:
    """Delete the stored sessions of these shards, so that no other process finds them; return the usable ones by shard.

    A session is left out if it was stored more than a minute before `now`, or with another number of shards.
    """
    async with db.transaction() as writer:
        found = await sql.take(writer, shards)
    return {
        session.shard: session
        for session in found
        if session.at >= now - _RESUMABLE_S and session.shards == shard_count
    }


async def take_identify_turn(db: Database, bucket: int, now_ms: int, spacing_ms: int) -> int:
    """Reserve the next turn to begin a session in a bucket; return its time, in milliseconds since 1970.

    Discord limits how often sessions begin separately for each bucket: shard id modulo `max_concurrency`. Turns of all
    processes in one bucket are at least `spacing_ms` apart. The first free one may be `now_ms` itself.
    """
    async with db.transaction() as writer:
        return await sql.take_identify_turn(writer, bucket, now_ms, spacing_ms)
