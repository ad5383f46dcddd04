"""Checking the truth: every table's log, played again, must lead to its snapshot and to its result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from rules import GAMES
from rules.records import UNDO, BadRecord, effective_entries, replay
from storage.queries import tables as sql
from storage.rows import LogRow, ResultRow, SeatRow, TableRow
from tables.model.table import Table
from tables.runtime.services import Services


class Verdict(NamedTuple):
    """What checking all tables has brought to light."""

    replayed: int
    pinned: int
    """Tables that were begun under older rules, which nobody can play any more: checked as far as that goes."""
    faults: list[str]
    """A sentence for everything that is not what it should be."""


async def verify(services: Services) -> Verdict:
    """Check all tables that were ever played at."""
    replayed = pinned = 0
    faults: list[str] = []
    for number in await sql.numbers(services.db.reader, ("playing", "finished", "closed")):
        found = await sql.table(services.db.reader, number)
        if found is None or found[0].snapshot is None:
            continue
        log, results = await sql.log(services.db.reader, number), await sql.results(services.db.reader, number)
        table = Table(*found)
        if table.row.game in GAMES and table.row.rules < table.game.oldest_version:
            pinned += 1
            complaints = [*_complaints(table, log, results)]
        else:
            replayed += 1
            complaints = [*_complaints_about_all(found, log, results)]
        faults += [f"Table {number}: {complaint}." for complaint in complaints]
    return Verdict(replayed, pinned, faults)


def _complaints_about_all(
    found: tuple[TableRow, list[SeatRow]], log: list[LogRow], results: list[ResultRow]
) -> Iterator[str]:
    """Compare the rows of a table with each other and, where they agree, with the game played again."""
    try:
        table = Table.from_rows(*found)
    except (msgspec.MsgspecError, KeyError) as problem:
        yield f"it cannot be read: {problem}"
        return
    complaints = [*_complaints(table, log, results)]
    yield from complaints or _complaints_after_replay(table, log, results)


def _complaints(table: Table, log: list[LogRow], results: list[ResultRow]) -> Iterator[str]:
    """Compare what the rows of a table say with each other: that needs no rules."""
    row = table.row
    try:
        msgspec.json.decode(row.snapshot or b"")
    except msgspec.MsgspecError as problem:
        yield f"it cannot be read: {problem}"
    if [entry.n for entry in log] != list(range(1, row.version + 1)):
        yield f"the log has {len(log)} entries, version {row.version}"
        return
    for seat in table.seats:
        if seat.entries != sum(entry.seat == seat.seat for entry in log):
            yield f"seat {seat.seat} counts {seat.entries} entries"
    if row.undos != sum(entry.text == UNDO for entry in log):
        yield f"it counts {row.undos} takings-back"
    try:
        effective_entries(log)
    except BadRecord as problem:
        yield str(problem)
    try:
        for entry in log:
            table.game.decode_events(entry.events)
    except msgspec.MsgspecError as problem:
        yield f"what happened at entry {entry.n} cannot be read: {problem}"
    expected = [seat.seat for seat in table.seats] if row.status == "finished" and not row.lesson else []
    if sorted(result.seat for result in results) != expected:
        yield f"it is {row.status} and has {len(results)} results for {len(table.seats)} seats"


def _complaints_after_replay(table: Table, log: list[LogRow], results: list[ResultRow]) -> Iterator[str]:
    """Play a table again and compare: only where its rows agree with each other."""
    try:
        state = replay(table.record(log))
    except BadRecord as problem:
        yield str(problem)
        return
    if state != table.state:
        yield "the log leads to another state than the snapshot"
        return
    ended = table.game.result(state)
    if ended and results:
        written = {result.seat: (result.place, result.score) for result in results}
        if written != dict(enumerate(zip(ended.places, ended.scores, strict=True))):
            yield "the game ended otherwise than its results say"
