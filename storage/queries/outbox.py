"""What is to be told, in SQL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from storage.columns import DatabaseRow, struct
from storage.database import Database, Reader, Transaction
from storage.partition import Partition
from storage.queries.tables import SEATED, seated
from storage.rows import OutboxRow, SeatRow, TableRow

_ADDED = "table_id, kind, seat, person, position, facts, due, lane, asks"
TABLE = 0
"""The lane of what is told where the table lives; `tables` gives all others their numbers."""
STEPPED_ASIDE = -1000
"""Below it are the lanes of what shows how things stand and has perhaps arrived: one for each."""
TOLD = 1_000_000
"""What a row's stamp grows by when it has been told, and has become newer meanwhile; it grows by 1 with each change.

So how often it was told says under which nonce it is sent: what has arrived and became newer is still that message.
"""
_SAME = "table_id = ? AND kind = ? AND seat IS NOT DISTINCT FROM ?"


async def add(db: Transaction, row: OutboxRow) -> None:
    """Add what is to be told, after all that waits."""
    await db.execute(f"INSERT INTO outbox ({_ADDED}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _added(row))


_NONCE = f"CASE WHEN nonce != '' THEN nonce ELSE 'k' || id || '.' || (stamp / {TOLD}) END"
_PERHAPS_ARRIVED = """
    nonce != '' OR (((id <= ? AND due <= ?) OR id = ?) AND NOT EXISTS (
        SELECT 1 FROM outbox AS earlier
        WHERE earlier.table_id = outbox.table_id AND earlier.lane = outbox.lane AND earlier.id < outbox.id
    ))
"""
"""It was sent before, or may have been: what is told next about a table, by who died, or just now."""


def nonce_of(row: OutboxRow) -> str:
    """Return the nonce under which it is sent: its number, and how often it was told."""
    return row.nonce or f"k{row.id}.{row.stamp // TOLD}"


class PerhapsTold(NamedTuple):
    """Which rows have perhaps been told though they still wait."""

    upto: int = 0
    """All up to this number may have been by who died ..."""
    due: int = 0
    """... that were due by then."""
    now: int = 0
    """The one that is being told."""


_NONE = PerhapsTold()


async def put(db: Transaction, row: OutboxRow, *, in_place: bool, perhaps_told: PerhapsTold = _NONE) -> None:
    """Add what is to be told. Of the same kind, for the same seat, nothing older waits any more: the newest wins.

    `in_place`: it has the place of the older one among what waits, if there is one, and is due no later; else it goes
    to the end. If the older one has perhaps arrived, the newer one knows under which nonce.
    """
    same = (row.table_id, row.kind, row.seat)
    if not in_place:
        await db.execute(
            f"INSERT INTO outbox ({_ADDED}, nonce)"
            f" SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?,"
            f" coalesce((SELECT max({_NONCE}) FROM outbox WHERE {_SAME} AND ({_PERHAPS_ARRIVED})), '')",
            (*_added(row), *same, *perhaps_told),
        )
        await db.execute(
            f"DELETE FROM outbox WHERE {_SAME} AND id < (SELECT max(id) FROM outbox WHERE {_SAME})", (*same, *same)
        )
        return
    await db.execute(
        "UPDATE outbox SET position = ?, facts = ?, stamp = stamp + 1,"
        f" lane = CASE WHEN due > ? AND lane > {STEPPED_ASIDE} THEN ? ELSE lane END,"
        f" due = CASE WHEN due > ? THEN ? ELSE due END WHERE {_SAME}",
        (row.position, row.facts, row.due, row.lane, row.due, row.due, *same),
    )
    await db.execute(
        f"INSERT INTO outbox ({_ADDED}) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?"
        f" WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE {_SAME})",
        (*_added(row), *same),
    )


def _added(row: OutboxRow) -> tuple[object, ...]:
    return (
        *(row.table_id, row.kind, row.seat, row.person),
        *(row.position, row.facts, row.due, row.lane, int(row.asks)),
    )


async def of_table(db: Reader, table_id: int) -> list[OutboxRow]:
    """Return all that is to be told about a table, in order."""
    rows = await db.execute_fetchall("SELECT * FROM outbox WHERE table_id = ? ORDER BY id", (table_id,))
    return [struct(OutboxRow, row) for row in rows]


async def behind(db: Reader, row: OutboxRow, now: int) -> list[OutboxRow]:
    """Return the next two that are told after this one, if they are due; or what has perhaps arrived with it."""
    rows = await db.execute_fetchall(
        "SELECT * FROM outbox WHERE table_id = ? AND id != ?"
        " AND ((lane = ? AND id > ?) OR (nonce != '' AND nonce = ?)) ORDER BY id LIMIT 2",
        (row.table_id, row.id, row.lane, row.id, row.nonce),
    )
    return [each for each in (struct(OutboxRow, row) for row in rows) if each.due <= now]


async def leave_out(database: Database, db: Transaction, count: int) -> None:
    """Give the next numbers to nothing: perhaps something was told under them that we know nothing of any more."""
    await db.execute(database.catalogue.leave_out, (count,))


async def latest(db: Reader) -> int:
    """Return the number of what was written last; 0: nothing waits."""
    ((number,),) = await db.execute_fetchall("SELECT coalesce(max(id), 0) FROM outbox")
    return int(number)


_WAITING = {name: f"waiting_{name}" for name in OutboxRow.__struct_fields__}
"""The columns of what is to be told have names of their own beside a table's."""
_DUE = """
    outbox.due <= ? AND NOT EXISTS (
        SELECT 1 FROM outbox AS earlier
        WHERE earlier.table_id = outbox.table_id AND earlier.lane = outbox.lane AND earlier.id < outbox.id
        AND earlier.due > ? AND NOT (earlier.refused = 1 AND outbox.asks = 1)
    )
"""
"""What is due, and nothing of the same lane waits before it. What asks somebody does not wait for a place."""
_NEXT = f"""
    SELECT {", ".join(f"outbox.{name} AS {other}" for name, other in _WAITING.items())}, {SEATED}
    FROM outbox JOIN tables ON tables.id = outbox.table_id
    WHERE outbox.table_id = ? AND {_DUE} ORDER BY outbox.id LIMIT 1
"""

Upcoming = tuple[OutboxRow, TableRow, list[SeatRow]]
"""What is to be told next about a table, and the table as it is now."""


async def upcoming(db: Reader, table_id: int, now: int) -> Upcoming | None:
    """Return what is to be told next about a table, and the table: all of it in one look."""
    return _upcoming(await db.execute_fetchall(_NEXT, (table_id, now, now)))


async def finish(db: Transaction, table_id: int, now: int) -> Upcoming | None:
    """Commit, and return what is to be told next about a table: all of it in one go."""
    upcoming = _upcoming(await db.finish(_NEXT, (table_id, now, now)))
    if upcoming:
        db.table_cache.keep(upcoming[1:])
    return upcoming


async def cross_out(db: Transaction, row: OutboxRow, *, newest_only: bool = False) -> None:
    """Cross out what has been told, unless there is something newer to tell in its place (`newest_only`).

    That is a message of its own, or an edit of this one: it has certainly not arrived.
    """
    await db.execute("DELETE FROM outbox WHERE id = ? AND stamp = ?", (row.id, row.stamp))
    if newest_only:
        await db.execute(
            "UPDATE outbox SET stamp = CASE WHEN id = ? THEN stamp + ? ELSE stamp END,"
            f" nonce = CASE WHEN nonce = ? THEN '' ELSE nonce END WHERE {_SAME}",
            (row.id, TOLD, nonce_of(row), *_same(row)),
        )
    elif row.nonce:
        await db.execute(f"UPDATE outbox SET nonce = '' WHERE {_SAME} AND nonce = ?", (*_same(row), row.nonce))


def _same(row: OutboxRow) -> tuple[object, ...]:
    return (row.table_id, row.kind, row.seat)


def _upcoming(rows: Iterable[DatabaseRow]) -> Upcoming | None:
    for row in rows:
        waiting = {name: row[other] for name, other in _WAITING.items()}
        return msgspec.convert(waiting, OutboxRow, strict=False), *seated(row)
    return None


async def postpone(db: Transaction, row: OutboxRow, due: int, nonce: str, *, newest_only: bool) -> None:
    """Try again later what has perhaps arrived under this nonce.

    What took its place meanwhile has to know that too; and what was dropped meanwhile comes back. What shows how things
    stand steps aside, into a lane of its own: nothing waits for that.
    """
    if newest_only:
        await db.execute(
            "UPDATE outbox SET tries = tries + 1, due = ?, refused = 0, nonce = ?,"
            f" lane = CASE lane WHEN {TABLE} THEN {STEPPED_ASIDE} - id ELSE lane END WHERE {_SAME}",
            (due, nonce, *_same(row)),
        )
        return
    await db.execute(
        f"INSERT INTO outbox (id, stamp, tries, nonce, {_ADDED}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET tries = excluded.tries, due = excluded.due, refused = 0,"
        " nonce = excluded.nonce",
        (row.id, row.stamp, row.tries + 1, nonce, *_added(msgspec.structs.replace(row, due=due))),
    )


async def note_perhaps_arrived(db: Transaction, number: int, nonce: str) -> None:
    """Note that something has perhaps arrived under this nonce, in one message with what is told before it."""
    await db.execute("UPDATE outbox SET nonce = ? WHERE id = ?", (nonce, number))


async def hasten(db: Transaction, table_id: int, kind: str, before: int) -> None:
    """Let what waits of one kind, and is due by then, be told at once."""
    await db.execute(
        "UPDATE outbox SET due = 0 WHERE table_id = ? AND kind = ? AND due <= ? AND refused = 0 AND tries = 0",
        (table_id, kind, before),
    )


async def note_told_alone(db: Transaction, row: OutboxRow, kind: str) -> None:
    """Note that a message did not carry what else waits under its nonce: that of this kind is told under its own."""
    await db.execute(
        "UPDATE outbox SET nonce = '' WHERE table_id = ? AND kind = ? AND nonce = ?", (row.table_id, kind, row.nonce)
    )


async def refuse(db: Transaction, row: OutboxRow, due: int, *, alone: bool = False) -> None:
    """Let it, and all of its lane, wait for a place that refuses; `alone`: it steps aside, and nothing waits for it."""
    if alone:
        await db.execute(
            f"UPDATE outbox SET due = ?, refused = 1, lane = CASE lane WHEN {TABLE} THEN {STEPPED_ASIDE} - id ELSE lane"
            " END WHERE id = ?",
            (due, row.id),
        )
        return
    await db.execute("UPDATE outbox SET due = ? WHERE id = ?", (due, row.id))
    await db.execute("UPDATE outbox SET refused = 1 WHERE table_id = ? AND lane = ?", (row.table_id, row.lane))


async def join(db: Transaction, row: OutboxRow, others: Sequence[int]) -> None:
    """Tell several things as one: the first of them says all, the others are crossed out."""
    await db.execute(
        "UPDATE outbox SET kind = ?, seat = NULL, position = ?, facts = ?, stamp = stamp + ?, refused = 0 WHERE id = ?",
        (row.kind, row.position, row.facts, TOLD, row.id),
    )
    await db.executemany("DELETE FROM outbox WHERE id = ?", [(number,) for number in others])


async def waiting(db: Reader, now: int, partition: Partition) -> list[int]:
    """Return the tables of a partition about which something can be told now."""
    rows = await db.execute_fetchall(
        f"SELECT DISTINCT table_id FROM outbox WHERE {_DUE}{partition.table_condition('outbox.table_id')}"
        " ORDER BY table_id",
        (now, now),
    )
    return [row[0] for row in rows]


async def drop(db: Transaction, table_id: int, kind: str) -> list[OutboxRow]:
    """Drop what still waits of one kind and has certainly not arrived, and return it."""
    rows = await db.execute_fetchall(
        "DELETE FROM outbox WHERE table_id = ? AND kind = ? AND nonce = '' RETURNING *", (table_id, kind)
    )
    return sorted((struct(OutboxRow, row) for row in rows), key=lambda row: row.id)


async def rewrite_lane(db: Transaction, table_id: int, lane: int, facts: str) -> None:
    """Let what waits in one lane say something else."""
    await db.execute("UPDATE outbox SET facts = ? WHERE table_id = ? AND lane = ?", (facts, table_id, lane))


async def drop_lane(db: Transaction, table_id: int, lane: int) -> None:
    """Drop what waits in one lane."""
    await db.execute("DELETE FROM outbox WHERE table_id = ? AND lane = ?", (table_id, lane))


async def drop_all(db: Transaction, table_id: int, but: Sequence[str]) -> None:
    """Drop what was to be told about a table and has certainly not arrived, but for some kinds."""
    others = f" AND kind NOT IN ({', '.join('?' * len(but))})" if but else ""
    await db.execute(f"DELETE FROM outbox WHERE table_id = ? AND nonce = ''{others}", (table_id, *but))
