"""Forgetting people: their seats go to computers, and everything stored about them is removed.

`forget` stores the request first, so that a crash does not lose it. `resume_forgetting` and `retry_forgetting` continue
what a crash or an error has interrupted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from cluster import ForwardedRequest, add_request, new_request
from storage import Unreachable, Unusable
from storage.queries import personal_data
from storage.queries import tables as sql
from storage.rows import SeatRow, TableRow
from tables.delivery import outbox, posts
from tables.model.table_errors import Declined
from tables.notifications import pending
from tables.notifications.kinds import ChannelDeleted
from tables.notifications.seat_kinds import HandedOver
from tables.play.moves import after_commit
from tables.runtime.services import Services
from tables.seating import closing, invitations, lobby, seats, substitutes

log = logging.getLogger("kontor.forgetting")

_REMOVED_NAME = "–"
"""The name that is shown for a person whose data was removed."""
_DELIVERY_TIMEOUT_S = 10
"""How long to wait for deliveries under way at the person's tables."""


async def forget(services: Services, person: int) -> None:
    """Remove everything stored about a person. Their seats go to computers, and they leave lobbies.

    The processes of other partitions are asked to do the same at their tables. The last of them removes the remaining
    rows. If it fails here the error is raised, and every tick tries again.
    """
    partitions = range(services.partition.layout.processes)
    async with services.db.transaction() as db:
        await personal_data.begin_removal(db, person)
        for partition in partitions:
            if partition != services.partition.number:
                request = new_request(partition, "forgetting", str(person).encode(), services.now())
                await add_request(db, request)
    try:
        await _forget_in_partition(services, person)
    except Exception:
        services.failed_removals.add(person)  # The person reads that it failed; they need not ask again.
        raise


async def forget_for_others(services: Services, request: ForwardedRequest) -> None:
    """Do our partition's part of forgetting a person, on the request of another process, and delete the request.

    If the person's data has been removed already, only delete the request. If it fails, the error is raised and the
    request stays.
    """
    person = int(request.body)
    if person in await personal_data.pending_removals(services.db.reader):
        await _forget_in_partition(services, person)
    await services.cluster.withdraw(request.id)


async def _forget_in_partition(services: Services, person: int, again: int = 3) -> None:
    """Remove a person from all tables of our partition.

    Offers and invitations to them end, their lessons are closed, and they leave lobbies. In running games a computer
    gets their seat and another player becomes host if they were; a table without other people is closed. Deliveries
    under way are awaited for up to 10 s, and animated replays of all their games are deleted.

    If they have no open table in another partition, remove all their data too. If they sit down at a table of ours
    meanwhile, everything is done again, at most `again` times; the last time their data is removed all the same.
    """
    here = [row.id for row, _ in await _tables_here(services, person)]
    await substitutes.forget(services, person)
    for row, _ in await _tables_here(services, person, lessons=True):
        await closing.close(services, row.id, person)
    for row, _ in await _tables_here(services, person):
        if row.status == "lobby":
            await _clear_name(services, row.id, person)
            with suppress(Declined):  # If the game has started meanwhile, a computer takes the seat below.
                await lobby.leave(services, row.id, person)
        async with services.at(row.id) as table:
            chair = table.seat_of(person)
            if chair is None or table.row.status != "playing":
                continue
            alone = table.human_seats() == [chair] and table.row.season is None
            async with services.db.transaction() as db:
                await sql.set_draft(db, table.id, chair.seat, "", "")
            chair.person, chair.computer, chair.name = None, table.row.level, f"#{chair.seat + 1}"
            if table.row.host == person:
                table.row.host = next((seat.person for seat in table.human_seats() if seat.person), 0)
                async with services.db.transaction() as db:
                    await sql.save_table(db, table.row, "host")
                    await pending.write(db, table, [ChannelDeleted()] if table.row.place_gone else [])
            if alone:  # Written in one transaction: after a crash in between nobody would find the table again.
                await closing.end_without_result(services, table)
            else:
                await seats.reseat(services, table, HandedOver(seat=chair.seat), 0)
        after_commit(services, table)
    await invitations.forget(services, person)
    # A delivery under way may be for them, and stores its message when it is done. So wait before removing those.
    seated = await sql.seated_at(services.db.reader, person)
    await services.background.wait_for("tell", *{*here, *seated}, within=_DELIVERY_TIMEOUT_S)
    for number in here:
        if post := await posts.find(services, number, "hand", person):
            await posts.forget(services, number, "hand", post, person)
            outbox.wake(services, number)
    # Animations show their name and can be made again. If we crash after this, the stored request is resumed.
    await asyncio.to_thread(services.films.remove, seated)
    async with services.db.transaction() as db:
        left = [*await sql.of_person(db, person), *await sql.of_person(db, person, lessons=True)]
        ours = [row.id for row, _ in left if services.partition.contains(row.server)]
        last = len(ours) == len(left) and not (ours and again)
        if last:
            await personal_data.forget(db, person, _REMOVED_NAME)
    if last:
        services.caches.forget_person(person)
    elif ours and again:
        await _forget_in_partition(services, person, again - 1)


async def _clear_name(services: Services, table_id: int, person: int) -> None:
    """Store a dash as a person's name at their seat, because the message about a closed lobby still shows its seats.

    Does nothing if they have no seat there.
    """
    async with services.at(table_id) as table:
        if chair := table.seat_of(person):
            chair.name = _REMOVED_NAME
            async with services.db.transaction() as db:
                await sql.update_seats(db, table.id, table.seats)


async def _tables_here(
    services: Services, person: int, *, lessons: bool = False
) -> list[tuple[TableRow, list[SeatRow]]]:
    """Return the open tables of our partition at which a person sits, or with `lessons` their open lessons instead."""
    found = await sql.of_person(services.db.reader, person, lessons=lessons)
    return [(row, seats) for row, seats in found if services.partition.contains(row.server)]


async def resume_forgetting(services: Services) -> None:
    """Continue all stored requests to forget people, after a start. Each tick tries again what fails, which is logged.

    Raise `Unreachable` or `Unusable` if the database is away.
    """
    await _forget_all(services, await personal_data.pending_removals(services.db.reader))


async def retry_forgetting(services: Services) -> None:
    """Try again to forget the people for whom it has failed and whose removal is still pending. Called with every tick.

    Raise `Unreachable` or `Unusable` if the database is away; other failures are logged.
    """
    if failed := services.failed_removals:
        failed.intersection_update(await personal_data.pending_removals(services.db.reader))
        await _forget_all(services, sorted(failed))


async def _forget_all(services: Services, people: Sequence[int]) -> None:
    """Forget these people one by one. A failure is logged once and noted, so that every tick tries again.

    Raise `Unreachable` or `Unusable` if the database is away.
    """
    failed = services.failed_removals
    for person in people:
        try:
            await _forget_in_partition(services, person)
            failed.discard(person)
        except (Unreachable, Unusable):
            raise
        except Exception:
            # One failure must not stop the others or the start of the bot. It is logged as an error only once.
            level = logging.DEBUG if person in failed else logging.ERROR
            log.log(level, "a person could not be forgotten; it is tried again with each tick", exc_info=True)
            failed.add(person)
