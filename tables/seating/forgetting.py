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

    This process does that at the tables of its partition, and asks the processes of all other partitions to do the
    same. Whichever finishes last removes the remaining data. If this process fails, the error is raised, and every tick
    tries again.
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
    """Remove a person from the tables of our partition, as another process has requested, and delete the request.

    If the person's data has been removed already, only delete the request. If the removal fails, the error is raised
    and the request stays.
    """
    person = int(request.body)
    if person in await personal_data.pending_removals(services.db.reader):
        await _forget_in_partition(services, person)
    await services.cluster.withdraw(request.id)


async def _forget_in_partition(services: Services, person: int, again: int = 3) -> None:
    """Remove a person from all tables of our partition.

    Offers and invitations to them end, their lessons are closed, and they leave lobbies. In running games a computer
    gets their seat; if they were host, another player becomes host. A game without other people is closed, except in a
    league. Then wait up to 10 s for deliveries that are under way, and delete the animated replays of all their games.

    If they have no open table in another partition, remove all other data about them too. If they have sat down at a
    table of our partition meanwhile, first do everything again, at most `again` times.
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
    """Store a dash instead of a person's name at their seat in a lobby. Do nothing if they have no seat there.

    If their leaving closes the lobby, its message still shows the names at the seats.
    """
    async with services.at(table_id) as table:
        if chair := table.seat_of(person):
            chair.name = _REMOVED_NAME
            async with services.db.transaction() as db:
                await sql.update_seats(db, table.id, table.seats)


async def _tables_here(
    services: Services, person: int, *, lessons: bool = False
) -> list[tuple[TableRow, list[SeatRow]]]:
    """Return the lobbies and running games of our partition at which a person has a seat, without lessons.

    With `lessons`, return only their running lessons. Each comes with all its seats.
    """
    found = await sql.of_person(services.db.reader, person, lessons=lessons)
    return [(row, seats) for row, seats in found if services.partition.contains(row.server)]


async def resume_forgetting(services: Services) -> None:
    """Continue all stored requests to forget people. Called when the bot starts.

    A failure is logged, and every tick tries again. Raise `Unreachable` or `Unusable` if the database is away.
    """
    await _forget_all(services, await personal_data.pending_removals(services.db.reader))


async def retry_forgetting(services: Services) -> None:
    """Try again to forget the people for whom that has failed. Called with every tick.

    People whose data has been removed meanwhile are skipped. Raise `Unreachable` or `Unusable` if the database is away;
    other failures are logged.
    """
    if failed := services.failed_removals:
        failed.intersection_update(await personal_data.pending_removals(services.db.reader))
        await _forget_all(services, sorted(failed))


async def _forget_all(services: Services, people: Sequence[int]) -> None:
    """Remove these people from all tables of our partition, one by one.

    If that fails for a person, they are added to `services.failed_removals`, so that every tick tries again. Only the
    first failure for a person is logged as an error. Raise `Unreachable` or `Unusable` if the database is away.
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
