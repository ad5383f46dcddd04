"""Ending without a result: by all who play, by who manages the server, and nobody ends a lost game alone."""

from __future__ import annotations

import pytest

from storage import ONLY_PARTITION
from storage.queries import outbox as sql_outbox
from storage.queries import tables as sql
from storage.queries import timers as sql_timers
from tables.model.authority import Authority
from tables.model.table import DAY
from tables.model.table_errors import Declined
from tables.notifications.seat_kinds import CloseUnwanted, CloseWanted
from tables.seating import closing, lobby, seats, substitutes
from tables.time import timers
from tests.tables.room import ANNA, BERT, CLARA, PEOPLE, SERVER, STRANGER, Room

pytestmark = pytest.mark.quick


async def status(room: Room, number: int) -> str:
    return (await room.load(number)).row.status


async def by_manager(room: Room, number: int) -> bool:
    return (await room.load(number)).row.closed_by_manager


async def test_a_table_is_closed_once_all_who_play_agree(room: Room) -> None:
    number = await room.table((ANNA, BERT, CLARA))
    room.told.clear()
    assert not await closing.would_close_at_once(room.services, number, ANNA)
    for person in (ANNA, BERT):
        await closing.close(room.services, number, person)
        assert await status(room, number) == "playing"
        with pytest.raises(Declined, match="close_wanted_already"):
            await closing.close(room.services, number, person)
    await room.rest()
    await room.crash()
    assert await closing.would_close_at_once(room.services, number, CLARA)
    await closing.close(room.services, number, CLARA)
    await room.rest()
    assert await status(room, number) == "closed"
    assert len(room.tellings(CloseWanted)) == 1
    assert await room.timers(number) == []
    assert [row.kind for row in room.told][-6:] == ["pings_gone", "board", "lobby", *["hand"] * 3]
    await room.later(timers.LATE_EDITS_S)
    assert await sql_outbox.of_table(room.services.db.reader, number) == []
    assert await sql.results(room.services.db.reader, number) == []
    assert not await by_manager(room, number)
    with pytest.raises(Declined, match="closed"):
        await closing.close(room.services, number, ANNA)


async def test_the_host_alone_closes_no_game_that_others_play(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await closing.close(room.services, number, ANNA)
    await closing.reject_closing(room.services, number, BERT)
    await room.rest()
    assert [notice.seat for notice in room.tellings(CloseUnwanted)] == [await room.seat(number, BERT)]
    await closing.close(room.services, number, BERT)
    assert await status(room, number) == "playing", "Anna has to be asked anew"
    with pytest.raises(Declined, match="not_seated"):
        await closing.close(room.services, number, STRANGER)
    with pytest.raises(Declined, match="not_seated"):
        await closing.reject_closing(room.services, number, STRANGER)


async def test_who_has_left_need_not_agree_and_whose_seat_changes_hands_is_asked_anew(room: Room) -> None:
    number = await room.table((ANNA, BERT, CLARA))
    await closing.close(room.services, number, ANNA)
    await closing.close(room.services, number, BERT)
    await room.substitute(number, BERT, await room.seat(number, BERT), STRANGER, "Emil")
    assert not (await room.load(number)).seats[await room.seat(number, STRANGER)].wants_close
    await seats.resign(room.services, number, STRANGER)
    await seats.resign(room.services, number, CLARA)
    with pytest.raises(Declined, match="computer_decides"):
        await closing.close(room.services, number, CLARA)
    assert await closing.would_close_at_once(room.services, number, ANNA), "she is the last one there"
    await closing.close(room.services, number, ANNA)
    assert await status(room, number) == "closed"


async def test_who_manages_the_server_closes_at_once_and_a_lobby_belongs_to_its_host(room: Room) -> None:
    number, waiting = await room.table((ANNA, BERT)), await room.lobby((ANNA, BERT), size=3)
    assert await closing.would_close_at_once(room.services, number, STRANGER, authority=Authority(SERVER))
    await closing.close(room.services, number, STRANGER, authority=Authority(SERVER))
    with pytest.raises(Declined, match="host_only"):
        await closing.close(room.services, waiting, BERT)
    await closing.close(room.services, waiting, ANNA)
    assert await status(room, number) == await status(room, waiting) == "closed"
    assert await by_manager(room, number)
    assert not await by_manager(room, waiting)


async def test_who_manages_the_server_closes_as_a_player_or_as_host_where_they_are_one(room: Room) -> None:
    mine, agreed, against = [await room.table((ANNA, BERT)) for _ in range(3)]
    await seats.resign(room.services, mine, BERT)
    await closing.close(room.services, agreed, BERT)
    waiting = await room.lobby((ANNA, BERT), size=3)
    for number in (mine, agreed, against, waiting):
        await closing.close(room.services, number, ANNA, authority=Authority(SERVER))
    assert not any([await by_manager(room, number) for number in (mine, agreed, against, waiting)])
    assert await status(room, against) == "playing", "Bert plays there too, and has not agreed"
    left = await room.table((ANNA, BERT))
    await seats.resign(room.services, left, BERT)
    await closing.close(room.services, left, STRANGER, authority=Authority(SERVER))
    assert await by_manager(room, left)


async def test_a_lobby_is_called_off_by_its_host_or_by_who_manages_the_server(room: Room) -> None:
    own, others = [await room.lobby((ANNA, BERT), size=3) for _ in range(2)]
    await closing.cancel_lobby(room.services, own, ANNA, authority=Authority(SERVER))
    await closing.cancel_lobby(room.services, others, STRANGER, authority=Authority(SERVER))
    await room.crash()
    assert [await by_manager(room, number) for number in (own, others)] == [False, True]


async def test_who_would_send_others_away_can_ask_how_many_before_a_lobby_is_called_off(room: Room) -> None:
    number = await room.lobby((ANNA,), size=3, computers=1)
    assert await closing.count_others_in_lobby(room.services, number, ANNA) == 0
    assert await closing.count_others_in_lobby(room.services, number, STRANGER, authority=Authority(SERVER)) == 1
    with pytest.raises(Declined, match="host_only"):
        await closing.count_others_in_lobby(room.services, number, STRANGER)
    await lobby.join(room.services, number, BERT, "Bert")
    with pytest.raises(Declined, match="lobby_changed"):
        await closing.cancel_lobby(room.services, number, ANNA, unasked=True)
    assert await status(room, number) == "lobby"
    await closing.cancel_lobby(room.services, number, ANNA)
    assert await status(room, number) == "closed"
    with pytest.raises(Declined, match="closed"):
        await closing.count_others_in_lobby(room.services, number, ANNA)
    with pytest.raises(Declined, match="started_already"):
        await closing.cancel_lobby(room.services, await room.table(), ANNA, authority=Authority(SERVER))


async def test_a_table_that_is_closed_has_no_seat_on_offer(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    seat = await room.seat(number, ANNA)
    await substitutes.offer(room.services, number, ANNA, seat)
    await room.rest()
    room.told.clear()
    await room.close(number)
    await room.rest()
    assert "offers" in [told.kind for told in room.told]
    with pytest.raises(Declined, match="closed"):
        await substitutes.take(room.services, number, STRANGER, "Emil", seat)


async def test_a_server_that_is_gone_closes_its_tables_and_only_hands_are_put_right(room: Room) -> None:
    waiting, playing, ended = await room.lobby(), await room.table(), await room.table(PEOPLE[:2])
    await room.play_on(ended)
    await room.move(playing, ANNA, "pick knight")
    room.told.clear()
    await closing.close_all_of_server(room.services, SERVER + 1)
    assert (await room.load(playing)).row.status == "playing"
    await closing.close_all_of_server(room.services, SERVER)
    await room.rest()
    statuses = [(await room.load(number)).row.status for number in (waiting, playing, ended)]
    assert statuses == ["closed", "closed", "finished"]
    assert [(row.kind, row.table_id) for row in room.told] == [("hand", playing)] * 4
    assert await sql_timers.due_timers(room.services.db.reader, room.time + 100 * DAY, ONLY_PARTITION) == []


async def test_a_manager_who_left_their_seat_closes_as_manager(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await seats.resign(room.services, number, BERT)
    await closing.close(room.services, number, BERT, authority=Authority(SERVER))
    assert await status(room, number) == "closed"
    assert await by_manager(room, number)
