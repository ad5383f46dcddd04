"""SQL for the settings of people and servers, and for the times of a person's latest acts that servers limit.

These acts are opening tables and threads, and sending invitations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from storage.columns import DatabaseRow, column, struct
from storage.database import Reader, Transaction
from storage.rows import PersonRow, ServerRow

_COLUMNS = PersonRow.__struct_fields__
_SERVER_COLUMNS = ServerRow.__struct_fields__


async def person(db: Reader, person_id: int) -> PersonRow | None:
    """Return a person's settings; None if none are stored."""
    rows = list(await db.execute_fetchall("SELECT * FROM people WHERE id = ?", (person_id,)))
    return struct(PersonRow, rows[0]) if rows else None


async def save_person(db: Transaction, row: PersonRow) -> None:
    """Insert a person's settings; do nothing if some are stored already.

    In either case other processes drop their cached settings of the person. Names are not among the settings: a person
    may have another one on every server.
    """
    await db.execute(
        f"INSERT INTO people ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
        " ON CONFLICT (id) DO NOTHING",
        [column(getattr(row, name)) for name in _COLUMNS],
    )
    await db.broadcast("person", row.id)


async def change_person(db: Transaction, person_id: int, settings: Mapping[str, object]) -> PersonRow | None:
    """Update some settings of a person, by column name; return all their settings as they are afterwards.

    Returns None, with nothing written, if the person has no row, for example because their data was just removed.
    `settings` must not be empty. Other processes drop their cached settings of the person.
    """
    names = ", ".join(f"{name} = ?" for name in settings)
    values = [*(column(value) for value in settings.values()), person_id]
    rows = await db.execute_fetchall(f"UPDATE people SET {names} WHERE id = ? RETURNING *", values)
    await db.broadcast("person", person_id)
    return struct(PersonRow, rows[0]) if rows else None


async def count_tip(db: Transaction, person_id: int) -> None:
    """Add one to the number of tips that a person has seen, if they have a row.

    Other processes drop their cached settings of the person.
    """
    await db.execute("UPDATE people SET hints = hints + 1 WHERE id = ?", (person_id,))
    await db.broadcast("person", person_id)


async def server(db: Reader, server_id: int) -> ServerRow:
    """Return a server's settings, or the defaults if none are stored."""
    rows = list(await db.execute_fetchall("SELECT * FROM servers WHERE id = ?", (server_id,)))
    return struct(ServerRow, rows[0]) if rows else ServerRow(id=server_id)


async def save_server(db: Transaction, row: ServerRow) -> None:
    """Insert or replace a server's settings."""
    await db.execute(
        f"INSERT INTO servers ({', '.join(_SERVER_COLUMNS)}) VALUES ({', '.join('?' * len(_SERVER_COLUMNS))})"
        f" ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _SERVER_COLUMNS[1:])}",
        [column(getattr(row, name)) for name in _SERVER_COLUMNS],
    )


async def claim_role_ping(db: Transaction, server_id: int, now: int, pause_s: int) -> int:
    """Return the role of a server to ping for a new lobby, and store that it was pinged at `now`.

    Return 0 and store nothing if the server has no such role, or if it was pinged less than `pause_s` seconds ago.
    """
    rows = await db.execute_fetchall(
        "UPDATE servers SET role_pinged_at = ? WHERE id = ? AND ping_role IS NOT NULL AND role_pinged_at <= ?"
        " RETURNING ping_role",
        (now, server_id, now - pause_s),
    )
    return _first(list(rows)) or 0


async def nth_opening(db: Reader, person: int, server_id: int, n: int) -> int | None:
    """Return when a person opened the `n`th newest (from 1) of their tables on a server; None if they opened fewer."""
    rows = await db.execute_fetchall(
        "SELECT created FROM tables WHERE opened_by = ? AND server = ? ORDER BY created DESC LIMIT 1 OFFSET ?",
        (person, server_id, n - 1),
    )
    return _first(list(rows))


async def nth_thread(db: Reader, person: int, server_id: int, n: int, lobby_start_s: int) -> int | None:
    """Return when a person's tables on a server got their `n`th latest thread (from 1); None if they got fewer.

    Only tables that the person opened count. A game got its thread at its start. A lobby, which can still start, counts
    as if it had started `lobby_start_s` seconds after it was opened. A private table that never started counts from
    when it was opened. Other tables that were closed before the start are ignored.
    """
    rows = await db.execute_fetchall(
        "SELECT CASE WHEN status = 'lobby' THEN created + CAST(? AS BIGINT) ELSE coalesce(started, created) END AS at"
        " FROM tables WHERE opened_by = ? AND server = ?"
        " AND (status = 'lobby' OR started IS NOT NULL OR private = 1) ORDER BY at DESC LIMIT 1 OFFSET ?",
        (lobby_start_s, person, server_id, n - 1),
    )
    return _first(list(rows))


async def nth_invitation(db: Reader, person: int, server_id: int, n: int) -> int | None:
    """Return when a person sent the `n`th newest (from 1) of their invitations on a server; None if they sent fewer."""
    rows = await db.execute_fetchall(
        "SELECT invited_at FROM guests JOIN tables ON tables.id = guests.table_id"
        " WHERE invited_by = ? AND server = ? ORDER BY invited_at DESC LIMIT 1 OFFSET ?",
        (person, server_id, n - 1),
    )
    return _first(list(rows))


def _first(rows: Sequence[DatabaseRow]) -> int | None:
    """Return the value of the only row's only column; None without a row."""
    return int(rows[0][0]) if rows else None
