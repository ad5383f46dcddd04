"""The lease that lets a process write, and what an engine offers so that `cluster.lease` can obtain and renew one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from storage.partition import Partition


async def _release_nothing() -> None:
    """Do nothing: a database file is released with its lock."""


@dataclass(frozen=True)
class WriteLease:
    """The right to write the tables of one partition.

    Every transaction needs one; with PostgreSQL the server checks its token when the transaction begins.
    """

    partition: Partition
    token: int
    """The fencing token. It is raised whenever the partition changes hands, so an older holder's token is refused."""
    release: Callable[[], Awaitable[None]] = _release_nothing
    """Gives the partition up, so that a spare can take it at once. `Database.close` calls it last."""


class LeaseHost(Protocol):
    """A PostgreSQL database as `cluster.lease` sees it. Only an engine that several processes can use is one."""

    name: str
    """Its address without the password."""
    process_id: str
    """A random text that identifies this process among the server's connections."""
    schema_version: int
    """The number of the newest migration that this code knows."""

    async def connect(self, timeout_s: float | None = None) -> Any:
        """Return a new asyncpg connection, with this timeout for connecting and for each answer (None: the default)."""

    async def migrate(self, connection: Any) -> bool:
        """Run the missing migrations over a connection. Return True if the schema is up to date then.

        Return False, with nothing changed, if another process migrates or if processes with the older schema hold all
        partitions. Raise `Unusable` if the database is another program's, or has a newer schema.
        """

    def abandon_waits(self) -> None:
        """Make everything that waits for an answer of the server fail with `Unreachable`."""
