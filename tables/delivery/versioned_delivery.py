"""Sends versioned messages, which are posted once and then edited: those of leagues, and of people who look for a game.

One row stands for one message, as long as it exists. The message is edited whenever the row's wanted version is newer
than the shown one. The outbox of tables does not fit: each of its rows belongs to a table and is delivered once, in
order, while a versioned message always shows the current facts. Otherwise both work alike: the nonce is stored before a
message is posted, requests are paced, and a row waits while its channel is blocked.
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
"""After this many attempts, in about ten days, the bot gives up a version of a message."""
_URGENCY = 1
"""The urgency of these messages in the pacing: after boards, which people wait for (0), and before hands (2)."""

_Row = TypeVar("_Row", bound=VersionedMessageRow)


async def begin(services: Services, row: VersionedMessageRow) -> str:
    """Store the nonce with which a message is about to be posted, and return it.

    If the row already has a nonce, return that one: an earlier attempt may have posted the message with it.
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
    """Send messages one after the other until `next_row` returns None or the bot shuts down.

    `owner` is the id of the season or server to which they belong: the pacing takes turns between owners. `deliver`
    posts or edits a row's message and sets in the row where it is. It raises `RetryLater` or `ChannelBlocked` if the
    message has to be tried again, and `Declined` if there is nothing to send.
    """
    while not services.background.closing:
        row = await next_row()
        if row is None:
            return
        async with services.pacing.turn(-owner, _URGENCY):  # Tables have positive numbers.
            await _send(services, row, deliver)


async def _send(services: Services, row: _Row, deliver: Callable[[_Row], Awaitable[None]]) -> None:
    """Send a message, and store where it is and which version it shows; if that fails, store when to try again.

    If an earlier try may have posted the message, it may show an older version. Then the stored version is one too low,
    so that the message is edited once more.
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
