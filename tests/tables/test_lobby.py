"""The lobby: who sits where, who may start, and what can be pressed twice."""

from __future__ import annotations

import asyncio

import pytest

from storage.queries import people
from storage.queries import tables as sql
from storage.rows import ServerRow
from tables.model.authority import Authority
from tables.model.table_errors import Declined
from tables.notifications.kinds import Started
from tables.seating import closing, lobby, rematches, seats, table_settings
from tables.thinking.computers import temperament_of
from tests.tables.room import ANNA, BERT, CHANNEL, CLARA, DAVID, PEOPLE, SERVER, STRANGER, Room

pytestmark = pytest.mark.quick


async def people_at(room: Room, number: int) -> list[int | None]:
    return [seat.person for seat in (await room.load(number)).seats]


async def test_joining_twice_at_once_gives_one_seat(room: Room) -> None:
    number = await room.lobby((ANNA,), size=4)
    deeds = [lobby.join(room.services, number, BERT, "Bert") for _ in range(3)]
    outcomes = await asyncio.gather(*deeds, return_exceptions=True)
    assert sum(isinstance(outcome, Declined) for outcome in outcomes) == 2
    assert await people_at(room, number) == [ANNA, BERT]


async def test_the_last_seat_is_taken_by_one_only(room: Room) -> None:
    number = await room.lobby(PEOPLE[:3], size=4)
    deeds = [lobby.join(room.services, number, person, "x") for person in (DAVID, STRANGER)]
    outcomes = await asyncio.gather(*deeds, return_exceptions=True)
    assert [getattr(outcome, "key", "") for outcome in outcomes] == ["", "lobby_full"]
    assert await people_at(room, number) == list(PEOPLE)


async def test_a_computer_added_twice_at_once_by_one_button_is_one_computer(room: Room) -> None:
    number = await room.lobby((ANNA, BERT), size=6)
    mark = lobby.computers_mark(await room.load(number))
    deeds = [lobby.set_computers(room.services, number, ANNA, 1, mark) for _ in range(3)]
    outcomes = await asyncio.gather(*deeds, return_exceptions=True)
    assert [getattr(outcome, "key", "") for outcome in outcomes] == ["", "lobby_changed", "lobby_changed"]
    assert await people_at(room, number) == [ANNA, BERT, None]
    await lobby.join(room.services, number, CLARA, "Clara")
    await lobby.set_computers(room.services, number, ANNA, -1, "1")
    assert await people_at(room, number) == [ANNA, BERT, CLARA]
    with pytest.raises(Declined, match="no_computer_here"):
        await lobby.set_computers(room.services, number, ANNA, -1)


async def levels_at(room: Room, number: int) -> list[str | None]:
    return sorted((seat.computer for seat in (await room.load(number)).seats), key=str)


async def computers_at(room: Room, number: int) -> set[tuple[str, str, str]]:
    """Name, level and temperament of each computer at a table."""
    seated = (await room.load(number)).seats
    return {(seat.name, seat.computer, temperament_of(seat)) for seat in seated if seat.computer}


async def test_computers_of_several_levels_sit_at_one_table_and_at_its_rematch(room: Room) -> None:
    number = await room.lobby((ANNA,), size=4, computers=1)
    await lobby.set_level(room.services, number, ANNA, "alderman")
    await lobby.set_computers(room.services, number, ANNA, 1)
    await lobby.set_computers(room.services, number, ANNA, 1, level="novice")
    assert await levels_at(room, number) == [None, "alderman", "novice", "trader"]
    assert (await room.load(number)).row.level == "novice"
    characters = await computers_at(room, number)
    await lobby.start(room.services, number, ANNA)
    await room.rest()
    await room.close(number)
    again, _ = await rematches.open_or_join(room.services, number, ANNA, "Anna")
    assert await levels_at(room, again.id) == [None, "alderman", "novice", "trader"]
    assert await computers_at(room, again.id) == characters, "each keeps its name, level and temperament"
    assert again.row.level == "novice"


async def test_a_seat_that_is_handed_over_plays_at_the_tables_level(room: Room) -> None:
    number = await room.lobby((ANNA, BERT, CLARA), level="alderman")
    await lobby.start(room.services, number, ANNA)
    await room.rest()
    await seats.resign(room.services, number, BERT)
    await seats.give_to_computer(room.services, number, CLARA, await room.seat(number, CLARA))
    assert await levels_at(room, number) == [None, "alderman", "alderman"]


async def test_a_level_that_there_is_not_and_one_by_a_stranger_are_declined(room: Room) -> None:
    number = await room.lobby((ANNA,), size=4)
    for level in ("", "emperor"):
        with pytest.raises(Declined, match="no_such_level"):
            await lobby.set_level(room.services, number, ANNA, level)
    with pytest.raises(Declined, match="no_such_level"):
        await lobby.set_computers(room.services, number, ANNA, 1, level="emperor")
    with pytest.raises(Declined, match="no_seat_yet"):
        await lobby.set_level(room.services, number, BERT, "novice")
    assert (await room.load(number)).row.level == "trader"
    await lobby.start(room.services, await room.lobby((ANNA, BERT)), ANNA)
    with pytest.raises(Declined, match="no_such_level"):
        await room.lobby((ANNA,), size=4, level="emperor")


async def test_starting_twice_at_once_starts_once(room: Room) -> None:
    number = await room.lobby()
    deeds = [lobby.start(room.services, number, ANNA) for _ in range(2)]
    outcomes = await asyncio.gather(*deeds, return_exceptions=True)
    assert [getattr(outcome, "key", "") for outcome in outcomes] == ["", "started_already"]
    await room.rest()
    assert len(room.tellings(Started)) == 1
    assert sorted(person or 0 for person in await people_at(room, number)) == list(PEOPLE)


async def test_the_host_who_leaves_is_followed_by_the_next(room: Room) -> None:
    number = await room.lobby()
    await lobby.leave(room.services, number, ANNA)
    assert (await room.load(number)).row.host == BERT
    for person in (BERT, CLARA, DAVID):
        await lobby.leave(room.services, number, person)
    assert (await room.load(number)).row.status == "closed"
    with pytest.raises(Declined, match="closed"):
        await lobby.join(room.services, number, ANNA, "Anna")


async def test_a_lobby_with_only_computers_left_is_called_off(room: Room) -> None:
    number = await room.lobby((ANNA,), computers=2)
    await lobby.leave(room.services, number, ANNA)
    assert (await room.load(number)).row.status == "closed"


async def test_what_only_some_may_do(room: Room) -> None:
    number = await room.lobby(PEOPLE[:2], size=4)
    before = await room.load(number)
    for deed, key in (
        (lobby.start(room.services, number, BERT), "host_starts"),
        (lobby.start(room.services, number, STRANGER), "no_seat_yet"),
        (lobby.leave(room.services, number, STRANGER), "no_seat_yet"),
        (closing.cancel_lobby(room.services, number, BERT), "host_only"),
        (lobby.set_computers(room.services, number, STRANGER, 1), "no_seat_yet"),
        (rematches.open_or_join(room.services, number, ANNA, "Anna"), "not_finished"),
        (lobby.join(room.services, 99, ANNA, "Anna"), "no_table"),
    ):
        with pytest.raises(Declined) as no:
            await deed
        assert no.value.key == key
    assert await room.load(number) == before
    await closing.cancel_lobby(room.services, number, STRANGER, authority=Authority(SERVER))
    assert (await room.load(number)).row.status == "closed"


async def test_too_few_cannot_start(room: Room) -> None:
    number = await room.lobby((ANNA,), size=4)
    with pytest.raises(Declined, match="too_few"):
        await lobby.start(room.services, number, ANNA)


async def test_nobody_sits_at_more_than_25_tables(room: Room) -> None:
    await room.lift_limits()
    for _ in range(table_settings.MAX_TABLES_PER_PERSON):
        await room.lobby((ANNA,), size=2)
    with pytest.raises(Declined, match="too_many_tables"):
        await room.lobby((ANNA,), size=2)
    number = await room.lobby((BERT,), size=3)
    with pytest.raises(Declined, match="too_many_tables"):
        await lobby.join(room.services, number, ANNA, "Anna")


@pytest.mark.both_engines
async def test_nobody_sits_at_more_than_25_tables_by_doing_several_things_at_once(room: Room) -> None:
    await room.lift_limits()
    free = [await room.lobby((BERT,), size=3) for _ in range(2)]
    wanted = table_settings.NewTable(game="visby", size=2, server=SERVER, channel=CHANNEL, starts_full=True)
    filling = [(await lobby.open_table(room.services, CLARA, "Clara", wanted)).id for _ in range(2)]
    for _ in range(table_settings.MAX_TABLES_PER_PERSON - 1):
        await room.lobby((ANNA,), size=2)
    answers = await asyncio.gather(
        *(lobby.join(room.services, number, ANNA, "Anna") for number in (*filling, *free)),
        *(room.lobby((ANNA,), size=2) for _ in range(3)),
        return_exceptions=True,
    )
    refused = [answer.key for answer in answers if isinstance(answer, Declined)]
    assert refused == ["too_many_tables"] * 6
    assert await sql.count_of_person(room.services.db.reader, ANNA) == table_settings.MAX_TABLES_PER_PERSON


async def test_tables_are_opened_only_where_the_server_allows_it(room: Room) -> None:
    async with room.services.db.transaction() as db:
        await people.save_server(db, ServerRow(id=SERVER, channels=[CHANNEL + 1]))
    with pytest.raises(Declined, match="other_channel"):
        await room.lobby()


@pytest.mark.both_engines
async def test_two_who_want_a_rematch_at_once_sit_at_the_same_table(room: Room) -> None:
    number = await room.table(PEOPLE[:2], computers=1)
    await room.play_on(number)
    deeds = [rematches.open_or_join(room.services, number, person, f"<{person}>") for person in (BERT, ANNA, BERT)]
    (first, new), (second, _), (third, _) = await asyncio.gather(*deeds)
    assert new
    assert first.id == second.id == third.id != number
    table = await room.load(first.id)
    assert sorted(seat.person or 0 for seat in table.seats) == [0, ANNA, BERT]
    assert (table.row.size, table.row.options) == (3, (await room.load(number)).row.options)
    with pytest.raises(Declined, match="not_seated"):
        await rematches.open_or_join(room.services, number, STRANGER, "Emil")


async def test_a_closed_table_can_be_played_again(room: Room) -> None:
    number = await room.table()
    await room.close(number)
    table, new = await rematches.open_or_join(room.services, number, CLARA, "Clara")
    assert new
    assert table.row.host == CLARA
