"""SQL for the numbers that monitoring shows about outbox, timers and tables, and for a test of writing."""

from __future__ import annotations

from storage.database import Reader, Transaction
from storage.partition import Partition
from storage.queries.blocked_channels import HELD_BACK


async def outbox(db: Reader, now: int, partition: Partition) -> tuple[int, int, int]:
    """Return how many outbox rows of a partition are due, how many are due later, and how many are held back.

    Held back are rows that wait for a blocked channel; they do not count as due. Rows that have failed and wait for
    another try count as due.
    """
    ((due, later, refused),) = await db.execute_fetchall(
        "SELECT coalesce(sum(CASE WHEN held = 0 AND (due <= ? OR tries > 0) THEN 1 ELSE 0 END), 0),"
        " coalesce(sum(CASE WHEN held = 0 AND due > ? AND tries = 0 THEN 1 ELSE 0 END), 0),"
        " coalesce(sum(held), 0)"
        f" FROM (SELECT due, tries, CASE WHEN {HELD_BACK} THEN 1 ELSE 0 END AS held FROM outbox"
        f" WHERE 1 = 1{partition.table_condition('outbox.table_id')}) AS waiting",
        (now, now),
    )
    return int(due), int(later), int(refused)


async def oldest(db: Reader, now: int, most: int, partition: Partition) -> list[int]:
    """Return the ids of a partition's outbox rows that are due or have failed before, oldest first, at most `most`.

    Rows that wait for a blocked channel are left out.
    """
    rows = await db.execute_fetchall(
        f"SELECT id FROM outbox WHERE (due <= ? OR tries > 0) AND NOT ({HELD_BACK})"
        f"{partition.table_condition('outbox.table_id')} ORDER BY id LIMIT ?",
        (now, most),
    )
    return [int(row[0]) for row in rows]


async def write_nothing_new(db: Transaction, partition: Partition) -> None:
    """Make the engine write to the disk without changing anything: add 1 to a partition's heartbeat, then subtract 1.

    The engine would skip an update that does not change the value. No effect if the partition has no heartbeat.
    """
    for difference in (1, -1):
        await db.execute(
            "UPDATE heartbeats SET at = at + ? WHERE shards = ? AND processes = ? AND share = ?",
            (difference, *partition.layout, partition.number),
        )


async def timers(db: Reader, now: int, partition: Partition) -> tuple[int, int]:
    """Return the number of a partition's due timers and the due time of the earliest; (0, 0) if none is due."""
    ((many, since),) = await db.execute_fetchall(
        "SELECT count(*), coalesce(min(due), 0) FROM timers WHERE due <= ?"
        f"{partition.table_condition('timers.table_id')}",
        (now,),
    )
    return int(many), int(since)


async def latest_table(db: Reader) -> int:
    """Return the highest table id; 0 if there is no table."""
    ((number,),) = await db.execute_fetchall("SELECT coalesce(max(id), 0) FROM tables")
    return int(number)


async def tables(db: Reader, after: int, upto: int) -> list[tuple[str, str, int]]:
    """Return (game, status, number of tables) for the tables with ids above `after` and up to `upto`.

    Ordered by game and status; pairs without tables are left out.
    """
    rows = await db.execute_fetchall(
        "SELECT game, status, count(*) FROM tables WHERE id > ? AND id <= ? GROUP BY game, status"
        " ORDER BY game, status",
        (after, upto),
    )
    return [(str(game), str(status), int(many)) for game, status, many in rows]
