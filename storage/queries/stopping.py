"""SQL for what stops the clocks of seats: people's holidays, and downtimes of the bot.

In the database tables `heartbeats` and `downtimes` a partition's number is the column `share`.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage.columns import DatabaseRow
from storage.database import Database, Reader, Transaction
from storage.partition import Partition, PartitionLayout
from storage.rows import Span


async def holidays(db: Reader, persons: Sequence[int]) -> dict[int, list[Span]]:
    """Return the holidays of these people by person, each list ascending. A person without holidays has no entry."""
    found: dict[int, list[Span]] = {}
    if not persons:
        return found
    marks = ", ".join("?" * len(persons))
    for row in await db.execute_fetchall(
        f"SELECT person, begins, ends FROM holidays WHERE person IN ({marks}) ORDER BY person, begins", tuple(persons)
    ):
        found.setdefault(row["person"], []).append((int(row["begins"]), int(row["ends"])))
    return found


async def save_holidays(db: Transaction, person: int, spans: list[Span]) -> None:
    """Replace all holidays of a person. Other processes drop their cached settings of the person."""
    await db.execute("DELETE FROM holidays WHERE person = ?", (person,))
    await db.executemany(
        "INSERT INTO holidays (person, begins, ends) VALUES (?, ?, ?)", [(person, *span) for span in spans]
    )
    await db.broadcast("person", person)


async def server_time(db: Database) -> int | None:
    """Return the time by the database server's clock, in seconds since 1970; None for a database file."""
    if not db.catalogue.clock:
        return None
    ((now,),) = await db.reader.execute_fetchall(db.catalogue.clock)
    return int(now)


# Downtimes, for each partition


async def save_heartbeat(db: Transaction, partition: Partition, now: int) -> None:
    """Store that a process works on a partition at the time `now`, in place of the partition's earlier heartbeat."""
    await db.execute(
        "INSERT INTO heartbeats (shards, processes, share, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (shards, processes, share) DO UPDATE SET at = excluded.at",
        (*_numbers(partition), now),
    )


async def latest_heartbeats(db: Reader) -> dict[Partition, int]:
    """Return the time of the latest heartbeat of each partition, including partitions of former layouts."""
    rows = await db.execute_fetchall("SELECT * FROM heartbeats ORDER BY shards, processes, share")
    return {_partition(row): int(row["at"]) for row in rows}


async def apply_layout(db: Transaction, layout: PartitionLayout, now: int) -> None:
    """Make a new layout the current one: every partition of it gets a heartbeat at the time `now`.

    Heartbeats of other layouts are deleted, and so are requests forwarded to partitions that no longer exist.
    """
    await db.execute("DELETE FROM errands WHERE share >= ?", (layout.processes,))
    await db.execute("DELETE FROM heartbeats WHERE shards <> ? OR processes <> ?", (layout.shards, layout.processes))
    await db.executemany(
        "INSERT INTO heartbeats (shards, processes, share, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (shards, processes, share) DO UPDATE SET at = excluded.at",
        [(*layout, number, now) for number in range(layout.processes)],
    )


async def add_downtime(db: Transaction, partition: Partition, span: Span) -> None:
    """Store a period in which no process worked on a partition, and tell other processes of it.

    If a downtime of the same partition with the same beginning is stored, its end is updated.
    """
    await db.execute(
        "INSERT INTO downtimes (shards, processes, share, begins, ends) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (shards, processes, share, begins) DO UPDATE SET ends = excluded.ends",
        (*_numbers(partition), *span),
    )
    await db.broadcast("downtime", partition.number)


async def forget_downtimes(db: Transaction) -> None:
    """Delete the downtimes that ended before every running clock started; all of them if no clock runs."""
    await db.execute(
        "DELETE FROM downtimes WHERE NOT EXISTS"
        " (SELECT 1 FROM seats WHERE runs_since > 0 AND runs_since < downtimes.ends)"
    )


async def downtimes(db: Reader) -> list[tuple[Partition, Span]]:
    """Return all stored downtimes with their partitions, ordered by their beginning."""
    rows = await db.execute_fetchall("SELECT * FROM downtimes ORDER BY begins, shards, processes, share")
    return [(_partition(row), (int(row["begins"]), int(row["ends"]))) for row in rows]


def _numbers(partition: Partition) -> tuple[int, int, int]:
    """Return a partition as its three columns: shards, processes, number."""
    return *partition.layout, partition.number


def _partition(row: DatabaseRow) -> Partition:
    """Return the partition that a row's columns name."""
    return Partition(PartitionLayout(row["shards"], row["processes"]), row["share"])
