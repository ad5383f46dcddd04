"""Connections to a PostgreSQL server: their settings and timeouts, and which errors mean that the server is away."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import asyncpg

from storage.database import Unreachable, Unusable
from storage.engines.address import EXAMPLE, shown

CONNECT_TIMEOUT_S, ANSWER_TIMEOUT_S, CLOSE_TIMEOUT_S = 10.0, 30.0, 5.0
_SETTINGS = {
    # The server notices within a minute that our machine is gone.
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
    # A process that is stopped within a transaction blocks nobody: our transactions wait for nothing but the server.
    "idle_in_transaction_session_timeout": "3s",
}
AWAY = (
    *(OSError, TimeoutError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError),
    *(asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, asyncpg.CannotConnectNowError),
    *(asyncpg.TooManyConnectionsError, asyncpg.IdleInTransactionSessionTimeoutError),
    asyncpg.InternalClientError,
)
"""What asyncpg raises when the server is away or has ended our connection. It raises the last of these if that happens
just as a statement is about to be sent."""
SERVER_DOWN = (ConnectionRefusedError, FileNotFoundError, asyncpg.CannotConnectNowError)
"""The errors of `AWAY` with which a server that is stopped, or just starting, refuses everybody's connections."""


@contextmanager
def unreachable_if_away(name: str) -> Iterator[None]:
    """Within this context, turn every error of `AWAY` into `Unreachable`; all other errors are raised as they are.

    `name` is the database's address without the password.
    """
    try:
        yield
    except asyncpg.DataError:  # An InterfaceError too, but nothing was sent: a value does not fit its column.
        raise
    except AWAY as problem:
        raise Unreachable(f"The database {name} cannot be reached: {reason_of(problem)}.") from problem


@contextmanager
def unusable_if_refused(name: str) -> Iterator[None]:
    """Within this context, turn errors of connecting and migrating into `Unusable` with advice for the operator.

    `name` is what its sentence calls the database. A ValueError or OverflowError is reported as a wrong address.
    """
    try:
        yield
    except (asyncpg.InvalidPasswordError, asyncpg.InvalidAuthorizationSpecificationError):
        raise Unusable(f"{name} does not accept this user and password. Check the address.") from None
    except asyncpg.InvalidCatalogNameError:
        raise Unusable(f"There is no database {name}. Make it first: createdb --owner=USER …") from None
    except (ValueError, OverflowError, asyncpg.ClientConfigurationError):
        # The error itself is not shown: it may contain a part of the password.
        raise Unusable(f"Not an address: {name}. It must be like {EXAMPLE}.") from None
    except AWAY as problem:
        raise Unusable(f"Cannot reach {name}: {reason_of(problem)}. Is it running, is the address right?") from None
    except (asyncpg.InsufficientPrivilegeError, asyncpg.InvalidSchemaNameError) as problem:
        raise Unusable(
            f"This user may not create and use tables in {name}: {problem}. Nothing was changed."
            " It must own the database: createdb --owner=USER …, or ALTER DATABASE … OWNER TO USER."
        ) from None
    except asyncpg.PostgresError as problem:
        raise Unusable(f"Cannot use the database {name}: {problem}. Nothing was changed.") from problem


class Connector:
    """Makes connections to one PostgreSQL database. Their application name contains `process_id`, a random text."""

    def __init__(self, address: str) -> None:
        self.name = shown(address)
        self.process_id = secrets.token_hex(8)
        """Part of each connection's application name, so that a successor can end the connections of this process."""
        self._address = address

    async def connect(self, *, timeout_s: float | None = None, **settings: str) -> Any:
        """Return a new asyncpg connection.

        `timeout_s` limits connecting and each answer; with None `CONNECT_TIMEOUT_S` and `ANSWER_TIMEOUT_S` do.
        `settings` are added to the server settings of this connection. The server closes it after 3 idle seconds within
        a transaction. Raises one of `AWAY`, or the error with which PostgreSQL refuses the connection.
        """
        return await asyncpg.connect(
            self._address,
            timeout=timeout_s or CONNECT_TIMEOUT_S,
            command_timeout=timeout_s or ANSWER_TIMEOUT_S,
            statement_cache_size=1000,
            max_cached_statement_lifetime=0,
            server_settings={"application_name": f"kontor {self.process_id}", **_SETTINGS, **settings},
        )


class PendingWaits:
    """Knows the blocks of code that wait for an answer of the server, so that `end` can make all of them fail."""

    def __init__(self) -> None:
        self.times_ended = 0
        self._waiting: set[asyncio.Timeout] = set()

    @asynccontextmanager
    async def wait(self) -> AsyncIterator[None]:
        """Run the block of this context; raise `TimeoutError` in it if `end` is called meanwhile."""
        async with asyncio.timeout(None) as limit:
            self._waiting.add(limit)
            try:
                yield
            finally:
                self._waiting.remove(limit)

    def end(self) -> None:
        """Raise `TimeoutError` in every block that is in `wait`, and add one to `times_ended`."""
        self.times_ended += 1
        for limit in self._waiting:
            limit.reschedule(asyncio.get_running_loop().time())


async def close(connection: Any) -> None:
    """Close a connection; if the server does not confirm it within `CLOSE_TIMEOUT_S`, drop it."""
    try:
        await connection.close(timeout=CLOSE_TIMEOUT_S)
    except (*AWAY, asyncpg.PostgresError):
        connection.terminate()


def reason_of(problem: BaseException) -> str:
    """Return an error's text without its full stop, or its type's name if it has none; "no answer" for a timeout."""
    if isinstance(problem, TimeoutError):
        return "no answer"
    return (getattr(problem, "strerror", None) or str(problem) or type(problem).__name__).rstrip(".")
