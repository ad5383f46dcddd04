"""Connections that one process leaves to the next, and whose turn it is to begin one: kept where all tables are."""

from __future__ import annotations

from collections.abc import Sequence

from storage import Unreachable, Unusable
from storage.queries import sessions as sql
from storage.queries.sessions import SessionRow
from tables.runtime.services import Services

Session = SessionRow

CANNOT = (Unreachable, Unusable)
"""What all of this raises while the database is away."""

_LASTS = 60
"""Seconds after which nobody tries to resume a session that was left."""


async def leave(services: Services, sessions: Sequence[Session]) -> None:
    """Leave sessions to who comes next."""
    async with services.db.transaction() as db:
        await sql.leave(db, sessions)


async def take(services: Services, shards: Sequence[int], of: int) -> dict[int, Session]:
    """Take the sessions of these shards that were left a short while ago, by shard. Nobody else finds them then."""
    async with services.db.transaction() as db:
        found = await sql.take(db, shards)
    lasting = services.now() - _LASTS
    return {session.shard: session for session in found if session.at >= lasting and session.shards == of}


async def take_turn(services: Services, bucket: int, moment: int, apart: int) -> int:
    """Take the next turn to begin a session; return when it is. All in milliseconds, turns so far apart."""
    async with services.db.transaction() as db:
        return await sql.take_turn(db, bucket, moment, apart)
