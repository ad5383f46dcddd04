"""How a table's clock works: time used, time left, and the moment it runs out.

Pure functions of a clock and of everything that stops it. All moments are seconds since 1970 (UTC), all durations
seconds. A `Span` is a (begin, end) pair of moments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from storage.rows import HOLIDAYS, Span

HOUR = 3600
DAY = 24 * HOUR
NEVER = 2**53
"""A moment later than any other: the deadline of a clock that never runs out."""

ClockKind = Literal["none", "decision", "bank"]
"""No time limit, the same time for every decision, or a bank of time to which every decision adds."""
WhenOut = Literal["others", "once", "lost", "second"]
"""What happens when time is up: other players may give the seat away, or a computer decides once or gets the seat.

`second`: a computer decides once, and gets the seat the second time."""
Consequence = Literal["others", "once", "lost"]
"""What happens at one moment when time is up: `second` has become `once` or `lost`."""


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """The clock a table is played with, chosen when it is opened. Stored as JSON in `tables.clock`.

    Its kind is no limit, the same time for every decision, or a bank of time for each seat. It also says what stops it
    and what happens when a seat's time is up (`out`).
    """

    kind: ClockKind = "none"
    time: int = 0
    """Seconds for every decision; with a bank, the seconds that every decision adds to it."""
    stock: int = 0
    """Seconds in the bank when the game begins."""
    most: int = 0
    """The most seconds a bank can hold."""
    window: bool = False
    """True if it stops outside a player's active hours."""
    holidays: int = HOLIDAYS
    """How many days of a player's holidays stop it per year; 0 for none."""
    out: WhenOut = "others"
    """What happens when a seat's time is up. `others`: nothing, but other players may give the seat away.

    `once`: a computer makes this decision. `lost`: a computer gets the seat for good. `second`: as `once` the first
    time, as `lost` the second time."""

    @property
    def runs(self) -> bool:
        """True if time can run out."""
        return self.kind != "none"

    def initial_time(self) -> int:
        """Return the seconds a seat has before its first decision: a bank's stock, else 0."""
        return self.stock if self.kind == "bank" else 0

    def time_for_new_decision(self, left: int) -> int:
        """Return the seconds a seat has for a new decision, given the seconds it had left before (`left`).

        With a bank these are `left` plus `time`, at most `most`; a negative `left` counts as 0. Otherwise every
        decision has `time`.
        """
        if self.kind == "bank":
            return min(self.most, max(left, 0) + self.time)
        return self.time

    @property
    def extra_time(self) -> int:
        """The seconds that *More time* adds, and that a substitute has at least: a day, or `time` if that is less."""
        return min(DAY, self.time)

    @property
    def reminder_threshold(self) -> int:
        """The seconds left at which a player is reminded: half of `time`. Every new decision starts above it."""
        return self.time // 2


class DailyHours(msgspec.Struct, frozen=True):
    """Daily hours in a time zone, in minutes after midnight of local time.

    `end` may be on the next day; if it equals `begin`, the hours cover the whole day.
    """

    zone: str
    begin: int
    end: int

    @property
    def is_whole_day(self) -> bool:
        """True if begin and end are the same: the hours cover the whole day."""
        return self.begin == self.end


class ClockStops(msgspec.Struct, frozen=True):
    """Everything that stops one seat's clock: downtimes of the bot, and its player's inactive hours and holidays."""

    spans: Sequence[Span] = ()
    """Downtimes of the bot."""
    window: DailyHours | None = None
    """The player's active hours: the clock stops outside them. None if it runs all day."""
    holidays: Sequence[Span] = ()
    """The player's holidays, sorted, as far as this table grants them."""

    def holiday_at(self, moment: int) -> Span | None:
        """Return the holiday that covers a moment, extended by those that follow it without a gap; None without one."""
        found: Span | None = None
        for begin, end in self.holidays:
            if found and begin <= found[1]:
                found = (found[0], end)
            elif begin <= moment < end:
                found = (begin, end)
        return found


NO_STOPS = ClockStops()


@lru_cache(64)
def time_zone(name: str) -> ZoneInfo:
    """Return a time zone by its IANA name. Cached; raises `ZoneInfoNotFoundError` for an unknown name."""
    return ZoneInfo(name)


def within_hours(daily: DailyHours, at: int) -> tuple[bool, int]:
    """Return True if a moment lies within these hours, and a later moment until which the answer stays the same.

    Local time decides: an hour that occurs twice when clocks change counts twice, a skipped hour not at all.
    """
    offset = _offset(daily.zone, at)
    local = (at + offset) % DAY
    begin, end = daily.begin * 60, daily.end * 60
    inside = begin <= local < end if begin < end else local >= begin or local < end
    until = at + min((edge - local) % DAY or DAY for edge in (begin, end))
    return inside, _until_offset_change(daily.zone, offset, at, until)


def _offset(zone: str, at: int) -> int:
    """Return the UTC offset of a time zone at a moment, in seconds."""
    offset = datetime.fromtimestamp(at, time_zone(zone)).utcoffset()
    assert offset is not None
    return int(offset.total_seconds())


def _until_offset_change(zone: str, offset: int, at: int, until: int) -> int:
    """Return when the zone's UTC offset changes between two moments at most a day apart; `until` if it does not.

    `offset` is the offset at the moment `at`.
    """
    if _offset(zone, until) == offset:
        return until
    while until - at > 1:
        middle = (at + until) // 2
        at, until = (middle, until) if _offset(zone, middle) == offset else (at, middle)
    return until


def running_spans(since: int, stops: ClockStops) -> Iterator[Span]:
    """Yield the spans in which a clock runs from the moment `since` on, in order.

    With a daily window the spans never end. Without one, the last span ends at `NEVER`.
    """
    window = stops.window if stops.window and not stops.window.is_whole_day else None
    spans = sorted(span for span in (*stops.spans, *stops.holidays) if span[1] > since)
    at = since
    while True:
        while spans and spans[0][1] <= at:
            spans.pop(0)
        if spans and spans[0][0] <= at:
            at = spans[0][1]
            continue
        stop = spans[0][0] if spans else NEVER
        inside, until = within_hours(window, at) if window else (True, NEVER)
        until = min(until, stop)
        if inside:
            yield at, until
        if until >= NEVER:
            return
        at = until


def elapsed(since: int, now: int, stops: ClockStops = NO_STOPS) -> int:
    """Return for how many seconds a clock ran between two moments, given everything that stops it (`stops`)."""
    total = 0
    for begin, end in running_spans(since, stops):
        if begin >= now:
            break
        total += min(end, now) - begin
    return total


def expires_at(since: int, left: int, stops: ClockStops = NO_STOPS) -> int:
    """Return when a clock that starts at `since` with `left` seconds runs out, given everything that stops it.

    Return `since` if no time is left, and `NEVER` if it does not run out.
    """
    if left <= 0:
        return since
    for begin, end in running_spans(since, stops):
        if end - begin >= left:
            return begin + left
        left -= end - begin
    return NEVER


def next_outside(daily: DailyHours | None, at: int) -> int:
    """Return the first moment, from `at` on, that lies outside these hours.

    Return `at` itself if `daily` is None, or if the hours cover the whole day.
    """
    if daily is None or daily.is_whole_day:
        return at
    inside, until = within_hours(daily, at)
    while inside:
        at = until
        inside, until = within_hours(daily, at)
    return at


# Holidays

_CLOCK_CHANGE_S = 2 * HOUR
"""How much longer or shorter a calendar day may be when clocks change; it still counts as one day."""


def holiday_days(span: Span) -> int:
    """Return how many days of holiday a span counts as: its length rounded up to days, at least 1.

    Up to two hours beyond whole days are not counted, since clocks may have changed within the span.
    """
    return max(1, -((span[0] - span[1] + _CLOCK_CHANGE_S) // DAY))


def split_by_year(spans: Sequence[Span]) -> list[tuple[int, Span]]:
    """Return the spans sorted and cut at the end of each year (UTC), each with its year."""
    cut: list[tuple[int, Span]] = []
    for begin, end in sorted(spans):
        at = begin
        while at < end:
            year = datetime.fromtimestamp(at, UTC).year
            until = min(end, int(datetime(year + 1, 1, 1, tzinfo=UTC).timestamp()))
            cut.append((year, (at, until)))
            at = until
    return cut


def granted_holidays(spans: Sequence[Span], days: int, since: int | None = None) -> list[Span]:
    """Return the part of a person's holidays that fits an allowance of `days` per year: sorted, cut at New Year (UTC).

    Each span uses up `holiday_days` of the allowance, the earliest spans of a year first. So a holiday announced later
    never changes what was granted before. With `since` there is one allowance for all time from that moment on, instead
    of one per year.
    """
    spent: dict[int, int] = {}
    got: list[Span] = []
    counted = (
        split_by_year(spans)
        if since is None
        else [(0, (max(begin, since), end)) for begin, end in sorted(spans) if end > since]
    )
    for year, (begin, end) in counted:
        rest = days - spent.get(year, 0)
        if rest > 0:
            count = holiday_days((begin, end))
            spent[year] = days - rest + count
            got.append((begin, end if count <= rest else begin + rest * DAY))
    return got
