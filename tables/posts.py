"""Where the messages stand that are kept up to date, and where a table lives."""

from __future__ import annotations

from storage import tables as sql
from storage.rows import OutboxRow as Telling
from storage.rows import PostRow as Post
from tables.house import House
from tables.table import Table

_MOST_IN_MIND = 5000

__all__ = ["Post", "Telling", "find", "moved_into", "remember"]


async def find(house: House, table_id: int, kind: str, seat: int = -1) -> Post | None:
    """Return where the live message of this kind stands. Asked with every edit: those found lately are kept in mind."""
    key = (table_id, kind, seat)
    if key not in house.posted:
        row = await sql.post(house.db.reader, table_id, kind, seat)
        return house.posted.setdefault(key, row)
    return house.posted[key]


async def remember(house: House, table_id: int, kind: str, seat: int, post: Post | None) -> None:
    """Remember where it stands now, or that it is gone."""
    async with house.db.transaction() as db:
        await sql.set_post(db, table_id, kind, seat, post)
    if len(house.posted) >= _MOST_IN_MIND:
        house.posted.clear()
    house.posted[table_id, kind, seat] = post


async def moved_into(house: House, table: Table, thread: int | None) -> None:
    """Remember the thread a table lives in; None: in the channel itself."""
    table.row.thread = thread
    async with house.db.transaction() as db:
        await sql.save_table(db, table.row, "thread")
