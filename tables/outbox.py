"""The outbox: what was committed is told, in order, again if need be, after a restart too."""

from __future__ import annotations

import logging

from storage import outbox as sql
from storage.rows import OutboxRow, SeatRow, TableRow
from tables.errors import Declined
from tables.house import House, Later
from tables.notices import outgoing
from tables.table import Table

log = logging.getLogger("kontor.outbox")

_FIRST_PAUSE, _LONGEST_PAUSE, _MOST_TRIES = 5, 900, 50


def wake(house: House, table_id: int, known: sql.Upcoming | None = None) -> None:
    """Begin to tell what is to be told about a table. Ends when nothing is left.

    `known` is what comes first, if it was written just now: nobody can have told it yet.
    """

    async def work() -> None:
        nonlocal known
        first, known = known, None
        try:
            await _drain(house, first or await sql.upcoming(house.db.reader, table_id))
        except Exception:
            log.exception("table=%d telling stopped; it goes on with the next tick", table_id)

    house.start("tell", table_id, work)


async def wake_all(house: House) -> None:
    """Go on with everything that is due: at start, and now and then for what failed."""
    for table_id in await sql.waiting(house.db.reader, house.now()):
        wake(house, table_id)


async def _drain(house: House, upcoming: sql.Upcoming | None) -> None:
    while upcoming and not house.closing and upcoming[0].due <= house.now():
        upcoming = await _tell(house, *upcoming)


async def _tell(house: House, row: OutboxRow, table: TableRow, seats: list[SeatRow]) -> sql.Upcoming | None:
    """Tell one thing and cross it out, or put it off. Return what is to be told then.

    The same row told twice is one message: its number and stamp are the message's nonce. Discord forgets a nonce after
    some minutes; so what was told but could not be crossed out is kept in mind.
    """
    assert house.teller is not None
    this = (row.id, row.stamp)
    try:
        if this not in house.not_crossed_out:
            await house.teller.tell(outgoing(row), Table.from_rows(table, seats))
    except Later as reason:
        if row.tries < _MOST_TRIES:
            pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**row.tries)
            log.warning("table=%d outbox=%d kind=%s again in %d s: %s", row.table_id, row.id, row.kind, pause, reason)
            async with house.db.transaction() as db:
                await sql.postpone(db, row.id, house.now() + pause)
            return None
        log.error("table=%d outbox=%d kind=%s given up: %s", row.table_id, row.id, row.kind, reason)
    except Declined:
        pass
    except Exception:
        # One telling that cannot be worded must not keep all later ones back.
        log.exception("table=%d outbox=%d kind=%s cannot be told", row.table_id, row.id, row.kind)
    house.not_crossed_out.add(this)
    async with house.db.transaction() as db:
        await sql.cross_out(db, row)
        upcoming = await sql.finish(db, row.table_id)
    house.not_crossed_out.discard(this)
    return upcoming
