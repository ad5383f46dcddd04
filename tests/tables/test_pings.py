"""Whoever is asked by somebody else is pinged, nobody twice for the same thing or for what they did themselves."""

from __future__ import annotations

import random

import pytest

from tables.model import players_to_act
from tables.model.table import DAY, Table
from tables.notifications.kinds import LobbyFull, Ping
from tables.play import moves, table_writer
from tables.seating import lobby, seats
from tests.selection import THOROUGH
from tests.tables.room import ANNA, BERT, CLARA, DAVID, PEOPLE, STRANGER, Room
from tests.thinkers import QuickThinker, Waiting, quick_think


async def test_the_start_pings_everybody_but_who_started(room: Room) -> None:
    number = await room.table()
    (pinged,) = await room.pings(number)
    assert sorted(pinged) == [BERT, CLARA, DAVID]
    (ping,) = room.tellings(Ping)
    assert ping.until == room.time + 3 * DAY


async def test_a_ping_without_a_pace_has_no_end(room: Room) -> None:
    await room.table(pace=0)
    (ping,) = room.tellings(Ping)
    assert ping.until == 0


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
        await moves.take_back(room.services, number, ANNA)
        await room.move(number, BERT, "pick ship")
        await moves.take_back(room.services, number, BERT)
    await room.rest()
    assert await room.pings(number) == []


@pytest.mark.repeated(7)
@pytest.mark.both_engines
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", ["visby", "riga", "haithabu"])
async def test_whoever_becomes_asked_by_somebody_else_is_pinged_exactly_once(room: Room, game: str, seed: int) -> None:
    """Over random games with much choosing anew and taking back."""
    rng = random.Random(seed)
    room.rng = rng
    people = PEOPLE[: 2 + seed % 3]
    number = await room.table(people, game=game)
    asked: dict[int, tuple[int, str]] = {}
    """What each seat was pinged for last and has not answered."""
    became = 0
    for _ in range(200 if THOROUGH else 70):
        table = await room.load(number)
        asking, owed = table.frame_id, table.owed
        _note(room, table, asked)
        if table.row.status != "playing":
            break
        looks = [await room.look(number, person) for person in people]
        backwards = rng.random() < 0.3
        able = [look for look in looks if (look.can_undo if backwards else look.owes or look.may_change)]
        if not able:
            continue
        look = rng.choice(able)
        assert look.seat is not None
        room.told.clear()
        person = table.seats[look.seat].person or 0
        if backwards:
            await moves.take_back(room.services, number, person, everything=rng.random() < 0.3)
            await room.rest()
        else:
            await room.move(number, person)
        asked.pop(look.seat, None)
        table = await room.load(number)
        asked = {seat: what for seat, what in asked.items() if table.has_to_decide(seat, *what)}
        pinged = [seat for row in room.tellings(Ping) for seat in row.seats]
        assert look.seat not in pinged
        newly = {
            seat: (table.frame_id, decision)
            for seat, decision in table.owed.items()
            if seat != look.seat and (seat not in owed or table.frame_id != asking)
        }
        # What is still asked, below a frame on top of it, was told already; what was taken back is asked anew.
        assert sorted(pinged) == [seat for seat in sorted(newly) if asked.get(seat) != newly[seat]]
        became += len(newly)
    assert became


def _note(room: Room, table: Table, asked: dict[int, tuple[int, str]]) -> None:
    for row in room.tellings(Ping):
        for seat in row.seats:
            asked[seat] = (row.asking, table.owed[seat])


async def test_a_computer_is_never_pinged(room: Room) -> None:
    number = await room.table((ANNA, BERT), computers=2)
    await room.play_on(number)
    assert {person for pinged in await room.pings(number) for person in pinged} <= {ANNA, BERT}


async def asked_by_computers(room: Room) -> int:
    """Let Anna make her turn and the computers theirs, until she is asked again; return the table's number."""
    number = await room.table((ANNA,), game="haithabu", computers=1)
    room.told.clear()
    before = (await room.load(number)).row.told
    while (await room.load(number)).row.told == before:
        await room.move(number, ANNA)
    assert await room.owing(number) == [ANNA]
    return number


async def test_who_has_just_moved_is_not_pinged_at_once_when_computers_ask(room: Room) -> None:
    number = await asked_by_computers(room)
    assert await room.pings(number) == []
    await room.later(table_writer.NUDGE_DELAY_S - 1)
    assert await room.pings(number) == []
    await room.restart()
    await room.later(1)
    assert await room.pings(number) == [[ANNA]]
    (ping,) = room.tellings(Ping)
    assert ping.until == room.time - table_writer.NUDGE_DELAY_S + 3 * DAY
    await room.later(DAY)
    assert await room.pings(number) == [[ANNA]]
    assert await room.faults() == []


async def test_who_answers_the_computers_soon_is_not_pinged(room: Room) -> None:
    number = await asked_by_computers(room)
    asking = (await room.load(number)).frame_id
    while (await room.load(number)).frame_id == asking:
        await room.move(number, ANNA)
    assert all(timer.due > room.time + table_writer.NUDGE_DELAY_S - 1 for timer in await room.timers(number))
    await seats.resign(room.services, number, ANNA)
    await room.later(table_writer.NUDGE_DELAY_S)
    assert await room.pings(number) == []


@pytest.mark.repeated(3)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["riga", "haithabu"])
async def test_nobody_is_pinged_in_the_middle_of_their_own_turn(room: Room, game: str, seed: int) -> None:
    room.rng = random.Random(seed)
    number = await room.table((ANNA,), game=game, computers=1)
    for _ in range(30):
        room.told.clear()
        asking = (await room.load(number)).frame_id
        waiting = any(timer.kind == "nudge" for timer in await room.timers(number))
        room.time += table_writer.NUDGE_DELAY_S - 20 if waiting else 0
        await room.move(number, ANNA)
        if waiting and (await room.load(number)).frame_id == asking:
            await room.later(30)
            assert await room.pings(number) == []


@pytest.mark.parametrize("game", ["riga", "haithabu"])
async def test_who_opens_a_table_and_starts_it_is_there_when_computers_begin(room: Room, game: str) -> None:
    for seed in range(4):
        room.rng = random.Random(seed)
        number = await room.table((ANNA,), game=game, computers=2)
        assert await room.pings(number) == []


async def test_who_moved_long_before_the_computers_ask_is_pinged(room: Room) -> None:
    async def slowly(game: str, snapshot: bytes, seat: int, player: str, seed: int, people: Waiting = ()) -> str:
        room.time += players_to_act.RECENTLY_ACTED_S
        return await quick_think(game, snapshot, seat, player, seed)

    room.services.thinker = QuickThinker(slowly)
    number = await asked_by_computers(room)
    assert await room.pings(number) == [[ANNA]]
    await room.later(table_writer.NUDGE_DELAY_S)
    assert await room.pings(number) == [[ANNA]]


async def test_who_takes_a_seat_over_or_comes_back_is_there_and_not_pinged(room: Room) -> None:
    number = await room.table()
    room.told.clear()
    await seats.resign(room.services, number, BERT)
    await room.rest()
    assert await room.pings(number) == []
    await seats.come_back(room.services, number, BERT)
    await room.rest()
    assert await room.pings(number) == []
    await room.substitute(number, CLARA, await room.seat(number, CLARA), STRANGER, "Emil")
    await room.rest()
    assert await room.pings(number) == []


async def test_a_full_lobby_tells_its_host_once(room: Room) -> None:
    number = await room.lobby(PEOPLE[:3], size=4)
    await lobby.join(room.services, number, DAVID, "David")
    await lobby.leave(room.services, number, DAVID)
    await lobby.join(room.services, number, DAVID, "David")
    await room.rest()
    assert len(room.tellings(LobbyFull)) == 1


async def test_who_is_host_after_another_has_left_is_told_that_the_lobby_is_full(room: Room) -> None:
    number = await room.lobby(PEOPLE[:3], size=3)
    await room.rest()
    assert len(room.tellings(LobbyFull)) == 1
    await lobby.leave(room.services, number, ANNA)
    await lobby.join(room.services, number, DAVID, "David")
    await room.rest()
    assert (await room.load(number)).row.host == BERT
    assert len(room.tellings(LobbyFull)) == 2


async def test_who_fills_their_own_lobby_is_not_told(room: Room) -> None:
    number = await room.lobby(PEOPLE[:1], size=2)
    await lobby.set_computers(room.services, number, ANNA, 1)
    await room.rest()
    assert room.tellings(LobbyFull) == []
