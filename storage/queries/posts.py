"""SQL for the messages that the bot keeps editing, and for people whose direct messages are closed.

Boards, hands and lobbies belong to a game table; they are in the database table `posts`. Messages of leagues, and about
people who look for a game, have a version that they should show, `wanted`, and one that they show, `shown`. Before such
a message is posted, its nonce is written (`begin_message`), so that a second try after a crash finds the first message.
"""

from __future__ import annotations

from storage.columns import struct
from storage.database import Reader, Transaction
from storage.message_rows import VersionedMessageRow
from storage.rows import PostRow


async def post(db: Reader, table_id: int, kind: str, person: int) -> PostRow | None:
    """Return the stored message of a kind at a table, or None.

    `person` is the owner of a hand or of an offer by name; 0 for public messages.
    """
    rows = list(
        await db.execute_fetchall(
            "SELECT * FROM posts WHERE table_id = ? AND kind = ? AND person = ?", (table_id, kind, person)
        )
    )
    return struct(PostRow, rows[0]) if rows else None


async def posts(db: Reader, table_id: int, kind: str) -> list[tuple[int, PostRow]]:
    """Return (person, message) for all stored messages of a kind at a table, ordered by person.

    The person is the owner of a hand or of an offer by name; 0 for public messages.
    """
    rows = await db.execute_fetchall(
        "SELECT * FROM posts WHERE table_id = ? AND kind = ? ORDER BY person", (table_id, kind)
    )
    return [(row["person"], struct(PostRow, row)) for row in rows]


async def set_post(db: Transaction, table_id: int, kind: str, person: int, row: PostRow | None) -> None:
    """Store the current message of a kind at a table in place of an earlier one; None deletes the record.

    `person` is the owner of a hand or of an offer by name; 0 for public messages.
    """
    if row is None:
        await db.execute("DELETE FROM posts WHERE table_id = ? AND kind = ? AND person = ?", (table_id, kind, person))
    else:
        await db.execute(
            "INSERT INTO posts (table_id, kind, person, channel, message, told, picture, story)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (table_id, kind, person) DO UPDATE SET channel = excluded.channel,"
            " message = excluded.message, told = excluded.told, picture = excluded.picture, story = excluded.story",
            (table_id, kind, person, row.channel, row.message, row.told, row.picture, row.story),
        )


async def dms_closed(db: Reader, table_id: int, person: int) -> bool:
    """Return True if a person was told at this table that their direct messages are closed."""
    rows = await db.execute_fetchall("SELECT 1 FROM dms_closed WHERE table_id = ? AND person = ?", (table_id, person))
    return bool(list(rows))


async def forget_dms_closed(db: Transaction, person: int) -> None:
    """Delete, for all tables, the record that a person was told that their direct messages are closed.

    Other processes drop their cached settings of the person.
    """
    await db.execute("DELETE FROM dms_closed WHERE person = ?", (person,))
    await db.broadcast("person", person)


async def set_dms_closed(db: Transaction, table_id: int, person: int) -> None:
    """Store that a person was told at this table that their direct messages are closed."""
    await db.execute(
        "INSERT INTO dms_closed (table_id, person) VALUES (?, ?) ON CONFLICT (table_id, person) DO NOTHING",
        (table_id, person),
    )


# Messages with versions


async def begin_message(db: Transaction, row: VersionedMessageRow, nonce: str) -> None:
    """Store that a message is about to be sent under this nonce."""
    await db.execute(f"UPDATE {row.TABLE} SET nonce = ? WHERE id = ?", (nonce, row.id))


async def note_message(db: Transaction, row: VersionedMessageRow) -> None:
    """Store where a message is now, and which version and picture it shows. Its nonce and failed tries are cleared."""
    await db.execute(
        f"UPDATE {row.TABLE} SET channel = ?, message = ?, picture = ?, shown = ?, nonce = '', tries = 0 WHERE id = ?",
        (row.channel, row.message, row.picture, row.shown, row.id),
    )


async def retry_message(db: Transaction, row: VersionedMessageRow, due: int) -> None:
    """Count a failed try to send a message, and make it due again at `due`."""
    await db.execute(f"UPDATE {row.TABLE} SET due = ?, tries = tries + 1 WHERE id = ?", (due, row.id))
