"""SQL for avoid lists, each the list of people whom one person avoids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from storage.database import Reader, Transaction


async def add(db: Transaction, person: int, avoided: int, name: str) -> None:
    """Add the person `avoided`, with this name, to a person's avoid list. If they are on it, only update the name."""
    await db.execute(
        "INSERT INTO avoids (person, avoided, name) VALUES (?, ?, ?)"
        " ON CONFLICT (person, avoided) DO UPDATE SET name = excluded.name",
        (person, avoided, name),
    )


async def remove(db: Transaction, person: int, others: Iterable[int]) -> None:
    """Delete people from a person's avoid list. Those who are not on it are ignored."""
    await db.executemany(
        "DELETE FROM avoids WHERE person = ? AND avoided = ?", [(person, avoided) for avoided in others]
    )


async def of_person(db: Reader, person: int) -> dict[int, str]:
    """Return the names of the people whom a person avoids, by their ids, sorted by name.

    A name is the one at the time of adding; "" if the data of that person was removed since.
    """
    rows = await db.execute_fetchall(
        "SELECT avoided, name FROM avoids WHERE person = ? ORDER BY name, avoided", (person,)
    )
    return {row[0]: row[1] for row in rows}


async def pairs_among(db: Reader, people: Sequence[int]) -> list[tuple[int, int]]:
    """Return all pairs (a, b) of these people in which `a` avoids `b`, in ascending order.

    Two people who avoid each other are two pairs.
    """
    marks = ", ".join("?" * len(people))
    rows = (
        await db.execute_fetchall(
            f"SELECT person, avoided FROM avoids WHERE person IN ({marks}) AND avoided IN ({marks})"
            " ORDER BY person, avoided",
            (*people, *people),
        )
        if people
        else ()
    )
    return [(row[0], row[1]) for row in rows]
