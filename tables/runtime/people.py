"""Settings of people and of servers: reading them, changing them, and the tips that newcomers get."""

from __future__ import annotations

import msgspec

from storage import Transaction
from storage.queries import openings, people
from storage.rows import PersonRow as Person
from storage.rows import ServerRow as Server
from tables.model.table_errors import Declined
from tables.model.weekly_times import next_weekly
from tables.runtime.server_trail import note_act
from tables.runtime.services import Services

__all__ = [
    "MAX_TIPS",
    "Person",
    "Server",
    "check_channel",
    "get",
    "meet",
    "save",
    "save_server",
    "server",
    "take_tip",
    "write",
]

MAX_TIPS = 3
"""The first answers to a newcomer carry this many tips, one each."""


async def meet(services: Services, person: int, locale: str | None = None) -> Person:
    """Return a person's settings, and store default settings if they have none yet.

    `locale` is that of their Discord client; it is stored if it is new. None leaves the stored one.
    """
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
    """Return a person's settings, or None for somebody we have never met."""
    return await services.person(person)


async def save(services: Services, before: Person, changed: Person) -> Person:
    """Write the settings that differ between `before` and `changed`, update the cache, and return all settings.

    Other settings keep their stored value. If the person's data was removed meanwhile, nothing is written and `changed`
    is returned.
    """
    async with services.db.transaction() as db:
        row = await write(db, before, changed)
    if row:
        services.caches.people[row.id] = row
    return row or changed


async def write(db: Transaction, before: Person, changed: Person) -> Person | None:
    """Write the settings that differ between `before` and `changed`, and return all settings as stored then.

    Return None if the person's data was removed meanwhile. The caller updates the cache.
    """
    known = msgspec.structs.asdict(before)
    different = {name: value for name, value in msgspec.structs.asdict(changed).items() if value != known[name]}
    if not different:
        return await people.person(db, before.id)
    return await people.change_person(db, before.id, different)


async def take_tip(services: Services, person: int) -> int | None:
    """Return the number, from 0 on, of the tip to show with this answer to a newcomer, and count it as shown.

    Return None if the person has seen all tips or is unknown.
    """
    known = await get(services, person)
    if known is None or known.hints >= MAX_TIPS:
        return None
    # Only the count is written: another request may have changed other settings meanwhile.
    services.caches.people[person] = msgspec.structs.replace(known, hints=known.hints + 1)
    async with services.db.transaction() as db:
        await people.count_tip(db, person)
    return known.hints


async def server(services: Services, server_id: int) -> Server:
    """Return a server's settings; the defaults if it has none."""
    return await people.server(services.db.sync_reader, server_id)


async def save_server(services: Services, row: Server, person: int) -> None:
    """Write all settings of a server. Its trail notes which of them `person` has changed, and the new values.

    After a change of the time zone, recurring openings are due at the same time of the week in the new zone.
    """
    async with services.db.transaction() as db:
        before = msgspec.structs.asdict(await people.server(db, row.id))
        changed = {name: value for name, value in msgspec.structs.asdict(row).items() if value != before[name]}
        if changed:
            await people.save_server(db, row)
            for opening in await openings.of_server(db, row.id) if "zone" in changed else ():
                due = next_weekly(row.zone, opening.weekday, opening.minute, services.now())
                await openings.set_due(db, opening, due)
            await note_act(db, "settings", row.id, person, services.now(), changed=changed)


def check_channel(settings: Server, channel: int) -> None:
    """Raise `Declined` if the server's settings allow tables only in other channels."""
    if settings.channels and channel not in settings.channels:
        raise Declined("other_channel", channels=" ".join(map(str, settings.channels)))
