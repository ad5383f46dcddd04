"""Forgetting people: their seats go to computers, and all that is stored about them is removed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from cluster import ForwardedRequest, add_request, new_request
from storage import Unreachable, Unusable
from storage.queries import own
from storage.queries import tables as sql
from storage.rows import SeatRow, TableRow
from tables.delivery import posts
from tables.model.table_errors import Declined
from tables.notifications import outgoing
from tables.notifications.kinds import PlaceGone
from tables.notifications.seat_kinds import HandedOver
from tables.play.moves import after_commit
from tables.runtime.services import Services
from tables.seating import closing, invitations, lobby, seats, substitutes

log = logging.getLogger("kontor.forgetting")

_NOBODY = "–"
"""The name of somebody who was forgotten."""
_UNDER_WAY = 10
"""Seconds that somebody waits for what is being told at their tables."""


async def forget(services: Services, person: int) -> None:
    """Remove all that is stored about a person; open seats go to computers, lobbies are left.

    Who holds other partitions does the same at the tables there; whoever is last removes the rest.
    """
    partitions = range(services.partition.layout.processes)
    async with services.db.transaction() as db:
        await own.begin_forgetting(db, person)
        for partition in partitions:
            if partition != services.partition.number:
                request = new_request(partition, "forgetting", str(person).encode(), services.now())
                await add_request(db, request)
    try:
        await _forget_here(services, person)
    except Exception:
        services.failed_removals.add(person)  # They read that it failed, and need not ask again.
        raise


async def forget_for_others(services: Services, request: ForwardedRequest) -> None:
    """Do our part of forgetting a person, as another process asks."""
    person = int(request.body)
    if person in await own.to_forget(services.db.reader):
        await _forget_here(services, person)
    await services.cluster.withdraw(request.id)


async def _forget_here(services: Services, person: int, again: int = 3) -> None:
    """Do what there is to do at our own tables. Who sits down somewhere meanwhile is taken away there too."""
    here = [row.id for row, _ in await _here(services, person)]
    await substitutes.forget(services, person)
    for row, _ in await _here(services, person, lessons=True):
        await closing.close(services, row.id, person)
    for row, _ in await _here(services, person):
        if row.status == "lobby":
            await _take_name_away(services, row.id, person)
            with suppress(Declined):  # It may have started meanwhile; then a computer takes the seat.
                await lobby.leave(services, row.id, person)
        async with services.at(row.id) as table:
            chair = table.seat_of(person)
            if chair is None or table.row.status != "playing":
                continue
            alone = table.people() == [chair]
            async with services.db.transaction() as db:
                await sql.set_draft(db, table.id, chair.seat, "", "")
            chair.person, chair.computer, chair.name = None, table.row.level, f"#{chair.seat + 1}"
            if table.row.host == person:
                table.row.host = next((seat.person for seat in table.people() if seat.person), 0)
                async with services.db.transaction() as db:
                    await sql.save_table(db, table.row, "host")
                    await outgoing.write(db, table, [PlaceGone()] if table.row.place_gone else [])
            if alone:  # That is written together: killed in between, nobody would find the table again.
                await closing.end(services, table)
            else:
                await seats.reseat(services, table, HandedOver(seat=chair.seat), 0)
        after_commit(services, table)
    await invitations.forget(services, person)
    # What is being told may be for them, and where it stands is written then; what asks them is taken away.
    seated = await sql.seated_at(services.db.reader, person)
    await services.background.wait_for("tell", *{*here, *seated}, within=_UNDER_WAY)
    for number in here:
        if post := await posts.find(services, number, "hand", person):
            await posts.forget(services, number, "hand", post, person)
    # First what shows their name and can be made again: killed after this, we find them still to be forgotten.
    await asyncio.to_thread(services.films.remove, seated)
    async with services.db.transaction() as db:
        left = [*await sql.of_person(db, person), *await sql.of_person(db, person, lessons=True)]
        ours = [row.id for row, _ in left if services.partition.contains(row.server)]
        last = len(ours) == len(left) and not (ours and again)
        if last:
            await own.forget(db, person, _NOBODY)
    if last:
        services.caches.forget_person(person)
    elif ours and again:
        await _forget_here(services, person, again - 1)


async def _take_name_away(services: Services, table_id: int, person: int) -> None:
    """Leave no name at somebody's seat: of a lobby that ends with them it is told once more who sat there."""
    async with services.at(table_id) as table:
        if chair := table.seat_of(person):
            chair.name = _NOBODY
            async with services.db.transaction() as db:
                await sql.update_seats(db, table.id, table.seats)


async def _here(services: Services, person: int, *, lessons: bool = False) -> list[tuple[TableRow, list[SeatRow]]]:
    """Return the open tables of our partition at which a person sits; or their lessons."""
    found = await sql.of_person(services.db.reader, person, lessons=lessons)
    return [(row, seats) for row, seats in found if services.partition.contains(row.server)]


async def go_on_forgetting(services: Services) -> None:
    """Forget whom we were forgetting when we were stopped; with whom that fails it is tried again with each tick."""
    await _go_on_forgetting(services, await own.to_forget(services.db.reader))


async def try_to_forget_again(services: Services) -> None:
    """Forget those with whom that has failed."""
    if failed := services.failed_removals:
        failed.intersection_update(await own.to_forget(services.db.reader))
        await _go_on_forgetting(services, sorted(failed))


async def _go_on_forgetting(services: Services, people: Sequence[int]) -> None:
    failed = services.failed_removals
    for person in people:
        try:
            await _forget_here(services, person)
            failed.discard(person)
        except (Unreachable, Unusable):
            raise
        except Exception:
            # All others are forgotten, and the bot starts, all the same. Once is enough for the log.
            level = logging.DEBUG if person in failed else logging.ERROR
            log.log(level, "somebody could not be forgotten: it is tried again with each tick", exc_info=True)
            failed.add(person)
