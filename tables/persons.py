"""People and servers: names, languages, what they want to be sent, which hints they have seen."""

from __future__ import annotations

import msgspec

from storage import people
from storage.rows import PersonRow as Person
from storage.rows import ServerRow as Server
from tables.house import House

__all__ = ["HINTS", "Person", "Server", "get", "hint", "meet", "save", "save_server", "server"]

_MOST_IN_MIND = 2000

HINTS = 3
"""So many clicks of a newcomer carry an explaining line."""


async def meet(house: House, person: int, name: str) -> Person:
    """Return a person's settings; remember the name they go by now."""
    known = await get(house, person)
    if known and known.name == name:
        return known
    row = msgspec.structs.replace(known, name=name) if known else Person(id=person, name=name)
    await save(house, row)
    return row


async def get(house: House, person: int) -> Person | None:
    """Return a person's settings, if we know them. Asked with every click: those met lately are kept in mind."""
    if person not in house.met:
        row = await people.person(house.db.reader, person)
        return house.met.setdefault(person, row) if row else None
    return house.met[person]


async def save(house: House, row: Person) -> None:
    """Write a person's settings."""
    async with house.db.transaction() as db:
        await people.save_person(db, row)
    if len(house.met) >= _MOST_IN_MIND:
        house.met.clear()
    house.met[row.id] = row


async def hint(house: House, row: Person) -> int | None:
    """Return the number of the explaining line a newcomer gets now, each once; None for everybody else."""
    if row.hints >= HINTS:
        return None
    number = row.hints
    await save(house, msgspec.structs.replace(row, hints=number + 1))
    return number


async def server(house: House, server_id: int) -> Server:
    """Return a server's settings."""
    return await people.server(house.db.reader, server_id)


async def save_server(house: House, row: Server) -> None:
    """Write a server's settings."""
    async with house.db.transaction() as db:
        await people.save_server(db, row)
