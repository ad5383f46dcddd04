"""SQL for the outbox: notifications that wait to be delivered.

Every row belongs to a *lane* of its table, a named queue. Rows of one lane are delivered in order and wait for each
other; lanes do not wait for each other. Before a new message is sent, its nonce is written to its row (`begin`). So a
row with a nonce may already have been delivered; if it is sent again under that nonce, Discord returns the existing
message. A row without a nonce has certainly not been delivered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

import msgspec

from storage.columns import DatabaseRow, struct
from storage.database import Database, Reader, Transaction
from storage.partition import Partition
from storage.queries.tables import SEATED, seated
from storage.rows import OutboxRow, SeatRow, TableRow

_ADDED = "table_id, kind, seat, person, position, facts, due, lane, asks"
TABLE = "table"
"""The lane of public messages; the names of all other lanes are given by `tables`."""
_OWN_LANE = "'row ' || id"
"""SQL: the lane of a single row that nothing else has to wait for."""
_SAME = "table_id = ? AND kind = ? AND seat IS NOT DISTINCT FROM ?"


async def add(db: Transaction, row: OutboxRow) -> None:
    """Insert a row at the end of its lane."""
    await db.execute(f"INSERT INTO outbox ({_ADDED}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _added(row))


def nonce_of(row: OutboxRow) -> str:
    """Return the nonce under which a row is sent: the stored one, or a new one of its id and number of deliveries."""
    return row.nonce or f"k{row.id}.{row.deliveries}"


async def put(db: Transaction, row: OutboxRow, *, in_place: bool) -> None:
    """Insert a row that replaces an older row of the same table, kind and seat, if there is one.

    With `in_place` the older row stays and is changed: it gets the new contents and the earlier of both due times,
    keeps its place in the order and its nonce, and no longer waits for further changes (`since` becomes 0). Without
    `in_place` the new row goes to the end and takes over the older row's nonce, and the older row is deleted.
    """
    same = (row.table_id, row.kind, row.seat)
    if not in_place:
        await db.execute(
            f"INSERT INTO outbox ({_ADDED}, nonce) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?,"
            f" coalesce((SELECT max(nonce) FROM outbox WHERE {_SAME}), '')",
            (*_added(row), *same),
        )
        await db.execute(
            f"DELETE FROM outbox WHERE {_SAME} AND id < (SELECT max(id) FROM outbox WHERE {_SAME})", (*same, *same)
        )
        return
    await db.execute(
        "UPDATE outbox SET position = ?, facts = ?, version = version + 1, since = 0,"
        f" lane = CASE WHEN due > ? AND lane != {_OWN_LANE} THEN ? ELSE lane END,"
        f" due = CASE WHEN due > ? THEN ? ELSE due END WHERE {_SAME}",
        (row.position, row.facts, row.due, row.lane, row.due, row.due, *same),
    )
    await db.execute(
        f"INSERT INTO outbox ({_ADDED}) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?"
        f" WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE {_SAME})",
        (*_added(row), *same),
    )


async def put_refresh(db: Transaction, row: OutboxRow, max_delay_s: int) -> None:
    """Queue a refresh of a message that waits a while for further changes, so that one edit shows them all.

    If there is an older row of the same table, kind and seat, it gets the new contents; otherwise `row` is inserted.
    `row.since` is the time of this change, and `row.due` is when it is shown if no other change follows. An older row
    that is still waiting for further changes becomes due at `row.due`, but at the latest `max_delay_s` after its own
    `since`. Any other older row keeps its due time: it is due already, or has failed and has a time for the next try.
    """
    same, latest = (row.table_id, row.kind, row.seat), f"since + {max_delay_s}"
    await db.execute(
        "UPDATE outbox SET position = ?, facts = ?, version = version + 1, due = CASE"
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
    """Return the values of a row's columns, in the order of `_ADDED`."""
    return (
        *(row.table_id, row.kind, row.seat, row.person),
        *(row.position, row.facts, row.due, row.lane, int(row.asks)),
    )


async def of_table(db: Reader, table_id: int) -> list[OutboxRow]:
    """Return all rows of a table, in the order in which they were inserted."""
    rows = await db.execute_fetchall("SELECT * FROM outbox WHERE table_id = ? ORDER BY id", (table_id,))
    return [struct(OutboxRow, row) for row in rows]


async def next_in_lane(db: Reader, row: OutboxRow, now: int) -> list[OutboxRow]:
    """Return the next rows in the lane of `row`, in order, at most two.

    A row that is not due at `now`, and all rows after it, are left out.
    """
    rows = await db.execute_fetchall(
        "SELECT * FROM outbox WHERE table_id = ? AND lane = ? AND id > ? ORDER BY id LIMIT 2",
        (row.table_id, row.lane, row.id),
    )
    return list(takewhile(lambda each: each.due <= now, (struct(OutboxRow, row) for row in rows)))


async def leave_out(database: Database, db: Transaction, count: int) -> None:
    """Skip `count` ids, so that no row gets them and no nonce is used a second time.

    After an older backup was restored, messages may have been sent under the next ids without the database knowing it.
    """
    await db.execute(database.catalogue.leave_out, (count,))


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
    """The time, in Unix seconds, at which the next row of a table is due; no row is due now."""

    due: int


async def upcoming(db: Reader, table_id: int, now: int) -> Upcoming | NextDue | None:
    """Return the next row of a table that can be delivered at `now`, with the table and its seats.

    If there is none, return the time when the next row is due; None if the table has no row. It takes one query.
    """
    return _upcoming(await db.execute_fetchall(_NEXT, (table_id, *5 * (now,))), now)


async def commit_and_read_next(db: Transaction, table_id: int, now: int) -> Upcoming | NextDue | None:
    """Commit the transaction and return what `upcoming` returns, in one round trip; cache the table if there is one."""
    upcoming = _upcoming(await db.finish(_NEXT, (table_id, *5 * (now,))), now)
    if upcoming and not isinstance(upcoming, NextDue):
        db.table_cache.keep(upcoming[1:])
    return upcoming


async def begin(db: Transaction, rows: Sequence[OutboxRow], nonce: str) -> bool:
    """Store that these rows are about to be sent in one message under this nonce, and commit the transaction.

    Return False, with no nonce stored, if one of the rows is no longer in the outbox.
    """
    ids, these = [row.id for row in rows], f"id IN ({', '.join('?' * len(rows))})"
    await db.execute(
        f"UPDATE outbox SET nonce = ? WHERE {these} AND (SELECT count(*) FROM outbox WHERE {these}) = ?",
        (nonce, *ids, *ids, len(ids)),
    )
    ((found,),) = await db.finish(f"SELECT count(*) FROM outbox WHERE {these}", ids)
    return bool(found == len(ids))


async def acknowledge(db: Transaction, row: OutboxRow) -> None:
    """Delete a row that was delivered. If its contents have changed since it was read, keep it and count the delivery.

    A row that is kept will be delivered again.
    """
    await db.execute("DELETE FROM outbox WHERE id = ? AND version = ?", (row.id, row.version))
    await db.execute("UPDATE outbox SET deliveries = deliveries + 1 WHERE id = ?", (row.id,))


async def is_unacknowledged(db: Reader, row: OutboxRow, nonce: str) -> bool:
    """Return True if a row is still in the outbox, or if a newer row of its table has taken over `nonce`."""
    rows = await db.execute_fetchall(
        "SELECT 1 FROM outbox WHERE id = ? OR (table_id = ? AND nonce = ?)", (row.id, row.table_id, nonce)
    )
    return bool(list(rows))


async def clear_nonce(db: Transaction, table_id: int, nonce: str) -> None:
    """Clear a nonce in all rows of a table, so that each is sent under its own.

    Nothing was sent under it, or the message found under it belongs to a row that is now acknowledged.
    """
    await db.execute("UPDATE outbox SET nonce = '' WHERE table_id = ? AND nonce = ?", (table_id, nonce))


async def replace_nonce(db: Transaction, table_id: int, nonce: str) -> None:
    """Clear a nonce in all rows of a table, because its message is being deleted.

    Each row will be sent under a new nonce, which no message has had.
    """
    await db.execute(
        "UPDATE outbox SET nonce = '', deliveries = deliveries + 1 WHERE table_id = ? AND nonce = ?", (table_id, nonce)
    )


def _upcoming(rows: Iterable[DatabaseRow], now: int) -> Upcoming | NextDue | None:
    """Turn the result of the query `_NEXT`, at most one row, into what `upcoming` returns.

    A row that is due only after `now` becomes a `NextDue`; any other is returned with its table and seats.
    """
    for row in rows:
        if row[_WAITING["due"]] > now:
            return NextDue(row[_WAITING["due"]])
        waiting = {name: row[other] for name, other in _WAITING.items()}
        return msgspec.convert(waiting, OutboxRow, strict=False), *seated(row)
    return None


async def retry_later(db: Transaction, row: OutboxRow, due: int, *, alone: bool) -> None:
    """Count a failed try and make the row due at `due`; it no longer counts as waiting for a blocked channel.

    With `alone` the row moves to a lane of its own, so that no other row waits for it.
    """
    await db.execute(
        f"UPDATE outbox SET tries = tries + 1, due = ?, refused = 0{_aside(alone)} WHERE id = ?", (due, row.id)
    )


def _aside(alone: bool) -> str:
    """Return SQL that moves a row of the table's lane to a lane of its own if `alone`."""
    return f", lane = CASE lane WHEN '{TABLE}' THEN {_OWN_LANE} ELSE lane END" if alone else ""


async def refuse(db: Transaction, row: OutboxRow, due: int, *, alone: bool = False) -> None:
    """Make a row wait for a blocked channel until `due`, and mark all rows of its lane as waiting for it too.

    With `alone` only this row waits: it moves to a lane of its own.
    """
    await db.execute(f"UPDATE outbox SET due = ?, refused = 1{_aside(alone)} WHERE id = ?", (due, row.id))
    if not alone:
        await db.execute("UPDATE outbox SET refused = 1 WHERE table_id = ? AND lane = ?", (row.table_id, row.lane))


async def rewrite(db: Transaction, row_id: int, facts: str) -> None:
    """Replace the facts of a row."""
    await db.execute("UPDATE outbox SET facts = ? WHERE id = ?", (facts, row_id))


async def join(db: Transaction, row: OutboxRow, others: Sequence[int]) -> None:
    """Replace several rows by one: write the contents of `row` to its id, and delete the rows with the ids `others`.

    The row then belongs to no seat, and no longer counts as waiting for a blocked channel.
    """
    await db.execute(
        "UPDATE outbox SET kind = ?, seat = NULL, position = ?, facts = ?, version = version + 1, refused = 0"
        " WHERE id = ?",
        (row.kind, row.position, row.facts, row.id),
    )
    await db.executemany("DELETE FROM outbox WHERE id = ?", [(number,) for number in others])


async def waiting(db: Reader, now: int, partition: Partition) -> list[int]:
    """Return the ids of a partition's tables that have a row which can be delivered at `now`, ascending."""
    rows = await db.execute_fetchall(
        f"SELECT DISTINCT table_id FROM outbox WHERE {_DUE}{partition.table_condition('outbox.table_id')}"
        " ORDER BY table_id",
        (now, now),
    )
    return [row[0] for row in rows]


async def due_between(db: Reader, after: int, until: int, partition: Partition) -> list[tuple[int, int]]:
    """Return (table id, earliest due time) for each table of a partition that has rows due in a period, by table id.

    The period is after the time `after` and up to `until`; rows due outside of it are ignored.
    """
    rows = await db.execute_fetchall(
        "SELECT table_id, min(due) FROM outbox WHERE due > ? AND due <= ?"
        f"{partition.table_condition('outbox.table_id')} GROUP BY table_id ORDER BY table_id",
        (after, until),
    )
    return [(row[0], row[1]) for row in rows]


async def drop(db: Transaction, table_id: int, kind: str) -> list[OutboxRow]:
    """Delete a table's rows of a kind that were certainly not delivered (without a nonce); return them in order."""
    rows = await db.execute_fetchall(
        "DELETE FROM outbox WHERE table_id = ? AND kind = ? AND nonce = '' RETURNING *", (table_id, kind)
    )
    return sorted((struct(OutboxRow, row) for row in rows), key=lambda row: row.id)


async def drop_all(db: Transaction, table_id: int, but: Sequence[str]) -> None:
    """Delete a table's rows that were certainly not delivered (without a nonce), except those of the kinds `but`."""
    others = f" AND kind NOT IN ({', '.join('?' * len(but))})" if but else ""
    await db.execute(f"DELETE FROM outbox WHERE table_id = ? AND nonce = ''{others}", (table_id, *but))
