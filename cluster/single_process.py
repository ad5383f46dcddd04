"""The cluster of a database file: its only process holds everything as one partition."""

from __future__ import annotations

from cluster.interface import Cluster
from storage import Partition, PartitionLayout, WriteLease


class SingleProcess(Cluster):
    """The only process on a database file. The lock on the file keeps others out, so it may always act."""

    async def join(self, layout: PartitionLayout, *, wait: bool = False) -> None:
        """Make the whole database this process's partition. The layout must have one process; `wait` has no effect."""
        assert layout.processes == 1, "a database file has one process"
        self.db.grant(WriteLease(Partition(layout), 0))

    def may_act(self) -> bool:
        """Return True: this process has the whole database."""
        return True

    def is_database_away(self) -> bool:
        """Return False: a file does not go away; whoever reads it learns what is wrong."""
        return False

    def is_uncontested(self, within_s: float = 0.0) -> bool:
        """Return True: no other process can take the database."""
        return True
