"""`TimedDatabase`: a wrapper of a database that measures how long its reads and transactions take."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

from storage import Database, Transaction, Unusable, WriteLease
from storage.columns import DatabaseRow
from storage.database import Reader

Took = Callable[[str, float], None]
"""Called with `read` or `write` and the seconds that it took, including the wait for other transactions."""


class TimedDatabase(Database):
    """Passes everything on to another database, and reports how long its reads and transactions take."""

    def __init__(self, inner: Database, took: Took) -> None:
        super().__init__()
        self._inner = inner
        self._took = took
        self.name = inner.name
        self.catalogue = inner.catalogue
        self.reader = _TimedReader(inner.reader, took)
        self._sync_reader = _TimedReader(inner.sync_reader, took)
        self.folder = inner.folder
        self.table_cache = inner.table_cache
        self.lease_host = inner.lease_host
        self.events = inner.events

    @property
    def sync_reader(self) -> Reader:
        """The inner database's, timed."""
        return self._sync_reader

    @property
    def lease(self) -> WriteLease | None:
        """The inner database's."""
        return self._inner.lease

    @property
    def lost(self) -> Unusable | None:
        """The inner database's."""
        return self._inner.lost

    def grant(self, lease: WriteLease) -> None:
        """Grant it to the inner database."""
        self._inner.grant(lease)

    def revoke(self, problem: Unusable) -> Unusable:
        """Revoke the inner database's lease."""
        return self._inner.revoke(problem)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Run a transaction of the inner database, and report the seconds from asking for it to its end.

        They are reported as `write`, also if the transaction fails.
        """
        began = perf_counter()
        try:
            async with self._inner.transaction() as transaction:
                yield transaction
        finally:
            self._took("write", perf_counter() - began)

    async def close(self) -> None:
        """Close the inner database."""
        await self._inner.close()

    def _new_transaction(self) -> Transaction:
        return self._inner._new_transaction()

    async def _close(self) -> None:
        await self._inner._close()


class _TimedReader:
    """Passes statements on to another reader, and reports how long each takes."""

    def __init__(self, reader: Reader, took: Took) -> None:
        self._reader = reader
        self._took = took

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> Iterable[DatabaseRow]:
        """Return the rows of a statement, and report the seconds that it took as `read`, also if it fails."""
        began = perf_counter()
        try:
            return await self._reader.execute_fetchall(sql, parameters)
        finally:
            self._took("read", perf_counter() - began)
