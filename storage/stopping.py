"""What stops clocks, in SQL: people's holidays, and the times when we were not there ourselves."""

from __future__ import annotations

from collections.abc import Sequence

from storage.database import Reader, Transaction

Span = tuple[int, int]
"""From one moment up to another, in seconds since 1970."""


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


async def beat(db: Transaction, now: int) -> None:
    """Write that we are there."""
    await db.execute(
        "INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", (now,)
    )


async def latest_beat(db: Reader) -> int | None:
    """Return when we were there last; None: never."""
    rows = list(await db.execute_fetchall("SELECT at FROM heartbeat WHERE id = 1"))
    return int(rows[0]["at"]) if rows else None


async def add_downtime(db: Transaction, span: Span) -> None:
    """Write when we were not there."""
    await db.execute(
        "INSERT INTO downtimes (begins, ends) VALUES (?, ?) ON CONFLICT (begins) DO UPDATE SET ends = excluded.ends",
        span,
    )


async def forget_downtimes(db: Transaction) -> None:
    """Forget the times when we were not there that no running clock knows any more."""
    await db.execute(
        "DELETE FROM downtimes WHERE NOT EXISTS"
        " (SELECT 1 FROM seats WHERE runs_since > 0 AND runs_since < downtimes.ends)"
    )


async def downtimes(db: Reader) -> list[Span]:
    """Return the times when we were not there, the earliest first."""
    rows = await db.execute_fetchall("SELECT begins, ends FROM downtimes ORDER BY begins")
    return [(int(row["begins"]), int(row["ends"])) for row in rows]
