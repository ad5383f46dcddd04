"""Avoid lists: each names the people its owner avoids.

Nothing from a list may be shown to anybody but its owner, or be logged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from storage.queries import avoid_lists as sql
from tables.model.table_errors import Declined
from tables.runtime.services import Services

MAX_AVOIDED = 25
"""The most people that one person can avoid: as many options as a select has."""


async def avoided_by(services: Services, person: int) -> dict[int, str]:
    """Return the people on a person's avoid list, each with their name ("" if they were forgotten), sorted by name."""
    return await sql.of_person(services.db.reader, person)


async def avoid(services: Services, person: int, other: int, name: str) -> None:
    """Add a person, `other` with the name `name`, to somebody's avoid list. Nobody else is notified.

    Raise `Declined` if `other` is the list's owner, or if the list would have more than `MAX_AVOIDED` people.
    """
    if other == person:
        raise Declined("avoid_yourself")
    async with services.db.transaction() as db:
        if len({*await sql.of_person(db, person), other}) > MAX_AVOIDED:
            raise Declined("avoid_list_full", most=MAX_AVOIDED)
        await sql.add(db, person, other, name)


async def stop_avoiding(services: Services, person: int, others: Iterable[int]) -> None:
    """Remove people from a person's avoid list. Those who are not on it are ignored."""
    async with services.db.transaction() as db:
        await sql.remove(db, person, others)


async def who_avoids(services: Services, person: int, others: Sequence[int]) -> set[int]:
    """Return those of `others` who avoid a person."""
    pairs = await sql.pairs_among(services.db.reader, [person, *others])
    return {avoider for avoider, avoided in pairs if avoided == person and avoider in others}


async def avoided_among(services: Services, person: int, others: Sequence[int]) -> set[int]:
    """Return those of `others` who are on a person's avoid list."""
    pairs = await sql.pairs_among(services.db.reader, [person, *others])
    return {avoided for avoider, avoided in pairs if avoider == person and avoided in others}
