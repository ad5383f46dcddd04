"""Tables as they were read lately: those that nobody has written since. Most are read several times for one click."""

from __future__ import annotations

import re
from copy import copy
from functools import lru_cache

from cachetools import LRUCache

from storage.rows import SeatRow, TableRow

Seated = tuple[TableRow, list[SeatRow]]
"""A table, and its seats in order with their drafts."""

_READ = re.compile(r"\b(tables|seats|drafts|kept_views|guests)\b")
"""What a table is read from."""


@lru_cache(1024)
def writes_tables(sql: str) -> bool:
    """Say whether a statement may change what a table is read from."""
    return not sql.lstrip().startswith("SELECT") and _READ.search(sql) is not None


class TableCache:
    """What was read lately, within so many bytes (0: nothing is kept). Whoever takes it out has it for themselves."""

    def __init__(self, size: int) -> None:
        self.written = 0
        """How often something may have changed: what was read before that is not kept."""
        self.being_written: set[int] | None = set()
        """What is being committed: any reader may find it as it was, or as it will be. None: perhaps all tables."""
        self._kept: LRUCache[int, Seated] | None = LRUCache(size, _bytes) if size else None

    def get(self, table_id: int) -> Seated | None:
        """Return a table, if it still is as it was read."""
        found = self._kept.get(table_id) if self._kept is not None and self._is_certain(table_id) else None
        return _copy(found) if found else None

    def keep(self, found: Seated) -> None:
        """Keep a table as it has just been read."""
        number = found[0].id
        if self._kept is not None and self._is_certain(number) and _bytes(found) <= self._kept.maxsize:
            self._kept[number] = _copy(found)

    def _is_certain(self, table_id: int) -> bool:
        return self.being_written is not None and table_id not in self.being_written

    def forget(self, tables: set[int] | None) -> None:
        """Forget tables that were written, or perhaps were; None: all of them."""
        self.written += 1
        if self._kept is None:
            return
        if tables is None:
            self._kept.clear()
            return
        for table_id in tables:
            self._kept.pop(table_id, None)


def _copy(found: Seated) -> Seated:
    row, seats = copy(found[0]), [copy(seat) for seat in found[1]]
    row.options, row.explained = dict(row.options), list(row.explained)
    row.guests = [copy(guest) for guest in row.guests]
    return row, seats


def _bytes(found: Seated) -> int:
    row, seats = found
    return 2000 + 800 * len(seats) + 300 * len(row.guests) + len(row.snapshot or b"")
