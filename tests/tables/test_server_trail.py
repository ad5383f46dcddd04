"""The trail: what managers and organisers did, written with the act, for 90 days."""

from __future__ import annotations

import pytest

from tables.model.authority import Authority
from tables.model.time_left import DAY
from tables.runtime import people, server_trail
from tables.seating import closing, forgetting, lobby, relocation, seats, substitutes
from tables.time import timers
from tests.tables.room import ANNA, BERT, CHANNEL, CLARA, SERVER, STRANGER, Room

MANAGER = Authority(SERVER)


async def kinds(room: Room) -> list[str]:
    return [act.kind for act in await server_trail.read_acts(room.services, SERVER, 100, 0)]


@pytest.mark.both_engines
async def test_every_act_as_manager_is_on_the_trail_and_nothing_else(room: Room) -> None:
    services = room.services
    await people.save_server(services, people.Server(id=SERVER, language="de"), STRANGER)
    await people.save_server(services, people.Server(id=SERVER, language="de"), STRANGER)  # Changes nothing.
    number, own = await room.table((ANNA, BERT, CLARA)), await room.lobby((ANNA, BERT))
    await seats.give_to_computer(services, number, STRANGER, 1, authority=MANAGER)
    await substitutes.offer(services, number, STRANGER, 0, authority=MANAGER)
    await relocation.note_channel_deleted(services, SERVER, CHANNEL)
    await relocation.move(services, number, STRANGER, CHANNEL + 1, authority=MANAGER)
    await closing.close(services, number, STRANGER, authority=MANAGER)
    await lobby.leave(services, own, BERT)
    await closing.cancel_lobby(services, own, ANNA)
    acts = await server_trail.read_acts(services, SERVER, 100, 0)
    assert [(act.kind, act.table, act.person) for act in acts] == [
        ("closed", number, STRANGER),
        ("moved", number, STRANGER),
        ("offered", number, STRANGER),
        ("replaced", number, STRANGER),
        ("settings", None, STRANGER),
    ]
    assert acts[-1].facts == {"changed": {"language": "de"}}
    assert await server_trail.read_acts(services, SERVER + 1, 100, 0) == []
    assert [act.kind for act in await server_trail.read_acts(services, SERVER, 2, 1)] == ["moved", "offered"]


async def test_a_forgotten_persons_acts_stay_without_them(room: Room) -> None:
    await people.save_server(room.services, people.Server(id=SERVER, holidays=3), STRANGER)
    await forgetting.forget(room.services, STRANGER)
    (act,) = await server_trail.read_acts(room.services, SERVER, 100, 0)
    assert (act.kind, act.person) == ("settings", None)


async def test_acts_are_deleted_after_90_days(room: Room) -> None:
    await people.save_server(room.services, people.Server(id=SERVER, holidays=3), STRANGER)
    room.time += 89 * DAY
    await timers.tick(room.services)
    assert await kinds(room) == ["settings"]
    room.time += 2 * DAY
    assert await kinds(room) == []
    await timers.tick(room.services)
    assert not await room.services.db.reader.execute_fetchall("SELECT 1 FROM trail")
