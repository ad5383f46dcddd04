"""What stops clocks, in SQL: people's holidays, and the times when we were not there ourselves."""

from __future__ import annotations

from collections.abc import Sequence

from storage.columns import DatabaseRow
from storage.database import Database, Reader, Transaction
from storage.rows import Span
from storage.shares import Share, Split


async def holidays(db: Reader, persons: Sequence[int]) -> dict[int, list[Span]]:
    """Return all holidays of some people, the earliest first; who has none is left out."""
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
    """Write all holidays of a person anew."""
    await db.execute("DELETE FROM holidays WHERE person = ?", (person,))
    await db.executemany(
        "INSERT INTO holidays (person, begins, ends) VALUES (?, ?, ?)", [(person, *span) for span in spans]
    )
    await db.tell_others("person", person)


async def their_clock(db: Database) -> int | None:
    """Return the time by the clock that all processes of a database share; None: they share ours."""
    if not db.catalogue.clock:
        return None
    ((now,),) = await db.reader.execute_fetchall(db.catalogue.clock)
    return int(now)


# When we were not there: each share for itself


async def beat(db: Transaction, share: Share, now: int) -> None:
    """Write that somebody is there for a share."""
    await db.execute(
        "INSERT INTO heartbeats (shards, processes, share, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (shards, processes, share) DO UPDATE SET at = excluded.at",
        (*_numbers(share), now),
    )


async def latest_beats(db: Reader) -> dict[Share, int]:
    """Return when somebody was there last, for each share."""
    rows = await db.execute_fetchall("SELECT * FROM heartbeats ORDER BY shards, processes, share")
    return {_share(row): int(row["at"]) for row in rows}


async def split_anew(db: Transaction, split: Split, now: int) -> None:
    """Forget who was there by other numbers, and what is asked of nobody any more; by these, all were until now."""
    await db.execute("DELETE FROM errands WHERE share >= ?", (split.processes,))
    await db.execute("DELETE FROM heartbeats WHERE shards <> ? OR processes <> ?", (split.shards, split.processes))
    await db.executemany(
        "INSERT INTO heartbeats (shards, processes, share, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (shards, processes, share) DO UPDATE SET at = excluded.at",
        [(*split, number, now) for number in range(split.processes)],
    )


async def add_downtime(db: Transaction, share: Share, span: Span) -> None:
    """Write when nobody was there for a share."""
    await db.execute(
        "INSERT INTO downtimes (shards, processes, share, begins, ends) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (shards, processes, share, begins) DO UPDATE SET ends = excluded.ends",
        (*_numbers(share), *span),
    )
    await db.tell_others("downtime", share.number)


async def forget_downtimes(db: Transaction) -> None:
    """Forget the times when we were not there that no running clock knows any more."""
    await db.execute(
        "DELETE FROM downtimes WHERE NOT EXISTS"
        " (SELECT 1 FROM seats WHERE runs_since > 0 AND runs_since < downtimes.ends)"
    )


async def downtimes(db: Reader) -> list[tuple[Share, Span]]:
    """Return the times when nobody was there, and for which share, the earliest first."""
    rows = await db.execute_fetchall("SELECT * FROM downtimes ORDER BY begins, shards, processes, share")
    return [(_share(row), (int(row["begins"]), int(row["ends"]))) for row in rows]


def _numbers(share: Share) -> tuple[int, int, int]:
    return *share.split, share.number


def _share(row: DatabaseRow) -> Share:
    return Share(Split(row["shards"], row["processes"]), row["share"])
