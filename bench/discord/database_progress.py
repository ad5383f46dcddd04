"""Changes and watches a running bot's database from outside.

`make_timers_due` makes timers due; `wait_for_catch_up` waits until the bot has handled them and sent its notifications.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from time import monotonic
from typing import Any, NamedTuple, Protocol

import asyncpg

from bot import now
from storage import Address
from storage.engines.address import is_server

_POLL_INTERVAL_S = 0.05
"""Seconds between two queries while waiting."""


class CatchUpTimes(NamedTuple):
    """Seconds from one event, such as a kill, until tables had caught up. Both count from the event.

    `timers`: until the tables watched had no due timer. `outbox`: until their notifications were sent too.
    """

    timers: float
    outbox: float


class _RunSql(Protocol):
    """An async function that runs a statement and returns the first column of its rows."""

    async def __call__(self, sql: str) -> list[Any]: ...


@asynccontextmanager
async def _open_sql(address: Address) -> AsyncIterator[_RunSql]:
    """Yield a function that runs SQL statements on a connection of its own, to a file or to PostgreSQL.

    It returns the first column of each row. Each statement is committed at once. The bot's processes do not notice it,
    so their caches stay as they are.
    """
    if is_server(address):
        connection = await asyncpg.connect(str(address))

        async def ask(sql: str) -> list[Any]:
            return [row[0] for row in await connection.fetch(sql)]

        try:
            yield ask
        finally:
            await connection.close()
        return
    with closing(sqlite3.connect(address, isolation_level=None, timeout=10)) as file:

        async def ask_file(sql: str) -> list[Any]:
            return [row[0] for row in file.execute(sql).fetchall()]

        yield ask_file


async def make_timers_due(address: Address, tables: Sequence[int]) -> None:
    """Set the half-time timers of these tables, at least one, to a time in the past.

    The bot process that handles such a timer finds that half of the time has not passed, and sets the timer again.
    """
    async with _open_sql(address) as ask:
        await ask(f"UPDATE timers SET due = {now() - 1} WHERE kind = 'half' AND {_in_tables(tables)} RETURNING 1")


async def wait_for_catch_up(address: Address, tables: Sequence[int], since: float) -> CatchUpTimes:
    """Wait until these tables have no due timer, and then until the notifications due at that moment were sent.

    `tables` must not be empty. Return how many seconds after the monotonic time `since` each of the two happened.
    Raises TimeoutError if both together take more than 60 s.
    """
    async with asyncio.timeout(60), _open_sql(address) as ask:
        while (await ask(f"SELECT count(*) FROM timers WHERE due < {now()} AND {_in_tables(tables)}"))[0]:  # noqa: ASYNC110
            await asyncio.sleep(_POLL_INTERVAL_S)
        timers = monotonic() - since
        (latest,) = await ask("SELECT coalesce(max(id), 0) FROM outbox")
        waits = f"SELECT count(*) FROM outbox WHERE due <= {now()} AND id <= {latest} AND {_in_tables(tables)}"
        while (await ask(waits))[0]:  # noqa: ASYNC110
            await asyncio.sleep(_POLL_INTERVAL_S)
        return CatchUpTimes(timers, monotonic() - since)


def _in_tables(tables: Sequence[int]) -> str:
    """Return an SQL condition that is true for rows with one of these table ids. `tables` must not be empty."""
    return f"table_id IN ({', '.join(map(str, tables))})"
