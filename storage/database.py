"""What both engines share: rows, who reads them, transactions, and why a database cannot be used."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from storage.columns import DatabaseRow
from storage.dialect import Catalogue
from storage.partition import ONLY_PARTITION, Partition, PartitionLayout
from storage.table_cache import TableCache, writes_tables

R = TypeVar("R")


class Unusable(Exception):
    """The database cannot be used. Nothing in it was touched; the sentence is for the operator."""


class Lost(Unusable):
    """Another process has taken what this one worked on. What this one keeps in mind may be stale: it begins anew."""


class Unreachable(Exception):
    """The database is away just now. What was about to be committed is there or is not; it is never half there."""


class Reader(Protocol):
    """Whatever rows can be read from: what is committed, or what a running transaction sees."""

    def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> Awaitable[Iterable[DatabaseRow]]:
        """Return the rows that a statement leads to."""


Statement = tuple[str, Sequence[Any], bool]
"""SQL and its parameters; if the flag is set, a list of parameters."""


class Transaction(ABC):
    """Statements to be run all or none. They are collected and handed to the engine in one go.

    A statement whose outcome is wanted (`insert`, `change`, `execute_fetchall`) is run at once, with all before it.
    """

    _begin = "BEGIN"

    def __init__(self) -> None:
        self.table_cache = TableCache(0)
        """Tables that were read lately."""
        self._todo: list[Statement] = []
        self._begun = False
        self._written: set[int] | None = set()
        """The tables that it changes; None: perhaps all."""

    async def execute(self, sql: str, parameters: Sequence[Any] = (), *, of: int | None = None) -> None:
        """Add a statement; it is run with the next whose outcome is wanted, or with the commit.

        `of`: it changes this table and no other one.
        """
        self._note(sql, of)
        self._todo.append((sql, parameters, False))

    async def executemany(self, sql: str, rows: Sequence[Sequence[Any]], *, of: int | None = None) -> None:
        """Add a statement that is run for each of the rows."""
        if rows:
            self._note(sql, of)
            self._todo.append((sql, rows, True))

    async def insert(self, sql: str, parameters: Sequence[Any]) -> int:
        """Insert a row and return its number, which the statement has to ask for (`RETURNING id`)."""
        ((number,),) = await self.execute_fetchall(sql, parameters)
        return int(number)

    async def change(self, sql: str, parameters: Sequence[Any]) -> int:
        """Change rows and return how many they were."""
        return len(await self.execute_fetchall(f"{sql} RETURNING 1", parameters))

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> Sequence[DatabaseRow]:
        """Return rows as this transaction sees them."""
        self._note(sql)
        return await self._run_with((sql, parameters, False))

    async def finish(self, sql: str, parameters: Sequence[Any] = ()) -> Sequence[DatabaseRow]:
        """Make it last; return rows as they are then. Nothing may follow."""
        await self.execute(sql, parameters)
        return await self._end()

    async def commit(self) -> None:
        """Run what is left and make it last."""
        if self._todo or self._begun:
            await self._end()

    async def _end(self) -> Sequence[DatabaseRow]:
        self.table_cache.being_written = self._written
        rows = await self._run_with(("COMMIT", (), False))
        self._begun = False
        self.forget_written()
        return rows

    def forget_written(self) -> None:
        """Let nobody think that the tables that it has changed are as they were."""
        self.table_cache.forget(self._written)
        self.table_cache.being_written = set()

    def _note(self, sql: str, of: int | None = None) -> None:
        """Note which tables a statement changes. If nobody says so, it is perhaps all of them."""
        if self._written is not None and writes_tables(sql):
            self._written = None if of is None else self._written | {of}

    async def _run_with(self, last: Statement) -> Sequence[DatabaseRow]:
        todo, self._todo = [*self._todo, last], []
        if not self._begun:
            self._begun = True
            todo.insert(0, (self._begin, (), False))
        return await self._run(todo)

    @abstractmethod
    async def tell_others(self, subject: str, what: object) -> None:
        """Let all other processes know something once this is committed; where there are none, nobody hears it."""

    @abstractmethod
    async def alone(self) -> None:
        """Wait until no other process is in a transaction that asks for this: for what all processes count together."""

    @abstractmethod
    async def _run(self, todo: Sequence[Statement]) -> Sequence[DatabaseRow]:
        """Run statements in order; return the rows of the last that had any."""

    @abstractmethod
    async def roll_back(self) -> None:
        """Undo all of it, whatever was under way; once it is committed there is nothing to undo."""


Write = Callable[[Transaction], Awaitable[None]]
"""Something to be written."""


class Database(ABC):
    """One database. Writes go through `transaction`; reads see only what is committed.

    A process has a partition of it, and writes nothing without: the only one of a file has all of it.
    """

    name: str
    """Its address, as people and logs may see it."""
    catalogue: Catalogue
    reader: Reader
    folder: Path
    """Where there is room for files that can be made again."""

    partition: Partition = ONLY_PARTITION
    """What of it this process works on."""
    epoch = 0
    """How often the partition has changed hands."""
    keeps = 0
    """Within how many bytes tables that were read are kept: nothing where others may write them."""

    def __init__(self) -> None:
        self.on_doubt: Callable[[], object] = lambda: None
        """Called when it is not known what was committed: nothing that is kept in mind is certain any more."""
        self.on_back: Callable[[], object] = lambda: None
        """Called when it can be reached again, and the partition is still ours."""
        self.on_loss: Callable[[Unusable], object] = lambda problem: None
        """Called when another process has taken the partition: nothing can be written any more."""
        self.on_word: Callable[[str, str], object] = lambda subject, what: None
        """Called with what another process has told all others."""
        self.table_cache = TableCache(self.keeps)
        self._writing = asyncio.Lock()
        self._closed = False

    @property
    def sync_reader(self) -> Reader:
        """Reads the same, for what is asked with every click and is found by its number: all else may wait for that."""
        return self.reader

    async def take_share(self, layout: PartitionLayout, *, wait: bool = False) -> None:
        """Take the first free partition. If there is none, wait for one, or raise `Unusable` with a sentence."""
        assert layout.processes == 1, "a file has one process"

    def acting(self) -> bool:
        """Say whether the partition is certainly ours just now: before anything is done that others see."""
        return True

    def away(self) -> bool:
        """Say whether that is not certain because nobody can reach the database just now."""
        return False

    def uncontested(self, seconds: float = 0.0) -> bool:
        """Say whether nobody else can have taken the partition before so many seconds have passed."""
        return True

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Run statements all or none: nothing is written on any exception and on cancellation."""
        async with self._writing:
            transaction = self._new_transaction()
            transaction.table_cache = self.table_cache
            try:
                yield transaction
                await transaction.commit()
            except BaseException:
                try:
                    await to_the_end(transaction.roll_back())
                finally:  # It may have been committed all the same.
                    transaction.forget_written()
                raise

    async def close(self) -> None:
        """Finish the running transaction and let go of the database, once."""
        async with self._writing:
            if not self._closed:
                self._closed = True
                await self._close()

    @abstractmethod
    def _new_transaction(self) -> Transaction: ...

    @abstractmethod
    async def _close(self) -> None: ...


async def to_the_end(work: Coroutine[Any, Any, R]) -> R:
    """Wait until it is done, also if cancelled meanwhile: before that nobody else may use the connection."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
