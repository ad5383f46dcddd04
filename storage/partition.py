"""Partitions: how Discord servers, and with them all tables, are divided among the processes on one database."""

from __future__ import annotations

from typing import NamedTuple


class PartitionLayout(NamedTuple):
    """The number of Discord gateway shards and of processes. All processes on one database must use the same layout."""

    shards: int = 1
    processes: int = 1

    def partition_of(self, server: int) -> int:
        """Return the number, from 0, of the partition that owns a server and its tables.

        Server 0 means no server, for example a direct message; partition 0 owns it.
        """
        return (server >> 22) % self.shards % self.processes


class Partition(NamedTuple):
    """The part of the database that one process works on: the tables of its own servers. `number` counts from 0."""

    layout: PartitionLayout = PartitionLayout()
    number: int = 0

    @property
    def shards(self) -> list[int]:
        """The Discord shard ids of this partition, ascending."""
        return list(range(self.number, self.layout.shards, self.layout.processes))

    def contains(self, server: int) -> bool:
        """Return True if a server belongs to this partition."""
        return self.layout.partition_of(server) == self.number

    def is_responsible_for(self, person: int) -> bool:
        """Return True if this partition does the work that is done once per person, such as sending their digest."""
        return (person >> 22) % self.layout.processes == self.number

    def server_condition(self, column: str) -> str:
        """Return SQL, starting with ` AND `, that keeps only rows of our servers; "" if there is one partition.

        `column` is the name of the column with the server's id.
        """
        shards, processes = self.layout
        return f" AND ({column} >> 22) % {shards} % {processes} = {self.number}" if processes > 1 else ""

    def table_condition(self, column: str) -> str:
        """Return SQL, starting with ` AND `, that keeps only rows of our game tables; "" if there is one partition.

        `column` is the name of the column with the table's id.
        """
        ours = self.server_condition("tables.server")
        return f" AND EXISTS (SELECT 1 FROM tables WHERE tables.id = {column}{ours})" if ours else ""


ONLY_PARTITION = Partition()
"""The whole database, for a process that is the only one."""
