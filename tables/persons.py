"""People and servers: languages, what they want to be sent, which tips they have seen."""

from __future__ import annotations

import msgspec

from storage import Transaction, people
from storage.rows import PersonRow as Person
from storage.rows import ServerRow as Server
from tables.errors import Declined
from tables.house import House

__all__ = [
    "TIPS",
    "Person",
    "Server",
    "allowed_in",
    "get",
    "meet",
    "save",
    "save_server",
    "server",
    "take_tip",
    "write",
]

TIPS = 3
"""So many clicks of a newcomer carry a tip, a line that explains something."""


async def meet(house: House, person: int, locale: str | None = None) -> Person:
    """Return a person's settings; know them from now on, and what Discord says they speak."""
    known = await get(house, person)
    if known is None:
        new = Person(id=person, locale=locale)
        async with house.db.transaction() as db:
            await people.save_person(db, new)
        known = await get(house, person) or new
    elif locale and known.locale != locale:
        known = house.memory.people[person] = msgspec.structs.replace(known, locale=locale)
        async with house.db.transaction() as db:
            await people.change_person(db, person, {"locale": locale})
    return known


async def get(house: House, person: int) -> Person | None:
    """Return a person's settings, if we know them."""
    return await house.person(person)


async def save(house: House, before: Person, changed: Person) -> Person:
    """Write what somebody has changed of their settings; return all as they are then."""
    async with house.db.transaction() as db:
        row = await write(db, before, changed)
    if row:
        house.memory.people[row.id] = row
    return row or changed


async def write(db: Transaction, before: Person, changed: Person) -> Person | None:
    """Write only what has changed: whatever else was set or forgotten since `before` was read stays so."""
    settings = msgspec.structs.asdict(changed)
    known = msgspec.structs.asdict(before)
    return await people.change_person(
        db, before.id, {name: value for name, value in settings.items() if value != known[name]}
    )


async def take_tip(house: House, person: int) -> int | None:
    """Return the number of the tip a newcomer gets now, each once; None for everybody else."""
    known = await get(house, person)
    if known is None or known.hints >= TIPS:
        return None
    # Only this is changed: whatever was set or forgotten since the visit began stays so.
    house.memory.people[person] = msgspec.structs.replace(known, hints=known.hints + 1)
    async with house.db.transaction() as db:
        await people.count_tip(db, person)
    return known.hints


async def server(house: House, server_id: int) -> Server:
    """Return a server's settings."""
    return await people.server(house.db.at_hand, server_id)


async def save_server(house: House, row: Server) -> None:
    """Write a server's settings."""
    async with house.db.transaction() as db:
        await people.save_server(db, row)


def allowed_in(settings: Server, channel: int) -> None:
    """Decline if there are to be no tables in a channel."""
    if settings.channels and channel not in settings.channels:
        raise Declined("other_channel", channels=" ".join(map(str, settings.channels)))
