"""How and when a person is notified: preferences, quiet hours over midnight, daylight saving time."""

from __future__ import annotations

from datetime import datetime
from typing import get_args
from zoneinfo import ZoneInfo

import pytest

from tables.model.time_left import HOUR, DailyHours
from tables.notifications.preferences import NOT_AT_ALL, By, Preferences, Way, What, WhenTold, choose_way

pytestmark = pytest.mark.quick

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = DailyHours("Europe/Berlin", 22 * 60, 8 * 60)


def berlin(*when: int) -> int:
    return int(datetime(*when, tzinfo=BERLIN).timestamp())  # type: ignore[misc, arg-type]


DAYTIME, EVENING, SMALL_HOURS = berlin(2026, 11, 10, 12), berlin(2026, 11, 10, 22), berlin(2026, 11, 11, 4)
MORNING = berlin(2026, 11, 11, 8)


@pytest.mark.parametrize(
    ("by", "how"),
    [("thread", Way(here=True)), ("dm", Way(directly=True)), ("both", Way(here=True, directly=True))],
)
@pytest.mark.parametrize("what", get_args(What))
def test_at_once_is_now_in_the_chosen_way(by: By, how: Way, what: What) -> None:
    assert choose_way(what, Preferences("now", by, NIGHT), DAYTIME) == how


@pytest.mark.parametrize("what", get_args(What))
@pytest.mark.parametrize("now", [EVENING, SMALL_HOURS, MORNING - 1])
def test_in_quiet_hours_nothing_is_told_until_they_end(what: What, now: int) -> None:
    assert choose_way(what, Preferences("now", "both", NIGHT), now) == Way(gathered=MORNING)


@pytest.mark.parametrize("now", [EVENING - 1, MORNING])
def test_at_their_edges_quiet_hours_are_over(now: int) -> None:
    assert choose_way("ping", Preferences("now", "thread", NIGHT), now) == Way(here=True)


@pytest.mark.parametrize("told", ["3", "6", "12"])
def test_what_is_gathered_comes_within_so_many_hours(told: WhenTold) -> None:
    wishes = Preferences(told)
    assert choose_way("ping", wishes, DAYTIME) == Way(gathered=DAYTIME + int(told) * HOUR)
    assert choose_way("end", wishes, DAYTIME) == Way(gathered=DAYTIME + int(told) * HOUR)
    assert choose_way("half", wishes, DAYTIME) == Way(gathered=DAYTIME), "there may be no time left by then"


def test_what_is_gathered_into_the_night_comes_in_the_morning() -> None:
    assert choose_way("ping", Preferences("12", "thread", NIGHT), DAYTIME) == Way(gathered=MORNING)
    assert choose_way("half", Preferences("12", "thread", NIGHT), SMALL_HOURS) == Way(gathered=MORNING)


@pytest.mark.parametrize("what", get_args(What))
def test_only_what_runs_out_is_told_to_who_wants_no_more_and_nothing_to_who_wants_nothing(what: What) -> None:
    urgent = choose_way(what, Preferences("urgent"), DAYTIME)
    assert urgent == (NOT_AT_ALL if what in ("ping", "full", "invited", "offer") else Way(here=True))
    assert choose_way(what, Preferences("never", "both"), DAYTIME) == NOT_AT_ALL


@pytest.mark.parametrize(
    ("evening", "morning", "hours"),
    [
        (berlin(2026, 3, 28, 22), berlin(2026, 3, 29, 8), 9),
        (berlin(2026, 10, 24, 22), berlin(2026, 10, 25, 8), 11),
    ],
)
def test_a_night_in_which_clocks_change_ends_by_the_clock_on_the_wall(evening: int, morning: int, hours: int) -> None:
    assert morning - evening == hours * HOUR
    assert choose_way("ping", Preferences("now", "thread", NIGHT), evening) == Way(gathered=morning)


def test_quiet_hours_that_are_left_out_by_the_clock_are_none_and_those_that_come_twice_are_two() -> None:
    gap = Preferences("now", "thread", DailyHours("Europe/Berlin", 2 * 60 + 15, 2 * 60 + 45))
    spring = berlin(2026, 3, 29, 1, 59)
    assert all(choose_way("ping", gap, spring + 60 * minute).here for minute in range(120))
    autumn = berlin(2026, 10, 25, 1, 59)
    quiet = [minute for minute in range(240) if not choose_way("ping", gap, autumn + 60 * minute).here]
    assert quiet == [*range(16, 46), *range(76, 106)]
