"""Private notes that a person keeps at a table, line by line.

`notes` reads them; `add_line` and `remove_lines` change them.
"""

from __future__ import annotations

from storage.queries import notes as sql
from storage.queries import tables as sql_tables
from tables.model.table_errors import Declined
from tables.runtime.services import Services

MAX_NOTE_CHARS = 1000
"""The most characters of one person's notes at a table. They also appear in the hand message, which is limited."""


async def notes(services: Services, table_id: int, person: int) -> list[str]:
    """Return the lines of a person's notes at a table, oldest first; empty without notes."""
    return (await sql.notes(services.db.reader, table_id, person)).splitlines()


async def add_line(services: Services, table_id: int, person: int, line: str) -> list[str]:
    """Append a line to a person's notes at a table, with white space collapsed, and return all lines, oldest first.

    Raise `Declined` if the person has no seat here or the notes would get too long.
    """
    async with services.at(table_id) as table:
        if table.seat_of(person) is None:
            raise Declined("not_seated", table=table_id)
        lines = [*await notes(services, table_id, person), " ".join(line.split())]
        if len("\n".join(lines)) > MAX_NOTE_CHARS:
            raise Declined("notes_full", most=MAX_NOTE_CHARS)
        return await _write(services, table_id, person, lines)


async def remove_lines(
    services: Services, table_id: int, person: int, count: int, *, everything: bool = False
) -> list[str]:
    """Remove the latest line, or all lines with `everything`, and return those that are left.

    `count` is the number of lines the person saw. If it has changed, nothing is removed and all lines are returned.
    """
    async with services.lock(table_id):
        lines = await notes(services, table_id, person)
        if len(lines) != count:
            return lines
        return await _write(services, table_id, person, [] if everything else lines[:-1])


async def which_table(services: Services, person: int, place: int) -> int:
    """Return the id of the table that a command without a table's number means.

    If the person has a seat at the table of this channel or thread (`place`), it is that one. Otherwise it is their
    only table that is not over. Raise `Declined` if they have none or several.
    """
    here = await sql_tables.in_place(services.db.reader, place)
    if here and await sql_tables.has_seat(services.db.reader, here.id, person):
        return here.id
    mine = await sql_tables.of_person(services.db.reader, person)
    if len(mine) != 1:
        raise Declined("name_the_table" if mine else "no_open_table")
    return mine[0][0].id


async def _write(services: Services, table_id: int, person: int, lines: list[str]) -> list[str]:
    """Replace a person's notes and return the new lines."""
    async with services.db.transaction() as db:
        await sql.set_notes(db, table_id, person, "\n".join(lines))
    return lines
