"""Sends messages that are posted once and then edited: those of leagues, and of people who look for a game.

A row is one message for its whole life. It is posted once, and edited whenever its wanted version is newer than the
shown one. The outbox of tables does not fit: its rows belong to a table, are read with that table's lock and snapshot,
and tell stories in order; here are only current facts. Both work alike otherwise: the nonce is stored before a message
is posted, requests are paced, and blocked channels are waited for.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from storage.message_rows import VersionedMessageRow
from storage.message_rows import VersionedMessageRow as VersionedMessage
from storage.queries import posts as sql
from tables.model.table_errors import Declined
from tables.runtime.services import ChannelBlocked, NotAttempted, RetryLater, Services

__all__ = ["VersionedMessage", "begin", "send_due"]

log = logging.getLogger("kontor.delivery")

_FIRST_RETRY_S, _LONGEST_RETRY_S = 5, 900
_MAX_TRIES = 1000
"""After this many attempts, in about ten days, a version of a message is given up."""
_URGENCY = 1
"""These messages come after boards that are waited for, and before hands."""

_Row = TypeVar("_Row", bound=VersionedMessageRow)


async def begin(services: Services, row: VersionedMessageRow) -> str:
    """Store the nonce under which a message is about to be posted, and return it.

    A nonce that is stored already is returned again: the message may have been posted under it.
    """
    nonce = row.nonce or f"{row.NONCE_PREFIX}{row.id}.{row.shown}"
    if not row.nonce:
        async with services.db.transaction() as db:
            await sql.begin_message(db, row, nonce)
    return nonce


async def send_due(
    services: Services,
    owner: int,
    next_row: Callable[[], Awaitable[_Row | None]],
    deliver: Callable[[_Row], Awaitable[None]],
) -> None:
    """Send messages one after the other until `next_row` returns None or we are closing.

    `owner` is the season or server to which they belong, for the pacing. `deliver` posts or edits a message and sets in
    its row where it is; it may raise `RetryLater` and `ChannelBlocked`, and `Declined` if there is nothing to send.
    """
    while not services.background.closing:
        row = await next_row()
        if row is None:
            return
        async with services.pacing.turn(-owner, _URGENCY):  # Tables have positive numbers.
            await _send(services, row, deliver)


async def _send(services: Services, row: _Row, deliver: Callable[[_Row], Awaitable[None]]) -> None:
    """Send a message, and store where it is and which version it shows; or, if that fails, when it is tried again.

    If an earlier try may have posted it, the version that it shows is not known: then it is edited once more.
    """
    wanted, repeated = row.wanted, bool(row.nonce)
    try:
        await deliver(row)
    except (RetryLater, ChannelBlocked) as reason:
        if row.tries < _MAX_TRIES:
            pause = min(_LONGEST_RETRY_S, _FIRST_RETRY_S * 2 ** min(row.tries, 10))
            due = reason.until if isinstance(reason, ChannelBlocked) else services.now() + pause
            due = services.now() if isinstance(reason, NotAttempted) else max(due, services.now() + 1)
            log.warning("%s id=%d again at %d: %s", row.TABLE, row.id, due, reason)
            async with services.db.transaction() as db:
                await sql.retry_message(db, row, due)
            return
        log.error("%s id=%d given up: %s", row.TABLE, row.id, reason)
    except Declined:
        pass
    row.shown = wanted - 1 if repeated and row.message else wanted
    async with services.db.transaction() as db:
        await sql.note_message(db, row)
