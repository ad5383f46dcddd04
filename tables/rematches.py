"""Playing again: the table of a finished one is opened anew, and the people who played there are invited."""

from __future__ import annotations

from storage import tables as sql
from storage.rows import GuestRow
from tables import lobby
from tables.errors import Declined
from tables.guests import Invitee
from tables.house import House
from tables.lobby import NewTable
from tables.table import Table


async def open_or_join(house: House, table_id: int, person: int, name: str) -> tuple[Table, bool]:
    """Open a table like a finished one, or sit down at its rematch if there is one. Say whether it is new.

    Against computers only it begins at once. A rematch that was called off or closed does not count any more.
    """
    async with house.at(table_id) as old:
        if old.row.lesson:
            raise Declined("no_table", table=table_id)
        if old.row.status not in ("finished", "closed"):
            raise Declined("not_finished", table=table_id)
        if not old.seat_of(person):
            raise Declined("not_seated", table=table_id)
        table = await _find(house, table_id)
        if table is None:
            table = await lobby.open_table(house, person, name, _like(old, person), old)
            return await lobby.fill(house, table.id), True
    if table.row.status == "finished":
        raise Declined("finished", table=table.id)
    if table.seat_of(person):
        return table, False
    return await lobby.join(house, table.id, person, name), False


async def _find(house: House, table_id: int) -> Table | None:
    """Return the rematch that there is already, unless it was called off."""
    again = await sql.rematch(house.db.reader, table_id)
    table = await house.load(again) if again else None
    if table and table.row.status == "closed":
        await counts_no_more(house, table)
        return None
    return table


async def counts_no_more(house: House, table: Table) -> None:
    """Take a table for nobody's rematch any more: there can be another."""
    table.row.rematch_of = None
    async with house.db.transaction() as db:
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
