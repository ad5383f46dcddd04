"""SQL for leagues: seasons, entrants, fixtures, and the messages of a season.

The SQL that sends such a message, or counts a failed try, is in `posts`.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage.columns import column, struct
from storage.database import Reader, Transaction
from storage.league_rows import EntrantRow, FixtureRow, SeasonMessageKind, SeasonMessageRow, SeasonRow, SeasonState
from storage.partition import Partition

_SEASON_COLUMNS = tuple(name for name in SeasonRow.__struct_fields__ if name != "id")


async def add_season(db: Transaction, row: SeasonRow) -> int:
    """Insert a season, set its `id` in place, and return the id. Without a `league` it begins a new league.

    In that case `league` is set in place too, to the same id.
    """
    marks = ", ".join("?" * len(_SEASON_COLUMNS))
    row.id = await db.insert(
        f"INSERT INTO seasons ({', '.join(_SEASON_COLUMNS)}) VALUES ({marks}) RETURNING id",
        [column(getattr(row, name)) for name in _SEASON_COLUMNS],
    )
    if not row.league:
        row.league = row.id
        await save_season(db, row, "league")
    return row.id


async def save_season(db: Transaction, row: SeasonRow, *fields: str) -> None:
    """Update the named fields of a season, at least one; all other columns stay as they are."""
    await db.execute(
        f"UPDATE seasons SET {', '.join(name + ' = ?' for name in fields)} WHERE id = ?",
        [*(column(getattr(row, name)) for name in fields), row.id],
    )


async def season(db: Reader, season_id: int) -> SeasonRow | None:
    """Return a season, or None if there is none."""
    rows = list(await db.execute_fetchall("SELECT * FROM seasons WHERE id = ?", (season_id,)))
    return struct(SeasonRow, rows[0]) if rows else None


async def of_server(db: Reader, server: int, states: Sequence[SeasonState]) -> list[SeasonRow]:
    """Return the seasons of a server in one of these states, newest first."""
    marks = ", ".join("?" * len(states))
    rows = await db.execute_fetchall(
        f"SELECT * FROM seasons WHERE server = ? AND state IN ({marks}) ORDER BY id DESC", (server, *states)
    )
    return [struct(SeasonRow, row) for row in rows]


async def due_seasons(db: Reader, now: int, partition: Partition) -> list[int]:
    """Return the ids of a partition's seasons whose next task is due (`SeasonRow.due`), ascending."""
    rows = await db.execute_fetchall(
        f"SELECT id FROM seasons WHERE due <= ?{partition.server_condition('server')} ORDER BY id", (now,)
    )
    return [row[0] for row in rows]


async def wake_season(db: Transaction, season_id: int) -> None:
    """Make a season's next task due at once."""
    await db.execute("UPDATE seasons SET due = 0 WHERE id = ?", (season_id,))


async def drop_draft(db: Transaction, server: int, person: int) -> None:
    """Delete the seasons that a person is still setting up on a server (state "draft")."""
    await db.execute("DELETE FROM seasons WHERE server = ? AND organiser = ? AND state = 'draft'", (server, person))


async def season_of_league(db: Reader, league: int, number: int) -> SeasonRow | None:
    """Return the season of a league with this number, or None. `league` is the id of its first season."""
    rows = list(
        await db.execute_fetchall("SELECT * FROM seasons WHERE league = ? AND number = ? ORDER BY id", (league, number))
    )
    return struct(SeasonRow, rows[0]) if rows else None


async def release_tables(db: Transaction, season_id: int) -> None:
    """Make the tables of a season that are still in play ordinary tables, which belong to no season."""
    await db.execute("UPDATE tables SET season = NULL WHERE season = ? AND status = 'playing'", (season_id,))


# Entrants


async def entrants(db: Reader, season_id: int) -> list[EntrantRow]:
    """Return the entrants of a season in the order of signing up."""
    rows = await db.execute_fetchall("SELECT * FROM entrants WHERE season = ? ORDER BY n", (season_id,))
    return [struct(EntrantRow, row) for row in rows]


async def save_entrants(db: Transaction, season_id: int, rows: Sequence[EntrantRow]) -> None:
    """Insert entrants, or replace those with the same numbers."""
    await _save_numbered(db, "entrants", season_id, rows)


async def _save_numbered(
    db: Transaction, table: str, season_id: int, rows: Sequence[EntrantRow] | Sequence[FixtureRow]
) -> None:
    """Insert rows of a season into `table`; replace those whose number `n` exists. Nothing is done without rows.

    `table` is `entrants` or `fixtures`.
    """
    if not rows:
        return
    names = rows[0].__struct_fields__
    changed = ", ".join(f"{name} = excluded.{name}" for name in names if name != "n")
    await db.executemany(
        f"INSERT INTO {table} (season, {', '.join(names)}) VALUES (?, {', '.join('?' * len(names))})"
        f" ON CONFLICT (season, n) DO UPDATE SET {changed}",
        [(season_id, *(column(getattr(row, name)) for name in names)) for row in rows],
    )


async def drop_entrant(db: Transaction, season_id: int, n: int) -> None:
    """Delete an entrant."""
    await db.execute("DELETE FROM entrants WHERE season = ? AND n = ?", (season_id, n))


async def seasons_of(db: Reader, person: int, states: Sequence[SeasonState]) -> list[SeasonRow]:
    """Return the seasons in one of these states for which a person has signed up, newest first."""
    marks = ", ".join("?" * len(states))
    rows = await db.execute_fetchall(
        f"SELECT seasons.* FROM seasons JOIN entrants ON entrants.season = seasons.id WHERE person = ?"
        f" AND state IN ({marks}) ORDER BY seasons.id DESC",
        (person, *states),
    )
    return [struct(SeasonRow, row) for row in rows]


# Fixtures


async def fixtures(db: Reader, season_id: int) -> list[FixtureRow]:
    """Return the fixtures of a season, ordered by their number `n`."""
    rows = await db.execute_fetchall("SELECT * FROM fixtures WHERE season = ? ORDER BY n", (season_id,))
    return [struct(FixtureRow, row) for row in rows]


async def save_fixtures(db: Transaction, season_id: int, rows: Sequence[FixtureRow]) -> None:
    """Insert fixtures, or replace those with the same numbers."""
    await _save_numbered(db, "fixtures", season_id, rows)


async def fixture_of(db: Reader, table_id: int) -> FixtureRow | None:
    """Return the fixture that is played at a table, or None if the table belongs to none."""
    rows = list(await db.execute_fetchall("SELECT * FROM fixtures WHERE table_id = ?", (table_id,)))
    return struct(FixtureRow, rows[0]) if rows else None


async def table_places(db: Reader, season_id: int) -> dict[int, int]:
    """Return the id of the thread, else of the channel, where each table of a season's fixtures is, by table id."""
    rows = await db.execute_fetchall(
        "SELECT tables.id, coalesce(thread, channel) FROM fixtures JOIN tables ON tables.id = table_id"
        " WHERE fixtures.season = ? ORDER BY tables.id",
        (season_id,),
    )
    return {row[0]: row[1] for row in rows}


async def mark_dropped(db: Transaction, season_id: int, n: int) -> None:
    """Store that an entrant has dropped out of a season."""
    await db.execute("UPDATE entrants SET dropped = 1 WHERE season = ? AND n = ?", (season_id, n))


# Messages


async def want_message(db: Transaction, row: SeasonMessageRow) -> None:
    """Queue a message of a season: post it at `row.due`, or edit it then if it exists. Season, kind and number name it.

    If it already waits to be sent, the earlier time counts. An existing message keeps its person and facts.
    """
    await db.execute(
        "INSERT INTO season_messages (season, kind, number, person, facts, due) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (season, kind, number) DO UPDATE SET wanted = season_messages.wanted + 1,"
        " due = CASE WHEN season_messages.wanted > season_messages.shown AND season_messages.due < excluded.due"
        " THEN season_messages.due ELSE excluded.due END",
        (row.season, row.kind, row.number, row.person, row.facts, row.due),
    )


async def post_messages_anew(db: Transaction, season_id: int) -> None:
    """Queue the announcement, the call to check in and the standings of a season to be posted again at once.

    Only messages that have a row already are queued. Their old Discord messages are forgotten, not deleted.
    """
    await db.execute(
        "UPDATE season_messages SET channel = 0, message = 0, picture = '', nonce = '', wanted = wanted + 1, due = 0"
        " WHERE season = ? AND kind IN ('announcement', 'checkin', 'division')",
        (season_id,),
    )


async def messages(db: Reader, season_id: int) -> list[SeasonMessageRow]:
    """Return all messages of a season, posted or not, in the order in which they were first queued."""
    rows = await db.execute_fetchall("SELECT * FROM season_messages WHERE season = ? ORDER BY id", (season_id,))
    return [struct(SeasonMessageRow, row) for row in rows]


async def next_message(db: Reader, season_id: int, now: int) -> SeasonMessageRow | None:
    """Return the first queued message of a season that is due, or None.

    It is due if it shows an older version than it should, and its `due` time has come.
    """
    rows = list(
        await db.execute_fetchall(
            "SELECT * FROM season_messages WHERE season = ? AND wanted > shown AND due <= ? ORDER BY id LIMIT 1",
            (season_id, now),
        )
    )
    return struct(SeasonMessageRow, rows[0]) if rows else None


async def seasons_to_show(db: Reader, now: int, partition: Partition) -> list[int]:
    """Return the ids of a partition's seasons that have a queued message which is due (`next_message`), ascending."""
    rows = await db.execute_fetchall(
        "SELECT DISTINCT season FROM season_messages JOIN seasons ON seasons.id = season"
        f" WHERE wanted > shown AND season_messages.due <= ?{partition.server_condition('server')} ORDER BY season",
        (now,),
    )
    return [row[0] for row in rows]


async def count_acts(db: Reader, season_id: int) -> int:
    """Return how many messages of the kind "act", about acts of organisers, a season has."""
    rows = await db.execute_fetchall(
        "SELECT count(*) FROM season_messages WHERE season = ? AND kind = 'act'", (season_id,)
    )
    return int(next(iter(rows))[0])


async def message_of(db: Reader, season_id: int, kind: SeasonMessageKind, number: int = 0) -> SeasonMessageRow | None:
    """Return the message of a season with this kind and number, posted or not; None if there is none."""
    rows = list(
        await db.execute_fetchall(
            "SELECT * FROM season_messages WHERE season = ? AND kind = ? AND number = ?", (season_id, kind, number)
        )
    )
    return struct(SeasonMessageRow, rows[0]) if rows else None
