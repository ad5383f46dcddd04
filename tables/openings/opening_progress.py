"""`advance_all`: the task of the tick that opens tables whose time of the week has come."""

from __future__ import annotations

import logging

from rules import GAMES
from storage import Transaction
from storage.queries import openings as sql
from storage.queries import people as sql_people
from storage.queries import tables as sql_tables
from storage.queries import timers as sql_timers
from storage.queries.openings import OpeningRow
from storage.rows import ServerRow, TableRow, TimerRow
from tables.delivery import outbox
from tables.model import seeds
from tables.model.table import Table
from tables.model.time_left import DAY, HOUR
from tables.model.weekly_times import next_weekly
from tables.openings.opening_store import facts_of
from tables.runtime.server_trail import note_act
from tables.runtime.services import RetryLater, Services
from tables.seating.lobby import LOBBY_SEAT
from tables.seating.new_lobby import write_new_lobby
from tables.seating.server_limits import LOBBY_EXPIRES_S
from tables.seating.table_settings import MAX_TABLES_PER_SERVER, complete_options
from tables.thinking.computers import DEFAULT_LEVEL

log = logging.getLogger("kontor.openings")

MAX_LATE_S = 3 * HOUR
"""A table that could not be opened by then, because the bot was away, is left out."""
_EXPIRES_S = LOBBY_EXPIRES_S + DAY
"""How long a lobby stays open: until after the next opening, which then extends it instead of opening another."""


async def advance_all(services: Services) -> None:
    """Open the tables of our partition's recurring openings that are due. Called with every tick.

    An opening that fails is logged and does not stop the others. If Discord cannot be asked, the next tick tries again.
    """
    for row in await sql.due_openings(services.db.reader, services.now(), services.partition):
        try:
            with services.outage.suppress(f"opening={row.id}"):
                await _advance(services, row)
        except RetryLater as reason:
            log.warning("opening=%d server=%d waits: %s", row.id, row.server, reason)
        except Exception:
            log.exception("opening=%d server=%d failed; it is tried again with the next tick", row.id, row.server)


async def _advance(services: Services, row: OpeningRow) -> None:
    """Do what is due for an opening, once, and store when it is due next. All of it is one transaction.

    Usually a table is opened. If the lobby of the last time is still open, that one stays open longer instead. Nothing
    is opened if it is too late by now, or if that is impossible; the latter is noted in the server's trail. Raise
    `RetryLater` if Discord cannot be asked whether we may write in the channel.
    """
    assert services.frontend is not None
    is_writable = await services.frontend.can_write(row.server, row.channel)
    now = services.now()
    table: Table | None = None
    async with services.db.transaction() as db:
        settings = await sql_people.server(db, row.server)
        if not await sql.set_due(db, row, next_weekly(settings.zone, row.weekday, row.minute, now)):
            return  # Another process was faster, or somebody has changed the opening.
        if now > row.due + MAX_LATE_S:
            log.warning("opening=%d server=%d left out: %d s late", row.id, row.server, now - row.due)
        elif row.table_id and await _is_lobby(db, row.table_id):
            await sql_timers.set_timers(db, [_expiry(row.table_id, now)])
            log.info("opening=%d server=%d table=%d is still open", row.id, row.server, row.table_id)
        elif reason := await _obstacle(db, row, settings, is_writable=is_writable):
            await note_act(db, "not_opened", row.server, None, now, reason=reason, **facts_of(row))
            log.warning("opening=%d server=%d channel=%d not opened: %s", row.id, row.server, row.channel, reason)
        else:
            table = _new_table(row, now)
            await write_new_lobby(db, table, [_expiry(0, now)], shown_at=0, announced=True)
            await sql.set_table(db, row.id, table.id)
    if table:
        log.info("opening=%d server=%d table=%d opened game=%s", row.id, row.server, table.id, row.game)
        outbox.wake(services, table.id)


async def _is_lobby(db: Transaction, table_id: int) -> bool:
    found = await sql_tables.table(db, table_id)
    return found is not None and found[0].status == "lobby"


async def _obstacle(db: Transaction, row: OpeningRow, settings: ServerRow, *, is_writable: bool) -> str:
    """Return the key of the reason why a table cannot be opened; "" if there is none.

    "channel": it was deleted or we may not write there (not `is_writable`). "not_allowed": the server's settings allow
    no tables there any more. "full": the server has too many open tables.
    """
    if not is_writable:
        return "channel"
    if settings.channels and row.channel not in settings.channels:
        return "not_allowed"
    return "full" if await sql_tables.count_of_server(db, row.server) >= MAX_TABLES_PER_SERVER else ""


def _expiry(table_id: int, now: int) -> TimerRow:
    """Return the timer that closes a lobby which has not started by then."""
    return TimerRow(table_id=table_id, seat=LOBBY_SEAT, kind="expire", due=now + _EXPIRES_S)


def _new_table(row: OpeningRow, now: int) -> Table:
    """Return the lobby that an opening opens, not stored yet: without host and seats, with the game's usual options."""
    return Table(
        TableRow(
            game=row.game,
            rules=GAMES[row.game].version,
            options=complete_options(row.game, {}, row.size),
            seed=seeds.new(),
            size=row.size,
            host=0,
            server=row.server,
            channel=row.channel,
            language=row.language,
            clock=row.clock,
            level=DEFAULT_LEVEL,
            created=now,
        ),
        [],
    )
