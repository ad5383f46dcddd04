"""Time: two reminders for each decision, seats that are overdue, lobbies that expire, and nobody is ever moved for."""

from __future__ import annotations

import logging
import random

import pytest

from storage import Partition
from storage.queries import tables as sql
from storage.queries import timers as sql_timers
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, Clock
from tables.notifications.kinds import Reminder
from tables.play import moves
from tables.seating import lobby, seats
from tests.tables.room import ANNA, BERT, CLARA, DAVID, PEOPLE, Room

pytestmark = pytest.mark.quick


async def due(room: Room, number: int, person: int) -> dict[str, int]:
    """Kind and time from now of a person's timers."""
    seat = await room.seat(number, person)
    return {row.kind: row.due - room.time for row in await room.timers(number) if row.seat == seat}


@pytest.mark.parametrize("pace", [1, 3, 7])
async def test_everybody_who_is_asked_has_two_timers(room: Room, pace: int) -> None:
    number = await room.table(pace=pace)
    for person in PEOPLE:
        assert await due(room, number, person) == {"half": pace * DAY // 2, "end": pace * DAY}


async def test_without_a_pace_there_are_no_timers(room: Room) -> None:
    number = await room.table(pace=0)
    await room.play_on(number, 10)
    assert await room.timers(number) == []
    await room.later(1000 * DAY)
    assert room.tellings(Reminder) == []


async def test_who_has_decided_has_no_timers_until_asked_again(room: Room) -> None:
    number = await room.table()
    room.time += DAY
    await room.move(number, ANNA, "pick knight")
    assert await due(room, number, ANNA) == {}
    assert await due(room, number, BERT) == {"half": DAY // 2, "end": 2 * DAY}
    for person in (BERT, CLARA, DAVID):
        await room.move(number, person, "pick knight")
    for person in PEOPLE:
        assert await due(room, number, person) == {"half": 3 * DAY // 2, "end": 3 * DAY}


async def test_who_takes_back_owes_again(room: Room) -> None:
    number = await room.table()
    await room.move(number, ANNA, "pick knight")
    await moves.take_back(room.services, number, ANNA)
    assert set(await due(room, number, ANNA)) == {"half", "end"}


async def test_a_sealed_choice_that_is_taken_back_goes_on_with_the_time_that_was_left(room: Room) -> None:
    number = await room.table()
    room.time += DAY
    await room.move(number, ANNA, "pick knight")
    room.time += DAY
    await moves.take_back(room.services, number, ANNA)
    assert await due(room, number, ANNA) == {"half": DAY // 2, "end": 2 * DAY}
    assert await due(room, number, BERT) == {"end": DAY, "half": -DAY // 2}
    room.time += DAY
    await room.move(number, ANNA, "pick ship")
    await room.restart()
    room.time += DAY
    await moves.take_back(room.services, number, ANNA, everything=True)
    assert await due(room, number, ANNA) == {"end": DAY}, "half time is over, and reminds nobody who has just acted"


async def test_a_sealed_choice_that_is_taken_back_after_the_end_is_overdue_at_once_and_told_to_nobody(
    room: Room,
) -> None:
    number = await room.table()
    await room.later(4 * DAY)
    await room.move(number, ANNA, "pick knight")
    await room.later(3 * DAY)
    room.told.clear()
    await moves.take_back(room.services, number, ANNA)
    seat = await room.seat(number, ANNA)
    assert (await room.load(number)).seats[seat].overdue
    assert await due(room, number, ANNA) == {}
    await room.later(DAY)
    assert room.tellings(Reminder) == []
    assert [told.kind for told in room.told] == ["board"]
    await room.move(number, ANNA, "pick ship")
    assert not (await room.load(number)).seats[seat].overdue


async def test_choosing_and_taking_back_again_and_again_gives_nobody_more_time(room: Room) -> None:
    number = await room.table()
    for times in range(1, 6):
        room.time += DAY // 2
        await room.move(number, ANNA, "pick knight")
        room.time += 60
        await moves.take_back(room.services, number, ANNA)
        assert (await due(room, number, ANNA))["end"] == 3 * DAY - times * DAY // 2


async def test_the_next_decision_has_its_own_time_after_something_was_taken_back(room: Room) -> None:
    number = await room.table()
    room.time += DAY
    await room.move(number, ANNA, "pick knight")
    await moves.take_back(room.services, number, ANNA)
    for person in PEOPLE:
        await room.move(number, person, "pick knight")
    for person in PEOPLE:
        assert await due(room, number, person) == {"half": 3 * DAY // 2, "end": 3 * DAY}


async def pass_on(room: Room, game: str, clock: Clock | None = None) -> tuple[int, int, int, int]:
    """Play until somebody has passed the turn on and could take that back.

    Return the table, them, who has the turn now, and how much time they had left when they passed it on.
    """
    for seed in range(20):
        room.rng = random.Random(seed)
        number = await room.table(PEOPLE[:2], game=game, clock=clock)
        for _ in range(30):
            (person, *_) = await room.owing(number)
            room.time += DAY // 4
            left = (await due(room, number, person))["end"]
            await room.move(number, person)
            owing, table = await room.owing(number), await room.load(number)
            passed_on = person not in owing and not table.game.is_sealed_choice(table.state)
            if passed_on and (await room.look(number, person)).can_undo:
                return number, person, owing[0], left
    raise AssertionError("that never happened")


async def test_who_takes_back_what_had_passed_on_to_others_has_the_time_that_was_left(room: Room) -> None:
    """While others were asked their time stood still."""
    number, person, other, left = await pass_on(room, "riga")
    assert DAY < left < 3 * DAY
    room.time += 2 * DAY
    await moves.take_back(room.services, number, person)
    assert (await due(room, number, person))["end"] == left
    assert await due(room, number, other) == {}
    room.time += DAY // 4
    await room.finish_round(number)
    assert await due(room, number, other) == {"end": DAY}, "they are asked the same, and have used two days"


async def test_who_is_asked_anyway_gains_no_time_by_taking_back(room: Room) -> None:
    """In the middle of their own turn, also when what they take back had led to another decision of theirs."""
    for seed in range(20):
        room.rng = random.Random(seed)
        number = await room.table(PEOPLE[:2], game="haithabu")
        for _ in range(40):
            (person, *_) = await room.owing(number)
            asking = (await room.load(number)).frame_id
            room.time += 60
            await room.move(number, person)
            table = await room.load(number)
            if person in await room.owing(number) and (await room.look(number, person)).can_undo:
                if table.frame_id == asking:
                    continue
                left = (await sql.log(room.services.db.reader, number))[-1].time_left
                assert left is not None
                room.time += DAY
                await moves.take_back(room.services, number, person)
                assert (await room.load(number)).frame_id == asking
                assert (await due(room, number, person))["end"] == left - DAY
                return
    raise AssertionError("that never happened")


async def test_a_computer_s_choice_that_is_taken_back_has_the_time_that_was_left_when_the_seat_was_given_away(
    room: Room,
) -> None:
    number = await room.table()
    await room.later(DAY)
    await seats.resign(room.services, number, ANNA)
    await room.rest()
    await seats.come_back(room.services, number, ANNA)
    assert ANNA not in await room.owing(number)
    room.time += DAY
    await moves.take_back(room.services, number, ANNA)
    assert await due(room, number, ANNA) == {"half": DAY // 2, "end": 2 * DAY}


async def test_a_computer_has_no_timers(room: Room) -> None:
    number = await room.table((ANNA, BERT), computers=2)
    people = {await room.seat(number, person) for person in (ANNA, BERT)}
    assert {row.seat for row in await room.timers(number)} == people


async def test_there_is_one_reminder_at_half_time_and_one_at_the_end(room: Room) -> None:
    number = await room.table()
    for person in (BERT, CLARA, DAVID):
        await room.move(number, person, "pick knight")
    seat = await room.seat(number, ANNA)
    begin = room.time
    reminded = []
    for _ in range(20):
        before = len(room.tellings(Reminder))
        await room.later(DAY // 4)
        new = room.tellings(Reminder)[before:]
        assert all(row.seat == seat for row in new)
        reminded += [((room.time - begin) / DAY, row.until) for row in new]
    assert reminded == [(1.5, begin + 3 * DAY), (3.0, 0)]
    assert (await room.load(number)).seats[seat].overdue
    assert len(await room.log(number)) == 3, "nothing is moved for anybody"


async def test_after_a_long_sleep_only_the_end_is_told_and_once(room: Room) -> None:
    number = await room.table()
    await room.restart()
    await room.later(10 * DAY)
    await room.later(1)
    reminded = room.tellings(Reminder)
    assert sorted(row.seat or 0 for row in reminded) == [0, 1, 2, 3]
    assert {row.until for row in reminded} == {0}
    assert [seat.overdue for seat in (await room.load(number)).seats] == [True] * 4
    assert await room.timers(number) == []


async def test_deciding_ends_being_overdue(room: Room) -> None:
    number = await room.table()
    await room.later(4 * DAY)
    seat = await room.seat(number, ANNA)
    assert (await room.load(number)).seats[seat].overdue
    await room.move(number, ANNA, "pick knight")
    assert not (await room.load(number)).seats[seat].overdue
    assert len(await room.log(number)) == 1


async def test_an_overdue_seat_may_be_handed_over_and_taken_back(room: Room) -> None:
    number = await room.table()
    seat = await room.seat(number, ANNA)
    with pytest.raises(Declined, match="not_overdue"):
        await seats.give_to_computer(room.services, number, BERT, seat)
    await room.later(4 * DAY)
    await seats.give_to_computer(room.services, number, BERT, seat)
    await room.rest()
    assert len(await room.log(number)) == 1
    assert await due(room, number, ANNA) == {}
    await seats.come_back(room.services, number, ANNA)
    for person in (BERT, CLARA, DAVID):
        await room.move(number, person, "pick knight")
    assert ANNA in await room.owing(number)
    assert await due(room, number, ANNA) == {"half": 3 * DAY // 2, "end": 3 * DAY}


async def test_a_reminder_that_was_decided_meanwhile_is_dropped(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between looking at the clock and holding the table, the person decides."""
    number = await room.table()
    due_timers = sql_timers.due_timers

    async def looks(db: object, now: int, partition: Partition) -> object:
        rows = await due_timers(room.services.db.reader, now, partition)
        if rows:
            await moves.play(room.services, number, ANNA, "pick knight")
        return rows

    monkeypatch.setattr(sql_timers, "due_timers", looks)
    await room.later(3 * DAY // 2)
    seat = await room.seat(number, ANNA)
    assert sorted(row.seat or 0 for row in room.tellings(Reminder)) == sorted({0, 1, 2, 3} - {seat})


async def test_a_lobby_nobody_starts_expires_after_a_week(room: Room) -> None:
    number = await room.lobby()
    await room.later(7 * DAY - 1)
    assert (await room.load(number)).row.status == "lobby"
    await room.later(1)
    assert (await room.load(number)).row.status == "closed"
    assert await room.timers(number) == []


async def test_a_started_table_does_not_expire(room: Room) -> None:
    number = await room.table()
    await room.later(8 * DAY)
    assert (await room.load(number)).row.status == "playing"


async def test_a_table_that_cannot_be_read_does_not_stop_the_time_of_others(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = await room.table(), await room.table()
    table = await room.load(bad)
    whole, table.row.snapshot = table.row.snapshot, b"{}"
    async with room.services.db.transaction() as db:
        await sql.save_table(db, table.row, "snapshot")
    await room.later(3 * DAY // 2)
    assert {told.table_id for told in room.told if told.kind == "reminder"} == {good}
    assert any(f"table={bad} timer=half failed" in record.getMessage() for record in caplog.records)
    table.row.snapshot = whole
    async with room.services.db.transaction() as db:
        await sql.save_table(db, table.row, "snapshot")
    await room.later(1)
    assert {told.table_id for told in room.told if told.kind == "reminder"} == {good, bad}
    assert all(record.levelno < logging.ERROR or f"table={bad}" in record.getMessage() for record in caplog.records)
    caplog.clear()


async def test_after_a_day_anyone_seated_may_start(room: Room) -> None:
    number = await room.lobby()
    with pytest.raises(Declined, match="host_starts"):
        await lobby.start(room.services, number, BERT)
    room.time += DAY
    await lobby.start(room.services, number, BERT)
    assert (await room.load(number)).row.status == "playing"
