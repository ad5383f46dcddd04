"""Where a table's live messages are: those that the bot keeps editing, such as the board.

Also stored here: who accepts no direct messages of a table (`dms_closed`), and the table's thread (`note_thread`).
"""

from __future__ import annotations

from storage import Transaction
from storage.league_rows import SeasonMessageRow
from storage.queries import leagues as sql_leagues
from storage.queries import posts as sql
from storage.queries import tables as sql_tables
from storage.rows import PostRow as Post
from tables.model.season import LINKS_DELAY_S, tables_message_number
from tables.model.table import Table
from tables.notifications import pending
from tables.notifications.attempt import LiveKind
from tables.notifications.kinds import ObsoleteMessage
from tables.runtime.services import Services

__all__ = [
    "LiveKind",
    "Post",
    "all_of",
    "dms_closed",
    "find",
    "forget",
    "note_thread",
    "remember",
    "removal_of",
    "reopen_dms",
]


async def find(services: Services, table_id: int, kind: LiveKind, person: int = 0) -> Post | None:
    """Return where a table's live message of a kind is; None if there is none. Cached.

    `person` is the owner of a personal message, such as a hand or an offer; 0 for a public message.
    """
    key = (table_id, kind, person)
    if key not in services.caches.posts:
        row = await sql.post(services.db.sync_reader, *key)
        return services.caches.posts.setdefault(key, row)
    return services.caches.posts[key]


async def all_of(services: Services, table_id: int, kind: LiveKind) -> dict[int, Post]:
    """Return where all of a table's live messages of a kind are, by the person who owns them; 0: the public one."""
    return dict(await sql.posts(services.db.reader, table_id, kind))


async def remember(services: Services, table_id: int, kind: LiveKind, post: Post) -> None:
    """Store where a table's public live message of a kind is now, in a transaction of its own, and in the cache."""
    async with services.db.transaction() as db:
        await sql.set_post(db, table_id, kind, 0, post)
    services.caches.posts[table_id, kind, 0] = post


async def forget(services: Services, table_id: int, kind: LiveKind, post: Post, person: int) -> None:
    """Delete the record of a person's live message, and write an outbox row that will delete the message itself.

    Both happen in one transaction of its own. The caller wakes the outbox.
    """
    async with services.db.transaction() as db:
        await sql.set_post(db, table_id, kind, person, None)
        gone = ObsoleteMessage(channel=post.channel, message=post.message, asks_in_vain=True)
        await pending.remove_messages(db, table_id, [gone], 0)
    services.caches.posts[table_id, kind, person] = None


def removal_of(post: Post) -> ObsoleteMessage:
    """Return the notification that removes a message which a newer one has replaced. The story text in it stays."""
    return ObsoleteMessage(channel=post.channel, message=post.message, story=post.story)


async def dms_closed(services: Services, table_id: int, person: int) -> bool:
    """Return True if a person was told at this table that their direct messages are closed. Cached."""
    key = (table_id, person)
    if key not in services.caches.closed_dms:
        return services.caches.closed_dms.setdefault(key, await sql.dms_closed(services.db.sync_reader, *key))
    return services.caches.closed_dms[key]


async def reopen_dms(services: Services, person: int) -> None:
    """Delete, for all tables, the record that a person's direct messages are closed.

    Called when they ask to get their hands by direct message.
    """
    async with services.db.transaction() as db:
        await sql.forget_dms_closed(db, person)
    services.caches.forget_settings(person)


async def note_thread(services: Services, table: Table, thread: int | None) -> None:
    """Store a table's thread, also in `table.row`; None: the table is played in the channel itself.

    At a league table, the messages that tell its players of the table are updated, so that they link to the thread.
    """
    table.row.thread = thread
    async with services.db.transaction() as db:
        await sql_tables.save_table(db, table.row, "thread")
        if table.row.season is not None:
            await _update_season_messages(db, table.row.season, table, services.now() + LINKS_DELAY_S)


async def _update_season_messages(db: Transaction, season: int, table: Table, due: int) -> None:
    """Request an update, due at `due`, of the messages that tell the players of a league table of it.

    After the update they link to the table's thread.
    """
    if fixture := await sql_leagues.fixture_of(db, table.id):
        for n, seat in zip(fixture.players, table.seats, strict=True):
            if person := seat.person:
                number = tables_message_number(fixture.round, n)
                row = SeasonMessageRow(season=season, kind="tables", number=number, person=person, due=due)
                await sql_leagues.want_message(db, row)
