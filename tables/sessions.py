"""Connections that one process leaves to the next, and whose turn it is to begin one: kept where all tables are."""

from __future__ import annotations

from collections.abc import Sequence

from storage import Unreachable, Unusable
from storage import sessions as sql
from storage.sessions import SessionRow
from tables.house import House

Session = SessionRow

CANNOT = (Unreachable, Unusable)
"""What all of this raises while the database is away."""

_LASTS = 60
"""Seconds after which nobody tries to resume a session that was left."""


async def leave(house: House, sessions: Sequence[Session]) -> None:
    """Leave sessions to who comes next."""
    async with house.db.transaction() as db:
        await sql.leave(db, sessions)


async def take(house: House, shards: Sequence[int], of: int) -> dict[int, Session]:
    """Take the sessions of these shards that were left a short while ago, by shard. Nobody else finds them then."""
    async with house.db.transaction() as db:
        found = await sql.take(db, shards)
    lasting = house.now() - _LASTS
    return {session.shard: session for session in found if session.at >= lasting and session.shards == of}


async def take_turn(house: House, bucket: int, moment: int, apart: int) -> int:
    """Take the next turn to begin a session; return when it is. All in milliseconds, turns so far apart."""
    async with house.db.transaction() as db:
        return await sql.take_turn(db, bucket, moment, apart)
