"""Connections to a PostgreSQL server: made with our settings, and what it looks like when they break."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import asyncpg

from storage.database import Unreachable
from storage.engines.address import shown

TO_CONNECT, TO_ANSWER, TO_CLOSE = 10.0, 30.0, 5.0
"""So many seconds we wait for the server."""
_SETTINGS = {
    # So the server notices within a minute that our machine is gone.
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
    # Who is stopped in the middle of a transaction holds nobody up: none of ours waits for anything but the server.
    "idle_in_transaction_session_timeout": "3s",
}
GONE = (
    *(OSError, TimeoutError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError),
    *(asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, asyncpg.CannotConnectNowError),
    *(asyncpg.TooManyConnectionsError, asyncpg.IdleInTransactionSessionTimeoutError),
    asyncpg.InternalClientError,
)
"""What asyncpg raises when the server is not there, or not any more, or has ended our connection. The last of these is
all it says if it hears of its end just as it is about to ask for something."""


@contextmanager
def reaching(name: str) -> Iterator[None]:
    """Turn every sign that the server is away into one error."""
    try:
        yield
    except asyncpg.DataError:  # It was not even sent: a value does not fit its column.
        raise
    except GONE as problem:
        raise Unreachable(f"The database {name} cannot be reached: {said(problem)}.") from problem


class Connector:
    """Makes connections that the server knows to be ours."""

    def __init__(self, address: str) -> None:
        self.name = shown(address)
        self.token = secrets.token_hex(8)
        """Which process we are."""
        self._address = address

    async def connect(self, *, patience: float | None = None, **settings: str) -> Any:
        """Return a new connection. `patience`: wait so many seconds for the server and for each of its answers."""
        return await asyncpg.connect(
            self._address,
            timeout=patience or TO_CONNECT,
            command_timeout=patience or TO_ANSWER,
            statement_cache_size=1000,
            max_cached_statement_lifetime=0,
            server_settings={"application_name": f"kontor {self.token}", **_SETTINGS, **settings},
        )


class Patience:
    """How long to wait for answers: until the server is found to be silent. Then nobody waits for it any more."""

    def __init__(self) -> None:
        self.ended = 0
        """How often all have given up."""
        self._waiting: set[asyncio.Timeout] = set()

    @asynccontextmanager
    async def wait(self) -> AsyncIterator[None]:
        """Wait for the server; raise `TimeoutError` if it is silent."""
        async with asyncio.timeout(None) as limit:
            self._waiting.add(limit)
            try:
                yield
            finally:
                self._waiting.remove(limit)

    def end(self) -> None:
        """Let all who wait for the server give up."""
        self.ended += 1
        for limit in self._waiting:
            limit.reschedule(asyncio.get_running_loop().time())


async def close(connection: Any) -> None:
    """Close a connection in order; if that does not work, without."""
    try:
        await connection.close(timeout=TO_CLOSE)
    except (*GONE, asyncpg.PostgresError):
        connection.terminate()


def said(problem: BaseException) -> str:
    """Return what is wrong, without the full stop."""
    if isinstance(problem, TimeoutError):
        return "no answer"
    return (getattr(problem, "strerror", None) or str(problem) or type(problem).__name__).rstrip(".")
