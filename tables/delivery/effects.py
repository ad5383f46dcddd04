"""Writes the `Effects` of a delivery to the database (`write`) and, after the commit, to the caches (`update_caches`).

`tables.delivery.outbox` writes the rest: the outbox row itself, and that channels were deleted or are open again.
"""

from __future__ import annotations

from storage import Transaction
from storage.queries import gathered, guests
from storage.queries import pings as sql_pings
from storage.queries import posts as sql_posts
from storage.queries import tables as sql_tables
from tables.model.table import Table
from tables.notifications import pending
from tables.notifications.attempt import Effects
from tables.runtime.services import Services


async def write(db: Transaction, table: Table, effects: Effects) -> None:
    """Write the effects of a delivery, in the transaction that acknowledges the delivered outbox row or holds it back.

    The caller handles the effects `rest` and `open_channels`. If `is_channel_found` is set, `table.row.place_gone` is
    cleared, here and in the database.
    """
    for kind, person, post in effects.posts:
        await sql_posts.set_post(db, table.id, kind, person, post)
    for table_id, prompt in effects.prompts:
        await sql_pings.save_pings(db, table_id, [prompt])
    await gathered.add(db, effects.digest)
    for person in effects.dms_closed:
        await sql_posts.set_dms_closed(db, table.id, person)
    if effects.guests_told:
        await guests.set_told(db, table.id, effects.guests_told)
    for number in effects.guests_written:
        await guests.set_written(db, table.id, number)
    if effects.is_channel_found:
        table.row.place_gone = False
        await sql_tables.save_table(db, table.row, "place_gone")
    for notification, due in effects.follow_ups:
        await pending.write(db, table, [notification], due=due)


def update_caches(services: Services, table: Table, effects: Effects) -> None:
    """Put into the caches which live messages exist, and who refused a direct message. Call it after the commit."""
    for kind, person, post in effects.posts:
        services.caches.posts[table.id, kind, person] = post
    for person in effects.dms_closed:
        services.caches.closed_dms[table.id, person] = True
