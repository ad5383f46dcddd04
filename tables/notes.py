"""Notes: what a person writes down for themselves at a table, line by line."""

from __future__ import annotations

from storage import notes as sql
from storage import tables as sql_tables
from tables.errors import Declined
from tables.house import House

MOST = 1000
"""So many characters a person can note down at a table: they stand in their hand too."""


async def notes(house: House, table_id: int, person: int) -> list[str]:
    """Return the lines that a person has noted down at a table."""
    return (await sql.notes(house.db.reader, table_id, person)).splitlines()


async def note(house: House, table_id: int, person: int, line: str) -> list[str]:
    """Note a line down; decline if there is no room for it."""
    async with house.at(table_id) as table:
        if table.seat_of(person) is None:
            raise Declined("not_seated", table=table_id)
        lines = [*await notes(house, table_id, person), " ".join(line.split())]
        if len("\n".join(lines)) > MOST:
            raise Declined("notes_full", most=MOST)
        return await _write(house, table_id, person, lines)


async def rub_out(house: House, table_id: int, person: int, count: int, *, everything: bool = False) -> list[str]:
    """Remove the latest line of `count`, or all of them. If there is another number by now nothing is done."""
    async with house.lock(table_id):
        lines = await notes(house, table_id, person)
        if len(lines) != count:
            return lines
        return await _write(house, table_id, person, [] if everything else lines[:-1])


async def which_table(house: House, person: int, place: int) -> int:
    """Return the table that is meant where none is named: the one that lives here, or the person's only one."""
    here = await sql_tables.in_place(house.db.reader, place)
    if here and await sql_tables.sits(house.db.reader, here.id, person):
        return here.id
    mine = await sql_tables.of_person(house.db.reader, person)
    if len(mine) != 1:
        raise Declined("name_the_table")
    return mine[0][0].id


async def _write(house: House, table_id: int, person: int, lines: list[str]) -> list[str]:
    async with house.db.transaction() as db:
        await sql.set_notes(db, table_id, person, "\n".join(lines))
    return lines
