"""Checking the truth finds whatever was tampered with."""

from __future__ import annotations

import pytest

from tables import play
from tables.verify import verify
from tests.tables.room import ANNA, PEOPLE, Room


async def tamper(room: Room, statement: str, *values: object) -> None:
    room.sound = False
    await room.rest()
    async with room.house.db.transaction() as db:
        await db.execute(statement, values)


@pytest.fixture
async def number(room: Room) -> int:
    """A table in the middle of a game, with something taken back."""
    number = await room.table()
    await room.play_on(number, 9)
    await room.move(number, ANNA)
    if (await room.look(number, ANNA)).can_undo:
        await play.take_back(room.house, number, ANNA)
    assert await room.faults() == []
    return number


async def test_tables_in_every_state_are_all_right(room: Room) -> None:
    await room.lobby()
    running, ended = await room.table(computers=1), await room.table(PEOPLE[:2])
    await room.play_on(running, 20)
    await room.play_on(ended)
    assert await verify(room.house) == (2, [])


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("UPDATE log SET text = 'pick hat' WHERE n = 2", "pick hat"),
        ("UPDATE log SET seat = 3 - seat WHERE n = 1", "seat"),
        ("DELETE FROM log WHERE n = (SELECT max(n) FROM log)", "entries, version"),
        ("DELETE FROM log WHERE n = 3", "entries, version"),
        ("UPDATE tables SET seed = seed + 1", "another state"),
        ("UPDATE tables SET rules = rules + 1", "rules version"),
        ("UPDATE tables SET version = version - 1", "entries, version"),
        ("UPDATE seats SET entries = entries + 1 WHERE seat = 2", "seat 2 counts"),
        ("UPDATE tables SET snapshot = CAST(replace(snapshot, '\"round\":', '\"rond\":') AS BLOB)", "cannot be read"),
        ("UPDATE tables SET snapshot = x'00'", "cannot be read"),
        ("UPDATE tables SET options = '{\"target\": 45}'", "45"),
    ],
)
async def test_tampering_is_found(room: Room, number: int, statement: str, complaint: str) -> None:
    await tamper(room, statement)
    faults = await room.faults()
    assert faults
    assert all(fault.startswith(f"Table {number}: ") for fault in faults)
    assert complaint in " ".join(faults)


async def test_a_changed_snapshot_is_found(room: Room, number: int) -> None:
    table = await room.load(number)
    table.state.players[0].seals += 1
    await tamper(room, "UPDATE tables SET snapshot = ?", table.game.encode(table.state))
    assert await room.faults() == [f"Table {number}: the log leads to another state than the snapshot."]
