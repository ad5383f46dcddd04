"""`WriteLease`, which lets a process write, and `LeaseHost`, with which `cluster.lease` obtains and renews one."""

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
    """A PostgreSQL database as `cluster.lease` sees it. A database file has no lease host: only one process uses it."""

    name: str
    """Its address without the password."""
    process_id: str
    """A random text that identifies this process among the server's connections."""
    schema_version: int
    """The number of the newest migration that this code knows."""

    async def connect(self, timeout_s: float | None = None) -> Any:
        """Return a new asyncpg connection, with this timeout for connecting and for each answer (None: the default)."""

    async def migrate(self, connection: Any) -> bool:
        """Run the missing migrations over a connection; return True if the schema is up to date afterwards.

        Returns False, with nothing changed, if another process is migrating, or if processes with the older schema hold
        all partitions. Raises `Unusable` if the database belongs to another program or has a newer schema than this
        code.
        """

    def abandon_waits(self) -> None:
        """Make everything that waits for an answer of the server fail with `Unreachable`."""
