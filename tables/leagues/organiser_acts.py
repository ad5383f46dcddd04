"""What an organiser can do with a season: start it, extend it, move it or call it off.

Each act is announced in the season's channel.
"""

from __future__ import annotations

import logging

from storage.queries import leagues as sql
from tables.leagues import season_delivery, season_progress
from tables.leagues.season_settings import NOT_DUE
from tables.leagues.season_store import load, note_season_act, want, want_act
from tables.model.season import Season
from tables.model.table_errors import Declined
from tables.model.time_left import DAY
from tables.runtime import people as persons
from tables.runtime.services import Services

log = logging.getLogger("kontor.leagues")

EXTENSION_S = 7 * DAY


async def start_now(services: Services, season_id: int, person: int) -> Season:
    """Start a season at once with the people whom `Season.starters` returns, open its tables, and return it.

    Raise `Declined` if it has started, was called off, or has too few players.
    """
    async with services.db.transaction() as db:
        season = await load(db, season_id)
        if season.row.state not in ("signup", "checkin"):
            raise Declined("season_changed", name=season.row.name)
        if (have := len(season.starters())) < season.min_players:
            raise Declined("too_few_entrants", name=season.row.name, least=season.min_players, have=have)
        await season_progress.start(db, season, services.now())
        await want_act(db, season_id, "started", person)
        await note_season_act(db, "started", season.row, person, services.now())
    log.info("season=%d started by an organiser", season_id)
    season_delivery.wake(services, season_id)
    await season_progress.advance(services, season_id)
    return season


async def extend(services: Services, season_id: int, person: int, seen: int) -> Season:
    """Make a running season end a week later, and return it.

    `seen` is the end that the organiser saw: if it has changed since, raise `Declined`, so that two presses extend it
    once. It is also raised if the season is not running, or its end has passed.
    """
    async with services.db.transaction() as db:
        season = await load(db, season_id)
        row = season.row
        if row.state != "playing" or row.ends != seen or services.now() >= row.ends:
            raise Declined("season_changed", name=row.name)
        row.ends += EXTENSION_S
        row.extended += EXTENSION_S
        row.due = min(row.due, row.ends) if row.due < NOT_DUE else row.ends
        await sql.save_season(db, row, "ends", "extended", "due")
        await want(db, season_id, "announcement")
        await want_act(db, season_id, "extended", person, row.ends)
        await note_season_act(db, "extended", row, person, services.now(), until=row.ends)
    log.info("season=%d extended until=%d by an organiser", season_id, row.ends)
    season_delivery.wake(services, season_id)
    return season


async def move(services: Services, season_id: int, person: int, channel: int) -> Season:
    """Move a season that is not over to another channel of its server, and return it. Its open tables stay.

    The announcement and the standings are posted there anew. Raise `Declined` if it is there already, is over or was
    called off, or if the server does not allow tables in that channel.
    """
    async with services.db.transaction() as db:
        season = await load(db, season_id)
        if season.row.channel == channel or season.row.state not in ("signup", "checkin", "playing"):
            raise Declined("season_changed", name=season.row.name)
        persons.check_channel(await persons.server(services, season.row.server), channel)
        season.row.channel = channel
        await sql.save_season(db, season.row, "channel")
        await sql.post_messages_anew(db, season_id)
        await want_act(db, season_id, "moved", person)
    log.info("season=%d moved to channel=%d by an organiser", season_id, channel)
    season_delivery.wake(services, season_id)
    return season


async def call_off(services: Services, season_id: int, person: int) -> Season:
    """Call a season off, and return it. Its running tables become ordinary tables.

    Raise `Declined` if it is over or was called off already.
    """
    async with services.db.transaction() as db:
        season = await load(db, season_id)
        await season_progress.cancel(db, season, services.now(), "cancelled", person)
        await note_season_act(db, "called_off", season.row, person, services.now())
    log.info("season=%d cancelled by an organiser", season_id)
    season_delivery.wake(services, season_id)
    return season
