"""Every clock on virtual time: for a decision, a bank, the hours of a player, and clocks that are changed in spring."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tables.model import deadlines
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR, Clock
from tables.notifications.kinds import Ping, Reminder
from tables.play import moves
from tables.runtime import people as persons
from tables.seating import seats
from tables.seating.table_settings import CLOCKS
from tables.time import holidays
from tests.tables.room import ANNA, BERT, CLARA, DAVID, PEOPLE, STRANGER, Room
from tests.tables.test_clocks import pass_on

pytestmark = pytest.mark.quick

BERLIN = "Europe/Berlin"
BANK = Clock(kind="bank", time=12 * HOUR, stock=5 * DAY, most=7 * DAY)


def at(text: str, zone: str = BERLIN) -> int:
    """Return a moment by what the clock on the wall says."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


async def end(room: Room, number: int, person: int) -> int:
    """When somebody's time runs out; the timer says the same."""
    table = await room.load(number)
    seat = table.seats[await room.seat(number, person)]
    timers = {timer.kind: timer.due for timer in await room.timers(number) if timer.seat == seat.seat}
    until = deadlines.deadline_of(table, seat)
    assert timers.get("end", 0) == until
    return until


async def left(room: Room, number: int, person: int) -> int:
    """How many seconds somebody's seat had when it was last counted."""
    return (await room.load(number)).seats[await room.seat(number, person)].time_left


async def all_pick(room: Room, number: int, *people: int) -> None:
    for person in people or PEOPLE:
        await room.move(number, person, "pick knight")


@pytest.mark.parametrize("name", CLOCKS)
async def test_every_clock_that_can_be_chosen_ends_when_it_says(room: Room, name: str) -> None:
    clock = CLOCKS[name]
    number = await room.table(clock=clock)
    expected = {"none": 0, "bank": room.time + clock.stock + clock.time, "decision": room.time + clock.time}
    assert await end(room, number, ANNA) == expected[clock.kind]


@pytest.mark.both_engines
async def test_a_bank_shrinks_by_what_is_used_and_grows_a_little_with_every_decision(room: Room) -> None:
    number = await room.table(clock=BANK)
    assert await end(room, number, ANNA) == room.time + 5 * DAY + 12 * HOUR
    room.time += 2 * DAY
    await all_pick(room, number)
    assert await left(room, number, ANNA) == 4 * DAY, "five days and a half, two used, half a day for the new decision"
    await room.restart()
    assert await end(room, number, ANNA) == room.time + 4 * DAY


async def test_a_bank_holds_no_more_than_its_limit(room: Room) -> None:
    number = await room.table(clock=Clock(kind="bank", time=12 * HOUR, stock=5 * DAY, most=5 * DAY))
    assert await end(room, number, ANNA) == room.time + 5 * DAY


async def test_a_bank_that_ran_out_has_what_the_next_decision_brings(room: Room) -> None:
    number = await room.table(clock=BANK)
    await room.later(8 * DAY)
    assert (await room.load(number)).seats[0].overdue
    await all_pick(room, number)
    assert await end(room, number, ANNA) == room.time + 12 * HOUR


async def test_who_is_asked_the_same_again_after_somebody_else_took_back_has_no_more_in_the_bank(room: Room) -> None:
    number, first, other, _ = await pass_on(room, "riga", BANK)
    before = await left(room, number, other)
    room.time += HOUR
    await moves.take_back(room.services, number, first)
    assert await left(room, number, other) == before - HOUR
    await room.finish_round(number)
    assert other in await room.owing(number)
    assert await left(room, number, other) == before - HOUR


async def test_one_reminder_comes_when_half_the_time_for_a_decision_is_left(room: Room) -> None:
    number = await room.table((ANNA, BERT), clock=BANK)
    begin = room.time
    reminded = []
    for _ in range(24):
        before = len(room.tellings(Reminder))
        await room.later(6 * HOUR)
        reminded += [((room.time - begin) // HOUR, row.until) for row in room.tellings(Reminder)[before:]]
    total = 5 * 24 + 12
    assert reminded == [(total - 6, begin + total * HOUR)] * 2 + [(total, 0)] * 2
    assert await room.timers(number) == []


async def hours(room: Room, person: int, zone: str, begin: int | None, end_: int | None) -> None:
    """Let somebody say when they play."""
    await holidays.set_hours(room.services, await persons.meet(room.services, person), zone, begin, end_)
    await room.rest()


HOURLY = Clock(kind="decision", time=6 * HOUR, window=True)
DAILY = Clock(kind="decision", time=DAY, window=True)


async def test_a_clock_stands_still_outside_of_the_hours_of_a_player(room: Room) -> None:
    room.time = at("2026-06-01T20:00")
    await hours(room, ANNA, BERLIN, 8 * 60, 22 * 60)
    number = await room.table(clock=HOURLY)
    assert await end(room, number, ANNA) == at("2026-06-02T12:00")
    assert await end(room, number, BERT) == at("2026-06-02T02:00"), "who has named no hours plays at any time"
    (ping,) = room.tellings(Ping)
    assert sorted(ping.each) == [at("2026-06-02T02:00")] * 2 + [at("2026-06-02T12:00")] or ping.until, ping
    await room.later(at("2026-06-02T11:59") - room.time)
    seat = await room.seat(number, ANNA)
    assert not (await room.load(number)).seats[seat].overdue
    await room.later(60)
    assert (await room.load(number)).seats[seat].overdue


async def test_at_a_table_without_hours_nobody_s_hours_stop_a_clock(room: Room) -> None:
    room.time = at("2026-06-01T20:00")
    await hours(room, ANNA, BERLIN, 8 * 60, 22 * 60)
    number = await room.table(clock=Clock(kind="decision", time=6 * HOUR))
    assert await end(room, number, ANNA) == room.time + 6 * HOUR


@pytest.mark.parametrize(
    ("begins", "ends"),
    [
        ("2026-03-28T12:00", "2026-03-29T13:00"),  # The night has an hour less, but nobody plays then.
        ("2026-10-24T12:00", "2026-10-25T13:00"),
    ],
)
async def test_hours_of_the_day_stay_the_same_when_clocks_are_changed(room: Room, begins: str, ends: str) -> None:
    room.time = at(begins)
    await hours(room, ANNA, BERLIN, 8 * 60, 22 * 60)
    number = await room.table(clock=Clock(kind="decision", time=15 * HOUR, window=True))
    assert await end(room, number, ANNA) == at(ends)
    await room.later(at(ends) - room.time - 60)
    assert not (await room.load(number)).seats[await room.seat(number, ANNA)].overdue
    await room.later(60)
    assert (await room.load(number)).seats[await room.seat(number, ANNA)].overdue


@pytest.mark.parametrize(("begins", "ran"), [("2026-03-29T00:00", 2), ("2026-10-25T00:00", 4)])
async def test_by_night_an_hour_that_is_left_out_costs_nothing_and_one_that_comes_twice_costs_twice(
    room: Room, begins: str, ran: int
) -> None:
    room.time = at(begins)
    await hours(room, ANNA, BERLIN, 60, 4 * 60)
    number = await room.table(clock=DAILY)
    room.time = at(begins[:11] + "12:00")
    await room.move(number, ANNA, "pick knight")
    assert (await room.load(number)).seats[await room.seat(number, ANNA)].time_used == ran * HOUR


async def test_a_time_zone_that_is_changed_counts_from_then_on(room: Room) -> None:
    room.time = at("2026-06-01T20:00")
    await hours(room, ANNA, BERLIN, 8 * 60, 22 * 60)
    number = await room.table(clock=HOURLY)
    room.time = at("2026-06-02T07:00")
    await hours(room, ANNA, "America/New_York", 8 * 60, 22 * 60)
    assert await left(room, number, ANNA) == 4 * HOUR
    assert await end(room, number, ANNA) == at("2026-06-02T12:00", "America/New_York")
    await room.restart()
    assert await end(room, number, ANNA) == at("2026-06-02T12:00", "America/New_York")
    await hours(room, ANNA, "America/New_York", None, None)
    assert await end(room, number, ANNA) == room.time + 4 * HOUR


async def test_only_zones_that_exist_and_hours_within_a_zone_can_be_set(room: Room) -> None:
    anna = await persons.meet(room.services, ANNA)
    for zone, begin, end_, key in (
        ("Europe/Atlantis", None, None, "no_such_zone"),
        (None, 60, 120, "zone_first"),
        (BERLIN, 60, 60, "no_such_hours"),
    ):
        with pytest.raises(Declined, match=key):
            await holidays.set_hours(room.services, anna, zone, begin, end_)
    assert await persons.get(room.services, ANNA) == anna


async def test_who_takes_over_has_a_day_or_the_time_for_a_decision_if_that_is_less(room: Room) -> None:
    for clock, least in ((CLOCKS["3d"], DAY), (CLOCKS["6h"], 6 * HOUR), (BANK, 12 * HOUR)):
        number = await room.table(clock=clock)
        seat = await room.seat(number, ANNA)
        await room.later(clock.stock + clock.time + HOUR)
        await room.substitute(number, BERT, seat, STRANGER, "Stranger")
        assert await end(room, number, STRANGER) == room.time + least
        assert not (await room.load(number)).seats[seat].overdue
        await room.close(number)


async def test_who_takes_over_has_what_was_left_if_that_is_more(room: Room) -> None:
    number = await room.table()
    room.time += DAY
    seat = await room.seat(number, ANNA)
    await room.substitute(number, ANNA, seat, STRANGER, "Stranger")
    assert await end(room, number, STRANGER) == room.time + 2 * DAY


async def test_giving_a_seat_to_a_computer_and_coming_back_brings_no_time(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the computer has decided anything."""
    number = await room.table()
    monkeypatch.setattr("tables.play.moves._let_computers_decide", nobody_decides)
    room.time += DAY
    await seats.resign(room.services, number, ANNA)
    assert await end(room, number, ANNA) == 0
    room.time += DAY
    await seats.come_back(room.services, number, ANNA)
    assert await end(room, number, ANNA) == room.time + 2 * DAY


async def nobody_decides(*_: object) -> None:
    """Think for ever."""


async def test_a_closed_or_finished_table_has_no_clock_that_runs(room: Room) -> None:
    closed = await room.table()
    await room.close(closed)
    finished = await room.table((CLARA, DAVID))
    await room.play_on(finished)
    for number in (closed, finished):
        assert {seat.runs_since for seat in (await room.load(number)).seats} == {0}
