"""SQL that finds when a person did something last on a server, to limit how often they can."""

from __future__ import annotations

from collections.abc import Sequence

from storage.columns import DatabaseRow
from storage.database import Reader


async def nth_opening(db: Reader, person: int, server_id: int, n: int) -> int | None:
    """Return when a person opened the `n`th newest (from 1) of their tables on a server; None if they opened fewer."""
    rows = await db.execute_fetchall(
        "SELECT created FROM tables WHERE opened_by = ? AND server = ? ORDER BY created DESC LIMIT 1 OFFSET ?",
        (person, server_id, n - 1),
    )
    return _first(list(rows))


async def nth_thread(db: Reader, person: int, server_id: int, n: int, lobby_lasts_s: int) -> int | None:
    """Return when the `n`th newest (from 1) thread of a person's tables on a server was opened; None if none was.

    A game's thread is opened at its start. A table in the lobby can start until it expires, `lobby_lasts_s` after it
    was opened, so it counts as if its thread was opened then. The thread of a private table that never starts counts
    from its opening; other tables that are closed before the start have none.
    """
    rows = await db.execute_fetchall(
        "SELECT CASE WHEN status = 'lobby' THEN created + CAST(? AS BIGINT) ELSE coalesce(started, created) END AS at"
        " FROM tables WHERE opened_by = ? AND server = ?"
        " AND (status = 'lobby' OR started IS NOT NULL OR private = 1) ORDER BY at DESC LIMIT 1 OFFSET ?",
        (lobby_lasts_s, person, server_id, n - 1),
    )
    return _first(list(rows))


async def nth_invitation(db: Reader, person: int, server_id: int, n: int) -> int | None:
    """Return when a person sent the `n`th newest (from 1) of their invitations on a server; None for fewer."""
    rows = await db.execute_fetchall(
        "SELECT invited_at FROM guests JOIN tables ON tables.id = guests.table_id"
        " WHERE invited_by = ? AND server = ? ORDER BY invited_at DESC LIMIT 1 OFFSET ?",
        (person, server_id, n - 1),
    )
    return _first(list(rows))


def _first(rows: Sequence[DatabaseRow]) -> int | None:
    """Return the value of the only row's only column; None without a row."""
    return int(rows[0][0]) if rows else None
