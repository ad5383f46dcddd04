"""Verifies the database: replaying each table's log must lead to its stored snapshot and result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from rules import GAMES
from rules.records import UNDO, BadRecord, effective_entries, replay
from storage import Unreachable, Unusable
from storage.queries import tables as sql
from storage.result_rows import ResultRow
from storage.rows import LogRow, SeatRow, TableRow
from tables.model.table import Table
from tables.runtime.services import Services


class Verdict(NamedTuple):
    """What `verify` found in the database: how many tables it could replay, how many it could not, and the faults."""

    replayed: int
    """How many tables were replayed."""
    pinned: int
    """How many tables have rules too old to be replayed. Only the consistency of their rows was checked."""
    faults: list[str]
    """One English sentence for each contradiction."""


async def verify(services: Services) -> Verdict:
    """Check every table that has started, also finished and closed ones, and return what was found. Changes nothing.

    If a table's rules are too old to be replayed, only its rows are checked. Raise `Unusable` if the database file is
    so damaged that its tables cannot be listed, and `Unreachable` if the database does not answer.
    """
    replayed = pinned = 0
    faults: list[str] = []
    for number in await sql.numbers(services.db.reader, ("playing", "finished", "closed")):
        try:
            found = await sql.table(services.db.reader, number)
            if found is None or found[0].snapshot is None:
                continue
            log, results = await sql.log(services.db.reader, number), await sql.results(services.db.reader, number)
            table = Table(*found)
            if table.row.game in GAMES and table.row.rules < table.game.oldest_version:
                pinned += 1
                complaints = [*_check_rows(table, log, results)]
            else:
                replayed += 1
                complaints = [*_check_table(found, log, results)]
        except Unreachable:
            raise
        except Exception as problem:  # In a damaged file any value may be any other; the other tables are checked too.
            why = str(problem) if isinstance(problem, Unusable) else type(problem).__name__
            complaints = [f"it cannot be read: {why.rstrip('.')}"]
        faults += [f"Table {number}: {complaint}." for complaint in complaints]
    return Verdict(replayed, pinned, faults)


def _check_table(found: tuple[TableRow, list[SeatRow]], log: list[LogRow], results: list[ResultRow]) -> Iterator[str]:
    """Yield the contradictions between a table's rows; if there are none, those between the rows and the replayed game.

    Each is an English sentence without a full stop. If the table cannot be read, yield only a sentence that says so.
    """
    try:
        table = Table.from_rows(*found)
    except (msgspec.MsgspecError, KeyError) as problem:
        yield f"it cannot be read: {problem}"
        return
    faults = [*_check_rows(table, log, results)]
    yield from faults or _check_replay(table, log, results)


def _check_rows(table: Table, log: list[LogRow], results: list[ResultRow]) -> Iterator[str]:
    """Yield what is wrong with the stored rows of a table, each as an English sentence, without replaying the game.

    Snapshot and events must be readable; the log must fit the table's version, the seats and the results. Whether the
    snapshot fits the log is not checked, so this also works for rules that are too old to replay. If the log's entries
    are not numbered from 1 to the table's version, the later checks are left out.
    """
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


def _check_replay(table: Table, log: list[LogRow], results: list[ResultRow]) -> Iterator[str]:
    """Replay a table's log and yield how the outcome differs from the stored snapshot and results.

    At most one English sentence is yielded; none if everything agrees. Results are compared only if the game is over
    and some are stored.
    """
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
