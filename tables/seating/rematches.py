"""Rematches: the first player who asks opens a table like the one that is over; players who ask later join it.

The other people who played there are invited, and so are a private table's guests. If computers had all other seats,
the rematch starts at once.
"""

from __future__ import annotations

from storage.queries import tables as sql
from storage.rows import GuestRow
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.runtime.services import Services
from tables.seating import lobby
from tables.seating.guests import Invitee
from tables.seating.table_settings import NewTable
from tables.thinking.computers import COMPUTER_NAMES


async def open_or_join(services: Services, table_id: int, person: int, name: str) -> tuple[Table, bool]:
    """Open the rematch of a table that is over, or join the rematch that exists. Return it, and True if it is new.

    `name` is the person's name at the new table. If computers had all other seats, the game starts at once. A rematch
    that was closed is ignored. If the person has a seat at the existing one, it is returned unchanged. Raise `Declined`
    if the old table is not over, is a lesson, or has no seat of this person; if the existing rematch is finished; or if
    the rematch cannot be opened or joined.
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
            table = await lobby.open_table(services, person, name, _same_settings(old, person), old)
            return await lobby.start_if_full(services, table.id), True
    if table.row.status == "finished":
        raise Declined("finished", table=table.id)
    if table.seat_of(person):
        return table, False
    return await lobby.join(services, table.id, person, name), False


async def opened_already(services: Services, table_id: int) -> int | None:
    """Return the id of the rematch of a table, whatever has become of it; None if there is none."""
    return await sql.rematch(services.db.reader, table_id)


async def _find(services: Services, table_id: int) -> Table | None:
    """Return the rematch of a table, which may be finished; None if there is none.

    If the rematch was closed, detach it (`detach_rematch`) and return None.
    """
    again = await opened_already(services, table_id)
    table = await services.load(again) if again else None
    if table and table.row.status == "closed":
        await detach_rematch(services, table)
        return None
    return table


async def detach_rematch(services: Services, table: Table) -> None:
    """Store, also in `table.row`, that `table` is no longer the rematch of another table.

    So the other table can have a new rematch.
    """
    table.row.rematch_of = None
    async with services.db.transaction() as db:
        await sql.save_table(db, table.row, "rematch_of")


def _reinvite(guest: GuestRow) -> Invitee:
    """Return a guest of a private table as invitee of its rematch. A person who declined stays declined."""
    return Invitee(guest.person, guest.name, "declined" if guest.answer == "declined" else "asked")


def _same_settings(old: Table, person: int) -> NewTable:
    """Return the settings for a rematch of `old` that `person` opens; the other people at its seats are invited.

    A private table's guests are invited again too. If computers have all other seats, the game starts by itself. They
    keep their names and levels, and so their temperaments; one whose name is not in `COMPUTER_NAMES` gets a new name.
    """
    row = old.row
    computers = [
        (seat.name if seat.name in COMPUTER_NAMES else "", seat.computer or row.level)
        for seat in old.seats
        if seat.person is None
    ]
    others = [Invitee(seat.person, seat.name) for seat in old.seats if seat.person not in (None, person)]
    watching = [_reinvite(guest) for guest in old.invited] if row.private else []
    return NewTable(
        game=row.game,
        size=row.size,
        computers=len(computers),
        level=row.level,
        computer_seats=computers,
        options=row.options,
        clock=old.clock,
        language=row.language,
        server=row.server,
        channel=row.channel,
        starts_full=row.starts_full or not others,
        guests=[*others, *watching],
        private=row.private,
    )
