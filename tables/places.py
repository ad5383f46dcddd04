"""Places that refuse to be spoken in: each is tried again by itself, with growing patience, not row by row.

All of them are kept in mind, by their number. Those of a server are written only by who holds its share, and
whoever changes one here writes it there too: that is how it cannot be stale.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from storage import places as sql
from storage.rows import RefusalRow as Refusal
from tables.house import House
from tables.table import DAY

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


async def known(house: House, place: int) -> Refusal | None:
    """Return that a place refuses, if it does."""
    return (await _all(house)).get(place)


async def _all(house: House) -> dict[int, Refusal]:
    if house.refusing.known is None:
        found = {row.place: row for row in await sql.refusals(house.db.reader, house.share)}
        if house.refusing.known is None:  # Who has looked meanwhile may have written more by now.
            house.refusing.known = found
    return house.refusing.known


def waits(house: House, refusal: Refusal) -> bool:
    """Say whether it is too early to try a place again, or somebody is trying just now."""
    return refusal.due > house.now() or refusal.place in house.refusing.trying


@contextmanager
def trying(house: House, refusal: Refusal | None) -> Iterator[None]:
    """Try a place that refuses: for all that waits there."""
    if refusal is None:
        yield
        return
    house.refusing.trying.add(refusal.place)
    try:
        yield
    finally:
        house.refusing.trying.discard(refusal.place)


async def note_refusal(house: House, place: int, server: int, code: int) -> None:
    """Remember that a place refuses, and when it is tried again."""
    now, refusal = house.now(), await known(house, place)
    if refusal is None:
        log.warning("place=%d server=%d refuses (%d): what is to be said there waits", place, server, code)
        refusal = Refusal(place=place, server=server, code=code, since=now, tries=-1)
    pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** (refusal.tries + 1))
    changed = msgspec.structs.replace(refusal, code=code, tries=refusal.tries + 1, due=now + pause)
    async with house.db.transaction() as db:
        await sql.save_refusal(db, changed)
    (await _all(house))[place] = changed


async def forget_refusal(house: House, place: int) -> Refusal | None:
    """Forget that a place has refused; return how it did, if it did."""
    refusal = await known(house, place)
    if refusal is None:
        return None
    async with house.db.transaction() as db:
        await sql.forget_refusal(db, place)
    (await _all(house)).pop(place, None)
    log.info("place=%d server=%d speaks again after %d s", place, refusal.server, house.now() - refusal.since)
    return refusal


async def next_try(house: House, places: Iterable[int]) -> int:
    """Return when the first of these places is tried again that all refuse."""
    now, refusals = house.now(), await _all(house)
    return min((max(refusals[place].due, now + 1) for place in places if place in refusals), default=now + _FIRST_PAUSE)


async def everywhere(house: House) -> list[Refusal]:
    """Return all places that refuse."""
    return list((await _all(house)).values())


async def of_server(house: House, server: int, *, private: bool = True) -> list[Refusal]:
    """Return the places of a server that refuse; `private`: also those of private tables."""
    hidden = set() if private else await sql.private(house.db.reader, server)
    refusals = (await _all(house)).values()
    return [refusal for refusal in refusals if refusal.server == server and refusal.place not in hidden]


async def held_back(house: House, server: int | None = None, *, private: bool = True) -> tuple[int, int]:
    """Return how many things wait for a place that refuses, and at how many tables: everywhere, or in a server.

    `private`: of private tables too.
    """
    return await sql.held_back(house.db.reader, house.share, server, private=private)
