"""Choosing the kind of cluster for a database (`cluster_on`), and opening one for one program alone (`open_alone`)."""

from __future__ import annotations

from pathlib import Path

from cluster.interface import Cluster
from cluster.single_process import SingleProcess
from storage import Address, Database, PartitionLayout, open_database


def cluster_on(db: Database) -> Cluster:
    """Return a cluster, not joined yet, for an open database.

    It is a `SingleProcess` for a database file and a `LeasedCluster` for PostgreSQL.
    """
    if db.lease_host is None:
        return SingleProcess(db)
    # asyncpg is installed only where PostgreSQL is used.
    from cluster.leased import LeasedCluster

    return LeasedCluster(db, db.lease_host)


async def open_alone(
    address: Address, folder: Path = Path("data"), *, make: bool = True, migrate: bool = True
) -> Cluster:
    """Open a database, join it as its only process with everything as one partition, and return the cluster.

    Raises `Unusable` if another process holds a partition. For `folder`, `make` and `migrate` see `open_database`.
    """
    cluster = cluster_on(await open_database(address, folder, make=make, migrate=migrate))
    try:
        await cluster.join(PartitionLayout())
    except BaseException:
        await cluster.close()
        raise
    return cluster
