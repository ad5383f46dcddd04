"""Who is forgotten leaves no trace, and the tables go on."""

from __future__ import annotations

import asyncio

import pytest

from storage.engines import moving
from storage.queries import people
from storage.queries import tables as sql
from storage.rows import PersonRow
from tables.delivery import posts
from tables.model.table import Table
from tables.notifications.attempt import Attempt
from tables.notifications.kinds import HandChanged
from tables.play import moves
from tables.runtime import people as persons
from tables.runtime.services import Services
from tables.seating import forgetting, invitations, lobby, seats
from tests.tables.room import ANNA, BERT, CHANNEL, CLARA, DAVID, Room

pytestmark = pytest.mark.quick


async def names(room: Room) -> str:
    """Everything in the file, as one text."""
    everything = []
    for table in await moving.shapes(room.services.db):
        everything += [tuple(row) for row in await room.services.db.reader.execute_fetchall(f"SELECT * FROM {table}")]
    return repr(everything)


async def test_who_is_forgotten_leaves_no_name_and_no_number(room: Room) -> None:
    await persons.save(room.services, await persons.meet(room.services, BERT), PersonRow(id=BERT, language="de"))
    lobby_, hosted, playing = await room.lobby(), await room.table((BERT, ANNA)), await room.table()
    alone = await room.table((BERT,), computers=1)
    ended = await room.table((ANNA, BERT))
    await room.play_on(ended)
    assert str(BERT) in await names(room)
    await forgetting.forget(room.services, BERT)
    await room.rest()
    everything = await names(room)
    assert f"<{BERT}>" not in everything
    assert str(BERT) not in everything
    assert "'Bert'" not in everything
    assert len((await room.load(lobby_)).seats) == 3
    assert (await room.load(hosted)).row.host == ANNA
    assert (await room.load(playing)).row.status == "playing"
    assert len((await room.load(playing)).human_seats()) == 3
    assert (await room.load(alone)).row.status == "closed"
    assert len(await sql.results(room.services.db.reader, ended)) == 2
    await room.play_on(hosted)
    assert (await room.load(hosted)).row.status == "finished"


async def test_who_opens_a_table_while_they_are_forgotten_has_none(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    forget, opened = invitations.forget, list[int]()

    async def meanwhile(services: Services, person: int) -> None:
        if not opened:
            opened.append(await room.lobby((person,), size=2))
        await forget(services, person)

    monkeypatch.setattr(invitations, "forget", meanwhile)
    await forgetting.forget(room.services, BERT)
    await room.rest()
    assert [(await room.load(number)).row.status for number in opened] == ["closed"]
    assert str(BERT) not in await names(room)


async def test_who_is_forgotten_may_come_again(room: Room) -> None:
    await room.table()
    await forgetting.forget(room.services, BERT)
    await forgetting.forget(room.services, BERT)
    assert await people.person(room.services.db.reader, BERT) is None
    assert (await persons.meet(room.services, BERT)).hints == 0
    number = await room.lobby((BERT, ANNA))
    assert await room.seat(number, BERT) == 0


@pytest.mark.both_engines
async def test_forgetting_while_others_play(room: Room) -> None:
    number = await room.table()
    deeds = [moves.play(room.services, number, person, "pick knight") for person in (ANNA, CLARA, DAVID)]
    await asyncio.gather(forgetting.forget(room.services, BERT), *deeds)
    await room.rest()
    assert {seat.person for seat in (await room.load(number)).seats} == {ANNA, CLARA, DAVID, None}


async def test_a_lobby_that_starts_while_somebody_is_forgotten_goes_on_with_a_computer(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await room.lobby()
    leave = lobby.leave

    async def too_late(*args: object) -> object:
        await lobby.start(room.services, number, ANNA)
        return await leave(room.services, number, BERT)

    monkeypatch.setattr(lobby, "leave", too_late)
    await forgetting.forget(room.services, BERT)
    await room.rest()
    assert {seat.person for seat in (await room.load(number)).seats} == {ANNA, CLARA, DAVID, None}


async def test_what_is_told_to_somebody_while_they_are_forgotten_leaves_no_trace_of_them(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await room.table((ANNA, BERT, CLARA))
    seat, begun, arrives = await room.seat(number, BERT), asyncio.Event(), asyncio.Event()
    tell = room.deliver

    async def slowly(attempt: Attempt, table: Table) -> None:
        await tell(attempt, table)
        if attempt.notification == HandChanged(seat=seat) and not begun.is_set():
            begun.set()
            await arrives.wait()
            post = posts.Post(channel=CHANNEL, message=1)
            attempt.effects.set_post("hand", post, table.seats[seat].person or 0)

    monkeypatch.setattr(room, "deliver", slowly)
    await seats.give_to_computer(room.services, number, BERT, seat)
    await begun.wait()
    forgotten = asyncio.create_task(forgetting.forget(room.services, BERT))
    await asyncio.sleep(0.05)
    arrives.set()
    await forgotten
    await room.rest()
    assert str(BERT) not in await names(room)
