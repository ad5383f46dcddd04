"""SQL for the outbox: notifications that wait to be delivered.

Rows of one table and one *lane* are delivered in order. A row may already have been delivered although it is still
here, if a process died or a connection broke in between: then `nonce` says under which nonce it was sent, and Discord
returns the existing message if it is sent again.
"""

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
"""The lane of public messages; the numbers of all other lanes are given by `tables`."""
STEPPED_ASIDE = -1000
"""Lanes below this number hold one row each: a public message that may have been delivered and is tried again."""
TOLD = 1_000_000
"""A row's stamp grows by 1 with each change, and by this number when it was delivered but has changed meanwhile.

So `stamp // TOLD` is how often it was delivered, which is part of the nonce: a change alone keeps the nonce.
"""
_SAME = "table_id = ? AND kind = ? AND seat IS NOT DISTINCT FROM ?"


async def add(db: Transaction, row: OutboxRow) -> None:
    """Insert a row after all that wait."""
    await db.execute(f"INSERT INTO outbox ({_ADDED}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _added(row))


_NONCE = f"CASE WHEN nonce != '' THEN nonce ELSE 'k' || id || '.' || (stamp / {TOLD}) END"
_PERHAPS_ARRIVED = """
    nonce != '' OR (((id <= ? AND due <= ?) OR id = ?) AND NOT EXISTS (
        SELECT 1 FROM outbox AS earlier
        WHERE earlier.table_id = outbox.table_id AND earlier.lane = outbox.lane AND earlier.id < outbox.id
    ))
"""
"""SQL condition: a row was sent before, or it is the first of its lane and a process may have died while sending it."""


def nonce_of(row: OutboxRow) -> str:
    """Return the nonce under which a row is sent: made of its id and how often it was delivered."""
    return row.nonce or f"k{row.id}.{row.stamp // TOLD}"


class PerhapsTold(NamedTuple):
    """Which rows may already have been delivered although they still wait."""

    upto: int = 0
    """Rows up to this id may have been delivered by a process that died ..."""
    due: int = 0
    """... if they were due at this time."""
    now: int = 0
    """The id of the row that is being delivered now; 0: none."""


_NONE = PerhapsTold()


async def put(db: Transaction, row: OutboxRow, *, in_place: bool, perhaps_told: PerhapsTold = _NONE) -> None:
    """Insert a row in place of any older one of the same table, kind and seat.

    `in_place`: an older row keeps its position in the order, is changed to the new contents, and is due at the earlier
    of both times; it no longer waits for further changes (`since`). Otherwise the new row goes to the end and the older
    one is deleted; if that may already have been delivered, the new row takes over its nonce.
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
        "UPDATE outbox SET position = ?, facts = ?, stamp = stamp + 1, since = 0,"
        f" lane = CASE WHEN due > ? AND lane > {STEPPED_ASIDE} THEN ? ELSE lane END,"
        f" due = CASE WHEN due > ? THEN ? ELSE due END WHERE {_SAME}",
        (row.position, row.facts, row.due, row.lane, row.due, row.due, *same),
    )
    await db.execute(
        f"INSERT INTO outbox ({_ADDED}) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?"
        f" WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE {_SAME})",
        (*_added(row), *same),
    )


async def put_refresh(db: Transaction, row: OutboxRow, max_delay_s: int) -> None:
    """Insert a row that waits for further changes, or let the older row of the same table, kind and seat show this one.

    `row.since` is the time of this change, and `row.due` when it is shown if no other follows. An older row that waits
    for further changes is due at `row.due` too, but at the latest `max_delay_s` after its own `since`. Any other older
    row keeps its due time: it is due already, or is tried again then.
    """
    same, latest = (row.table_id, row.kind, row.seat), f"since + {max_delay_s}"
    await db.execute(
        "UPDATE outbox SET position = ?, facts = ?, stamp = stamp + 1, due = CASE"
        " WHEN since = 0 OR due <= ? OR tries > 0 OR refused = 1 THEN due"
        f" WHEN {latest} < ? THEN {latest} ELSE ? END WHERE {_SAME}",
        (row.position, row.facts, row.since, row.due, row.due, *same),
    )
    await db.execute(
        f"INSERT INTO outbox ({_ADDED}, since) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
        f" WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE {_SAME})",
        (*_added(row), row.since, *same),
    )


def _added(row: OutboxRow) -> tuple[object, ...]:
    """Return the values of the columns `_ADDED`."""
    return (
        *(row.table_id, row.kind, row.seat, row.person),
        *(row.position, row.facts, row.due, row.lane, int(row.asks)),
    )


async def of_table(db: Reader, table_id: int) -> list[OutboxRow]:
    """Return all rows of a table, in order."""
    rows = await db.execute_fetchall("SELECT * FROM outbox WHERE table_id = ? ORDER BY id", (table_id,))
    return [struct(OutboxRow, row) for row in rows]


async def behind(db: Reader, row: OutboxRow, now: int) -> list[OutboxRow]:
    """Return up to two rows that would be delivered after this one, if they are due at `now`.

    Those are the next of its lane, and rows that may have been delivered under the same nonce.
    """
    rows = await db.execute_fetchall(
        "SELECT * FROM outbox WHERE table_id = ? AND id != ?"
        " AND ((lane = ? AND id > ?) OR (nonce != '' AND nonce = ?)) ORDER BY id LIMIT 2",
        (row.table_id, row.id, row.lane, row.id, row.nonce),
    )
    return [each for each in (struct(OutboxRow, row) for row in rows) if each.due <= now]


async def leave_out(database: Database, db: Transaction, count: int) -> None:
    """Skip `count` ids: no row will get them.

    After a restored backup, messages may have been sent under the next ids of which the database knows nothing.
    """
    await db.execute(database.catalogue.leave_out, (count,))


async def latest(db: Reader) -> int:
    """Return the highest id in the outbox; 0 if it is empty."""
    ((number,),) = await db.execute_fetchall("SELECT coalesce(max(id), 0) FROM outbox")
    return int(number)


_WAITING = {name: f"waiting_{name}" for name in OutboxRow.__struct_fields__}
"""The names of an outbox row's columns in a query that also returns a table's."""
_DUE = """
    outbox.due <= ? AND NOT EXISTS (
        SELECT 1 FROM outbox AS earlier
        WHERE earlier.table_id = outbox.table_id AND earlier.lane = outbox.lane AND earlier.id < outbox.id
        AND earlier.due > ? AND NOT (earlier.refused = 1 AND outbox.asks = 1)
    )
"""
"""SQL condition: a row is due and no earlier row of its lane waits. A row that asks for a decision does not wait for a
blocked channel, because it can be delivered by direct message."""
_NEXT = f"""
    SELECT {", ".join(f"outbox.{name} AS {other}" for name, other in _WAITING.items())}, {SEATED}
    FROM outbox JOIN tables ON tables.id = outbox.table_id
    WHERE outbox.table_id = ? AND (outbox.due > ? OR ({_DUE}))
    ORDER BY outbox.due > ?, CASE WHEN outbox.due > ? THEN outbox.due ELSE outbox.id END LIMIT 1
"""

Upcoming = tuple[OutboxRow, TableRow, list[SeatRow]]
"""A row to deliver, its table and the table's seats."""


class NextDue(NamedTuple):
    """When the next row of a table is due, if none is due now."""

    due: int


async def upcoming(db: Reader, table_id: int, now: int) -> Upcoming | NextDue | None:
    """Return the next due row of a table, with the table and its seats; if none is due, when one is. One query.

    None if the table has no row.
    """
    return _upcoming(await db.execute_fetchall(_NEXT, (table_id, *5 * (now,))), now)


async def commit_and_read_next(db: Transaction, table_id: int, now: int) -> Upcoming | NextDue | None:
    """Commit the transaction and return the same as `upcoming`, in one round trip."""
    upcoming = _upcoming(await db.finish(_NEXT, (table_id, *5 * (now,))), now)
    if upcoming and not isinstance(upcoming, NextDue):
        db.table_cache.keep(upcoming[1:])
    return upcoming


async def cross_out(db: Transaction, row: OutboxRow, *, newest_only: bool = False) -> None:
    """Delete a row that was delivered, unless it has changed since it was read (`stamp`).

    `newest_only`: the row, or one that replaced it, holds newer contents. It is marked as not delivered and gets a new
    nonce; it will be an edit of this message, or a message of its own.
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
    """Return the values for `_SAME`."""
    return (row.table_id, row.kind, row.seat)


def _upcoming(rows: Iterable[DatabaseRow], now: int) -> Upcoming | NextDue | None:
    """Return what `upcoming` returns, from the only result row."""
    for row in rows:
        if row[_WAITING["due"]] > now:
            return NextDue(row[_WAITING["due"]])
        waiting = {name: row[other] for name, other in _WAITING.items()}
        return msgspec.convert(waiting, OutboxRow, strict=False), *seated(row)
    return None


async def postpone(db: Transaction, row: OutboxRow, due: int, nonce: str, *, newest_only: bool) -> None:
    """Store that a row may have been delivered under this nonce, and try it again at `due`.

    `newest_only`: a row that replaced it meanwhile gets the nonce too; if it was in the table's lane, it moves to a
    lane of its own so that nothing waits for it. Otherwise a row that was dropped meanwhile is inserted again.
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
    """Store that a row may have been delivered under this nonce, in one message with another row."""
    await db.execute("UPDATE outbox SET nonce = ? WHERE id = ?", (nonce, number))


async def note_told_alone(db: Transaction, row: OutboxRow, kind: str) -> None:
    """Clear the nonce of rows of this kind: the message under the nonce of `row` did not include them."""
    await db.execute(
        "UPDATE outbox SET nonce = '' WHERE table_id = ? AND kind = ? AND nonce = ?", (row.table_id, kind, row.nonce)
    )


async def refuse(db: Transaction, row: OutboxRow, due: int, *, alone: bool = False) -> None:
    """Let a row wait until `due` for a blocked channel, and mark all rows of its lane as waiting for it.

    `alone`: only this row waits, in a lane of its own.
    """
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
    """Replace several rows by one: write the contents of `row`, as a message of its own, and delete the others."""
    await db.execute(
        "UPDATE outbox SET kind = ?, seat = NULL, position = ?, facts = ?, stamp = stamp + ?, refused = 0 WHERE id = ?",
        (row.kind, row.position, row.facts, TOLD, row.id),
    )
    await db.executemany("DELETE FROM outbox WHERE id = ?", [(number,) for number in others])


async def waiting(db: Reader, now: int, partition: Partition) -> list[int]:
    """Return the ids of a partition's tables that have a row to deliver now, ascending."""
    rows = await db.execute_fetchall(
        f"SELECT DISTINCT table_id FROM outbox WHERE {_DUE}{partition.table_condition('outbox.table_id')}"
        " ORDER BY table_id",
        (now, now),
    )
    return [row[0] for row in rows]


async def due_between(db: Reader, after: int, until: int, partition: Partition) -> list[tuple[int, int]]:
    """Return the tables of a partition with rows due after one time and up to another, each with its earliest due time.

    Ordered by table id.
    """
    rows = await db.execute_fetchall(
        "SELECT table_id, min(due) FROM outbox WHERE due > ? AND due <= ?"
        f"{partition.table_condition('outbox.table_id')} GROUP BY table_id ORDER BY table_id",
        (after, until),
    )
    return [(row[0], row[1]) for row in rows]


async def drop(db: Transaction, table_id: int, kind: str) -> list[OutboxRow]:
    """Delete the rows of a kind that were certainly not delivered, and return them in order."""
    rows = await db.execute_fetchall(
        "DELETE FROM outbox WHERE table_id = ? AND kind = ? AND nonce = '' RETURNING *", (table_id, kind)
    )
    return sorted((struct(OutboxRow, row) for row in rows), key=lambda row: row.id)


async def rewrite_lane(db: Transaction, table_id: int, lane: int, facts: str) -> None:
    """Replace the facts of all rows in a lane."""
    await db.execute("UPDATE outbox SET facts = ? WHERE table_id = ? AND lane = ?", (facts, table_id, lane))


async def drop_lane(db: Transaction, table_id: int, lane: int) -> None:
    """Delete all rows in a lane."""
    await db.execute("DELETE FROM outbox WHERE table_id = ? AND lane = ?", (table_id, lane))


async def drop_all(db: Transaction, table_id: int, but: Sequence[str]) -> None:
    """Delete a table's rows that were certainly not delivered, except those of the kinds `but`."""
    others = f" AND kind NOT IN ({', '.join('?' * len(but))})" if but else ""
    await db.execute(f"DELETE FROM outbox WHERE table_id = ? AND nonce = ''{others}", (table_id, *but))
