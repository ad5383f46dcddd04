"""People and servers: languages, what they want to be sent, which tips they have seen."""

from __future__ import annotations

import msgspec

from storage import Transaction
from storage.queries import people
from storage.rows import PersonRow as Person
from storage.rows import ServerRow as Server
from tables.model.table_errors import Declined
from tables.runtime.services import Services

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


async def meet(services: Services, person: int, locale: str | None = None) -> Person:
    """Return a person's settings; know them from now on, and what Discord says they speak."""
    known = await get(services, person)
    if known is None:
        new = Person(id=person, locale=locale)
        async with services.db.transaction() as db:
            await people.save_person(db, new)
        known = await get(services, person) or new
    elif locale and known.locale != locale:
        known = services.caches.people[person] = msgspec.structs.replace(known, locale=locale)
        async with services.db.transaction() as db:
            await people.change_person(db, person, {"locale": locale})
    return known


async def get(services: Services, person: int) -> Person | None:
    """Return a person's settings, if we know them."""
    return await services.person(person)


async def save(services: Services, before: Person, changed: Person) -> Person:
    """Write what somebody has changed of their settings; return all as they are then."""
    async with services.db.transaction() as db:
        row = await write(db, before, changed)
    if row:
        services.caches.people[row.id] = row
    return row or changed


async def write(db: Transaction, before: Person, changed: Person) -> Person | None:
    """Write only what has changed: whatever else was set or forgotten since `before` was read stays so."""
    settings = msgspec.structs.asdict(changed)
    known = msgspec.structs.asdict(before)
    return await people.change_person(
        db, before.id, {name: value for name, value in settings.items() if value != known[name]}
    )


async def take_tip(services: Services, person: int) -> int | None:
    """Return the number of the tip a newcomer gets now, each once; None for everybody else."""
    known = await get(services, person)
    if known is None or known.hints >= TIPS:
        return None
    # Only this is changed: whatever was set or forgotten since the visit began stays so.
    services.caches.people[person] = msgspec.structs.replace(known, hints=known.hints + 1)
    async with services.db.transaction() as db:
        await people.count_tip(db, person)
    return known.hints


async def server(services: Services, server_id: int) -> Server:
    """Return a server's settings."""
    return await people.server(services.db.sync_reader, server_id)


async def save_server(services: Services, row: Server) -> None:
    """Write a server's settings."""
    async with services.db.transaction() as db:
        await people.save_server(db, row)


def allowed_in(settings: Server, channel: int) -> None:
    """Decline if there are to be no tables in a channel."""
    if settings.channels and channel not in settings.channels:
        raise Declined("other_channel", channels=" ".join(map(str, settings.channels)))
