"""Fixtures for tests of tables without Discord."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator

import pytest

from storage.engines.address import Address
from tests.tables.room import Room


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
