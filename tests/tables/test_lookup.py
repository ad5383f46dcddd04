"""Which table a command means that names none; lists of tables in one query."""

from __future__ import annotations

from typing import Any

import pytest

from tables.delivery import posts
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.play.lookup import TableScope
from tests.tables.room import ANNA, BERT, CLARA, PEOPLE, SERVER, Room

pytestmark = pytest.mark.quick

THREAD = 30
AFTER_THE_END: tuple[TableScope, ...] = ("any", "finished", "finished_or_running")


async def in_thread(room: Room, people: tuple[int, ...] = (ANNA, BERT)) -> int:
    """Let people play a game in a thread to its end."""
    number = await room.table(people)
    await posts.note_thread(room.services, await room.load(number), THREAD)
    await room.play_on(number)
    return number


async def test_in_the_thread_of_a_finished_table_a_move_means_the_running_one(room: Room) -> None:
    ended, running = await in_thread(room), await room.table((ANNA, CLARA))
    assert await lookup.find(room.services, ANNA, "visby", THREAD, "running") == running
    for scope in AFTER_THE_END:
        assert await lookup.find(room.services, ANNA, "visby", THREAD, scope) == ended


async def test_in_the_thread_of_a_finished_table_it_is_meant_by_who_has_no_other(room: Room) -> None:
    ended = await in_thread(room)
    assert await lookup.find(room.services, ANNA, "visby", THREAD, "running") == ended
    with pytest.raises(Declined, match="no_table_of_yours"):
        await lookup.find(room.services, ANNA, "riga", THREAD, "running")
    await room.table((ANNA, CLARA))
    await room.table((ANNA, CLARA))
    with pytest.raises(Declined, match="which_table"):
        await lookup.find(room.services, ANNA, "visby", THREAD, "running")


async def test_in_the_thread_of_a_running_table_it_is_always_meant(room: Room) -> None:
    here, _ = await room.table((ANNA, BERT)), await room.lobby((ANNA,), size=2)
    await posts.note_thread(room.services, await room.load(here), THREAD)
    scopes: tuple[TableScope, ...] = ("running", "lobby", *AFTER_THE_END)
    for scope in scopes:
        assert await lookup.find(room.services, ANNA, "visby", THREAD, scope) == here


async def test_a_list_of_tables_is_one_look_however_many_there_are(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    open_, ended = [await room.lobby((ANNA, BERT), size=4) for _ in range(8)], []
    for _ in range(2):
        ended.append(await room.table(PEOPLE[:2]))
        await room.play_on(ended[-1])
    looks = 0
    reader = room.services.db.reader
    execute = reader.execute_fetchall

    async def counted(*args: Any) -> Any:
        nonlocal looks
        looks += 1
        return await execute(*args)

    monkeypatch.setattr(reader, "execute_fetchall", counted)
    tables = await lookup.open_in(room.services, SERVER, ANNA, 100)
    assert looks == 1
    assert [table.id for table in tables] == sorted(open_, reverse=True)
    assert all([seat.person for seat in table.seats] == [ANNA, BERT] for table in tables)
    finished = await lookup.finished_in(room.services, SERVER, "visby", ANNA)
    assert looks == 3
    assert [(row.id, results[0].place) for row, results in finished] == [
        (number, 1) for number in sorted(ended, reverse=True)
    ]
