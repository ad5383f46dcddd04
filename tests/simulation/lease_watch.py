"""At most one process acts for a partition: checked at every commit, every request, and whenever one asks its lease."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cluster.lease import Lease
from storage import WriteLease
from tests.simulation.findings import Finding
from tests.simulation.loop import PROCESS, Process
from tests.simulation.server import Server


class LeaseWatch:
    """Adds to `broken` what a process does for a partition that another one has. Without a server it finds nothing."""

    def __init__(self, broken: list[Finding]) -> None:
        self._broken = broken
        self._server: Server | None = None

    def watch(self, server: Server, patch: pytest.MonkeyPatch) -> None:
        """Check from now on what processes do on this server, and what their leases tell them."""
        self._server = server
        for name in ("may_act", "is_uncontested"):
            patch.setattr(Lease, name, self._checked(getattr(Lease, name)))

    def note_acts(self, process: Process, lease: WriteLease | None, what: str) -> None:
        """Check that a process has the partition for which it commits, begins a request, or believes that it may.

        Until it learns that its connection broke, a process may begin requests for a partition that another one has
        taken at once: that is assumption (e) of `lease_model.py`.
        """
        if self._server is None or lease is None:
            return
        partition = self._server.partitions[lease.partition.number]
        if partition.token != lease.token and (partition.was_silent or what == "commits"):
            detail = f"process {process.name} {what} for partition {lease.partition.number}, which another one has"
            self._broken.append(Finding("one process acts for a partition", detail))

    def _checked(self, believes: Callable[..., bool]) -> Callable[..., bool]:
        """Return a predicate of `Lease` that also checks what it says."""

        def checked(lease: Lease, *args: float) -> bool:
            found = believes(lease, *args)
            if found and (process := PROCESS.get()):
                self.note_acts(process, lease._db.lease, "believes that it may act")
            return found

        return checked
