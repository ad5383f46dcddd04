"""Holidays and pauses: clocks stand still, everybody sees it, and one may still move."""

from __future__ import annotations

import asyncio

import pytest

from storage.queries import tables as sql
from storage.rows import Span
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR, Clock, granted_holidays, holiday_days
from tables.notifications.kinds import BoardChanged, Reminder
from tables.notifications.seat_kinds import Paused, PauseOver, PauseWanted
from tables.notifications.timing import REFRESH_DELAY_S
from tables.play import lookup, moves
from tables.runtime import people as persons
from tables.seating import forgetting, seats
from tables.time import holidays as stopping
from tables.time import pauses
from tests.tables.room import ANNA, BERT, CLARA, DAVID, PEOPLE, STRANGER, Room
from tests.tables.test_clock_kinds import all_pick, at, end

pytestmark = pytest.mark.quick

MARCH = at("2026-03-10T00:00")


async def on_holiday(room: Room, number: int) -> dict[int, int]:
    """The people who are on holiday as the board shows it, and until when."""
    look = await lookup.look(room.services, number)
    return {
        look.table.seats[seat].person or 0: time.holiday_until
        for seat, time in look.times.items()
        if time.holiday_until
    }


@pytest.fixture
async def spring(room: Room) -> Room:
    room.time = MARCH
    return room


async def test_holidays_stop_the_clock_at_every_table_and_everybody_sees_it(spring: Room) -> None:
    room = spring
    tables = [await room.table(), await room.table(game="riga", people=(ANNA, BERT))]
    ends = {number: await end(room, number, ANNA) for number in tables if ANNA in await room.owing(number)}
    room.told.clear()
    await stopping.announce_holiday(room.services, ANNA, MARCH, MARCH + 5 * DAY)
    await room.later(REFRESH_DELAY_S)
    assert {told.table_id for told in room.told if isinstance(told.notice, BoardChanged)} == set(tables)
    for number in tables:
        assert await on_holiday(room, number) == {ANNA: MARCH + 5 * DAY}
    for number, was in ends.items():
        assert await end(room, number, ANNA) == was + 5 * DAY
    await room.later(4 * DAY)
    reminded = {
        (await room.load(told.table_id)).seats[told.notice.seat].person
        for told in room.told
        if isinstance(told.notice, Reminder)
    }
    assert ANNA not in reminded
    await room.move(tables[0], ANNA, "pick knight")


@pytest.mark.parametrize("how", ["hours", "holiday begins", "holiday ends", "pause"])
async def test_whose_time_is_up_is_late_whatever_stops_clocks_before_anybody_has_looked(spring: Room, how: str) -> None:
    """The clock looks every thirty seconds: meanwhile what was due is set anew."""
    room = spring
    number = await room.table((ANNA, BERT), clock=Clock(kind="decision", time=HOUR))
    if how == "holiday ends":
        await stopping.announce_holiday(room.services, ANNA, MARCH + HOUR - 5, MARCH + DAY)
        room.time = MARCH + DAY
    room.time += HOUR + 10
    if how == "hours":
        await stopping.set_hours(room.services, await persons.meet(room.services, ANNA), "Europe/Berlin", None, None)
    elif how == "holiday begins":
        await stopping.announce_holiday(room.services, ANNA, room.time, room.time + DAY)
        room.time += DAY
    elif how == "pause":
        for person in (ANNA, BERT):
            await pauses.request_pause(room.services, number, person)
        await pauses.end_pause(room.services, number, BERT)
    await room.later(1)
    await room.later(30)
    table = await room.load(number)
    seat = table.seat_of(ANNA)
    assert seat
    assert seat.overdue
    assert len([told for told in room.tellings(Reminder) if (told.seat, told.until) == (seat.seat, 0)]) == 1


@pytest.mark.parametrize("how", ["hours", "holiday begins", "holiday ends", "pause", "long pause", "told already"])
async def test_half_time_is_told_once_whatever_stops_clocks_before_anybody_has_looked(spring: Room, how: str) -> None:
    room = spring
    number = await room.table((ANNA, BERT), clock=Clock(kind="decision", time=HOUR))
    if how == "holiday ends":
        await stopping.announce_holiday(room.services, ANNA, MARCH + HOUR // 2 - 5, MARCH + DAY)
        await room.later(DAY - HOUR // 2)
    room.time += HOUR // 2 + 10
    if how == "told already":
        await room.later(0)
    if how in ("hours", "told already"):
        await stopping.set_hours(room.services, await persons.meet(room.services, ANNA), "Europe/Berlin", None, None)
    elif how == "holiday begins":
        await stopping.announce_holiday(room.services, ANNA, room.time, room.time + DAY)
        await room.later(DAY - 30)
    elif "pause" in how:
        for person in (ANNA, BERT):
            await pauses.request_pause(room.services, number, person)
        if how == "long pause":
            await room.later(DAY)
        await pauses.end_pause(room.services, number, BERT)
    seat = await room.seat(number, ANNA)
    if how in ("holiday begins", "long pause"):
        assert seat not in [told.seat for told in room.tellings(Reminder)], "their clock stands still"
    for _ in range(3):
        await room.later(30)
    assert [bool(told.until) for told in room.tellings(Reminder) if told.seat == seat] == [True]


async def test_holidays_to_come_are_shown_when_they_begin_and_gone_when_they_end(spring: Room) -> None:
    room = spring
    number = await room.table()
    await stopping.announce_holiday(room.services, ANNA, MARCH + DAY, MARCH + 4 * DAY)
    assert await on_holiday(room, number) == {}
    assert await end(room, number, ANNA) == MARCH + 6 * DAY
    for moment, shown in ((MARCH + DAY, {ANNA: MARCH + 4 * DAY}), (MARCH + 4 * DAY, {})):
        await room.rest()
        room.told.clear()
        await room.later(moment - room.time)
        await room.later(REFRESH_DELAY_S)
        assert BoardChanged() in [told.notice for told in room.told]
        assert await on_holiday(room, number) == shown
    assert await end(room, number, ANNA) == MARCH + 6 * DAY


@pytest.mark.parametrize("where", ["without a clock", "while others are asked", "in a pause"])
async def test_holidays_to_come_are_shown_wherever_somebody_sits(spring: Room, where: str) -> None:
    room = spring
    number = await room.table((ANNA, BERT), game="riga", pace=0 if where == "without a clock" else 10)
    (asked,) = await room.owing(number)
    other = BERT if asked == ANNA else ANNA
    away = other if where == "while others are asked" else asked
    await stopping.announce_holiday(room.services, away, MARCH + DAY, MARCH + 4 * DAY)
    if where == "in a pause":
        for person in (ANNA, BERT):
            await pauses.request_pause(room.services, number, person)
    for moment, shown in ((MARCH + DAY, {away: MARCH + 4 * DAY}), (MARCH + 4 * DAY, {})):
        await room.later(moment - 60 - room.time)
        room.told.clear()
        await room.later(60)
        await room.later(REFRESH_DELAY_S)
        assert room.tellings(BoardChanged)
        assert await on_holiday(room, number) == shown


async def test_at_a_table_that_is_over_no_holiday_is_waited_for(spring: Room) -> None:
    room = spring
    number = await room.table((ANNA, BERT))
    await stopping.announce_holiday(room.services, ANNA, MARCH + DAY, MARCH + 4 * DAY)
    assert await room.timers(number)
    await room.play_on(number)
    assert await room.timers(number) == []


async def test_who_is_back_early_has_their_clock_run_from_then_on(spring: Room) -> None:
    room = spring
    number = await room.table()
    await stopping.announce_holiday(room.services, ANNA, MARCH + DAY, MARCH + 20 * DAY)
    room.time = MARCH + 3 * DAY
    await room.restart()
    await stopping.end_holidays(room.services, ANNA)
    assert await end(room, number, ANNA) == MARCH + 5 * DAY
    assert await on_holiday(room, number) == {}
    assert await stopping.upcoming_holidays(room.services, ANNA) == []
    with pytest.raises(Declined, match="no_holiday"):
        await stopping.end_holidays(room.services, ANNA)
    await all_pick(room, number)
    assert (await room.load(number)).seats[await room.seat(number, ANNA)].time_used == DAY


async def test_who_was_overdue_stays_so_on_holiday(spring: Room) -> None:
    room = spring
    number = await room.table()
    await room.later(4 * DAY)
    await stopping.announce_holiday(room.services, ANNA, room.time, room.time + DAY)
    assert (await room.load(number)).seats[await room.seat(number, ANNA)].overdue


async def test_there_are_thirty_days_a_year_or_as_many_as_a_server_says(spring: Room) -> None:
    services, room = spring.services, spring
    await stopping.announce_holiday(services, ANNA, MARCH, MARCH + 20 * DAY)
    with pytest.raises(Declined, match="too_many_holidays") as no:
        await stopping.announce_holiday(services, ANNA, MARCH + 30 * DAY, MARCH + 41 * DAY)
    assert no.value.facts == {"most": 30, "left": 10, "year": 2026}
    with pytest.raises(Declined, match="holiday_known"):
        await stopping.announce_holiday(services, ANNA, MARCH + 10 * DAY, MARCH + 21 * DAY)
    for begin, last in ((0, DAY), (MARCH + 2 * DAY, MARCH + 2 * DAY), (MARCH, MARCH + 500 * DAY)):
        with pytest.raises(Declined, match="no_such_holiday"):
            await stopping.announce_holiday(services, BERT, begin, last)
    await stopping.announce_holiday(services, ANNA, MARCH + 30 * DAY, MARCH + 41 * DAY, most=60)
    next_year = at("2027-01-10T00:00")
    await stopping.announce_holiday(services, ANNA, next_year, next_year + 30 * DAY)
    with pytest.raises(Declined, match="too_many_holidays"):
        await stopping.announce_holiday(services, BERT, MARCH, MARCH + DAY, most=0)
    await room.restart()
    assert len(await stopping.upcoming_holidays(room.services, ANNA)) == 3


async def test_a_table_counts_only_so_many_days_as_it_was_opened_with(spring: Room) -> None:
    room = spring
    few = await room.table(clock=Clock(kind="decision", time=DAY, holidays=3))
    none = await room.table(clock=Clock(kind="decision", time=DAY, holidays=0))
    await stopping.announce_holiday(room.services, ANNA, MARCH, MARCH + 10 * DAY)
    assert await end(room, few, ANNA) == MARCH + 4 * DAY
    assert await end(room, none, ANNA) == MARCH + DAY
    assert await on_holiday(room, few) == {ANNA: MARCH + 3 * DAY}
    assert await on_holiday(room, none) == {}


@pytest.mark.parametrize(
    ("first", "after", "days"),
    [
        ("2026-03-28", "2026-03-30", 2),  # One hour less: clocks go forward.
        ("2026-10-24", "2026-10-26", 2),  # One hour more.
        ("2026-06-01", "2026-07-01", 30),
    ],
)
def test_days_are_counted_as_on_a_calendar(first: str, after: str, days: int) -> None:
    assert holiday_days((at(f"{first}T00:00"), at(f"{after}T00:00"))) == days


def test_what_was_granted_stays_granted_whatever_comes_later() -> None:
    spans: list[Span] = [
        (MARCH, MARCH + 2 * DAY),
        (MARCH + 9 * DAY, MARCH + 9 * DAY + HOUR),
        (MARCH + 20 * DAY, MARCH + 25 * DAY),
    ]
    assert granted_holidays(spans, 30) == spans
    assert granted_holidays(spans, 4) == [*spans[:2], (MARCH + 20 * DAY, MARCH + 21 * DAY)]
    for count in range(3):
        assert granted_holidays(spans[:count], 4) == granted_holidays(spans, 4)[:count]
    new_year = at("2027-01-01T00:00", "UTC")
    assert granted_holidays([(new_year - 2 * DAY, new_year + 2 * DAY)], 1) == [
        (new_year - 2 * DAY, new_year - DAY),
        (new_year, new_year + DAY),
    ]


async def test_holidays_of_who_had_the_seat_before_do_not_count_for_who_takes_it(spring: Room) -> None:
    room = spring
    number = await room.table()
    await stopping.announce_holiday(room.services, ANNA, MARCH, MARCH + 20 * DAY)
    room.time += DAY
    await room.substitute(number, ANNA, await room.seat(number, ANNA), STRANGER, "Stranger")
    assert await end(room, number, STRANGER) == room.time + 3 * DAY


async def test_forgetting_somebody_forgets_their_holidays(spring: Room) -> None:
    room = spring
    number = await room.table()
    await stopping.announce_holiday(room.services, ANNA, MARCH, MARCH + 20 * DAY)
    await forgetting.forget(room.services, ANNA)
    await room.rest()
    assert await stopping.upcoming_holidays(room.services, ANNA) == []
    ((count,),) = await room.services.db.reader.execute_fetchall("SELECT count(*) FROM holidays")
    assert count == 0
    assert await on_holiday(room, number) == {}


async def test_a_change_that_cannot_be_written_is_as_if_it_had_never_been(
    spring: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = spring
    number = await room.table()
    was = await end(room, number, ANNA)

    async def fails(*_: object) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as broken:
        broken.setattr(sql, "update_seats", fails)
        with pytest.raises(OSError, match="no space left"):
            await stopping.announce_holiday(room.services, ANNA, MARCH, MARCH + 5 * DAY)
    assert await stopping.upcoming_holidays(room.services, ANNA) == []
    assert await end(room, number, ANNA) == was


async def test_holidays_announced_at_once_are_all_kept_and_count_together(spring: Room) -> None:
    services = spring.services
    await asyncio.gather(
        stopping.announce_holiday(services, ANNA, MARCH + 10 * DAY, MARCH + 20 * DAY),
        stopping.announce_holiday(services, ANNA, MARCH + 30 * DAY, MARCH + 40 * DAY),
    )
    assert await stopping.upcoming_holidays(services, ANNA) == [
        (MARCH + 10 * DAY, MARCH + 20 * DAY),
        (MARCH + 30 * DAY, MARCH + 40 * DAY),
    ]
    answers = await asyncio.gather(
        *(stopping.announce_holiday(services, BERT, MARCH + far * DAY, MARCH + (far + 25) * DAY) for far in (40, 80)),
        return_exceptions=True,
    )
    assert [answer.key for answer in answers if isinstance(answer, Declined)] == ["too_many_holidays"]
    assert len(await stopping.upcoming_holidays(services, BERT)) == 1


async def test_who_is_back_and_announces_a_holiday_at_once_does_one_after_the_other(spring: Room) -> None:
    room = spring
    await stopping.announce_holiday(room.services, ANNA, MARCH, MARCH + 5 * DAY)
    room.time += DAY
    await asyncio.gather(
        stopping.end_holidays(room.services, ANNA),
        stopping.announce_holiday(room.services, ANNA, MARCH + 10 * DAY, MARCH + 20 * DAY),
    )
    # Whichever is first: to be back ends what was announced before.
    assert await stopping.upcoming_holidays(room.services, ANNA) in ([], [(MARCH + 10 * DAY, MARCH + 20 * DAY)])


# Pauses


async def test_a_pause_begins_when_all_agree_and_any_of_them_ends_it(room: Room) -> None:
    number = await room.table((ANNA, BERT, CLARA), computers=1)
    await room.move(number, CLARA)
    room.time += DAY
    for person in (ANNA, CLARA):
        await pauses.request_pause(room.services, number, person)
        assert not (await room.load(number)).row.paused
    with pytest.raises(Declined, match="pause_wanted_already"):
        await pauses.request_pause(room.services, number, ANNA)
    await room.rest()
    assert room.tellings(Paused) == []
    await pauses.request_pause(room.services, number, BERT)
    await room.rest()
    seat = await room.seat(number, ANNA)
    assert room.tellings(PauseWanted) == [PauseWanted(seat=seat)], "told once"
    assert room.tellings(Paused) == [Paused()]
    assert (await room.load(number)).row.paused == room.time
    assert await end(room, number, ANNA) == 0
    with pytest.raises(Declined, match="paused_already"):
        await pauses.request_pause(room.services, number, ANNA)
    await room.restart()
    await room.later(30 * DAY)
    assert room.tellings(Reminder) == []
    await pauses.end_pause(room.services, number, CLARA)
    await room.rest()
    assert room.tellings(PauseOver) == [PauseOver(seat=await room.seat(number, CLARA))]
    assert await end(room, number, ANNA) == room.time + 2 * DAY
    assert await end(room, number, CLARA) == 0
    with pytest.raises(Declined, match="not_paused"):
        await pauses.end_pause(room.services, number, CLARA)


async def test_a_pause_can_begin_when_who_had_not_agreed_plays_no_more(room: Room) -> None:
    number = await room.table((ANNA, BERT, CLARA))
    for person in (ANNA, CLARA):
        await pauses.request_pause(room.services, number, person)
    await seats.resign(room.services, number, BERT)
    await pauses.request_pause(room.services, number, ANNA)
    assert (await room.load(number)).row.paused == room.time


async def test_during_a_pause_one_may_move_and_nobody_s_clock_runs(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    room.time += HOUR
    for person in (ANNA, BERT):
        await pauses.request_pause(room.services, number, person)
    room.time += DAY
    await room.finish_round(number)
    await moves.take_back(room.services, number, ANNA) if (await room.look(number, ANNA)).can_undo else None
    assert {seat.runs_since for seat in (await room.load(number)).seats} == {0}
    room.time += DAY
    await pauses.end_pause(room.services, number, BERT)
    assert await end(room, number, ANNA) == room.time + 3 * DAY


async def test_who_does_not_want_a_pause_says_so_and_the_wish_is_gone(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await pauses.request_pause(room.services, number, ANNA)
    await pauses.end_pause(room.services, number, BERT)
    await pauses.request_pause(room.services, number, BERT)
    assert not (await room.load(number)).row.paused


async def test_a_pause_is_for_those_who_play_at_a_table_with_a_clock(room: Room) -> None:
    number = await room.table(pace=0)
    with pytest.raises(Declined, match="no_clock"):
        await pauses.request_pause(room.services, number, ANNA)
    with pytest.raises(Declined, match="not_seated"):
        await pauses.request_pause(room.services, number, STRANGER)


async def test_who_takes_over_a_seat_has_not_agreed_to_anything(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await pauses.request_pause(room.services, number, ANNA)
    await room.substitute(number, ANNA, await room.seat(number, ANNA), STRANGER, "Stranger")
    await pauses.request_pause(room.services, number, BERT)
    assert not (await room.load(number)).row.paused
    assert {*PEOPLE} >= {CLARA, DAVID}
