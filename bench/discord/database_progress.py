"""Makes timers due in the database, and waits until the bot has handled them and sent its notifications."""

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
"""Seconds between two looks."""


class CatchUpTimes(NamedTuple):
    """Seconds until no timer was due at some tables, and until their outbox had nothing due."""

    timers: float
    outbox: float


class _RunSql(Protocol):
    """Runs a statement and returns the first column of its rows."""

    async def __call__(self, sql: str) -> list[Any]: ...


@asynccontextmanager
async def _open_sql(address: Address) -> AsyncIterator[_RunSql]:
    """Yield a function that runs a statement beside the bot's processes, whose caches do not notice it."""
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
    """Make the half-time timers of some tables due. The process that handles one finds it early, and sets it again."""
    async with _open_sql(address) as ask:
        await ask(f"UPDATE timers SET due = {now() - 1} WHERE kind = 'half' AND {_in_tables(tables)} RETURNING 1")


async def wait_for_catch_up(address: Address, tables: Sequence[int], since: float) -> CatchUpTimes:
    """Wait until no timer is due at some tables, and all notifications due by then were sent.

    `since` is a monotonic time.
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
    """Return an SQL condition for rows of these tables."""
    return f"table_id IN ({', '.join(map(str, tables))})"
