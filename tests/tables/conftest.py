"""Fixtures for tests of tables without Discord."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import nullcontext

import pytest

from storage.engines.address import Address
from tests.selection import THOROUGH
from tests.storage.quick_sqlite import without_threads
from tests.tables.room import Room


@pytest.fixture(autouse=True)
def no_threads(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let SQLite work in the event loop instead of in a thread, which is faster.

    It works in a thread, as in production, with THOROUGH=1 and in tests marked `both_engines`.
    """
    threads = THOROUGH or request.node.get_closest_marker("both_engines")
    with nullcontext() if threads else without_threads():
        yield


@pytest.fixture
async def room(address: Address, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Room]:
    """Services on an empty database, without Discord.

    After the test, replaying each table's log must give its stored state, and nothing may be logged at level ERROR.
    """
    room = Room(address)
    await room.enter()
    try:
        yield room
        await room.rest()
        assert not room.sound or await room.faults() == []
    finally:
        await room.services.close()
    errors = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert errors == []
