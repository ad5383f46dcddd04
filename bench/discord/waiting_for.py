"""What waits in the database while no process works on it: timers that fall due, and what is still to be told."""

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

_OFTEN = 0.05
"""Seconds between two looks."""


class GoneOn(NamedTuple):
    """Seconds from a moment until time went on at some tables, and until nothing was left to be told that waited."""

    timers: float
    told: float


class _Asks(Protocol):
    async def __call__(self, sql: str) -> list[Any]: ...


@asynccontextmanager
async def _asking(address: Address) -> AsyncIterator[_Asks]:
    """Give what runs a statement, beside the processes: what it changes nobody keeps in mind."""
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


async def let_fall_due(address: Address, tables: Sequence[int]) -> None:
    """Let the half of somebody's time be over at some tables: who works on them finds that it is not, and says so."""
    async with _asking(address) as ask:
        await ask(f"UPDATE timers SET due = {now() - 1} WHERE kind = 'half' AND {_at(tables)} RETURNING 1")


async def gone_on(address: Address, tables: Sequence[int], since: float) -> GoneOn:
    """Wait until no timer is due at some tables, and all is told that waited until then or came of it."""
    async with asyncio.timeout(60), _asking(address) as ask:
        while (await ask(f"SELECT count(*) FROM timers WHERE due < {now()} AND {_at(tables)}"))[0]:  # noqa: ASYNC110
            await asyncio.sleep(_OFTEN)
        timers = monotonic() - since
        (latest,) = await ask("SELECT coalesce(max(id), 0) FROM outbox")
        waits = f"SELECT count(*) FROM outbox WHERE due <= {now()} AND id <= {latest} AND {_at(tables)}"
        while (await ask(waits))[0]:  # noqa: ASYNC110
            await asyncio.sleep(_OFTEN)
        return GoneOn(timers, monotonic() - since)


def _at(tables: Sequence[int]) -> str:
    return f"table_id IN ({', '.join(map(str, tables))})"
