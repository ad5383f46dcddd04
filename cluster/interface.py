"""`Cluster`: the interface through which the rest of the bot deals with the other processes on the same database."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from cluster import forwarding, sessions
from cluster.forwarding import ForwardedRequest
from cluster.sessions import GatewaySession
from storage import Database, Partition, PartitionLayout


class Cluster(ABC):
    """This process's membership among all processes on one database. `joining.cluster_on` makes it.

    It takes a partition (`join`), says whether this process may act on it now, forwards requests to the holders of
    other partitions, and hands over gateway sessions between processes. `close` also closes the database.
    """

    def __init__(self, db: Database) -> None:
        self.db = db

    @property
    def partition(self) -> Partition:
        """The partition that this process works on. Raises AssertionError before `join` has claimed one."""
        assert self.db.lease, "join first"
        return self.db.lease.partition

    @property
    def fencing_token(self) -> int:
        """How often the partition has changed hands; 0 for a database file. Raises AssertionError before `join`."""
        assert self.db.lease, "join first"
        return self.db.lease.token

    @abstractmethod
    async def join(self, layout: PartitionLayout, *, wait: bool = False) -> None:
        """Claim the first free partition for this process, after bringing the database's schema up to date.

        If none is free, wait for one as a spare, or raise `Unusable` if `wait` is False.
        """

    @abstractmethod
    def may_act(self) -> bool:
        """Return True if the partition is certainly ours now. Asked before anything that people can see is done."""

    @abstractmethod
    def is_database_away(self) -> bool:
        """Return True if the database has not answered this process for some seconds, also while it waits to join."""

    @abstractmethod
    def is_uncontested(self, within_s: float = 0.0) -> bool:
        """Return True if no other process can take our partition within this many seconds from now."""

    async def close(self) -> None:
        """Close the database, which gives the partition up."""
        await self.db.close()

    async def forward(self, requests: Sequence[ForwardedRequest]) -> None:
        """Store requests for the holders of other partitions, all or none, and notify those processes.

        Does not wait until they are handled. Raises one of `DATABASE_ERRORS` if they could not be stored.
        """
        async with self.db.transaction() as db:
            for request in requests:
                await forwarding.add_request(db, request)

    async def withdraw(self, request_id: str) -> bool:
        """Delete a forwarded request. Return True if it still existed: then nobody had taken it before this call.

        Its sender calls this to withdraw it, its handler to take it; only one of them gets True.
        """
        async with self.db.transaction() as db:
            return await forwarding.take_request(db, request_id)

    async def leave_sessions(self, left: Sequence[GatewaySession]) -> None:
        """Store gateway sessions, so that the next process that holds their shards can resume them."""
        await sessions.leave(self.db, left)

    async def take_sessions(self, shards: Sequence[int], shard_count: int, now: int) -> dict[int, GatewaySession]:
        """Delete the stored gateway sessions of these shards and return those that can be resumed, by shard id.

        A session is left out if it was stored more than a minute before `now`, or with another number of shards than
        `shard_count`.
        """
        return await sessions.take(self.db, shards, shard_count, now)

    async def take_identify_turn(self, bucket: int, now_ms: int, spacing_ms: int) -> int:
        """Reserve the next moment to begin a gateway session in a bucket, and return it in milliseconds since 1970.

        A bucket is the shard id modulo `max_concurrency`; for each one, Discord limits how often sessions begin.
        Moments that all processes reserve in one bucket are at least `spacing_ms` apart. The first free one may be
        `now_ms` itself.
        """
        return await sessions.take_identify_turn(self.db, bucket, now_ms, spacing_ms)
