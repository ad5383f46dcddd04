"""Tables that were begun before an update: they are finished by the rules they began with, and nothing is lost."""

from __future__ import annotations

import json

import pytest

from rules import GAMES
from tables.play import moves
from tables.seating import lobby, rematches
from tests.tables.room import PEOPLE, Room

OLDER = pytest.mark.parametrize(
    ("game", "version"), [(name, version) for name, game in GAMES.items() for version in game.versions[:-1]]
)


async def begun_before(room: Room, game: str, version: int, patch: pytest.MonkeyPatch) -> int:
    """Begin a table by older rules, and let one by the first rules lie as it was stored when they had no versions."""
    with patch.context() as before:
        before.setattr(type(GAMES[game]), "version", version)
        number = await room.table(PEOPLE[:3], game=game)
        await room.play_on(number, 12)
    table = await room.load(number)
    stored = json.loads(table.game.encode(table.state))
    assert stored["version"] == table.row.rules == version
    if version == 1:
        del stored["version"]
    async with room.services.db.transaction() as db:
        await db.execute("UPDATE tables SET snapshot = ? WHERE id = ?", (json.dumps(stored).encode(), number))
    return number


async def take_back_whatever_can_be(room: Room, number: int) -> int:
    taken_back = 0
    for person in PEOPLE[:3]:
        if (await room.look(number, person)).can_undo:
            await moves.take_back(room.services, number, person)
            taken_back += 1
    return taken_back


@pytest.mark.repeated(2)
@OLDER
async def test_a_table_begun_before_an_update_is_finished_after_it_by_its_own_rules(
    room: Room, game: str, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await begun_before(room, game, version, monkeypatch)
    assert await room.faults() == []
    taken_back = 0
    while (await room.load(number)).row.status == "playing":
        taken_back += await take_back_whatever_can_be(room, number) if room.rng.random() < 0.1 else 0
        await room.play_on(number, 2)
    assert taken_back
    table = await room.load(number)
    assert (table.row.rules, table.state.version) == (version, version)
    table.game.check_state(table.state)
    assert await room.faults() == []


@pytest.mark.repeated(4)
@OLDER
async def test_its_rematch_is_played_by_the_newest_rules(
    room: Room, game: str, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await begun_before(room, game, version, monkeypatch)
    await room.play_on(number)
    again, _ = await rematches.open_or_join(room.services, number, PEOPLE[0], "Anna")
    for person in PEOPLE[1:3]:
        await lobby.join(room.services, again.id, person, "?")
    await lobby.start(room.services, again.id, PEOPLE[0])
    table = await room.load(again.id)
    assert table.row.rules == table.state.version == GAMES[game].version
