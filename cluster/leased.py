"""The cluster of a PostgreSQL database: each process holds a partition by a lease that it renews."""

from __future__ import annotations

from cluster.interface import Cluster
from cluster.lease import Lease
from storage import Database, LeaseHost, PartitionLayout


class LeasedCluster(Cluster):
    """One of several processes on a PostgreSQL database. Its `Lease` decides whether this process may act."""

    def __init__(self, db: Database, host: LeaseHost) -> None:
        super().__init__(db)
        self.lease = Lease(db, host)

    async def join(self, layout: PartitionLayout, *, wait: bool = False) -> None:
        """Migrate the database and claim the first free partition.

        If none is free, `wait` tries again until one is; without `wait`, raise `Unusable`.
        """
        await self.lease.acquire(layout, wait=wait)

    def may_act(self) -> bool:
        """Return True if we hold a partition and no other process can have taken it yet.

        For that a heartbeat must have been confirmed recently, over a connection that is not known to be broken.
        """
        return self.lease.may_act()

    def is_database_away(self) -> bool:
        """Return True if the server has not answered for four seconds."""
        return self.lease.is_database_away()

    def is_uncontested(self, within_s: float = 0.0) -> bool:
        """Return True if we hold a partition that no other process can take within `within_s` seconds.

        That follows from the age of our last confirmed heartbeat and from whether its connection is broken.
        """
        return self.lease.is_uncontested(within_s)
