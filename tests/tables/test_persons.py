"""What is remembered of a person: the settings as they were set last, a name only where they used it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import msgspec
import pytest

from storage import Transaction
from storage.queries import people
from storage.rows import PersonRow
from tables.delivery import digests, effects, posts
from tables.notifications.attempt import Effects
from tables.play import lookup
from tables.runtime import people as persons
from tables.runtime.people import Person
from tables.seating import forgetting, lobby
from tables.seating.table_settings import NewTable
from tables.time import holidays
from tests.tables.room import ANNA, BERT, CHANNEL, SERVER, Room

pytestmark = pytest.mark.quick


async def stored(room: Room, person: int) -> PersonRow | None:
    return await people.person(room.services.db.reader, person)


async def test_a_tip_changes_nothing_that_was_set_meanwhile(room: Room) -> None:
    await persons.save(
        room.services, await persons.meet(room.services, ANNA), Person(id=ANNA, language="de", dms=False)
    )
    assert await persons.take_tip(room.services, ANNA) == 0
    wanted = Person(id=ANNA, language="de", dms=False, hints=1)
    assert await stored(room, ANNA) == await persons.get(room.services, ANNA) == wanted


async def test_who_is_forgotten_meanwhile_is_not_known_again_by_a_tip(room: Room) -> None:
    await persons.meet(room.services, ANNA)
    await forgetting.forget(room.services, ANNA)
    assert await persons.take_tip(room.services, ANNA) is None
    assert await stored(room, ANNA) is None
    assert await persons.get(room.services, ANNA) is None


async def test_what_discord_says_somebody_speaks_is_written_only_when_it_changes(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, transaction = [], room.services.db.transaction

    def counted() -> AbstractAsyncContextManager[Transaction]:
        begun.append(1)
        return transaction()

    monkeypatch.setattr(room.services.db, "transaction", counted)
    await persons.meet(room.services, ANNA, "de")
    assert len(begun) == 1
    await persons.meet(room.services, ANNA, "de")
    await persons.meet(room.services, ANNA)
    assert len(begun) == 1
    known = await persons.meet(room.services, ANNA)
    await persons.save(room.services, known, msgspec.structs.replace(known, dms=False))
    await persons.meet(room.services, ANNA, "fr")
    assert await stored(room, ANNA) == await persons.get(room.services, ANNA) == Person(id=ANNA, locale="fr", dms=False)


@pytest.mark.both_engines
async def test_settings_changed_at_once_are_all_kept(room: Room) -> None:
    """Each was pressed before any other was written."""
    services, before = room.services, await persons.meet(room.services, ANNA)
    before = await holidays.set_hours(services, before, "UTC", None, None)
    await asyncio.gather(
        persons.save(services, before, msgspec.structs.replace(before, language="de")),
        persons.save(services, before, msgspec.structs.replace(before, pictures=False)),
        digests.set_wishes(services, before, "3", None),
        digests.set_wishes(services, before, None, "dm"),
        digests.set_quiet(services, before, 60, 120),
        holidays.set_hours(services, before, "UTC", 480, 1200),
        holidays.set_hours(services, before, "Europe/Berlin", None, None),
    )
    wanted = Person(id=ANNA, language="de", pictures=False, told="3", told_by="dm", quiet_begin=60, quiet_end=120)
    wanted = msgspec.structs.replace(wanted, zone="Europe/Berlin", hours_begin=480, hours_end=1200)
    assert await stored(room, ANNA) == await persons.get(services, ANNA) == wanted


async def test_who_is_met_twice_at_once_keeps_what_they_have_set_meanwhile(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    transaction = room.services.db.transaction
    first = True

    @asynccontextmanager
    async def slowly() -> AsyncIterator[Transaction]:
        nonlocal first
        if first:
            first = False
            known = await persons.meet(room.services, ANNA)
            await persons.save(room.services, known, msgspec.structs.replace(known, language="de"))
        async with transaction() as db:
            yield db

    monkeypatch.setattr(room.services.db, "transaction", slowly)
    assert await persons.meet(room.services, ANNA) == Person(id=ANNA, language="de")
    assert await stored(room, ANNA) == Person(id=ANNA, language="de")


async def test_saving_settings_that_did_not_change_returns_them_as_stored(room: Room) -> None:
    """It used to build an UPDATE without any column."""
    known = await persons.meet(room.services, ANNA)
    stored_now = await persons.save(room.services, known, msgspec.structs.replace(known, language="de"))
    assert await persons.save(room.services, known, known) == stored_now == await stored(room, ANNA)


async def test_who_is_forgotten_meanwhile_is_not_known_again_by_a_setting(room: Room) -> None:
    known = await persons.meet(room.services, ANNA)
    await forgetting.forget(room.services, ANNA)
    await persons.save(room.services, known, msgspec.structs.replace(known, language="de"))
    assert await stored(room, ANNA) is None
    assert await persons.get(room.services, ANNA) is None


async def test_somebody_is_called_in_the_list_of_wins_as_in_their_latest_game_on_that_server(room: Room) -> None:
    for server, name in ((SERVER, "Old"), (SERVER, "Bert"), (SERVER + 1, "Secret")):
        wanted = NewTable(game="visby", size=2, server=server, channel=CHANNEL)
        table = await lobby.open_table(room.services, ANNA, "Anna", wanted)
        await lobby.join(room.services, table.id, BERT, name)
        await lobby.start(room.services, table.id, ANNA)
        room.time += 1
        await room.play_on(table.id)
    wins = await lookup.wins_by_person(room.services, SERVER, "visby")
    assert sorted((name, games) for name, games, _ in wins) == [("Anna", 2), ("Bert", 2)]


async def test_the_messages_of_somebody_forgotten_are_forgotten_at_once(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    post, led_to = posts.Post(channel=CHANNEL, message=1), Effects()
    for person in (ANNA, BERT):
        led_to.set_post("hand", post, person)
    async with room.services.db.transaction() as db:
        await effects.write(db, await room.load(number), led_to)
    await forgetting.forget(room.services, BERT)
    assert await posts.find(room.services, number, "hand", BERT) is None
    assert await posts.find(room.services, number, "hand", ANNA) == post
