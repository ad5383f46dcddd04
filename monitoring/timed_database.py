"""A database that says how long it takes: the same one, seen by whoever measures."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

from storage import Database, Transaction
from storage.database import Row

Took = Callable[[str, float], None]
"""Is told what was done, `read` or `write`, and how many seconds that took, waiting for others included."""


class TimedDatabase(Database):
    """Hands everything through, and times it."""

    def __init__(self, inner: Database, took: Took) -> None:
        super().__init__()
        self._inner = inner
        self._took = took
        self.name = inner.name
        self.catalogue = inner.catalogue
        self.reader = _TimedReader(inner, took)
        self.folder = inner.folder
        inner.on_doubt = lambda: self.on_doubt()
        inner.on_loss = lambda problem: self.on_loss(problem)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Run statements all or none, timed from asking for it to its commit."""
        began = perf_counter()
        try:
            async with self._inner.transaction() as transaction:
                yield transaction
        finally:
            self._took("write", perf_counter() - began)

    async def close(self) -> None:
        """Finish the running transaction and let go of the database."""
        await self._inner.close()

    def _new_transaction(self) -> Transaction:
        return self._inner._new_transaction()

    async def _close(self) -> None:
        await self._inner._close()


class _TimedReader:
    def __init__(self, database: Database, took: Took) -> None:
        self._database = database
        self._took = took

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> Iterable[Row]:
        """Return the rows that a statement leads to."""
        began = perf_counter()
        try:
            return await self._database.reader.execute_fetchall(sql, parameters)
        finally:
            self._took("read", perf_counter() - began)
