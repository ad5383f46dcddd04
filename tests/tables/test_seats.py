"""The table always goes on: seats change hands, the last to go closes it, servers and people vanish."""

from __future__ import annotations

import asyncio

import pytest

from storage import WHOLE, moving, people
from storage import outbox as sql_outbox
from storage import tables as sql
from storage.rows import PersonRow
from tables import closing, lobby, offering, persons, play, seats
from tables.errors import Declined
from tables.table import DAY
from tests.tables.room import ANNA, BERT, CLARA, DAVID, PEOPLE, SERVER, STRANGER, Room


async def test_who_resigns_is_replaced_by_a_computer(room: Room) -> None:
    number = await room.table()
    await seats.resign(room.house, number, ANNA)
    await room.rest()
    seat = await room.seat(number, ANNA)
    (line,) = await room.log(number)
    assert line.startswith(f"{seat} pick ")
    with pytest.raises(Declined, match="computer_sits_there"):
        await seats.resign(room.house, number, ANNA)


async def test_the_last_person_to_resign_closes_the_table(room: Room) -> None:
    number = await room.table((ANNA, BERT), computers=1)
    await seats.resign(room.house, number, ANNA)
    assert (await room.load(number)).row.status == "playing"
    await room.rest()
    before = len(room.told)
    await seats.resign(room.house, number, BERT)
    await room.rest()
    assert (await room.load(number)).row.status == "closed"
    assert [row.kind for row in room.told[before:]] == ["pings_gone", "board", "lobby", "hand", "hand"]


async def test_of_two_who_resign_at_once_the_second_closes_the_table(room: Room) -> None:
    number = await room.table((ANNA, BERT), computers=1)
    await asyncio.gather(*(seats.resign(room.house, number, person) for person in (ANNA, BERT)))
    await room.rest()
    assert (await room.load(number)).row.status == "closed"


async def test_only_a_seated_person_may_hand_over_and_only_what_exists(room: Room) -> None:
    number = await room.table()
    for deed in (
        seats.resign(room.house, number, STRANGER),
        seats.come_back(room.house, number, STRANGER),
        seats.give_to_computer(room.house, number, STRANGER, 0),
        offering.offer(room.house, number, STRANGER, 0),
        offering.offer(room.house, number, STRANGER, 0, STRANGER, "Emil"),
        closing.close(room.house, number, STRANGER),
        closing.play_on(room.house, number, ANNA),
        seats.come_back(room.house, number, ANNA),
        seats.give_to_computer(room.house, number, ANNA, 4),
        seats.give_to_computer(room.house, number, ANNA, -1),
        offering.offer(room.house, number, ANNA, 4),
        offering.offer(room.house, number, ANNA, await room.seat(number, BERT)),
        offering.offer(room.house, number, ANNA, await room.seat(number, ANNA), BERT, "Bert"),
        offering.offer(room.house, number, ANNA, await room.seat(number, BERT), STRANGER, "Emil"),
        offering.take(room.house, number, STRANGER, "Emil", 0),
        offering.take(room.house, number, STRANGER, "Emil"),
        offering.withdraw(room.house, number, ANNA, await room.seat(number, ANNA)),
        offering.decline(room.house, number, STRANGER),
    ):
        before = await room.load(number)
        with pytest.raises(Declined):
            await deed
        assert await room.load(number) == before


async def test_who_runs_the_server_may_always_hand_over_and_close(room: Room) -> None:
    number = await room.table()
    await seats.give_to_computer(room.house, number, STRANGER, 0, admin_of=SERVER)
    await room.rest()
    await closing.close(room.house, number, STRANGER, admin_of=SERVER)
    assert (await room.load(number)).row.status == "closed"


@pytest.mark.parametrize("person", [BERT, STRANGER])
async def test_who_runs_another_server_may_not(room: Room, person: int) -> None:
    number, waiting = await room.table(), await room.lobby()
    seat, before = await room.seat(number, ANNA), (await room.load(number), await room.load(waiting))
    elsewhere = SERVER + 1
    for deed in (
        seats.give_to_computer(room.house, number, person, seat, admin_of=elsewhere),
        offering.offer(room.house, number, person, seat, admin_of=elsewhere),
        offering.offer(room.house, number, person, seat, STRANGER, "Emil", admin_of=elsewhere),
        lobby.cancel(room.house, waiting, person, admin_of=elsewhere),
    ):
        with pytest.raises(Declined):
            await deed
    assert (await room.load(number), await room.load(waiting)) == before


async def test_at_a_finished_table_no_seat_changes_hands_and_it_is_said_why(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await seats.resign(room.house, number, BERT)
    await room.rest()
    await room.play_on(number)
    for deed in (
        seats.come_back(room.house, number, BERT),
        seats.resign(room.house, number, ANNA),
        offering.offer(room.house, number, ANNA, 0),
        offering.take(room.house, number, STRANGER, "Emil", 0),
        closing.close(room.house, number, ANNA),
    ):
        with pytest.raises(Declined) as no:
            await deed
        assert no.value.key == "finished"


async def test_a_server_that_is_gone_closes_its_tables_and_only_hands_are_put_right(room: Room) -> None:
    waiting, playing, ended = await room.lobby(), await room.table(), await room.table(PEOPLE[:2])
    await room.play_on(ended)
    await room.move(playing, ANNA, "pick knight")
    room.told.clear()
    await seats.server_is_gone(room.house, SERVER + 1)
    assert (await room.load(playing)).row.status == "playing"
    await seats.server_is_gone(room.house, SERVER)
    await room.rest()
    statuses = [(await room.load(number)).row.status for number in (waiting, playing, ended)]
    assert statuses == ["closed", "closed", "finished"]
    assert [(row.kind, row.table_id) for row in room.told] == [("hand", playing)] * 4
    assert await sql_outbox.due_timers(room.house.db.reader, room.time + 100 * DAY, WHOLE) == []


# Forgetting


async def names(room: Room) -> str:
    """Everything in the file, as one text."""
    everything = []
    for table in await moving.shapes(room.house.db):
        everything += [tuple(row) for row in await room.house.db.reader.execute_fetchall(f"SELECT * FROM {table}")]
    return repr(everything)


async def test_who_is_forgotten_leaves_no_name_and_no_number(room: Room) -> None:
    await persons.save(room.house, await persons.meet(room.house, BERT), PersonRow(id=BERT, language="de"))
    lobby_, hosted, playing = await room.lobby(), await room.table((BERT, ANNA)), await room.table()
    alone = await room.table((BERT,), computers=1)
    ended = await room.table((ANNA, BERT))
    await room.play_on(ended)
    assert str(BERT) in await names(room)
    await seats.forget(room.house, BERT)
    await room.rest()
    everything = await names(room)
    assert f"<{BERT}>" not in everything
    assert str(BERT) not in everything
    assert "'Bert'" not in everything
    assert len((await room.load(lobby_)).seats) == 3
    assert (await room.load(hosted)).row.host == ANNA
    assert (await room.load(playing)).row.status == "playing"
    assert len((await room.load(playing)).people()) == 3
    assert (await room.load(alone)).row.status == "closed"
    assert len(await sql.results(room.house.db.reader, ended)) == 2
    await room.play_on(hosted)
    assert (await room.load(hosted)).row.status == "finished"


async def test_who_is_forgotten_may_come_again(room: Room) -> None:
    await room.table()
    await seats.forget(room.house, BERT)
    await seats.forget(room.house, BERT)
    assert await people.person(room.house.db.reader, BERT) is None
    assert (await persons.meet(room.house, BERT)).hints == 0
    number = await room.lobby((BERT, ANNA))
    assert await room.seat(number, BERT) == 0


async def test_forgetting_while_others_play(room: Room) -> None:
    number = await room.table()
    deeds = [play.play(room.house, number, person, "pick knight") for person in (ANNA, CLARA, DAVID)]
    await asyncio.gather(seats.forget(room.house, BERT), *deeds)
    await room.rest()
    assert {seat.person for seat in (await room.load(number)).seats} == {ANNA, CLARA, DAVID, None}


async def test_a_lobby_that_starts_while_somebody_is_forgotten_goes_on_with_a_computer(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await room.lobby()
    leave = lobby.leave

    async def too_late(*args: object) -> object:
        await lobby.start(room.house, number, ANNA)
        return await leave(room.house, number, BERT)

    monkeypatch.setattr(lobby, "leave", too_late)
    await seats.forget(room.house, BERT)
    await room.rest()
    assert {seat.person for seat in (await room.load(number)).seats} == {ANNA, CLARA, DAVID, None}
