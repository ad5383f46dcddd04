"""Sends the messages of seasons: the league's outbox.

A row of `season_messages` is one message for its whole life. It is posted once, and edited whenever its wanted version
is newer than the shown one. The outbox of tables does not fit: its rows belong to a table, are read with that table's
lock and snapshot, and tell stories in order; a season has only current facts. Both work alike otherwise: the nonce is
stored before a message is posted, requests are paced, and blocked channels are waited for.
"""

from __future__ import annotations

import logging
from functools import partial

from storage.league_rows import SeasonMessageRow
from storage.queries import leagues as sql
from tables.leagues.season_store import load
from tables.model.table_errors import Declined
from tables.runtime.services import ChannelBlocked, NotAttempted, RetryLater, Services

log = logging.getLogger("kontor.leagues")

_FIRST_RETRY_S, _LONGEST_RETRY_S = 5, 900
_MAX_TRIES = 1000
"""After this many attempts, in about ten days, a version of a message is given up."""
_URGENCY = 1
"""Messages of seasons come after boards that are waited for, and before hands."""


def wake(services: Services, season_id: int) -> None:
    """Send, in the background, the messages of a season that are due."""
    services.background.start("season", season_id, partial(_send_due, services, season_id))


async def wake_all(services: Services) -> None:
    """Send, in the background, every message of our partition's seasons that is due. Called with every tick."""
    for season_id in await sql.seasons_to_show(services.db.reader, services.now(), services.partition):
        wake(services, season_id)


async def begin(services: Services, row: SeasonMessageRow) -> str:
    """Store the nonce under which a message is about to be posted, and return it.

    A nonce that is stored already is returned again: the message may have been posted under it.
    """
    nonce = row.nonce or f"s{row.id}.{row.shown}"
    if not row.nonce:
        async with services.db.transaction() as db:
            await sql.begin_message(db, row.id, nonce)
    return nonce


async def _send_due(services: Services, season_id: int) -> None:
    """Send the messages of a season that are due, one after the other, until none is or we are closing."""
    while not services.background.closing:
        row = await sql.next_message(services.db.reader, season_id, services.now())
        if row is None:
            return
        async with services.pacing.turn(-season_id, _URGENCY):  # Tables have positive numbers.
            await _send(services, row)


async def _send(services: Services, row: SeasonMessageRow) -> None:
    """Send a message, and store where it is and which version it shows; or, if that fails, when it is tried again.

    If an earlier try may have posted it, the version that it shows is not known: then it is edited once more.
    """
    assert services.frontend is not None
    wanted, repeated = row.wanted, bool(row.nonce)
    try:
        season = await load(services.db.reader, row.season)
        await services.frontend.deliver_season_message(row, season)
    except (RetryLater, ChannelBlocked) as reason:
        if row.tries < _MAX_TRIES:
            pause = min(_LONGEST_RETRY_S, _FIRST_RETRY_S * 2 ** min(row.tries, 10))
            due = reason.until if isinstance(reason, ChannelBlocked) else services.now() + pause
            due = services.now() if isinstance(reason, NotAttempted) else max(due, services.now() + 1)
            log.warning("season=%d kind=%s again at %d: %s", row.season, row.kind, due, reason)
            async with services.db.transaction() as db:
                await sql.retry_message(db, row.id, due)
            return
        log.error("season=%d kind=%s given up: %s", row.season, row.kind, reason)
    except Declined:
        pass
    row.shown = wanted - 1 if repeated and row.message else wanted
    async with services.db.transaction() as db:
        await sql.note_message(db, row)
