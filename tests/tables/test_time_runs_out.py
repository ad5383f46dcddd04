"""When time runs out: others decide, a computer decides once, or the seat is lost; and giving more time."""

from __future__ import annotations

import pytest

from storage.queries import tables as sql
from tables.model import deadlines
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR, Clock, WhenOut
from tables.notifications.kinds import Notification, Ping, Reminder
from tables.notifications.seat_kinds import MoreTime, OutOfTime
from tables.play import moves
from tables.seating import seats
from tests.tables.room import ANNA, BERT, CLARA, DAVID, STRANGER, Room
from tests.tables.test_clock_kinds import all_pick, end, nobody_decides

pytestmark = pytest.mark.quick


def clock(out: WhenOut) -> Clock:
    return Clock(kind="decision", time=3 * DAY, out=out)


async def helped(room: Room, number: int) -> list[bool]:
    """Which entries of the log a computer has made for a person."""
    return [row.helped for row in await sql.log(room.services.db.reader, number)]


async def table_that_waits_for_anna(room: Room, out: WhenOut) -> tuple[int, int]:
    """Return a table's number and Anna's seat: all others have chosen, and two days have gone by."""
    number = await room.table(clock=clock(out))
    await all_pick(room, number, BERT, CLARA, DAVID)
    await room.later(2 * DAY)
    room.told.clear()
    return number, await room.seat(number, ANNA)


def told(room: Room) -> list[Notification]:
    """Who was told that time has run out, and how."""
    return [row.notice for row in room.told if isinstance(row.notice, Reminder | OutOfTime)]


async def test_others_decide_and_nothing_is_moved_for_anybody(room: Room) -> None:
    number, seat = await table_that_waits_for_anna(room, "others")
    await room.later(DAY)
    assert told(room) == [Reminder(seat=seat, asking=1, until=0)]
    chair = (await room.load(number)).seats[seat]
    assert (chair.overdue, chair.computer, chair.helped) == (True, None, False)
    assert len(await room.log(number)) == 3


async def test_a_computer_decides_once_and_the_next_decision_is_the_player_s_own(room: Room) -> None:
    number, seat = await table_that_waits_for_anna(room, "once")
    await room.later(DAY - 1)
    assert len(await room.log(number)) == 3
    await room.later(1)
    assert told(room) == [OutOfTime(seat=seat, then="once")]
    assert await helped(room, number) == [False, False, False, True]
    table = await room.load(number)
    chair = table.seats[seat]
    assert (chair.person, chair.computer, chair.helped, chair.overdue) == (ANNA, None, False, False)
    assert table.frame_id == 2
    assert await end(room, number, ANNA) == room.time + 3 * DAY
    assert seat in room.tellings(Ping)[-1].seats, "they were not there, so they are pinged like everybody"
    await room.move(number, ANNA)
    assert await helped(room, number) == [False, False, False, True, False]


async def test_a_computer_decides_all_of_a_decision_that_takes_several_moves(room: Room) -> None:
    number = await room.table((ANNA, BERT), game="haithabu", clock=clock("once"))
    for _ in range(30):
        (person, *_) = await room.owing(number)
        asking = (await room.load(number)).frame_id
        await room.later(3 * DAY)
        table = await room.load(number)
        assert table.frame_id != asking or table.seat_of(person) not in [table.seats[seat] for seat in table.owed]
        assert not any(seat.helped or seat.overdue for seat in table.seats)
    assert set(await helped(room, number)) == {True}


async def test_who_decides_before_the_computer_does_has_decided(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    number, seat = await table_that_waits_for_anna(room, "once")
    with monkeypatch.context() as slow:
        slow.setattr("tables.play.moves._let_computers_decide", nobody_decides)
        await room.later(DAY)
    assert (await room.load(number)).seats[seat].helped
    await room.move(number, ANNA, "pick ship")
    await room.later(1)
    assert await helped(room, number) == [False] * 4
    assert not (await room.load(number)).seats[seat].helped


async def test_a_computer_goes_on_deciding_after_a_crash(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    number, seat = await table_that_waits_for_anna(room, "once")
    with monkeypatch.context() as slow:
        slow.setattr("tables.play.moves._let_computers_decide", nobody_decides)
        await room.later(DAY)
        await room.crash()
    await room.later(1)
    assert await helped(room, number) == [False, False, False, True]
    assert told(room) == [OutOfTime(seat=seat, then="once")]


async def test_what_a_computer_has_decided_once_may_be_decided_anew_but_time_is_up(room: Room) -> None:
    number = await room.table(clock=clock("once"))
    seat = await room.seat(number, ANNA)
    await all_pick(room, number, BERT, CLARA)
    await room.later(3 * DAY - HOUR)
    await room.move(number, DAVID, "pick knight")
    await moves.take_back(room.services, number, DAVID)
    await room.later(HOUR)
    assert len([row for row in await helped(room, number) if row]) == 2, "for Anna and David"
    assert not (await room.load(number)).seats[seat].overdue


async def test_a_lost_seat_is_a_computer_s_for_good(room: Room) -> None:
    number, seat = await table_that_waits_for_anna(room, "lost")
    await room.later(DAY)
    assert told(room) == [OutOfTime(seat=seat, then="lost")]
    chair = (await room.load(number)).seats[seat]
    assert (chair.person, chair.computer, chair.lost) == (ANNA, "trader", True)
    assert (await room.log(number))[3].startswith(f"{seat} "), "it plays on at once"
    for act in (
        seats.come_back(room.services, number, ANNA),
        moves.play(room.services, number, ANNA, "pick ship"),
    ):
        with pytest.raises(Declined, match="seat_lost"):
            await act
    await room.substitute(number, BERT, seat, STRANGER, "Stranger")
    assert not (await room.load(number)).seats[seat].lost
    await room.play_on(number)
    assert (await room.load(number)).row.status == "finished"


async def test_when_all_have_lost_their_seats_computers_finish_the_game(room: Room) -> None:
    number = await room.table((ANNA, BERT), clock=clock("lost"))
    await room.later(3 * DAY)
    assert (await room.load(number)).row.status == "finished"


# More time


@pytest.mark.both_engines
async def test_another_player_gives_a_day_with_one_press(room: Room) -> None:
    number, seat = await table_that_waits_for_anna(room, "others")
    ends = await end(room, number, ANNA)
    await seats.give_time(room.services, number, BERT, seat, ends)
    await room.rest()
    assert await end(room, number, ANNA) == ends + DAY
    assert room.tellings(MoreTime) == [MoreTime(seat=seat, by=await room.seat(number, BERT), until=ends + DAY)]
    with pytest.raises(Declined, match="time_changed"):
        await seats.give_time(room.services, number, CLARA, seat, ends)
    await seats.give_time(room.services, number, CLARA, seat)
    assert await end(room, number, ANNA) == ends + 2 * DAY


async def test_who_was_overdue_has_a_day_from_now_on(room: Room) -> None:
    number, seat = await table_that_waits_for_anna(room, "others")
    await room.later(5 * DAY)
    assert (await room.load(number)).seats[seat].overdue
    await seats.give_time(room.services, number, BERT, seat)
    assert await end(room, number, ANNA) == room.time + DAY
    assert not (await room.load(number)).seats[seat].overdue
    await room.later(DAY)
    assert (await room.load(number)).seats[seat].overdue, "and then it is up again"


async def test_more_time_for_one_leaves_the_other_to_the_computer(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    number = await room.table(clock=clock("once"))
    await all_pick(room, number, CLARA, DAVID)
    with monkeypatch.context() as slow:
        slow.setattr("tables.play.moves._let_computers_decide", nobody_decides)
        await room.later(3 * DAY)
        await seats.give_time(room.services, number, CLARA, await room.seat(number, ANNA))
        await room.rest()
    await room.later(1)
    assert await helped(room, number) == [False, False, True], "it decides for Bert"
    assert await room.owing(number) == [ANNA]


async def test_time_that_was_given_is_kept_by_who_takes_something_back(room: Room) -> None:
    number = await room.table()
    seat = await room.seat(number, ANNA)
    await room.move(number, ANNA, "pick knight")
    await moves.take_back(room.services, number, ANNA)
    await seats.give_time(room.services, number, BERT, seat)
    await room.move(number, ANNA, "pick ship")
    await moves.take_back(room.services, number, ANNA)
    assert await end(room, number, ANNA) == room.time + 4 * DAY


async def test_nobody_gives_time_to_themselves_nor_to_who_owes_nothing_nor_from_outside(room: Room) -> None:
    number, seat = await table_that_waits_for_anna(room, "others")
    for person, whose, key in (
        (ANNA, seat, "own_time"),
        (STRANGER, seat, "not_seated"),
        (ANNA, await room.seat(number, BERT), "no_time_runs"),
        (BERT, 9, "no_such_seat"),
    ):
        with pytest.raises(Declined, match=key):
            await seats.give_time(room.services, number, person, whose)
    table = await room.load(number)
    assert deadlines.deadline_of(table, table.seats[seat]) == room.time + DAY
