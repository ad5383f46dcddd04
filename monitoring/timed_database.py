"""A database that says how long it takes: the same one, seen by whoever measures."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

from storage import Database, PartitionLayout, Transaction
from storage.columns import DatabaseRow
from storage.database import Reader

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
        self.reader = _TimedReader(inner.reader, took)
        self._at_hand = _TimedReader(inner.sync_reader, took)
        self.folder = inner.folder
        self.table_cache = inner.table_cache
        self.partition, self.epoch = inner.partition, inner.epoch
        inner.on_doubt = lambda: self.on_doubt()
        inner.on_back = lambda: self.on_back()
        inner.on_loss = lambda problem: self.on_loss(problem)
        inner.on_word = lambda subject, what: self.on_word(subject, what)

    @property
    def sync_reader(self) -> Reader:
        """Reads what is asked with every click."""
        return self._at_hand

    async def take_share(self, layout: PartitionLayout, *, wait: bool = False) -> None:
        """Take the first partition that is free."""
        await self._inner.take_share(layout, wait=wait)
        self.partition, self.epoch = self._inner.partition, self._inner.epoch

    def acting(self) -> bool:
        """Say whether the partition is certainly ours just now."""
        return self._inner.acting()

    def away(self) -> bool:
        """Say whether nobody can reach the database just now."""
        return self._inner.away()

    def uncontested(self, seconds: float = 0.0) -> bool:
        """Say whether nobody else can have taken the partition before so many seconds have passed."""
        return self._inner.uncontested(seconds)

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
    def __init__(self, reader: Reader, took: Took) -> None:
        self._reader = reader
        self._took = took

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> Iterable[DatabaseRow]:
        """Return the rows that a statement leads to."""
        began = perf_counter()
        try:
            return await self._reader.execute_fetchall(sql, parameters)
        finally:
            self._took("read", perf_counter() - began)
