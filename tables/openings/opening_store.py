"""The recurring openings of a server: adding, listing and deleting them, for its managers and organisers."""

from __future__ import annotations

from typing import Any

import msgspec

from rules import GAMES
from storage.queries import openings as sql
from storage.queries import people as sql_people
from storage.queries.openings import OpeningRow
from tables.model.table_errors import Declined
from tables.model.weekly_times import next_weekly
from tables.runtime import people as persons
from tables.runtime.server_trail import note_act
from tables.runtime.services import Services
from tables.seating.table_settings import CLOCKS

__all__ = ["MAX_OPENINGS_PER_SERVER", "OpeningRow", "add", "delete", "facts_of", "of_server"]

MAX_OPENINGS_PER_SERVER = 10


async def add(
    services: Services,
    server: int,
    person: int,
    *,
    channel: int,
    game: str,
    size: int,
    clock: str,
    language: str,
    weekday: int,
    minute: int,
) -> None:
    """Store a recurring opening of a server, and note in the server's trail that `person` added it.

    `clock` is a key of `CLOCKS`, `weekday` 0 is Monday, and `minute` is the time of day in the server's time zone.
    Raise `Declined` for an unknown game or clock, for a size that the game does not have, if the server does not allow
    tables in this channel, if it has an equal opening already, or if it has too many.
    """
    if game not in GAMES:
        raise Declined("no_such_game")
    if clock not in CLOCKS:
        raise Declined("no_such_clock")
    if size not in (players := GAMES[game].players):
        raise Declined("no_such_size", least=players[0], most=players[-1])
    now = services.now()
    async with services.db.transaction() as db:
        await db.exclude_other_processes()
        settings = await sql_people.server(db, server)
        persons.check_channel(settings, channel)
        row = OpeningRow(
            server=server,
            channel=channel,
            game=game,
            size=size,
            clock=msgspec.json.encode(msgspec.structs.replace(CLOCKS[clock], holidays=settings.holidays)).decode(),
            language=language,
            weekday=weekday,
            minute=minute,
            due=next_weekly(settings.zone, weekday, minute, now),
        )
        existing = await sql.of_server(db, server)
        if facts_of(row) in map(facts_of, existing):
            raise Declined("same_opening")
        if len(existing) >= MAX_OPENINGS_PER_SERVER:
            raise Declined("too_many_openings", most=MAX_OPENINGS_PER_SERVER)
        await sql.add(db, row)
        await note_act(db, "opening_added", server, person, now, **facts_of(row))


def facts_of(row: OpeningRow) -> dict[str, Any]:
    """Return what people call an opening by: game, size, weekday, minute and channel, by these names."""
    return {name: getattr(row, name) for name in ("game", "size", "weekday", "minute", "channel")}


async def of_server(services: Services, server: int) -> list[OpeningRow]:
    """Return a server's recurring openings, from Monday to Sunday, earlier times of a day first."""
    return await sql.of_server(services.db.reader, server)


async def delete(services: Services, server: int, person: int, opening: int) -> None:
    """Delete a recurring opening of a server; a table that it has opened stays. The trail notes that `person` did it.

    Raise `Declined` if the server has no such opening.
    """
    async with services.db.transaction() as db:
        row = await sql.delete(db, server, opening)
        if row is None:
            raise Declined("no_opening")
        await note_act(db, "opening_deleted", server, person, services.now(), **facts_of(row))
