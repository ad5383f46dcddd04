"""Time that is left: it runs only outside of all that stops it, also when clocks are changed."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.model.time_left import (
    DAY,
    HOUR,
    NEVER,
    Clock,
    ClockStops,
    DailyHours,
    elapsed,
    expires_at,
    next_outside,
    running_spans,
    within_hours,
)

pytestmark = pytest.mark.quick

BERLIN = "Europe/Berlin"
SPRING = int(datetime(2026, 3, 29, tzinfo=ZoneInfo(BERLIN)).timestamp())
"""Midnight before the hour from two to three is left out."""
AUTUMN = int(datetime(2026, 10, 25, tzinfo=ZoneInfo(BERLIN)).timestamp())
"""Midnight before the hour from two to three comes twice."""
ZONES = ["UTC", BERLIN, "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu"]


def at(text: str, zone: str = BERLIN) -> int:
    """Return a moment by what the clock on the wall says."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


def test_without_anything_that_stops_it_time_runs_on() -> None:
    assert elapsed(1000, 5000) == 4000
    assert expires_at(1000, 4000) == 5000
    assert list(running_spans(7, ClockStops())) == [(7, NEVER)]


def test_time_stands_still_outside_of_the_hours_that_somebody_has_named() -> None:
    stops = ClockStops(window=DailyHours(BERLIN, 8 * 60, 22 * 60))
    evening = at("2026-06-01T21:00")
    assert expires_at(evening, 2 * HOUR, stops) == at("2026-06-02T09:00")
    assert elapsed(evening, at("2026-06-02T08:30"), stops) == 90 * 60
    assert expires_at(at("2026-06-01T03:00"), HOUR, stops) == at("2026-06-01T09:00")


def test_hours_may_go_over_midnight() -> None:
    stops = ClockStops(window=DailyHours(BERLIN, 22 * 60, 6 * 60))
    assert expires_at(at("2026-06-01T05:00"), 2 * HOUR, stops) == at("2026-06-01T23:00")
    assert next_outside(DailyHours(BERLIN, 22 * 60, 8 * 60), at("2026-06-01T23:30")) == at("2026-06-02T08:00")
    assert next_outside(DailyHours(BERLIN, 22 * 60, 8 * 60), at("2026-06-02T07:59")) == at("2026-06-02T08:00")
    assert next_outside(DailyHours(BERLIN, 22 * 60, 8 * 60), at("2026-06-02T08:00")) == at("2026-06-02T08:00")


def test_when_clocks_go_forward_the_hour_that_is_left_out_is_not_used() -> None:
    night = ClockStops(window=DailyHours(BERLIN, 60, 4 * 60))
    assert elapsed(SPRING, SPRING + DAY, night) == 2 * HOUR
    assert expires_at(SPRING, 2 * HOUR, night) == at("2026-03-29T04:00")
    assert next_outside(DailyHours(BERLIN, 60, 150), SPRING + HOUR) == at("2026-03-29T03:00"), (
        "half past two does not come"
    )


def test_when_clocks_go_back_the_hour_that_comes_twice_is_used_twice() -> None:
    night = ClockStops(window=DailyHours(BERLIN, 60, 4 * 60))
    assert elapsed(AUTUMN, AUTUMN + DAY, night) == 4 * HOUR
    assert expires_at(AUTUMN, 4 * HOUR, night) == at("2026-10-25T04:00")


def test_holidays_and_downtime_stop_it_and_may_overlap() -> None:
    stops = ClockStops(spans=((100, 200), (150, 400), (1000, 1100), (10, 20)))
    assert elapsed(50, 500, stops) == 150
    assert expires_at(50, 650, stops) == 1000
    assert expires_at(50, 651, stops) == 1101
    assert expires_at(120, 10, stops) == 410


def test_a_clock_without_time_and_one_that_never_runs_again() -> None:
    assert expires_at(50, 0) == 50
    assert expires_at(50, -10) == 50
    assert expires_at(50, 10, ClockStops(spans=((0, NEVER),))) == NEVER


def test_a_bank_grows_with_every_decision_up_to_its_limit_and_other_clocks_begin_anew() -> None:
    bank = Clock(kind="bank", time=12 * HOUR, stock=5 * DAY, most=7 * DAY)
    assert bank.time_for_new_decision(bank.initial_time()) == 5 * DAY + 12 * HOUR
    assert bank.time_for_new_decision(7 * DAY - HOUR) == 7 * DAY
    assert bank.time_for_new_decision(-HOUR) == 12 * HOUR
    assert Clock(kind="decision", time=DAY).time_for_new_decision(HOUR) == DAY
    assert not Clock().runs


MINUTES = st.integers(0, 24 * 60 - 1)
MOMENTS = st.integers(
    int(datetime(2026, 3, 1, tzinfo=UTC).timestamp()), int(datetime(2026, 11, 20, tzinfo=UTC).timestamp())
)


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(
    zone=st.sampled_from(ZONES),
    begin=MINUTES,
    end=MINUTES,
    since=MOMENTS.map(lambda moment: moment // 60 * 60),
    spans=st.lists(st.tuples(st.integers(0, 3000), st.integers(1, 900)), max_size=3),
    minutes=st.integers(1, 3000),
)
def test_it_is_as_if_every_minute_was_looked_at(
    zone: str, begin: int, end: int, since: int, spans: list[tuple[int, int]], minutes: int
) -> None:
    daily = DailyHours(zone, begin, end)
    stops = ClockStops(tuple((since + a * 60, since + (a + b) * 60) for a, b in spans), daily)

    def runs(moment: int) -> bool:
        wall = datetime.fromtimestamp(moment, ZoneInfo(zone))
        minute = wall.hour * 60 + wall.minute
        open_now = begin <= minute < end if begin < end else begin == end or minute >= begin or minute < end
        return open_now and not any(first <= moment < last for first, last in stops.spans)

    ran = [since + n * 60 for n in range(minutes) if runs(since + n * 60)]
    assert elapsed(since, since + minutes * 60, stops) == 60 * len(ran)
    if ran:
        assert expires_at(since, 60 * len(ran), stops) == ran[-1] + 60
        assert within_hours(daily, ran[0])[0] or daily.is_whole_day
