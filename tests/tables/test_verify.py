"""Checking the truth finds whatever was tampered with."""

from __future__ import annotations

import pytest

from rules.visby import Visby
from tables.play import moves
from tables.play.verify import verify
from tests.tables.room import ANNA, PEOPLE, Room

pytestmark = pytest.mark.quick


async def tamper(room: Room, statement: str, *values: object) -> None:
    room.sound = False
    await room.rest()
    async with room.services.db.transaction() as db:
        await db.execute(statement, values)


@pytest.fixture
async def number(room: Room) -> int:
    """A table in the middle of a game, with something taken back."""
    number = await room.table()
    await room.play_on(number, 9)
    await room.move(number, ANNA)
    if (await room.look(number, ANNA)).can_undo:
        await moves.take_back(room.services, number, ANNA)
    await room.rest()
    assert await room.faults() == []
    return number


@pytest.mark.both_engines
async def test_tables_in_every_state_are_all_right(room: Room) -> None:
    await room.lobby()
    running, ended = await room.table(computers=1), await room.table(PEOPLE[:2])
    await room.play_on(running, 20)
    await room.play_on(ended)
    assert await verify(room.services) == (2, 0, [])


PLAIN = [
    ("UPDATE log SET n = n + 100 WHERE n = 3", "entries, version"),
    ("UPDATE seats SET entries = entries + 1 WHERE seat = 2", "seat 2 counts"),
    ("UPDATE tables SET undos = undos + 1", "takings-back"),
    ("UPDATE log SET events = ? WHERE n = 3", "entry 3 cannot be read"),
    ("UPDATE tables SET snapshot = ?", "cannot be read"),
    ("INSERT INTO results SELECT table_id, seat, person, name, computer, 1, 9 FROM seats", "4 results for 4 seats"),
    ("UPDATE tables SET status = 'finished'", "it is finished and has 0 results"),
]
"""What is found without playing anything again."""


@pytest.mark.repeated(3)
@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        *PLAIN,
        ("UPDATE log SET text = 'pick hat' WHERE n = 2", "pick hat"),
        ("UPDATE log SET seat = 3 - seat WHERE n = 1", "seat"),
        ("DELETE FROM log WHERE n = (SELECT max(n) FROM log)", "entries, version"),
        ("DELETE FROM log WHERE n = 3", "entries, version"),
        ("UPDATE tables SET seed = seed + 1", "another state"),
        ("UPDATE tables SET rules = rules + 1", "rules of version"),
        ("UPDATE tables SET version = version - 1", "entries, version"),
        ("UPDATE seats SET entries = entries + 1 WHERE seat = 2", "seat 2 counts"),
        ("UPDATE tables SET snapshot = ?", "cannot be read"),
        ("UPDATE tables SET options = '{\"target\": 45}'", "45"),
    ],
)
async def test_tampering_is_found(room: Room, number: int, statement: str, complaint: str) -> None:
    await tamper(room, statement, *([b"\0"] if "?" in statement else []))
    faults = await room.faults()
    assert faults
    assert all(fault.startswith(f"Table {number}: ") for fault in faults)
    assert complaint in " ".join(faults)


async def test_a_snapshot_that_names_something_else_is_found(room: Room, number: int) -> None:
    table = await room.load(number)
    snapshot = (table.row.snapshot or b"").replace(b'"round":', b'"rond":')
    await tamper(room, "UPDATE tables SET snapshot = ?", snapshot)
    assert "cannot be read" in " ".join(await room.faults())


async def test_a_changed_snapshot_is_found(room: Room, number: int) -> None:
    table = await room.load(number)
    table.state.players[0].seals += 1
    await tamper(room, "UPDATE tables SET snapshot = ?", table.game.encode(table.state))
    assert await room.faults() == [f"Table {number}: the log leads to another state than the snapshot."]


async def test_a_changed_result_is_found(room: Room) -> None:
    number = await room.table(PEOPLE[:2])
    await room.play_on(number)
    await tamper(room, "UPDATE results SET score = score + 1 WHERE seat = 1")
    assert await room.faults() == [f"Table {number}: the game ended otherwise than its results say."]
    await tamper(room, "DELETE FROM results WHERE seat = 1")
    assert await room.faults() == [f"Table {number}: it is finished and has 1 results for 2 seats."]


# Tables that were begun under older rules


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Visby in rules that have changed since, and by which older games cannot be played again."""
    monkeypatch.setattr(Visby, "oldest_version", Visby.version + 1)
    monkeypatch.setattr(Visby, "version", Visby.version + 1)


@pytest.mark.usefixtures("newer_rules")
async def test_what_the_game_plays_now_is_played_again(room: Room) -> None:
    await room.play_on(await room.table(), 5)
    assert await verify(room.services) == (1, 0, [])


async def test_a_table_of_older_rules_is_pinned_and_no_fault(
    room: Room, number: int, request: pytest.FixtureRequest
) -> None:
    ended = await room.table(PEOPLE[:2])
    await room.play_on(ended)
    await room.table(game="riga")
    request.getfixturevalue("newer_rules")
    assert await verify(room.services) == (1, 2, [])


@pytest.mark.repeated(2)
@pytest.mark.parametrize(("statement", "complaint"), PLAIN)
async def test_tampering_with_a_table_of_older_rules_is_found_as_far_as_that_goes(
    room: Room, number: int, request: pytest.FixtureRequest, statement: str, complaint: str
) -> None:
    request.getfixturevalue("newer_rules")
    await tamper(room, statement, *([b"\0"] if "?" in statement else []))
    (fault,) = await room.faults()
    assert fault.startswith(f"Table {number}: ")
    assert complaint in fault


async def test_a_version_of_the_rules_that_can_still_be_played_is_played_again(
    room: Room, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game says by itself which records it can play: whatever it takes is not pinned."""
    monkeypatch.setattr(Visby, "version", Visby.version + 1)
    assert await verify(room.services) == (1, 0, [])
    await tamper(room, "UPDATE tables SET seed = seed + 1")
    assert await room.faults() == [f"Table {number}: the log leads to another state than the snapshot."]
