"""How much time a seat has left and when it runs out: pure functions of a clock and of all that stops it."""

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
"""A moment after everything."""

ClockKind = Literal["none", "decision", "bank"]
WhenOut = Literal["others", "once", "lost"]


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """By which clock a table is played."""

    kind: ClockKind = "none"
    time: int = 0
    """Seconds for every decision; with a bank, what each one adds to it."""
    stock: int = 0
    """Seconds in the bank when the game begins."""
    most: int = 0
    """Seconds that a bank can hold."""
    window: bool = False
    """It stands still outside of the hours that a player has named."""
    holidays: int = HOLIDAYS
    """So many days of a player's holidays stop it in a year; 0: none do."""
    out: WhenOut = "others"
    """When time has run out: others decide what happens, a computer decides this once, or the seat is lost."""

    @property
    def runs(self) -> bool:
        """Whether time can run out."""
        return self.kind != "none"

    def at_first(self) -> int:
        """Return what a seat has before it is asked anything."""
        return self.stock if self.kind == "bank" else 0

    def asked(self, left: int) -> int:
        """Return what a seat has that is newly asked something, and had so much before."""
        if self.kind == "bank":
            return min(self.most, max(left, 0) + self.time)
        return self.time

    @property
    def least(self) -> int:
        """What a substitute has at least, and what others give with one press."""
        return min(DAY, self.time)

    @property
    def reminds(self) -> int:
        """How much is left when a seat is reminded: half the time for a decision, which every new one begins above."""
        return self.time // 2


class Daily(msgspec.Struct, frozen=True):
    """Hours of every day by the clock on somebody's wall, in minutes after midnight; `end` may lie on the next day."""

    zone: str
    begin: int
    end: int

    @property
    def always(self) -> bool:
        """Whether these hours are the whole day."""
        return self.begin == self.end


class Stops(msgspec.Struct, frozen=True):
    """All that stops a seat's clock: spans (our own downtime), holidays, every hour outside of a daily window."""

    spans: Sequence[Span] = ()
    window: Daily | None = None
    holidays: Sequence[Span] = ()

    def holiday_at(self, moment: int) -> Span | None:
        """Return the holiday that a moment lies in, together with those that follow at once."""
        found: Span | None = None
        for begin, end in self.holidays:
            if found and begin <= found[1]:
                found = (found[0], end)
            elif begin <= moment < end:
                found = (begin, end)
        return found


NOTHING = Stops()


@lru_cache(64)
def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its name."""
    return ZoneInfo(name)


def now_in(daily: Daily, at: int) -> tuple[bool, int]:
    """Say whether a moment lies within these hours, and until when that stays so at least.

    What the clock on the wall says decides: an hour that comes twice counts twice, one that is left out not at all.
    """
    offset = _offset(daily.zone, at)
    on_the_wall = (at + offset) % DAY
    begin, end = daily.begin * 60, daily.end * 60
    inside = begin <= on_the_wall < end if begin < end else on_the_wall >= begin or on_the_wall < end
    until = at + min((edge - on_the_wall) % DAY or DAY for edge in (begin, end))
    return inside, _until_clocks_change(daily.zone, offset, at, until)


def _offset(zone: str, at: int) -> int:
    offset = datetime.fromtimestamp(at, zone_of(zone)).utcoffset()
    assert offset is not None
    return int(offset.total_seconds())


def _until_clocks_change(zone: str, offset: int, at: int, until: int) -> int:
    """Return when the clocks of a zone change within a day, or its end if they do not."""
    if _offset(zone, until) == offset:
        return until
    while until - at > 1:
        middle = (at + until) // 2
        at, until = (middle, until) if _offset(zone, middle) == offset else (at, middle)
    return until


def running(since: int, stops: Stops) -> Iterator[Span]:
    """Yield when a clock runs from a moment on, span by span. It may never end."""
    window = stops.window if stops.window and not stops.window.always else None
    spans = sorted(span for span in (*stops.spans, *stops.holidays) if span[1] > since)
    at = since
    while True:
        while spans and spans[0][1] <= at:
            spans.pop(0)
        if spans and spans[0][0] <= at:
            at = spans[0][1]
            continue
        stop = spans[0][0] if spans else NEVER
        inside, until = now_in(window, at) if window else (True, NEVER)
        until = min(until, stop)
        if inside:
            yield at, until
        if until >= NEVER:
            return
        at = until


def used(since: int, now: int, stops: Stops = NOTHING) -> int:
    """Return for how long a clock ran between two moments."""
    total = 0
    for begin, end in running(since, stops):
        if begin >= now:
            break
        total += min(end, now) - begin
    return total


def runs_out(since: int, left: int, stops: Stops = NOTHING) -> int:
    """Return when a clock that runs since a moment has used up what was left; that moment if nothing was."""
    if left <= 0:
        return since
    for begin, end in running(since, stops):
        if end - begin >= left:
            return begin + left
        left -= end - begin
    return NEVER


def after(daily: Daily | None, at: int) -> int:
    """Return the first moment from this one on that is not within these hours: when a quiet time is over."""
    if daily is None or daily.always:
        return at
    inside, until = now_in(daily, at)
    while inside:
        at = until
        inside, until = now_in(daily, at)
    return at


# Holidays

_CLOCKS_CHANGE = 2 * HOUR
"""A day on which clocks are changed is a day all the same."""


def days_of(span: Span) -> int:
    """Return how many days of holidays this is: a day that was begun counts."""
    return max(1, -((span[0] - span[1] + _CLOCKS_CHANGE) // DAY))


def by_year(spans: Sequence[Span]) -> list[tuple[int, Span]]:
    """Return these spans in order, each with its year (UTC) and cut where a year ends."""
    cut: list[tuple[int, Span]] = []
    for begin, end in sorted(spans):
        at = begin
        while at < end:
            year = datetime.fromtimestamp(at, UTC).year
            until = min(end, int(datetime(year + 1, 1, 1, tzinfo=UTC).timestamp()))
            cut.append((year, (at, until)))
            at = until
    return cut


def granted(spans: Sequence[Span], days: int) -> list[Span]:
    """Return as much of somebody's holidays as there is with so many days a year, the earliest first.

    What has been stays so, whatever comes later.
    """
    spent: dict[int, int] = {}
    got: list[Span] = []
    for year, (begin, end) in by_year(spans):
        rest = days - spent.get(year, 0)
        if rest > 0:
            count = days_of((begin, end))
            spent[year] = days - rest + count
            got.append((begin, end if count <= rest else begin + rest * DAY))
    return got
