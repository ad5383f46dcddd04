"""A time of the week comes once a week in every time zone, also when clocks change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.model.time_left import DAY, HOUR
from tables.model.weekly_times import next_weekly

WEEK_S = 7 * DAY
FRIDAY, SUNDAY = 4, 6
zones = st.sampled_from(sorted(available_timezones()))
moments = st.integers(0, int(datetime(2100, 1, 1, tzinfo=UTC).timestamp()))


def at(text: str, zone: str, fold: int = 0) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp())


@settings(max_examples=40)
@given(zones, st.integers(0, 6), st.integers(0, DAY // 60 - 1), moments)
def test_it_comes_within_a_week_at_that_local_time_unless_clocks_skip_it(
    zone: str, weekday: int, minute: int, after: int
) -> None:
    found = next_weekly(zone, weekday, minute, after)
    assert after < found <= after + WEEK_S + DAY
    local = datetime.fromtimestamp(found, ZoneInfo(zone))
    if (local.weekday(), 60 * local.hour + local.minute) == (weekday, minute):
        assert local.fold == 0
    else:  # The time that was wanted does not exist on that day: clocks were put forward over it.
        before = datetime.fromtimestamp(found - DAY, ZoneInfo(zone)).utcoffset()
        skipped = (local.utcoffset() or timedelta()) - (before or timedelta())
        wanted = local.replace(tzinfo=None) - skipped
        assert skipped > timedelta()
        assert (wanted.weekday(), 60 * wanted.hour + wanted.minute) == (weekday, minute)


@settings(max_examples=40)
@given(zones, st.integers(0, 6), st.integers(0, DAY // 60 - 1), moments)
def test_no_week_is_left_out_and_none_comes_twice(zone: str, weekday: int, minute: int, after: int) -> None:
    first = next_weekly(zone, weekday, minute, after)
    assert next_weekly(zone, weekday, minute, first - 1) == first
    second = next_weekly(zone, weekday, minute, first)
    assert abs(second - first - WEEK_S) <= DAY
    assert next_weekly(zone, weekday, minute, (first + second) // 2) == second


@pytest.mark.parametrize(
    ("zone", "weekday", "minute", "after", "found"),
    [
        ("Europe/Berlin", FRIDAY, 18 * 60, at("2026-10-23T18:00", "Europe/Berlin"), at("2026-10-30T17:00", "UTC")),
        ("Europe/Berlin", SUNDAY, 150, at("2026-03-28T12:00", "UTC"), at("2026-03-29T03:30", "Europe/Berlin")),
        ("Europe/Berlin", SUNDAY, 150, at("2026-10-24T12:00", "UTC"), at("2026-10-25T00:30", "UTC")),
        ("Europe/Berlin", SUNDAY, 150, at("2026-10-25T00:30", "UTC"), at("2026-11-01T01:30", "UTC")),
        (
            "Pacific/Apia",
            FRIDAY,
            18 * 60,
            at("2011-12-29T12:00", "Pacific/Apia"),
            at("2011-12-31T18:00", "Pacific/Apia"),
        ),
        (
            "Pacific/Apia",
            FRIDAY,
            18 * 60,
            at("2011-12-31T12:00", "Pacific/Apia"),
            at("2011-12-31T18:00", "Pacific/Apia"),
        ),
    ],
    ids=[
        "summer time ends",
        "skipped",
        "twice: the first",
        "twice: not the second",
        "no Friday",
        "no Friday, the day after",
    ],
)
def test_when_clocks_change(zone: str, weekday: int, minute: int, after: int, found: int) -> None:
    assert next_weekly(zone, weekday, minute, after) == found


def test_a_week_with_a_change_is_an_hour_longer_or_shorter() -> None:
    first = next_weekly("Europe/Berlin", FRIDAY, 18 * 60, at("2026-10-20T12:00", "UTC"))
    assert next_weekly("Europe/Berlin", FRIDAY, 18 * 60, first) - first == WEEK_S + HOUR
