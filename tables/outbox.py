"""The outbox: what was committed is told, in order, again if need be, after a restart too."""

from __future__ import annotations

import logging

from storage import outbox as sql
from storage.rows import OutboxRow
from tables.errors import Declined
from tables.house import House, Later

log = logging.getLogger("kontor.outbox")

_FIRST_PAUSE, _LONGEST_PAUSE, _MOST_TRIES = 5, 900, 50


def wake(house: House, table_id: int) -> None:
    """Begin to tell what is to be told about a table. Ends when nothing is left."""
    house.start("tell", table_id, lambda: _drain(house, table_id))


async def wake_all(house: House) -> None:
    """Go on with everything that is due: at start, and now and then for what failed."""
    for table_id in await sql.waiting(house.db.reader, house.now()):
        wake(house, table_id)


async def _drain(house: House, table_id: int) -> None:
    while not house.closing and (row := await sql.first(house.db.reader, table_id)) and row.due <= house.now():
        await _tell(house, row)


async def _tell(house: House, row: OutboxRow) -> None:
    """Tell one thing and cross it out, or put it off.

    The same row told twice is one message: its number and stamp are the message's nonce.
    """
    assert house.teller is not None
    try:
        table = await house.load(row.table_id)
        await house.teller.tell(row, table)
    except Later as reason:
        if row.tries < _MOST_TRIES:
            pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**row.tries)
            log.warning("table=%d outbox=%d kind=%s again in %d s: %s", row.table_id, row.id, row.kind, pause, reason)
            async with house.db.transaction() as db:
                await sql.postpone(db, row.id, house.now() + pause)
            return
        log.error("table=%d outbox=%d kind=%s given up: %s", row.table_id, row.id, row.kind, reason)
    except Declined:
        pass
    except Exception:
        # One telling that cannot be worded must not keep all later ones back.
        log.exception("table=%d outbox=%d kind=%s cannot be told", row.table_id, row.id, row.kind)
    async with house.db.transaction() as db:
        await sql.told(db, row)
