"""Gateway sessions that one process leaves to the next, and turns to identify, kept in the database."""

from __future__ import annotations

from collections.abc import Sequence

from storage import Unreachable, Unusable
from storage.queries import sessions as sql
from storage.queries.sessions import SessionRow
from tables.runtime.services import Services

Session = SessionRow

CANNOT = (Unreachable, Unusable)
"""The errors that every function here raises while the database is away."""

_MAX_AGE_S = 60
"""A session that was left longer ago is not resumed."""


async def leave(services: Services, sessions: Sequence[Session]) -> None:
    """Store sessions for the next process that serves their shards."""
    async with services.db.transaction() as db:
        await sql.leave(db, sessions)


async def take(services: Services, shards: Sequence[int], of: int) -> dict[int, Session]:
    """Take the stored sessions of these shards out of the database and return those that can be resumed, by shard.

    Sessions that are older than a minute, or of another number of shards than `of`, are removed but not returned.
    """
    async with services.db.transaction() as db:
        found = await sql.take(db, shards)
    oldest = services.now() - _MAX_AGE_S
    return {session.shard: session for session in found if session.at >= oldest and session.shards == of}


async def take_turn(services: Services, bucket: int, moment: int, apart: int) -> int:
    """Reserve the next turn to identify in a bucket of Discord's and return its time, `apart` after the one before.

    All times are in milliseconds; `moment` is now.
    """
    async with services.db.transaction() as db:
        return await sql.take_turn(db, bucket, moment, apart)
