"""What is remembered of a person: the settings as they were set last, a name only where they used it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import msgspec
import pytest

from storage import Transaction, people
from storage.rows import PersonRow
from tables import forgetting, gathering, lobby, persons, posts, reading, stopping
from tables.lobby import NewTable
from tables.persons import Person
from tests.tables.room import ANNA, BERT, CHANNEL, SERVER, Room


async def stored(room: Room, person: int) -> PersonRow | None:
    return await people.person(room.house.db.reader, person)


async def test_a_tip_changes_nothing_that_was_set_meanwhile(room: Room) -> None:
    await persons.save(room.house, await persons.meet(room.house, ANNA), Person(id=ANNA, language="de", dms=False))
    assert await persons.take_tip(room.house, ANNA) == 0
    wanted = Person(id=ANNA, language="de", dms=False, hints=1)
    assert await stored(room, ANNA) == await persons.get(room.house, ANNA) == wanted


async def test_who_is_forgotten_meanwhile_is_not_known_again_by_a_tip(room: Room) -> None:
    await persons.meet(room.house, ANNA)
    await forgetting.forget(room.house, ANNA)
    assert await persons.take_tip(room.house, ANNA) is None
    assert await stored(room, ANNA) is None
    assert await persons.get(room.house, ANNA) is None


async def test_what_discord_says_somebody_speaks_is_written_only_when_it_changes(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, transaction = [], room.house.db.transaction

    def counted() -> AbstractAsyncContextManager[Transaction]:
        begun.append(1)
        return transaction()

    monkeypatch.setattr(room.house.db, "transaction", counted)
    await persons.meet(room.house, ANNA, "de")
    assert len(begun) == 1
    await persons.meet(room.house, ANNA, "de")
    await persons.meet(room.house, ANNA)
    assert len(begun) == 1
    known = await persons.meet(room.house, ANNA)
    await persons.save(room.house, known, msgspec.structs.replace(known, dms=False))
    await persons.meet(room.house, ANNA, "fr")
    assert await stored(room, ANNA) == await persons.get(room.house, ANNA) == Person(id=ANNA, locale="fr", dms=False)


async def test_settings_changed_at_once_are_all_kept(room: Room) -> None:
    """Each was pressed before any other was written."""
    house, before = room.house, await persons.meet(room.house, ANNA)
    before = await stopping.set_hours(house, before, "UTC", None, None)
    await asyncio.gather(
        persons.save(house, before, msgspec.structs.replace(before, language="de")),
        persons.save(house, before, msgspec.structs.replace(before, pictures=False)),
        gathering.set_wishes(house, before, "3", None),
        gathering.set_wishes(house, before, None, "dm"),
        gathering.set_quiet(house, before, 60, 120),
        stopping.set_hours(house, before, "UTC", 480, 1200),
        stopping.set_hours(house, before, "Europe/Berlin", None, None),
    )
    wanted = Person(id=ANNA, language="de", pictures=False, told="3", told_by="dm", quiet_begin=60, quiet_end=120)
    wanted = msgspec.structs.replace(wanted, zone="Europe/Berlin", hours_begin=480, hours_end=1200)
    assert await stored(room, ANNA) == await persons.get(house, ANNA) == wanted


async def test_who_is_met_twice_at_once_keeps_what_they_have_set_meanwhile(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    transaction = room.house.db.transaction
    first = True

    @asynccontextmanager
    async def slowly() -> AsyncIterator[Transaction]:
        nonlocal first
        if first:
            first = False
            known = await persons.meet(room.house, ANNA)
            await persons.save(room.house, known, msgspec.structs.replace(known, language="de"))
        async with transaction() as db:
            yield db

    monkeypatch.setattr(room.house.db, "transaction", slowly)
    assert await persons.meet(room.house, ANNA) == Person(id=ANNA, language="de")
    assert await stored(room, ANNA) == Person(id=ANNA, language="de")


async def test_who_is_forgotten_meanwhile_is_not_known_again_by_a_setting(room: Room) -> None:
    known = await persons.meet(room.house, ANNA)
    await forgetting.forget(room.house, ANNA)
    await persons.save(room.house, known, msgspec.structs.replace(known, language="de"))
    assert await stored(room, ANNA) is None
    assert await persons.get(room.house, ANNA) is None


async def test_somebody_is_called_in_the_list_of_wins_as_in_their_latest_game_on_that_server(room: Room) -> None:
    for server, name in ((SERVER, "Old"), (SERVER, "Bert"), (SERVER + 1, "Secret")):
        wanted = NewTable(game="visby", size=2, server=server, channel=CHANNEL)
        table = await lobby.open_table(room.house, ANNA, "Anna", wanted)
        await lobby.join(room.house, table.id, BERT, name)
        await lobby.start(room.house, table.id, ANNA)
        room.time += 1
        await room.play_on(table.id)
    wins = await reading.wins_by_person(room.house, SERVER, "visby")
    assert sorted((name, games) for name, games, _ in wins) == [("Anna", 2), ("Bert", 2)]


async def test_the_messages_of_somebody_forgotten_are_forgotten_at_once(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    post = posts.Post(channel=CHANNEL, message=1)
    for person in (ANNA, BERT):
        await posts.remember(room.house, number, "hand", post, person)
    await forgetting.forget(room.house, BERT)
    assert await posts.find(room.house, number, "hand", BERT) is None
    assert await posts.find(room.house, number, "hand", ANNA) == post
