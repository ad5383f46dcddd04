"""People's and servers' settings in SQL."""

from __future__ import annotations

from storage.columns import column, struct
from storage.database import Reader, Transaction
from storage.rows import PersonRow, ServerRow


async def person(db: Reader, person_id: int) -> PersonRow | None:
    """Return a person's settings, if we know them."""
    rows = list(await db.execute_fetchall("SELECT * FROM people WHERE id = ?", (person_id,)))
    return struct(PersonRow, rows[0]) if rows else None


async def save_person(db: Transaction, row: PersonRow) -> None:
    """Write a person's settings. Their name belongs to a seat: they may have another one on every server."""
    await db.execute(
        "INSERT INTO people (id, language, locale, dms, pictures, hints, stays_out, zone, hours_begin, hours_end,"
        " told, told_by, quiet_begin, quiet_end) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET language = excluded.language, locale = excluded.locale, dms = excluded.dms,"
        " pictures = excluded.pictures, hints = excluded.hints, stays_out = excluded.stays_out, zone = excluded.zone,"
        " hours_begin = excluded.hours_begin, hours_end = excluded.hours_end, told = excluded.told,"
        " told_by = excluded.told_by, quiet_begin = excluded.quiet_begin, quiet_end = excluded.quiet_end",
        (
            *(row.id, row.language, row.locale, int(row.dms), int(row.pictures), row.hints, int(row.stays_out)),
            *(row.zone, row.hours_begin, row.hours_end, row.told, row.told_by, row.quiet_begin, row.quiet_end),
        ),
    )
    await db.tell_others("person", row.id)


async def set_locale(db: Transaction, person_id: int, locale: str) -> None:
    """Write what Discord says a person speaks; somebody who was forgotten meanwhile stays forgotten."""
    await db.execute("UPDATE people SET locale = ? WHERE id = ?", (locale, person_id))
    await db.tell_others("person", person_id)


async def count_hint(db: Transaction, person_id: int) -> None:
    """Count one more explaining line; somebody who was forgotten meanwhile stays forgotten."""
    await db.execute("UPDATE people SET hints = hints + 1 WHERE id = ?", (person_id,))
    await db.tell_others("person", person_id)


async def server(db: Reader, server_id: int) -> ServerRow:
    """Return a server's settings, or the defaults."""
    rows = list(await db.execute_fetchall("SELECT * FROM servers WHERE id = ?", (server_id,)))
    return struct(ServerRow, rows[0]) if rows else ServerRow(id=server_id)


async def save_server(db: Transaction, row: ServerRow) -> None:
    """Write a server's settings."""
    await db.execute(
        "INSERT INTO servers (id, language, channels, holidays) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET language = excluded.language, channels = excluded.channels,"
        " holidays = excluded.holidays",
        (row.id, row.language, column(row.channels), row.holidays),
    )
