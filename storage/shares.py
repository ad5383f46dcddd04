"""How servers are split among processes: which share a server belongs to, and which of Discord's shards a share has."""

from __future__ import annotations

from typing import NamedTuple


class Split(NamedTuple):
    """Discord's shards, split among so many processes. All processes on one database have to agree on it."""

    shards: int = 1
    processes: int = 1

    def share_of(self, server: int) -> int:
        """Return the share that a server, and every table of it, belongs to."""
        return (server >> 22) % self.shards % self.processes


class Share(NamedTuple):
    """What one process works on: the tables of its own servers, and of nobody else's."""

    split: Split = Split()
    number: int = 0

    @property
    def shards(self) -> list[int]:
        """Discord's shards of this share."""
        return list(range(self.number, self.split.shards, self.split.processes))

    def has(self, server: int) -> bool:
        """Say whether a server belongs to it."""
        return self.split.share_of(server) == self.number

    def responsible_for(self, person: int) -> bool:
        """Say whether this share does what is done once for a person, at whichever tables they sit."""
        return (person >> 22) % self.split.processes == self.number

    def servers(self, column: str) -> str:
        """Return what SQL adds to its conditions so that only this share's servers are left: nothing if all are."""
        shards, processes = self.split
        return f" AND ({column} >> 22) % {shards} % {processes} = {self.number}" if processes > 1 else ""

    def tables(self, column: str) -> str:
        """Return the same for a column that holds the number of a table."""
        mine = self.servers("tables.server")
        return f" AND EXISTS (SELECT 1 FROM tables WHERE tables.id = {column}{mine})" if mine else ""


WHOLE = Share()
"""Everything, for the only process there is."""
