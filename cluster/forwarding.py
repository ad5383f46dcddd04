"""Forwarded requests: one process asks the process that holds another partition to do something.

A request is a row with a kind and raw bytes. It stays in the database until the process that handles it deletes it.
That process is notified at once. If the notification is lost, it still finds the request, because every process looks
regularly.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import Any

from storage import Database, Transaction, Unreachable, Unusable
from storage.queries import forwarded_requests as sql
from storage.queries.forwarded_requests import ForwardedRequestRow

log = logging.getLogger("kontor.cluster")

ForwardedRequest = ForwardedRequestRow
Handler = Callable[[ForwardedRequest], Awaitable[None]]
"""Handles a request and deletes it. A request that is still there is handled again."""
Start = Callable[[str, Callable[[], Coroutine[Any, Any, None]]], None]
"""Starts work in the background under a name; work that already runs under that name is run once more afterwards."""


def new_request(partition: int, kind: str, body: bytes, now: int, request_id: str = "") -> ForwardedRequest:
    """Return a request for the holder of a partition, with a random id unless one is given. Nothing is stored yet."""
    return ForwardedRequest(id=request_id or secrets.token_hex(8), partition=partition, kind=kind, body=body, at=now)


async def add_request(db: Transaction, request: ForwardedRequest) -> None:
    """Store a request and notify the process that should handle it when the transaction is committed."""
    await sql.add(db, request)


async def take_request(db: Transaction, request_id: str) -> bool:
    """Delete a request; return True if it was still there. So either its handler or its sender gets it, never both."""
    return await sql.take(db, request_id)


class RequestInbox:
    """Handles the requests that other processes have sent to our partition, each time `look` is called.

    `handlers` has the handler of each kind of request, and `start` starts a background task.
    """

    def __init__(self, db: Database, handlers: Mapping[str, Handler], start: Start) -> None:
        self._db = db
        self._handlers = handlers
        self._start = start
        self._failed: set[str] = set()
        """The ids of requests whose failure is already in the log."""

    def look(self) -> None:
        """Handle all waiting requests in background tasks: one task for each kind, the oldest request first.

        So a click never waits for a slow request of another kind.
        """
        self._start("forwarded requests", self._look)

    async def _look(self) -> None:
        """Start one background task for each kind of request that waits."""
        for kind in {request.kind for request in await self._waiting()}:
            self._start(f"forwarded requests {kind}", partial(self._handle_all, kind))

    async def _waiting(self) -> list[ForwardedRequest]:
        """Return the requests that wait for our partition, oldest first. Call it only after the cluster was joined."""
        assert self._db.lease
        return await sql.of_partition(self._db.reader, self._db.lease.partition.number)

    async def _handle_all(self, kind: str) -> None:
        """Handle the waiting requests of one kind, oldest first.

        Raise `Unreachable` if the database is away, `Unusable` if our partition is lost. A request that fails for
        another reason, or whose kind has no handler, is logged once, stays and is tried again by a later `look`.
        """
        for request in await self._waiting():
            if request.kind != kind:
                continue
            try:
                await self._handlers[kind](request)
            except (Unreachable, Unusable):
                raise
            except Exception:
                level = logging.DEBUG if request.id in self._failed else logging.ERROR
                log.log(level, "request=%s kind=%s failed", request.id, request.kind, exc_info=True)
                self._failed.add(request.id)
