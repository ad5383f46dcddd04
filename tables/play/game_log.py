"""Reading a table's log: whole, as a `record`, or as one seat may see it (`visible_entries`, `story_events`)."""

from __future__ import annotations

import msgspec

from rules.contract import Event
from rules.records import Record, effective_entries
from storage.queries import tables as sql
from tables.model.table import LogEntry, Table
from tables.runtime.services import Services

_MAX_CACHED_ENTRIES = 100
"""When a log is read, at most this many of its latest entries are cached."""


async def record(services: Services, table: Table) -> Record:
    """Return the record of a table's game (seed, options and whole log), from which it can be replayed."""
    return table.record(await sql.log(services.db.reader, table.id))


class VisibleEntry(msgspec.Struct, frozen=True):
    """A log entry with its events as one seat, or a spectator, may see them. `at` is its time in seconds since 1970."""

    n: int
    """The entry's number; 0 for the opening."""
    seat: int
    """The seat that moved; -1 for the opening."""
    at: int
    events: list[Event]
    is_planned: bool = False
    """True if a plan made the move, and the reader may know that."""


async def visible_entries(
    services: Services, table: Table, seat: int | None, after: int = -1, upto: int | None = None
) -> list[VisibleEntry]:
    """Return the log entries `after + 1` to `upto`, oldest first, as a seat may see them; None: as a spectator may.

    `after=-1` includes the opening. `upto=None` means the last entry of `table` as it was loaded; entries written since
    then are never included, because they may take back some of these. Entries that were taken back are left out.
    """
    game, row = table.game, table.row
    upto = row.version if upto is None else min(upto, row.version)
    told: list[VisibleEntry] = []
    if after < 0:
        _, events = game.opening(row.size, row.seed, row.options, row.rules)
        told.append(VisibleEntry(0, -1, row.started or row.created, [game.redact(event, seat) for event in events]))
    entries = await _entries(services, table, max(after, 0), upto)
    told += [
        VisibleEntry(
            entry.n,
            entry.seat,
            entry.at,
            [game.redact(event, seat) for event in entry.events],
            table.shows_plan(seat, entry.seat, entry.planner),
        )
        for entry in effective_entries(entries, whole=after <= 0)
    ]
    return told


async def _entries(services: Services, table: Table, after: int, upto: int) -> list[LogEntry]:
    """Return the log entries `after + 1` to `upto` with decoded events, oldest first.

    They come from the cache if it has them all. Otherwise they are read from the database, and the latest 100 of them
    are cached.
    """
    known = [entry for n in range(after + 1, upto + 1) if (entry := services.caches.log_entries.get((table.id, n)))]
    if len(known) == upto - after:
        return known
    reader = services.db.sync_reader if upto - after <= _MAX_CACHED_ENTRIES else services.db.reader
    read = [table.log_entry(row) for row in await sql.log(reader, table.id, after, upto)]
    services.caches.log_entries.update({(table.id, entry.n): entry for entry in read[-_MAX_CACHED_ENTRIES:]})
    return read


async def story_events(
    services: Services, table: Table, seat: int | None, after: int = -1, upto: int | None = None
) -> list[tuple[int, list[Event]]]:
    """Return (seat that made the entry, its events) for each of the log entries `after + 1` to `upto`, oldest first.

    The events are those that `seat` may see; None: a spectator. Entries that were taken back are left out. `after=-1`
    includes the opening, whose seat is -1. `upto=None` means the last entry of `table` as it was loaded.
    """
    return [(entry.seat, entry.events) for entry in await visible_entries(services, table, seat, after, upto)]
