"""Limits per person and server: tables opened an hour, invitations an hour, threads a day.

They are counted from the tables and guests themselves, so a restart changes nothing. Tables of leagues do not count.
"""

from __future__ import annotations

from storage.database import Reader
from storage.queries import people
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR

LOBBY_EXPIRES_S = 7 * DAY
"""A lobby that has not started by then is closed."""


async def check_opening(db: Reader, person: int, server: int, now: int) -> None:
    """Raise `Declined` if a person may not open another table on a server now, because of the server's limits.

    They are: tables that the person opened in the last hour, and threads that their tables got in the last day. A lobby
    without a thread counts too, since it may still get one.
    """
    settings = await people.server(db, server)
    latest = await people.nth_opening(db, person, server, settings.tables_per_hour)
    _check("tables_per_hour", latest, HOUR, now, settings.tables_per_hour)
    # Threads count for a day. So that a lobby counts until it expires, its start is taken to be a day before that.
    latest = await people.nth_thread(db, person, server, settings.threads_per_day, LOBBY_EXPIRES_S - DAY)
    _check("threads_per_day", latest, DAY, now, settings.threads_per_day)


async def check_inviting(db: Reader, person: int, server: int, count: int, now: int) -> None:
    """Raise `Declined` if inviting `count` more people now would exceed a person's invitations per hour on a server.

    Do nothing if `count` is 0.
    """
    most = (await people.server(db, server)).invitations_per_hour
    if count > most:
        raise Declined("too_many_guests", most=most)
    if count:
        latest = await people.nth_invitation(db, person, server, most - count + 1)
        _check("invitations_per_hour", latest, HOUR, now, most)


def _check(key: str, at: int | None, span_s: int, now: int, most: int) -> None:
    """Raise `Declined` with this key if the time `at` is less than `span_s` seconds ago; None: never.

    The error names the limit `most` and the time when the span is over.
    """
    if at is not None and at + span_s > now:
        raise Declined(key, most=most, when=at + span_s)
