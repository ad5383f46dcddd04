"""SQL for everything that is stored about a person: exporting it (`everything`) and removing it (`forget`).

A new column that holds a person's id must be added to both; a test looks through all database tables for such ids. The
only exception is `avoids.avoided`: an avoid list belongs to its owner, and nobody else learns of it.
"""

from __future__ import annotations

from typing import Any

from storage.database import Reader, Transaction
from storage.queries.records import FORGOTTEN

_ROWS = {
    "people": ("id", "id"),
    "seats": ("person", "table_id, seat"),
    "results": ("person", "table_id, seat"),
    "decisions": ("person", "table_id, seat"),
    "outcomes": ("person", "n, nth"),
    "ratings": ("person", "server, game"),
    "posts": ("person", "table_id, kind"),
    "dms_closed": ("person", "table_id"),
    "pings": ("person", "table_id, kind"),
    "holidays": ("person", "begins"),
    "notes": ("person", "table_id"),
    "gathered": ("person", "table_id, what"),
    "guests": ("person", "table_id, n"),
    "lobby_wishes": ("person", "server, game"),
    "outbox": ("person", "id"),
    "entrants": ("person", "season"),
    "season_messages": ("person", "id"),
    "avoids": ("person", "avoided"),
    "wishes": ("person", "server"),
    "wish_messages": ("person", "id"),
    "forgetting": ("person", "person"),
    "seasons": ("organiser", "id"),
    "fixtures": ("closed_by", "season, n"),
    "trail": ("person", "id"),
}
"""Database tables with rows about a person: the column with the person's id, and the order of the export."""

_FORGOTTEN = (
    *("posts", "dms_closed", "pings", "holidays", "notes", "gathered", "guests", "lobby_wishes", "outbox", "ratings"),
    *("avoids", "wishes", "wish_messages", "forgetting"),
)
"""Database tables whose rows are deleted; `forgetting`, the record of the removal itself, last."""

_MORE = {
    # Never seed and state: they would show everybody's hand.
    "tables": "SELECT id, game, options, status, size, host, server, channel, thread, language, clock, created,"
    " started, ended, lesson, starts_full, private, opened_by FROM tables"
    " WHERE ? IN (host, opened_by) OR id IN (SELECT table_id FROM seats WHERE person = ?) ORDER BY id",
    "log": "SELECT log.table_id, n, log.seat, text, at, log.person, log.late, log.planned FROM decisions JOIN log"
    " ON log.table_id = decisions.table_id AND log.seat = decisions.seat AND log.person = decisions.person"
    " WHERE decisions.person = ?"
    " UNION ALL SELECT log.table_id, n, log.seat, text, at, log.person, log.late, log.planned FROM log JOIN seats"
    " ON seats.table_id = log.table_id AND seats.seat = log.seat"
    " WHERE log.person IS NULL AND seats.person = ? ORDER BY 1, 2",
    "drafts": "SELECT drafts.table_id, drafts.seat, body FROM drafts JOIN seats ON seats.table_id = drafts.table_id"
    " AND seats.seat = drafts.seat WHERE seats.person IN (?, ?) ORDER BY drafts.table_id, drafts.seat",
    # Whom they invited is about others.
    "invitations": "SELECT table_id, invited_by, invited_at FROM guests WHERE invited_by IN (?, ?)"
    " ORDER BY table_id, n",
    "offers": "SELECT table_id, seat, offered_at, offered_to, offered_name FROM seats WHERE offered_to IN (?, ?)"
    " ORDER BY table_id, seat",
    "kept_views": "SELECT kept_views.* FROM kept_views JOIN seats ON seats.table_id = kept_views.table_id"
    " AND seats.seat = kept_views.seat WHERE seats.person IN (?, ?) ORDER BY kept_views.table_id, kept_views.seat",
}
"""Further queries for the export: tables they sit at, host or have opened, their moves, drafts, invitations they sent,
seats offered to them, and the views they had when they last decided."""


async def everything(db: Reader, person: int) -> dict[str, list[dict[str, Any]]]:
    """Return all rows that are stored about a person, as dictionaries from column to value, by database table.

    A database table without such rows has an empty list. Some keys are no tables but further queries, such as
    `invitations`. Seeds, states and events of games are left out, because they would show everybody's hand.
    """
    found = {}
    for table, (whose, order) in _ROWS.items():
        found[table] = await db.execute_fetchall(f"SELECT * FROM {table} WHERE {whose} = ? ORDER BY {order}", (person,))
    for table, sql in _MORE.items():
        found[table] = await db.execute_fetchall(sql, (person, person))
    return {table: [dict(zip(row.keys(), row, strict=True)) for row in rows] for table, rows in found.items()}


async def begin_removal(db: Transaction, person: int) -> None:
    """Store that a person's data is to be removed, so that the removal is completed even after a crash."""
    await db.execute("INSERT INTO forgetting (person) VALUES (?) ON CONFLICT (person) DO NOTHING", (person,))


async def pending_removals(db: Reader) -> list[int]:
    """Return the people whose removal has begun and not ended, ascending."""
    return [row[0] for row in await db.execute_fetchall("SELECT person FROM forgetting ORDER BY person")]


async def _forget_in_leagues(db: Transaction, person: int) -> None:
    """Remove a person from leagues. Before the start of a season their entry is deleted.

    Later their entry stays, with its number as name and without their id; in a running season it counts as dropped out.
    Messages that show their name are queued to be edited. Their id is also removed as organiser of seasons, as closer
    of tables, and from messages.
    """
    await db.execute(
        "UPDATE season_messages SET wanted = wanted + 1, due = 0 WHERE kind IN ('announcement', 'division', 'end')"
        " AND season IN (SELECT season FROM entrants WHERE person = ?)",
        (person,),
    )
    await db.execute(
        "DELETE FROM entrants WHERE person = ? AND season IN"
        " (SELECT id FROM seasons WHERE state IN ('draft', 'signup', 'checkin'))",
        (person,),
    )
    await db.execute(
        "UPDATE entrants SET dropped = 1 WHERE person = ? AND season IN"
        " (SELECT id FROM seasons WHERE state = 'playing')",
        (person,),
    )
    await db.execute("UPDATE entrants SET person = NULL, name = '#' || n WHERE person = ?", (person,))
    await db.execute("UPDATE seasons SET organiser = 0 WHERE organiser = ?", (person,))
    await db.execute("UPDATE fixtures SET closed_by = 0 WHERE closed_by = ?", (person,))
    await db.execute("DELETE FROM season_messages WHERE person = ? AND kind = 'tables'", (person,))
    await db.execute("UPDATE season_messages SET person = NULL WHERE person = ?", (person,))


async def forget(db: Transaction, person: int, anonymous: str) -> None:
    """Remove a person's settings, ratings and ids. Finished games keep their scores under the name `anonymous`.

    Their notes, invitations, messages and pending notifications are deleted, and offers of a seat to them end. In logs
    and decision counts `FORGOTTEN` takes the place of their id. Outcomes keep the ratings from before the game, so that
    nobody else's rating changes. Seats at open tables are not changed: the person must have given them up before. Avoid
    lists of others keep the person's id without the name: they belong to their owners.

    The removal that `begin_removal` has stored is ended too. Other processes are told to drop what they have cached.
    """
    looking = "server IN (SELECT server FROM wishes WHERE person = ?)"
    await db.execute(
        f"UPDATE wish_messages SET wanted = wanted + 1, due = 0 WHERE kind = 'overview' AND {looking}", (person,)
    )
    await db.execute(f"UPDATE wishes SET due = 0 WHERE {looking}", (person,))
    for table in _FORGOTTEN:
        await db.execute(f"DELETE FROM {table} WHERE person = ?", (person,))
    await db.execute("DELETE FROM people WHERE id = ?", (person,))
    await db.execute("UPDATE avoids SET name = '' WHERE avoided = ?", (person,))
    await db.execute("UPDATE tables SET host = 0 WHERE host = ?", (person,))
    await db.execute("UPDATE tables SET opened_by = 0 WHERE opened_by = ?", (person,))
    await db.execute("UPDATE guests SET invited_by = 0 WHERE invited_by = ?", (person,))
    await _forget_in_leagues(db, person)
    await db.execute("UPDATE trail SET person = NULL WHERE person = ?", (person,))
    await db.execute(
        "UPDATE seats SET offered_at = 0, offered_to = NULL, offered_name = '' WHERE offered_to = ?", (person,)
    )
    # Whoever has decided somewhere is in `decisions`: the log is long, and has no index for this.
    await db.execute(
        "UPDATE log SET person = ? WHERE person = ? AND table_id IN (SELECT table_id FROM decisions WHERE person = ?)",
        (FORGOTTEN, person, person),
    )
    for table in ("results", "outcomes"):
        await db.execute(f"UPDATE {table} SET person = NULL, name = ? WHERE person = ?", (anonymous, person))
    await db.execute(
        "INSERT INTO decisions (table_id, seat, person, name, count, seconds, latest)"
        " SELECT table_id, seat, CAST(? AS BIGINT), CAST(? AS TEXT), count, seconds, latest FROM decisions"
        " WHERE person = ?"
        " ON CONFLICT (table_id, seat, person) DO UPDATE SET count = decisions.count + excluded.count,"
        " seconds = decisions.seconds + excluded.seconds",
        (FORGOTTEN, anonymous, person),
    )
    await db.execute("DELETE FROM decisions WHERE person = ?", (person,))
    await db.execute(
        "UPDATE seats SET person = NULL, name = ? WHERE person = ?"
        " AND table_id IN (SELECT id FROM tables WHERE status IN ('finished', 'closed'))",
        (anonymous, person),
    )
    await db.broadcast("forgotten", person)
