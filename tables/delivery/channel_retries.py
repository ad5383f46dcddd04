"""Places that refuse to be spoken in: each is tried again by itself, with growing patience, not row by row.

All of them are kept in mind, by their number. Those of a server are written only by who holds its partition, and
whoever changes one here writes it there too: that is how it cannot be stale.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from storage.queries import places as sql
from storage.rows import RefusalRow as Refusal
from tables.model.table import DAY
from tables.runtime.services import Services

__all__ = [
    "Refusal",
    "everywhere",
    "forget_refusal",
    "held_back",
    "known",
    "next_try",
    "note_refusal",
    "of_server",
    "trying",
    "waits",
]

log = logging.getLogger("kontor.places")

_FIRST_PAUSE, _LONGEST_PAUSE = 5, DAY // 4


async def known(services: Services, place: int) -> Refusal | None:
    """Return that a place refuses, if it does."""
    return (await _all(services)).get(place)


async def _all(services: Services) -> dict[int, Refusal]:
    if services.blocked_channels.known is None:
        found = {row.place: row for row in await sql.refusals(services.db.reader, services.partition)}
        if services.blocked_channels.known is None:  # Who has looked meanwhile may have written more by now.
            services.blocked_channels.known = found
    return services.blocked_channels.known


def waits(services: Services, refusal: Refusal) -> bool:
    """Say whether it is too early to try a place again, or somebody is trying just now."""
    return refusal.due > services.now() or refusal.place in services.blocked_channels.trying


@contextmanager
def trying(services: Services, refusal: Refusal | None) -> Iterator[None]:
    """Try a place that refuses: for all that waits there."""
    if refusal is None:
        yield
        return
    services.blocked_channels.trying.add(refusal.place)
    try:
        yield
    finally:
        services.blocked_channels.trying.discard(refusal.place)


async def note_refusal(services: Services, place: int, server: int, code: int) -> None:
    """Remember that a place refuses, and when it is tried again."""
    now, refusal = services.now(), await known(services, place)
    if refusal is None:
        log.warning("place=%d server=%d refuses (%d): what is to be said there waits", place, server, code)
        refusal = Refusal(place=place, server=server, code=code, since=now, tries=-1)
    pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** (refusal.tries + 1))
    changed = msgspec.structs.replace(refusal, code=code, tries=refusal.tries + 1, due=now + pause)
    async with services.db.transaction() as db:
        await sql.save_refusal(db, changed)
    (await _all(services))[place] = changed


async def forget_refusal(services: Services, place: int) -> Refusal | None:
    """Forget that a place has refused; return how it did, if it did."""
    refusal = await known(services, place)
    if refusal is None:
        return None
    async with services.db.transaction() as db:
        await sql.forget_refusal(db, place)
    (await _all(services)).pop(place, None)
    log.info("place=%d server=%d speaks again after %d s", place, refusal.server, services.now() - refusal.since)
    return refusal


async def next_try(services: Services, places: Iterable[int]) -> int:
    """Return when the first of these places is tried again that all refuse."""
    now, refusals = services.now(), await _all(services)
    return min((max(refusals[place].due, now + 1) for place in places if place in refusals), default=now + _FIRST_PAUSE)


async def everywhere(services: Services) -> list[Refusal]:
    """Return all places that refuse."""
    return list((await _all(services)).values())


async def of_server(services: Services, server: int, *, private: bool = True) -> list[Refusal]:
    """Return the places of a server that refuse; `private`: also those of private tables."""
    hidden = set() if private else await sql.private(services.db.reader, server)
    refusals = (await _all(services)).values()
    return [refusal for refusal in refusals if refusal.server == server and refusal.place not in hidden]


async def held_back(services: Services, server: int | None = None, *, private: bool = True) -> tuple[int, int]:
    """Return how many things wait for a place that refuses, and at how many tables: everywhere, or in a server.

    `private`: of private tables too.
    """
    return await sql.held_back(services.db.reader, services.partition, server, private=private)
