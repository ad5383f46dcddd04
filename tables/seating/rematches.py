"""Playing again: the table of a finished one is opened anew, and the people who played there are invited."""

from __future__ import annotations

from storage.queries import tables as sql
from storage.rows import GuestRow
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.runtime.services import Services
from tables.seating import lobby
from tables.seating.guests import Invitee
from tables.seating.lobby import NewTable


async def open_or_join(services: Services, table_id: int, person: int, name: str) -> tuple[Table, bool]:
    """Open a table like a finished one, or sit down at its rematch if there is one. Say whether it is new.

    Against computers only it begins at once. A rematch that was called off or closed does not count any more.
    """
    async with services.at(table_id) as old:
        if old.row.lesson:
            raise Declined("no_table", table=table_id)
        if old.row.status not in ("finished", "closed"):
            raise Declined("not_finished", table=table_id)
        if not old.seat_of(person):
            raise Declined("not_seated", table=table_id)
        table = await _find(services, table_id)
        if table is None:
            table = await lobby.open_table(services, person, name, _like(old, person), old)
            return await lobby.fill(services, table.id), True
    if table.row.status == "finished":
        raise Declined("finished", table=table.id)
    if table.seat_of(person):
        return table, False
    return await lobby.join(services, table.id, person, name), False


async def _find(services: Services, table_id: int) -> Table | None:
    """Return the rematch that there is already, unless it was called off."""
    again = await sql.rematch(services.db.reader, table_id)
    table = await services.load(again) if again else None
    if table and table.row.status == "closed":
        await counts_no_more(services, table)
        return None
    return table


async def counts_no_more(services: Services, table: Table) -> None:
    """Take a table for nobody's rematch any more: there can be another."""
    table.row.rematch_of = None
    async with services.db.transaction() as db:
        await sql.save_table(db, table.row, "rematch_of")


def _again(guest: GuestRow) -> Invitee:
    """Return a guest of a private table for its rematch: who has declined is not asked again."""
    return Invitee(guest.person, guest.name, "declined" if guest.answer == "declined" else "asked")


def _like(old: Table, person: int) -> NewTable:
    """Return what was played, for who wants to play it again with the same people."""
    row = old.row
    levels = [seat.computer or row.level for seat in old.seats if seat.person is None]
    others = [Invitee(seat.person, seat.name) for seat in old.seats if seat.person not in (None, person)]
    watching = [_again(guest) for guest in old.invited] if row.private else []
    return NewTable(
        game=row.game,
        size=row.size,
        computers=len(levels),
        level=row.level,
        levels=levels,
        options=row.options,
        clock=old.clock,
        language=row.language,
        server=row.server,
        channel=row.channel,
        starts_full=row.starts_full or not others,
        guests=[*others, *watching],
        private=row.private,
    )
