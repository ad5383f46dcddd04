"""`next_weekly`: when it is a weekday and a time of day again in a time zone."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from tables.model.time_left import time_zone


def next_weekly(zone: str, weekday: int, minute: int, after: int) -> int:
    """Return the first moment after `after` at which a time of the week comes in a time zone. Moments are Unix seconds.

    `weekday` 0 is Monday, and `minute` counts from midnight. The time comes once a week, also when clocks change: of a
    time that occurs twice the first one counts, and a time that is skipped comes later by what the clocks skip (02:30
    becomes 03:30). Raises `ZoneInfoNotFoundError` for an unknown zone.
    """
    today = datetime.fromtimestamp(after, time_zone(zone)).date()
    day = today + timedelta(days=(weekday - today.weekday()) % 7)
    clock = time(*divmod(minute, 60), tzinfo=time_zone(zone))
    # A zone that skips a whole day (Samoa in 2011) moves the time into the following day, so last week counts too.
    moments = (int(datetime.combine(day + timedelta(weeks=weeks), clock).timestamp()) for weeks in (-1, 0, 1))
    return next(moment for moment in moments if moment > after)
