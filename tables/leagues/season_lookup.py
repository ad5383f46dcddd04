"""What people look up about leagues: the seasons of a server or person, and where their tables are played."""

from __future__ import annotations

from storage.league_rows import EntrantRow, SeasonFormat, SeasonRow, SeasonState
from storage.league_rows import SeasonMessageRow as SeasonMessage
from storage.queries import leagues as sql
from tables.leagues.season_store import load
from tables.model.season import Season
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.runtime.services import Services

__all__ = [
    "EntrantRow",
    "SeasonFormat",
    "SeasonMessage",
    "SeasonRow",
    "find",
    "finished",
    "of_person",
    "of_table",
    "open_seasons",
    "open_successor",
    "table_places",
]

_ORDER: tuple[tuple[SeasonState, ...], ...] = (("playing",), ("over",), ("checkin", "signup"))
"""Which season is meant if none is named: the newest in the first of these states."""


async def open_seasons(services: Services, server: int) -> list[SeasonRow]:
    """Return the seasons of a server that are announced and not over, newest first."""
    return await sql.of_server(services.db.reader, server, ("playing", "checkin", "signup"))


async def finished(services: Services, server: int) -> list[Season]:
    """Return the seasons of a server that are over, newest first."""
    rows = await sql.of_server(services.db.reader, server, ("over",))
    return [await load(services.db.reader, row.id) for row in rows]


async def find(services: Services, server: int, season_id: int = 0) -> Season:
    """Return a season of a server by its id; without an id, the newest season in the first of these states.

    The order is: being played, over, open for sign-ups. Raise `Declined` if there is no such season, or only a draft.
    """
    if season_id:
        season = await load(services.db.reader, season_id)
        if season.row.server != server or season.row.state == "draft":
            raise Declined("no_season")
        return season
    for states in _ORDER:
        if rows := await sql.of_server(services.db.reader, server, states):
            return await load(services.db.reader, rows[0].id)
    raise Declined("no_league_here")


async def of_person(services: Services, person: int, server: int) -> list[Season]:
    """Return the seasons of a server for which a person has signed up and that are not over, newest first."""
    rows = await sql.seasons_of(services.db.reader, person, ("signup", "checkin", "playing"))
    return [await load(services.db.reader, row.id) for row in rows if row.server == server]


async def table_places(services: Services, season: Season) -> dict[int, int]:
    """Return the channel or thread in which each table of a season is played, by table."""
    return await sql.table_places(services.db.reader, season.id)


async def of_table(services: Services, table: Table) -> tuple[Season, int] | None:
    """Return the season to which a table belongs, and its division there; None for an ordinary table."""
    fixture = await sql.fixture_of(services.db.reader, table.id) if table.row.season is not None else None
    if fixture is None or table.row.season is None:
        return None
    return await load(services.db.reader, table.row.season), fixture.division


async def open_successor(services: Services, season: Season) -> int:
    """Return the id of the next season of the same league if people can sign up for it; else 0."""
    row = await sql.season_of_league(services.db.reader, season.row.league, season.row.number + 1)
    return row.id if row and row.state in ("signup", "checkin") else 0
