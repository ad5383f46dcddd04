"""Where the messages stand that are kept up to date, and where a table lives."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

import msgspec

from storage.queries import posts as sql
from storage.queries import tables as sql_tables
from storage.rows import PostRow as Post
from tables.model.table import Table
from tables.notifications import outgoing
from tables.notifications.kinds import Outdated
from tables.notifications.outgoing import Outgoing, Write
from tables.runtime.services import Services

__all__ = [
    "LiveKind",
    "Post",
    "all_of",
    "dms_closed",
    "find",
    "forget",
    "note_channel_found",
    "note_dms_closed",
    "note_shown",
    "note_thread",
    "outdated",
    "remember",
    "reopen_dms",
    "tell_elsewhere",
]

RETIRES = 60
"""Seconds after which an older message is taken away by the outbox, if that was not done at once."""

LiveKind = Literal["lobby", "board", "hand", "offer"]
"""The messages that are kept up to date: a lobby, a board and what is on offer for everybody, a hand for each person;
and what somebody is offered by name."""


async def find(services: Services, table_id: int, kind: LiveKind, person: int = 0) -> Post | None:
    """Return where the live message of this kind stands; `person` says whose hand. Asked with every edit."""
    key = (table_id, kind, person)
    if key not in services.caches.posts:
        row = await sql.post(services.db.sync_reader, *key)
        return services.caches.posts.setdefault(key, row)
    return services.caches.posts[key]


async def all_of(services: Services, table_id: int, kind: LiveKind) -> dict[int, Post]:
    """Return where all live messages of this kind stand, by person; 0: everybody's."""
    return dict(await sql.posts(services.db.reader, table_id, kind))


async def remember(
    services: Services,
    table_id: int,
    kind: LiveKind,
    post: Post | None,
    person: int = 0,
    instead_of: Post | None = None,
    also: Sequence[Write] = (),
) -> None:
    """Remember where it stands now, or that it is gone, and what else follows from that.

    The message it is there instead of is outdated.
    """
    async with services.db.transaction() as db:
        await sql.set_post(db, table_id, kind, person, post)
        if instead_of:
            await outgoing.outdate(db, table_id, [outdated(instead_of)], services.now() + RETIRES)
        for write in also:
            await write(db)
    services.caches.posts[table_id, kind, person] = post


def outdated(post: Post) -> Outdated:
    """Return what is to be taken away when something newer stands in a message's place."""
    return Outdated(channel=post.channel, message=post.message, story=post.story)


async def tell_elsewhere(services: Services, table_id: int, outdated: Outdated) -> Outdated:
    """Remember that what happened in this message is told in another one, before that is tried."""
    elsewhere = msgspec.structs.replace(outdated, elsewhere=True)
    async with services.db.transaction() as db:
        await outgoing.outdate_anew(db, table_id, elsewhere)
    return elsewhere


def note_shown(services: Services, table_id: int, kind: LiveKind, post: Post, person: int, outgoing: Outgoing) -> None:
    """Remember, with all that telling this comes to, which picture a message shows."""
    services.caches.posts[table_id, kind, person] = post
    outgoing.to_write.append(partial(sql.set_post, table_id=table_id, kind=kind, person=person, row=post))


async def forget(services: Services, table_id: int, kind: LiveKind, post: Post, person: int = 0) -> Outdated:
    """Forget a message that says what is not so any more; return it, to be taken away now or by the outbox."""
    gone = Outdated(channel=post.channel, message=post.message, asks_in_vain=True)
    async with services.db.transaction() as db:
        await sql.set_post(db, table_id, kind, person, None)
        await outgoing.outdate(db, table_id, [gone], services.now() + RETIRES)
    services.caches.posts[table_id, kind, person] = None
    return gone


async def dms_closed(services: Services, table_id: int, person: int) -> bool:
    """Say whether a person was told at this table that their direct messages are closed. Asked with every hand."""
    key = (table_id, person)
    if key not in services.caches.closed_dms:
        return services.caches.closed_dms.setdefault(key, await sql.dms_closed(services.db.sync_reader, *key))
    return services.caches.closed_dms[key]


async def note_dms_closed(services: Services, table_id: int, person: int) -> None:
    """Remember that a person is told at this table that their direct messages are closed."""
    async with services.db.transaction() as db:
        await sql.set_dms_closed(db, table_id, person)
    services.caches.closed_dms[table_id, person] = True


async def reopen_dms(services: Services, person: int) -> None:
    """Send a person their hands again, also where their direct messages were closed: they have asked for that."""
    async with services.db.transaction() as db:
        await sql.forget_dms_closed(db, person)
    services.caches.forget_settings(person)


async def note_thread(services: Services, table: Table, thread: int | None) -> None:
    """Remember the thread a table lives in; None: in the channel itself."""
    table.row.thread = thread
    async with services.db.transaction() as db:
        await sql_tables.save_table(db, table.row, "thread")


async def note_channel_found(services: Services, table: Table) -> None:
    """Remember that a table's channel is there after all."""
    table.row.place_gone = False
    async with services.db.transaction() as db:
        await sql_tables.save_table(db, table.row, "place_gone")
