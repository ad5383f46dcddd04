"""What the outbox promises while a run goes on, checked at every commit and every attempt to deliver."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from cogs.delivery.discord_delivery import DiscordDelivery
from storage.rows import OutboxRow
from tables.model.table import Table
from tables.notifications.attempt import Attempt
from tables.notifications.timing import MAX_REFRESH_DELAY_S
from tests.simulation.findings import Finding

PROMPT_S = 3.0
"""A row is attempted within this time once it can be: both clocks have whole seconds only, and queries take time."""
SETTLING_S = 35.0
"""After a fault, a kill or a pause some rows wait for the next tick."""
_ATTEMPT: ContextVar[Attempt] = ContextVar("attempt")


class _Waiting(NamedTuple):
    """A row of the outbox: from when on it can be attempted, and its nonce."""

    due: int
    """The latest due time in its lane up to itself, in seconds since 1970."""
    known_at: float
    """Since when that is so, in simulated seconds."""
    written_at: float
    """When it was written, in simulated seconds."""
    nonce: str


class OutboxWatch:
    """Follows the committed outbox of a run, and adds to `broken` what it must not do.

    `is_unanswered` returns True for the nonce of a message that was posted without anybody knowing that.
    `clocks_differ_by_s` is by how much the clocks of two machines can differ.
    """

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float],
        is_unanswered: Callable[[str], bool],
        broken: list[Finding],
        clocks_differ_by_s: float,
    ) -> None:
        self._file, self._clock, self._is_unanswered, self._broken = sqlite3.connect(path), clock, is_unanswered, broken
        self._clocks_differ_by_s = clocks_differ_by_s
        self._ids: dict[str, set[int]] = defaultdict(set)
        """By nonce: the rows that ever had it."""
        self._ready: dict[int, _Waiting] = {}
        """The rows of the outbox, by id."""
        self._free_at: dict[int, float] = {}
        """By table: when its latest delivery ended."""
        self.quiet_since = 0.0
        """When the latest fault, kill or pause was over."""

    @property
    def is_empty(self) -> bool:
        """True if no row is in the outbox."""
        return not self._ready

    def note_commit(self) -> None:
        """Read the outbox just after a commit, and check that what may have been posted keeps its nonce."""
        before, self._ready, now = self._ready, {}, self._clock()
        lanes: dict[tuple[int, str], int] = {}
        for row, table, lane, due, nonce in self._file.execute(
            "SELECT id, table_id, lane, due, nonce FROM outbox ORDER BY id"
        ):
            if nonce:
                self._ids[nonce].add(row)
            lanes[table, lane] = ready = max(due, lanes.get((table, lane), 0))
            known = before.get(row)
            if known and nonce != known.nonce and self._is_unanswered(known.nonce):
                detail = f"table {table}: row {row} was posted as {known.nonce}, which was replaced by {nonce!r}"
                self._broken.append(Finding("what may have been posted keeps its nonce", detail))
            if known and (known.due, known.nonce) == (ready, nonce):
                self._ready[row] = known
            else:
                since = known.known_at if known and known.due == ready else now
                self._ready[row] = _Waiting(ready, since, known.written_at if known else now, nonce)

    def note_attempt(self, row: OutboxRow, due_at: Callable[[int], float]) -> None:
        """Check that a row is attempted in time. `due_at` converts the machine's clock to simulated seconds."""
        ready = self._ready.get(row.id)
        if ready is None:
            return
        due = due_at(ready.due)
        if row.since and not row.tries and not row.refused:
            # The row has its latest due time by the clock of the machine that wrote it, which may be another one.
            due = min(due, ready.written_at + MAX_REFRESH_DELAY_S + self._clocks_differ_by_s)
        since = max(due, ready.known_at, self._free_at.get(row.table_id, 0.0))
        late_s = self._clock() - since
        if late_s > PROMPT_S and since > self.quiet_since + SETTLING_S:
            detail = f"table {row.table_id}: {row.kind} (row {row.id}) {late_s:.1f} s after it could be"
            self._broken.append(Finding("what is due is attempted at once", detail))

    def note_attempt_ended(self, table: int) -> None:
        """Note that a table's delivery is free for its next row."""
        self._free_at[table] = self._clock()

    def note_post(self) -> str:
        """Check that every row which the new message of the current attempt covers was committed with its nonce.

        Return the kind and table of the message, as words.
        """
        attempt = _ATTEMPT.get()
        rows = [attempt.row, *(each.row for each in attempt.delivered_along)]
        missing = [(row.id, row.kind) for row in rows if row.id not in self._ids[attempt.nonce]]
        if missing:
            detail = f"table {attempt.row.table_id}: {attempt.nonce} is sent without {missing}"
            self._broken.append(Finding("a nonce is stored in every row before its message is sent", detail))
        return f"{attempt.row.kind} of table {attempt.row.table_id}"


class WatchedDelivery(DiscordDelivery):
    """The real delivery, whose attempts a watch follows. `due_at` converts its clock to simulated seconds."""

    watch: OutboxWatch
    due_at: Callable[[int], float]

    async def deliver(self, attempt: Attempt, table: Table) -> None:
        """Deliver a notification as `DiscordDelivery` does."""
        _ATTEMPT.set(attempt)
        self.watch.note_attempt(attempt.row, self.due_at)
        try:
            await super().deliver(attempt, table)
        finally:
            self.watch.note_attempt_ended(table.id)
