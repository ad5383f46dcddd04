"""Sends the messages of seasons, in the background."""

from __future__ import annotations

from functools import partial

from storage.league_rows import SeasonMessageRow
from storage.queries import leagues as sql
from tables.delivery import versioned_delivery
from tables.leagues.season_store import load
from tables.runtime.services import Services


def wake(services: Services, season_id: int) -> None:
    """Send, in the background, the messages of a season that are due."""
    services.background.start("season", season_id, partial(_send_due, services, season_id))


async def wake_all(services: Services) -> None:
    """Send, in the background, every message of our partition's seasons that is due. Called with every tick."""
    for season_id in await sql.seasons_to_show(services.db.reader, services.now(), services.partition):
        wake(services, season_id)


async def _send_due(services: Services, season_id: int) -> None:
    """Send the messages of a season that are due, one after the other, until none is or we are closing."""

    async def next_row() -> SeasonMessageRow | None:
        return await sql.next_message(services.db.reader, season_id, services.now())

    async def deliver(row: SeasonMessageRow) -> None:
        assert services.frontend is not None
        await services.frontend.deliver_season_message(row, await load(services.db.reader, season_id))

    await versioned_delivery.send_due(services, season_id, next_row, deliver)
