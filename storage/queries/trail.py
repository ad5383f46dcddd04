"""SQL for the trail of a server: a record of what its managers and organisers have done."""

from __future__ import annotations

from typing import Literal

import msgspec

from storage.columns import column, struct
from storage.database import Reader, Transaction

TrailKind = Literal[
    "settings",
    "closed",
    "moved",
    "replaced",
    "offered",
    "announced",
    "started",
    "extended",
    "called_off",
    "opening_added",
    "opening_deleted",
    "not_opened",
]
"""What was done: with the server's settings, a table or a seat there, a season of a league, or a recurring opening.

`not_opened` is no act of a person: a recurring opening could not open its table.
"""


class TrailRow(msgspec.Struct, kw_only=True):
    """One act of a manager or organiser: when (`at`), by whom, and what it was about.

    `table_id` and `season` are None if it was not about a table or season.
    """

    id: int = 0
    server: int
    at: int
    person: int | None
    """Who did it; None: a person whose data was removed, or nobody."""
    kind: TrailKind
    table_id: int | None = None
    season: int | None = None
    detail: str = "{}"
    """Further facts, a JSON object without people. Only `tables` reads it."""


_COLUMNS = TrailRow.__struct_fields__[1:]


async def add_act(db: Transaction, row: TrailRow) -> None:
    """Insert an act. `row.id` is ignored: the database assigns one."""
    await db.execute(
        f"INSERT INTO trail ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})",
        [column(getattr(row, name)) for name in _COLUMNS],
    )


async def acts(db: Reader, server_id: int, since: int, limit: int, offset: int) -> list[TrailRow]:
    """Return up to `limit` acts on a server from the time `since` on, newest first; the newest `offset` are skipped."""
    rows = await db.execute_fetchall(
        "SELECT * FROM trail WHERE server = ? AND at >= ? ORDER BY id DESC LIMIT ? OFFSET ?",
        (server_id, since, limit, offset),
    )
    return [struct(TrailRow, row) for row in rows]


async def forget_acts(db: Transaction, before: int) -> None:
    """Delete all acts before a time."""
    await db.execute("DELETE FROM trail WHERE at < ?", (before,))
