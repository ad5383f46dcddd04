"""Gateway sessions that one process leaves to the next one."""

from __future__ import annotations

import pytest

from storage import Database
from storage.queries import sessions
from storage.queries.sessions import GatewaySessionRow

pytestmark = [pytest.mark.quick, pytest.mark.both_engines]


def left(shard: int, session: str) -> GatewaySessionRow:
    return GatewaySessionRow(shard=shard, shards=2, session=session, sequence=7, address="wss://there", at=100)


async def test_a_session_is_taken_once(db: Database) -> None:
    async with db.transaction() as writer:
        await sessions.leave(writer, [left(0, "first"), left(1, "other")])
    async with db.transaction() as writer:
        assert await sessions.take(writer, [0]) == [left(0, "first")]
    async with db.transaction() as writer:
        assert await sessions.take(writer, [0]) == []
        assert await sessions.take(writer, [1, 0]) == [left(1, "other")]


async def test_of_a_shard_only_the_latest_session_is_kept(db: Database) -> None:
    async with db.transaction() as writer:
        await sessions.leave(writer, [left(0, "older")])
        await sessions.leave(writer, [left(0, "newer")])
    async with db.transaction() as writer:
        assert await sessions.take(writer, [0]) == [left(0, "newer")]
