"""Copying a whole database into an empty one, of either engine: `copy`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from graphlib import TopologicalSorter
from typing import NamedTuple

from storage.columns import DatabaseRow
from storage.database import Database, Unusable

_BATCH = 1000
"""Rows per query."""


class Shape(NamedTuple):
    """The columns of a database table in order, and the columns of its primary key."""

    columns: list[str]
    key: list[str]


class MovedAmount(NamedTuple):
    """How many database tables, empty ones included, and rows were copied."""

    tables: int
    rows: int


async def shapes(db: Database) -> dict[str, Shape]:
    """Return the shapes of all database tables by name. A table comes after those that its rows refer to.

    The engine's own tables are left out, and so are PostgreSQL's tables about partitions (`kontor…`).
    """
    columns: dict[str, list[str]] = {}
    keys: dict[str, dict[int, str]] = {}
    for table, column, part in await db.reader.execute_fetchall(db.catalogue.columns):
        columns.setdefault(table, []).append(column)
        if part:
            keys.setdefault(table, {})[part] = column
    order = TopologicalSorter[str](dict.fromkeys(columns, ()))
    for table, other in await db.reader.execute_fetchall(db.catalogue.references):
        if table != other:
            order.add(table, other)
    return {
        table: Shape(columns[table], [keys[table][part] for part in sorted(keys[table])])
        for table in order.static_order()
    }


async def is_empty(db: Database) -> bool:
    """Return True if none of the tables in `shapes` has a row."""
    for table in await shapes(db):
        if list(await db.reader.execute_fetchall(f"SELECT 1 FROM {table} LIMIT 1")):
            return False
    return True


async def copy(source: Database, target: Database) -> MovedAmount:
    """Copy everything from one database into another, all or nothing. Return how much was copied.

    The target assigns new ids above the highest that the source ever assigned, even if that row is gone. Raises
    `Unusable` if the target is not empty. Both must have the newest schema, and nobody may write to the source
    meanwhile.
    """
    if not await is_empty(target):
        raise Unusable(f"{target.name} is not empty. Nothing was changed. Name an empty database.")
    here, there = await shapes(source), await shapes(target)
    assert {table: shape.columns for table, shape in here.items()} == {
        table: shape.columns for table, shape in there.items()
    }, "both have the newest schema since they are open"
    moved = 0
    async with target.transaction() as db:
        for table, shape in there.items():
            marks = ", ".join("?" * len(shape.columns))
            async for rows in _batches(source, table, shape):
                await db.executemany(f"INSERT INTO {table} ({', '.join(shape.columns)}) VALUES ({marks})", rows)
                await db.execute_fetchall(
                    "SELECT 1"
                )  # Run the collected statements now: all together would fill the memory.
                moved += len(rows)
        for table, number in await source.reader.execute_fetchall(source.catalogue.numbers):
            for statement in target.catalogue.go_on_after:
                await db.execute(statement, (table, number))
    return MovedAmount(len(there), moved)


async def _batches(db: Database, table: str, shape: Shape) -> AsyncIterator[Sequence[Sequence[object]]]:
    """Yield the rows of a table, up to `_BATCH` at a time, in the order of its primary key."""
    key = ", ".join(shape.key)
    marks = ", ".join("?" * len(shape.key))
    after: DatabaseRow | None = None
    while True:
        rows = list(
            await db.reader.execute_fetchall(
                f"SELECT {', '.join(shape.columns)} FROM {table}"
                + (f" WHERE ({key}) > ({marks})" if after else "")
                + f" ORDER BY {key} LIMIT {_BATCH}",
                [after[name] for name in shape.key] if after else (),
            )
        )
        if rows:
            yield [tuple(row) for row in rows]
        if len(rows) < _BATCH:
            return
        after = rows[-1]
