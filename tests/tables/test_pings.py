"""Nobody is pinged twice for the same thing, and nobody for what they did themselves."""

from __future__ import annotations

import random

import pytest

from tables import lobby, play, seats
from tables.table import DAY
from tests.tables.room import ANNA, BERT, CLARA, DAVID, PEOPLE, STRANGER, Room


async def test_the_start_pings_everybody_but_who_started(room: Room) -> None:
    number = await room.table()
    (pinged,) = await room.pings(number)
    assert sorted(pinged) == [BERT, CLARA, DAVID]
    (ping,) = room.tellings("ping")
    assert ping.facts["until"] == room.time + 3 * DAY


async def test_a_ping_without_a_pace_has_no_end(room: Room) -> None:
    await room.table(pace=0)
    (ping,) = room.tellings("ping")
    assert ping.facts["until"] == 0


async def test_choosing_pings_nobody_and_the_next_round_everybody_but_the_last_to_choose(room: Room) -> None:
    number = await room.table()
    room.told.clear()
    for person in (ANNA, BERT, ANNA, CLARA):
        await room.move(number, person, "pick knight")
    assert await room.pings(number) == []
    await room.move(number, DAVID, "pick knight")
    (pinged,) = await room.pings(number)
    assert sorted(pinged) == [ANNA, BERT, CLARA]


async def test_taking_back_and_choosing_again_pings_nobody(room: Room) -> None:
    number = await room.table()
    room.told.clear()
    for _ in range(3):
        await room.move(number, ANNA, "pick knight")
        await play.take_back(room.house, number, ANNA)
        await room.move(number, BERT, "pick ship")
        await play.take_back(room.house, number, BERT)
    await room.rest()
    assert await room.pings(number) == []


@pytest.mark.parametrize("seed", range(8))
async def test_over_a_whole_game_nobody_is_pinged_twice_for_one_decision(room: Room, seed: int) -> None:
    """With re-picks and much taking back."""
    rng = random.Random(seed)
    people, computers = PEOPLE[: 2 + seed % 3], seed % 2
    number = await room.table(people, computers=computers)
    pinged: set[tuple[int, int]] = set()
    done = 0
    while (await room.load(number)).row.status == "playing":
        person = rng.choice(people)
        look = await room.look(number, person)
        room.told.clear()
        if look.can_undo and rng.random() < 0.3:
            await play.take_back(room.house, number, person)
            await room.rest()
        elif look.owes or look.may_change:
            await room.move(number, person)
        else:
            continue
        done += 1
        for row in room.tellings("ping"):
            if not computers:
                assert look.seat not in row.facts["seats"]
            table = await room.load(number)
            for seat in row.facts["seats"]:
                assert not table.seats[seat].computer
                assert (seat, row.facts["asking"]) not in pinged
                pinged.add((seat, row.facts["asking"]))
    assert done > 20
    assert pinged


async def test_a_computer_is_never_pinged(room: Room) -> None:
    number = await room.table((ANNA, BERT), computers=2)
    await room.play_on(number)
    assert {person for pinged in await room.pings(number) for person in pinged} <= {ANNA, BERT}


async def test_who_takes_a_seat_over_is_pinged_and_who_comes_back_is_not(room: Room) -> None:
    number = await room.table()
    room.told.clear()
    await seats.resign(room.house, number, BERT)
    await room.rest()
    assert await room.pings(number) == []
    await seats.come_back(room.house, number, BERT)
    await room.rest()
    assert await room.pings(number) == []
    await seats.give_to_person(room.house, number, CLARA, await room.seat(number, CLARA), STRANGER, "Emil")
    await room.rest()
    assert await room.pings(number) == [[STRANGER]]


async def test_a_full_lobby_tells_its_host_once(room: Room) -> None:
    number = await room.lobby(PEOPLE[:3], size=4)
    await lobby.join(room.house, number, DAVID, "David")
    await lobby.leave(room.house, number, DAVID)
    await lobby.join(room.house, number, DAVID, "David")
    await room.rest()
    assert len(room.tellings("full")) == 1


async def test_who_fills_their_own_lobby_is_not_told(room: Room) -> None:
    number = await room.lobby(PEOPLE[:1], size=2)
    await lobby.set_computers(room.house, number, ANNA, 1)
    await room.rest()
    assert room.tellings("full") == []
