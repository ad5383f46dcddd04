"""Setting a season up: the defaults of a new one, the organiser's changes to it, and announcing it."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

import msgspec

from rules import GAMES
from storage.database import Reader
from storage.league_rows import SeasonFormat, SeasonRow
from storage.queries import leagues as sql
from storage.queries import people as sql_people
from tables.leagues import season_delivery
from tables.leagues.season_store import note_season_act, want
from tables.model.season import CHECK_IN_S, Season
from tables.model.table_errors import Declined
from tables.model.time_left import DAY, HOUR, Clock, time_zone
from tables.runtime import people as persons
from tables.runtime.services import Services
from tables.seating.table_settings import CLOCKS

log = logging.getLogger("kontor.leagues")

HOLIDAYS_PER_SEASON = 7
"""How many days of a player's holidays stop their clocks in one season."""
CLOCK_NAMES = ("12h", "1d", "2d", "3d", "1d+3h")
"""The clocks of `CLOCKS` that a season can have; every one of them ends."""
START_HOUR = 18
"""Seasons start at this hour of the day, in the organiser's time zone."""
_DEFAULT_CLOCK = "1d"
_SIGNUP_S = 7 * DAY
_MIN_LENGTH_S = 7 * DAY
_LATEST_START_S = 365 * DAY
_PREFERRED_SIZE = 4


def league_clock(name: str) -> Clock:
    """Return the clock of league tables by its name in `CLOCKS`: the second time it runs out, the seat is lost."""
    return msgspec.structs.replace(CLOCKS[name], holidays=HOLIDAYS_PER_SEASON, out="second")


def clock_name(clock: Clock) -> str:
    """Return the name in `CLOCKS` of a season's clock."""
    return next(name for name in CLOCK_NAMES if league_clock(name) == clock)


def season_length_s(game: str) -> int:
    """Return how long a season of a game lasts if nothing else is chosen, in seconds: longer for heavier games."""
    return (2 + 2 * GAMES[game].weight) * 7 * DAY


async def evening(db: Reader, organiser: int, moment: int) -> int:
    """Return the first time from `moment` on at which it is `START_HOUR` o'clock in the organiser's time zone.

    Moments are seconds since 1970. An unknown time zone counts as UTC.
    """
    person = await sql_people.person(db, organiser)
    local = datetime.fromtimestamp(moment, time_zone((person and person.zone) or "UTC"))
    found = local.replace(hour=START_HOUR, minute=0, second=0, microsecond=0)
    return int((found if found >= local else found + timedelta(days=1)).timestamp())


async def draft(
    services: Services, server: int, channel: int, person: int, game: str, name: str, language: str
) -> SeasonRow:
    """Store and return a draft: a season with default settings that only its organiser sees.

    It replaces the organiser's earlier draft. Raise `Declined` if the server does not allow tables in this channel.
    """
    persons.check_channel(await persons.server(services, server), channel)
    now = services.now()
    starts = await evening(services.db.reader, person, now + _SIGNUP_S)
    sizes = GAMES[game].players
    row = SeasonRow(
        server=server,
        channel=channel,
        game=game,
        name=name,
        size=_PREFERRED_SIZE if _PREFERRED_SIZE in sizes else sizes[-1],
        clock=msgspec.json.encode(league_clock(_DEFAULT_CLOCK)).decode(),
        language=language,
        organiser=person,
        starts=starts,
        ends=starts + season_length_s(game),
        created=now,
        due=NOT_DUE,
    )
    async with services.db.transaction() as db:
        await sql.drop_draft(db, server, person)
        await sql.add_season(db, row)
    return row


NOT_DUE = 2**53
"""The due time of a season that waits for a person."""


async def change_draft(
    services: Services,
    season_id: int,
    person: int,
    *,
    name: str | None = None,
    size: int | None = None,
    clock: str | None = None,
    as_format: SeasonFormat | None = None,
    starts: int | None = None,
    ends: int | None = None,
    most: int | None = None,
) -> SeasonRow:
    """Change those settings of a draft whose argument is not None, and return the draft.

    `clock` is one of `CLOCK_NAMES`, `size` the number of players at a table, and `most` the largest number of players
    in the season. `starts` and `ends` are moved on to the next `START_HOUR`. A new start without a new end keeps the
    length of the season. Raise `Declined` if the person has no such draft, or if the dates or `most` are out of range.
    """
    async with services.db.transaction() as db:
        row = await sql.season(db, season_id)
        _check_draft(row, person)
        assert row is not None
        ends = ends if ends is None else await evening(db, person, ends)
        if starts is not None:
            starts = await evening(db, person, starts)
            ends = starts + row.ends - row.starts if ends is None else ends
        changes: dict[str, Any] = {"name": name, "format": as_format, "starts": starts, "ends": ends, "most": most}
        changes["size"] = size if size in GAMES[row.game].players else None
        changes["clock"] = msgspec.json.encode(league_clock(clock)).decode() if clock in CLOCK_NAMES else None
        row = msgspec.structs.replace(row, **{key: value for key, value in changes.items() if value is not None})
        _check_settings(row, services.now())
        await sql.save_season(db, row, "name", "size", "clock", "format", "starts", "ends", "most")
    return row


async def own_draft(services: Services, season_id: int, person: int) -> SeasonRow:
    """Return a draft. Raise `Declined` if the person has no such draft."""
    row = await sql.season(services.db.reader, season_id)
    _check_draft(row, person)
    assert row is not None
    return row


async def announce(services: Services, season_id: int, person: int) -> SeasonRow:
    """Open a draft for sign-ups, post its announcement, and return it.

    Raise `Declined` if the person has no such draft, or if its dates are no longer in range.
    """
    async with services.db.transaction() as db:
        row = await sql.season(db, season_id)
        _check_draft(row, person)
        assert row is not None
        _check_settings(row, services.now())
        row.state, row.created, row.due = "signup", services.now(), row.starts - CHECK_IN_S
        await sql.save_season(db, row, "state", "created", "due")
        await want(db, row.id, "announcement")
        await note_season_act(db, "announced", row, person, services.now())
    log.info("season=%d announced game=%s", row.id, row.game)
    season_delivery.wake(services, row.id)
    return row


def _check_draft(row: SeasonRow | None, person: int) -> None:
    """Raise `Declined` unless the row is a draft that this person made."""
    if row is None or row.organiser != person:
        raise Declined("no_season")
    if row.state != "draft":
        raise Declined("season_changed", name=row.name)


def _check_settings(row: SeasonRow, now: int) -> None:
    """Raise `Declined` unless a season starts in an hour to a year, lasts at least a week and admits enough players."""
    if not now + HOUR <= row.starts <= now + _LATEST_START_S:
        raise Declined("season_start_past")
    if row.ends < row.starts + _MIN_LENGTH_S:
        raise Declined("season_end_first")
    if row.most and row.most < (least := Season(row, [], []).min_players):
        raise Declined("season_too_small", least=least, most=row.most)
