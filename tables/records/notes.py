"""Notes: what a person writes down for themselves at a table, line by line."""

from __future__ import annotations

from storage.queries import notes as sql
from storage.queries import tables as sql_tables
from tables.model.table_errors import Declined
from tables.runtime.services import Services

MOST = 1000
"""So many characters a person can note down at a table: they stand in their hand too."""


async def notes(services: Services, table_id: int, person: int) -> list[str]:
    """Return the lines that a person has noted down at a table."""
    return (await sql.notes(services.db.reader, table_id, person)).splitlines()


async def note(services: Services, table_id: int, person: int, line: str) -> list[str]:
    """Note a line down; decline if there is no room for it."""
    async with services.at(table_id) as table:
        if table.seat_of(person) is None:
            raise Declined("not_seated", table=table_id)
        lines = [*await notes(services, table_id, person), " ".join(line.split())]
        if len("\n".join(lines)) > MOST:
            raise Declined("notes_full", most=MOST)
        return await _write(services, table_id, person, lines)


async def rub_out(services: Services, table_id: int, person: int, count: int, *, everything: bool = False) -> list[str]:
    """Remove the latest line of `count`, or all of them. If there is another number by now nothing is done."""
    async with services.lock(table_id):
        lines = await notes(services, table_id, person)
        if len(lines) != count:
            return lines
        return await _write(services, table_id, person, [] if everything else lines[:-1])


async def which_table(services: Services, person: int, place: int) -> int:
    """Return the table that is meant where none is named: the one that lives here, or the person's only one."""
    here = await sql_tables.in_place(services.db.reader, place)
    if here and await sql_tables.sits(services.db.reader, here.id, person):
        return here.id
    mine = await sql_tables.of_person(services.db.reader, person)
    if len(mine) != 1:
        raise Declined("name_the_table")
    return mine[0][0].id


async def _write(services: Services, table_id: int, person: int, lines: list[str]) -> list[str]:
    async with services.db.transaction() as db:
        await sql.set_notes(db, table_id, person, "\n".join(lines))
    return lines
