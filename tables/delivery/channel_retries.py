"""Blocked channels: those in which the bot may not write. The bot tries each one again after growing pauses.

All outbox rows for a blocked channel wait for the same next try. Blocked channels are stored in the database and cached
by channel id. Only the process that holds a server's partition writes the blocked channels of that server, so its cache
is never stale.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from storage.queries import blocked_channels as sql
from storage.rows import BlockedChannelRow as BlockedChannel
from tables.model.table import DAY
from tables.runtime.services import Services

__all__ = [
    "BlockedChannel",
    "all_blocked",
    "blocked_in",
    "count_waiting",
    "find",
    "is_too_early",
    "next_attempt_at",
    "note_blocked",
    "note_open",
    "trying",
]

log = logging.getLogger("kontor.places")

FIRST_RETRY_S, LONGEST_RETRY_S = 5, DAY // 4


async def find(services: Services, channel: int) -> BlockedChannel | None:
    """Return the record of a blocked channel; None if no such record is stored."""
    return (await _all(services)).get(channel)


async def _all(services: Services) -> dict[int, BlockedChannel]:
    """Return the cached blocked channels of our partition by id. Read them from the database the first time."""
    if services.blocked_channels.known is None:
        found = {row.place: row for row in await sql.blocked_channels(services.db.reader, services.partition)}
        if services.blocked_channels.known is None:  # Another task may have read and changed them meanwhile.
            services.blocked_channels.known = found
    return services.blocked_channels.known


def is_too_early(services: Services, blocked: BlockedChannel) -> bool:
    """Return True if a blocked channel must not be tried now: its pause is not over, or another task is trying it."""
    return blocked.due > services.now() or blocked.place in services.blocked_channels.trying


@contextmanager
def trying(services: Services, blocked: BlockedChannel | None) -> Iterator[None]:
    """Mark a blocked channel as being tried, until the `with` block ends, so that no other task tries it.

    Do nothing for None, which stands for a channel that is not blocked.
    """
    if blocked is None:
        yield
        return
    services.blocked_channels.trying.add(blocked.place)
    try:
        yield
    finally:
        services.blocked_channels.trying.discard(blocked.place)


async def note_blocked(services: Services, channel: int, server: int, code: int) -> None:
    """Store that a channel refused a request with Discord's error `code`, and when to try it again.

    The pause doubles with each refusal in a row, from 5 s up to 6 hours. Only the first refusal is logged.
    """
    now, blocked = services.now(), await find(services, channel)
    if blocked is None:
        log.warning("channel=%d server=%d is blocked (%d): its notifications wait", channel, server, code)
        blocked = BlockedChannel(place=channel, server=server, code=code, since=now, tries=-1)
    pause = min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** (blocked.tries + 1))
    changed = msgspec.structs.replace(blocked, code=code, tries=blocked.tries + 1, due=now + pause)
    async with services.db.transaction() as db:
        await sql.save_blocked(db, changed)
    (await _all(services))[channel] = changed


async def note_open(services: Services, channel: int) -> BlockedChannel | None:
    """Delete the record of a blocked channel, log that the channel is open again, and return the deleted record.

    Return None and log nothing if there was no record.
    """
    blocked = await find(services, channel)
    if blocked is None:
        return None
    async with services.db.transaction() as db:
        await sql.forget_blocked(db, channel)
    (await _all(services)).pop(channel, None)
    log.info("channel=%d server=%d is open again after %d s", channel, blocked.server, services.now() - blocked.since)
    return blocked


async def next_attempt_at(services: Services, channels: Iterable[int]) -> int:
    """Return when the first of these channels is to be tried again, in seconds since 1970.

    Only blocked ones count; the time is at least 1 s from now. If none is blocked, it is 5 s from now.
    """
    now, blocked = services.now(), await _all(services)
    return min((max(blocked[each].due, now + 1) for each in channels if each in blocked), default=now + FIRST_RETRY_S)


async def all_blocked(services: Services) -> list[BlockedChannel]:
    """Return all blocked channels of our partition."""
    return list((await _all(services)).values())


async def blocked_in(services: Services, server: int, *, private: bool = True) -> list[BlockedChannel]:
    """Return the blocked channels of a server; `private=False` leaves out those of private tables."""
    hidden = set() if private else await sql.private(services.db.reader, server)
    return [each for each in (await _all(services)).values() if each.server == server and each.place not in hidden]


async def count_waiting(services: Services, server: int | None = None, *, private: bool = True) -> tuple[int, int]:
    """Return (number of outbox rows that wait for a blocked channel, number of tables that they belong to).

    Count the rows of `server`; for None, of all servers of our partition. `private=False` leaves out private tables.
    """
    return await sql.held_back(services.db.reader, services.partition, server, private=private)
