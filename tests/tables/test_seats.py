"""The table always goes on: seats change hands, the last to go closes it."""

from __future__ import annotations

import asyncio

import pytest

from tables.model.authority import Authority
from tables.model.table_errors import Declined
from tables.seating import closing, seats, substitutes
from tests.tables.room import ANNA, BERT, SERVER, STRANGER, Room

pytestmark = pytest.mark.quick


async def test_who_resigns_is_replaced_by_a_computer(room: Room) -> None:
    number = await room.table()
    await seats.resign(room.services, number, ANNA)
    await room.rest()
    seat = await room.seat(number, ANNA)
    (line,) = await room.log(number)
    assert line.startswith(f"{seat} pick ")
    with pytest.raises(Declined, match="computer_sits_there"):
        await seats.resign(room.services, number, ANNA)


async def test_the_last_person_to_resign_closes_the_table(room: Room) -> None:
    number = await room.table((ANNA, BERT), computers=1)
    await seats.resign(room.services, number, ANNA)
    assert (await room.load(number)).row.status == "playing"
    await room.rest()
    before = len(room.told)
    await seats.resign(room.services, number, BERT)
    await room.rest()
    assert (await room.load(number)).row.status == "closed"
    assert [row.kind for row in room.told[before:]] == ["pings_gone", "board", "lobby", "hand", "hand"]


async def test_of_two_who_resign_at_once_the_second_closes_the_table(room: Room) -> None:
    number = await room.table((ANNA, BERT), computers=1)
    await asyncio.gather(*(seats.resign(room.services, number, person) for person in (ANNA, BERT)))
    await room.rest()
    assert (await room.load(number)).row.status == "closed"


async def test_only_a_seated_person_may_hand_over_and_only_what_exists(room: Room) -> None:
    number = await room.table()
    for deed in (
        seats.resign(room.services, number, STRANGER),
        seats.come_back(room.services, number, STRANGER),
        seats.give_to_computer(room.services, number, STRANGER, 0),
        substitutes.offer(room.services, number, STRANGER, 0),
        substitutes.offer(room.services, number, STRANGER, 0, STRANGER, "Emil"),
        closing.close(room.services, number, STRANGER),
        closing.reject_closing(room.services, number, ANNA),
        seats.come_back(room.services, number, ANNA),
        seats.give_to_computer(room.services, number, ANNA, 4),
        seats.give_to_computer(room.services, number, ANNA, -1),
        substitutes.offer(room.services, number, ANNA, 4),
        substitutes.offer(room.services, number, ANNA, await room.seat(number, BERT)),
        substitutes.offer(room.services, number, ANNA, await room.seat(number, ANNA), BERT, "Bert"),
        substitutes.offer(room.services, number, ANNA, await room.seat(number, BERT), STRANGER, "Emil"),
        substitutes.take(room.services, number, STRANGER, "Emil", 0),
        substitutes.take(room.services, number, STRANGER, "Emil"),
        substitutes.withdraw(room.services, number, ANNA, await room.seat(number, ANNA)),
        substitutes.decline(room.services, number, STRANGER),
    ):
        before = await room.load(number)
        with pytest.raises(Declined):
            await deed
        assert await room.load(number) == before


async def test_who_runs_the_server_may_always_hand_over_and_close(room: Room) -> None:
    number = await room.table()
    await seats.give_to_computer(room.services, number, STRANGER, 0, authority=Authority(SERVER))
    await room.rest()
    await closing.close(room.services, number, STRANGER, authority=Authority(SERVER))
    assert (await room.load(number)).row.status == "closed"


@pytest.mark.parametrize("person", [BERT, STRANGER])
async def test_who_runs_another_server_may_not(room: Room, person: int) -> None:
    number, waiting = await room.table(), await room.lobby()
    seat, before = await room.seat(number, ANNA), (await room.load(number), await room.load(waiting))
    elsewhere = Authority(SERVER + 1)
    for deed in (
        seats.give_to_computer(room.services, number, person, seat, authority=elsewhere),
        substitutes.offer(room.services, number, person, seat, authority=elsewhere),
        substitutes.offer(room.services, number, person, seat, STRANGER, "Emil", authority=elsewhere),
        closing.cancel_lobby(room.services, waiting, person, authority=elsewhere),
    ):
        with pytest.raises(Declined):
            await deed
    assert (await room.load(number), await room.load(waiting)) == before


async def test_at_a_finished_table_no_seat_changes_hands_and_it_is_said_why(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await seats.resign(room.services, number, BERT)
    await room.rest()
    await room.play_on(number)
    for deed in (
        seats.come_back(room.services, number, BERT),
        seats.resign(room.services, number, ANNA),
        substitutes.offer(room.services, number, ANNA, 0),
        substitutes.take(room.services, number, STRANGER, "Emil", 0),
        closing.close(room.services, number, ANNA),
    ):
        with pytest.raises(Declined) as no:
            await deed
        assert no.value.key == "finished"
