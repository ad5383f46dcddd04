"""`TableCache`: caches game tables as they were last read, because one click reads its table several times."""

from __future__ import annotations

import re
from copy import copy
from functools import lru_cache

from cachetools import LRUCache

from storage.rows import SeatRow, TableRow

Seated = tuple[TableRow, list[SeatRow]]
"""A table with its guests, and its seats in order with their drafts."""

_READ = re.compile(r"\b(tables|seats|drafts|kept_views|guests)\b")
"""The database tables that a table is read from."""


@lru_cache(1024)
def writes_tables(sql: str) -> bool:
    """Return True if a statement may change the data of a cached table.

    That is so for every statement, except a SELECT, that names one of the database tables in `_READ`.
    """
    return not sql.lstrip().startswith("SELECT") and _READ.search(sql) is not None


class TableCache:
    """A cache of the game tables that were read last, limited in bytes; with size 0 nothing is cached.

    Callers get copies. A transaction sets `being_written` before it commits, and calls `forget` afterwards.
    """

    def __init__(self, size: int) -> None:
        self.written = 0
        """A counter of writes. What was read before it changed must not be cached."""
        self.being_written: set[int] | None = set()
        """The tables of the running commit: a reader may see them before or after it. None: possibly all."""
        self._kept: LRUCache[int, Seated] | None = LRUCache(size, _bytes) if size else None

    def get(self, table_id: int) -> Seated | None:
        """Return a copy of a table; None if it is not cached, or if a running commit may change it."""
        found = self._kept.get(table_id) if self._kept is not None and self._is_certain(table_id) else None
        return _copy(found) if found else None

    def keep(self, found: Seated) -> None:
        """Cache a copy of a table that has just been read, and drop the least recently used ones to make room.

        Nothing is cached if a running commit may change the table, or if it is larger than the cache.
        """
        number = found[0].id
        if self._kept is not None and self._is_certain(number) and _bytes(found) <= self._kept.maxsize:
            self._kept[number] = _copy(found)

    def _is_certain(self, table_id: int) -> bool:
        """Return True if no running commit changes this table."""
        return self.being_written is not None and table_id not in self.being_written

    def forget(self, tables: set[int] | None) -> None:
        """Drop the tables with these ids, or all (None), and add one to the counter `written`.

        Call it for tables that were or may have been written.
        """
        self.written += 1
        if self._kept is None:
            return
        if tables is None:
            self._kept.clear()
            return
        for table_id in tables:
            self._kept.pop(table_id, None)


def _copy(found: Seated) -> Seated:
    """Return a copy of a table and its seats that shares nothing mutable with the original."""
    row, seats = copy(found[0]), [copy(seat) for seat in found[1]]
    row.options, row.explained = dict(row.options), list(row.explained)
    row.guests = [copy(guest) for guest in row.guests]
    return row, seats


def _bytes(found: Seated) -> int:
    """Return the estimated size of a table in memory, in bytes."""
    row, seats = found
    return 2000 + 800 * len(seats) + 300 * len(row.guests) + len(row.snapshot or b"")
