"""Moving a table into another channel when the bot can no longer write in its own.

`move` moves it on a person's request. `note_channel_deleted` and `note_thread_deleted` are called when Discord reports
the deletion of a channel or thread.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Iterable, Sequence

from storage import Transaction
from storage.queries import guests as sql_guests
from storage.queries import outbox as sql_outbox
from storage.queries import people
from storage.queries import posts as sql_posts
from storage.queries import tables as sql
from tables.delivery import channel_retries, outbox, posts, prompts
from tables.delivery.posts import LiveKind, Post
from tables.model.authority import NO_AUTHORITY, Authority
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.notifications import pending
from tables.notifications.kinds import BoardChanged, ChannelDeleted, ObsoleteMessage
from tables.notifications.pending import from_row
from tables.notifications.preferences import choose_way, preferences_of
from tables.notifications.recipients import after_moving
from tables.notifications.seat_kinds import SeatOffered
from tables.play import table_writer
from tables.runtime import people as persons
from tables.runtime.server_trail import note_act
from tables.runtime.services import Services

log = logging.getLogger("kontor.moving")

_LIVE_KINDS: tuple[LiveKind, ...] = ("lobby", "board", "offer")
"""The kinds of messages that are kept up to date in the table's channel."""


async def check_may_move(
    services: Services, table: Table, person: int, channel: int, *, authority: Authority = NO_AUTHORITY
) -> None:
    """Raise `Declined` if a person may not move a table into the channel `channel`.

    Only the table's host and server managers may, and only while the table is not over and its present channel is
    blocked or deleted. The new channel must be another one, in which the server's settings allow tables. `authority`
    says which server the person manages or organises.
    """
    if not table.open:
        raise Declined(table.row.status, table=table.id)
    if table.row.host != person and not table.is_managed_by(person, authority):
        raise Declined("host_only", table=table.id)
    settings = await people.server(services.db.reader, table.row.server)
    persons.check_channel(settings, channel)
    if not await is_channel_blocked(services, table) or channel in (table.row.channel, table.row.thread):
        raise Declined("speaks_there", table=table.id, channel=table.place)


async def move(
    services: Services,
    table_id: int,
    person: int,
    channel: int,
    *,
    authority: Authority = NO_AUTHORITY,
    thread: int | None = None,
) -> Table:
    """Move a table into another channel of its server, and return the table.

    `thread` is the table's new thread in `channel`; a private table needs one, which must be private. `authority` says
    which server the person manages or organises. Raise `Declined` if the person may not move the table there
    (`check_may_move`), or if a private table gets no thread.

    The outbox removes the messages in the old channel, as far as that is possible. In the new one it posts the lobby or
    board, and the notifications that were still waiting. People who were prompted, invited or offered a seat in the old
    channel, and have not answered, are notified again in the new one; the person who moves the table is not prompted
    again.
    """
    async with services.at(table_id) as table:
        await check_may_move(services, table, person, channel, authority=authority)
        if table.row.private and thread is None:
            raise Declined("stays_private", table=table_id)
        old = [post for kind in _LIVE_KINDS if (post := await posts.find(services, table_id, kind))]
        offers = await _named_offers_in(services, table, (table.row.channel, table.row.thread))
        guests = await _guests_invited_here(services, table)
        pings = await prompts.pings_here(services, table)
        waits = [each for each in prompts.asked_by_these(table, pings) if table.seats[each].person != person]
        waited = [row for row in await sql_outbox.of_table(services.db.reader, table_id) if pending.is_dropped(row)]
        table.row.channel, table.row.thread, table.row.place_gone = thread or channel, thread, False
        people_ = [seat.seat for seat in table.human_seats()]
        tell = after_moving(
            [from_row(row) for row in waited],
            playing=table.row.status == "playing",
            people=people_,
            offered=any(seat.offered_at for seat in table.seats),
            to_ping=[table_writer.make_ping(table, waits)] if waits else [],
            to_ask=_offered_to(table, offers),
            guests=guests,
        )
        async with services.db.transaction() as db:
            await pending.drop_undelivered(db, table_id)
            await sql.save_table(db, table.row, "channel", "thread", "place_gone")
            for kind in _LIVE_KINDS:
                await sql_posts.set_post(db, table_id, kind, 0, None)
            await _remove_offer_posts(db, services, table, offers)
            await prompts.forget_pings(db, table, pings)
            await sql_guests.set_told(db, table_id, guests, told=False)
            outdated = [
                ObsoleteMessage(channel=post.channel, message=post.message) for post in (*old, *offers.values())
            ]
            await pending.remove_messages(db, table_id, outdated, services.now())
            await pending.write(db, table, tell)
            if table.row.host != person:
                await note_act(db, "moved", table.row.server, person, services.now(), table=table_id)
            await db.broadcast("origin", table_id)
        for kind in _LIVE_KINDS:
            services.caches.posts.pop((table_id, kind, 0), None)
        services.caches.origins.pop(table_id, None)
    log.info("table=%d moved to channel=%d", table_id, channel)
    outbox.wake(services, table_id)
    return table


async def _named_offers_in(services: Services, table: Table, places: Sequence[int | None]) -> dict[int, Post]:
    """Return where the messages are, in these channels, that offer a seat to one person by name; by that person's id.

    `places` are ids of channels and threads. None among them matches nothing.
    """
    offers = await posts.all_of(services, table.id, "offer")
    return {person: post for person, post in offers.items() if person and post.channel in places}


def _offered_to(table: Table, people: Container[int | None]) -> list[int]:
    """Return the numbers of the seats that are offered to one of these people by name."""
    return [seat.seat for seat in table.seats if seat.offered_at and seat.offered_to in people]


async def _remove_offer_posts(db: Transaction, services: Services, table: Table, people: Iterable[int]) -> None:
    """Delete the records of the messages that offer these people a seat by name, so that new ones are posted.

    The records are deleted from the database and the cache. The messages themselves stay.
    """
    for person in people:
        await sql_posts.set_post(db, table.id, "offer", person, None)
        services.caches.posts.pop((table.id, "offer", person), None)


async def _guests_invited_here(services: Services, table: Table) -> list[int]:
    """Return the numbers of the guests who were invited by a ping in the table's channel and have not answered.

    Whether a guest was pinged there is not stored. It is assumed if they got no direct message and their present
    settings want pings in the channel.
    """
    told = [guest for guest in table.invited if guest.answer == "asked" and guest.told and not guest.written]
    ways = [
        choose_way("invited", preferences_of(await persons.get(services, guest.person)), services.now())
        for guest in told
    ]
    return [guest.n for guest, how in zip(told, ways, strict=True) if how.here]


async def is_channel_blocked(services: Services, table: Table) -> bool:
    """Return True if the table's channel is recorded as deleted, or thread and channel both as blocked.

    The bot does not try to write there now.
    """
    refusals = [await channel_retries.find(services, place) for place in (table.place, table.row.channel)]
    return table.row.place_gone or all(refusals)


async def note_thread_deleted(services: Services, server: int, thread: int) -> None:
    """Continue a running game in the table's channel after its thread was deleted. Called when Discord reports that.

    Notifications are written that post the board in the channel, and offer seats there again that were offered by name
    in the thread. A private table's thread is its only channel: its host is told how to move it.
    """
    await note_channel_deleted(services, server, thread)
    for row, _ in await sql.of_server(services.db.reader, server, ("playing",), 1 << 30):
        if not row.thread == thread != row.channel:
            continue
        async with services.at(row.id) as table, services.db.transaction() as db:
            if not table.open:
                continue
            offers = await _named_offers_in(services, table, [thread])
            await _remove_offer_posts(db, services, table, offers)
            anew = (SeatOffered(seat=seat) for seat in _offered_to(table, offers))
            await pending.write(db, table, [BoardChanged(), *anew])
        outbox.wake(services, row.id)


async def note_channel_deleted(services: Services, server: int, channel: int) -> None:
    """Store at the lobbies and running games of a channel that it was deleted, and tell the hosts how to move them.

    Called when Discord reports the deletion. Tables at which it is stored already are skipped.
    """
    for row, _ in await sql.of_server(services.db.reader, server, ("lobby", "playing"), 1 << 30):
        if row.channel != channel:
            continue
        async with services.at(row.id) as table, services.db.transaction() as db:
            if not table.open or table.row.channel != channel or table.row.place_gone:
                continue
            table.row.place_gone = True
            await sql.save_table(db, table.row, "place_gone")
            await pending.write(db, table, [ChannelDeleted()])
        outbox.wake(services, row.id)
