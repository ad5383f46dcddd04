"""What plans promise while a run goes on, checked at every commit: each is played once, and its owner is not asked."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

from tests.simulation.findings import Finding

_Chair = tuple[int, int]
"""A table and a seat."""


class _Row(NamedTuple):
    """A row of the outbox."""

    id: int
    table: int
    kind: str
    seat: int | None
    person: int | None
    facts: str


class PlanWatch:
    """Follows the plans and planned moves that a run commits, and adds to `broken` what must not happen."""

    def __init__(self, path: Path, broken: list[Finding]) -> None:
        self._file, self._broken = sqlite3.connect(path), broken
        self._stored: dict[_Chair, dict[str, int]] = {}
        """By seat: the decisions for which a plan is stored, each with the most moves that one of its wishes has."""
        self._paused: set[int] = set()
        self._latest: dict[int, int] = defaultdict(int)
        """By table: the number of the latest planned entry of its log."""
        self._latest_row = 0
        """The id of the latest row of the outbox."""
        self.played: Counter[int] = Counter()
        """By person: how many of their plans were played."""

    def note_commit(self) -> None:
        """Read plans and planned moves just after a commit, and check those that are new."""
        before, self._stored = self._stored, self._read_plans()
        paused, self._paused = self._paused, self._read_paused()
        fresh = self._read_fresh_rows()
        moves: dict[_Chair, list[str]] = defaultdict(list)
        for table, n, seat, text in self._file.execute(
            "SELECT table_id, n, seat, text FROM log WHERE planned = 1 ORDER BY table_id, n"
        ):
            if n > self._latest[table]:
                self._latest[table] = n
                moves[table, seat].append(text)
        for chair, texts in moves.items():
            left = self._stored.get(chair, {})
            used = {decision: most for decision, most in before.get(chair, {}).items() if decision not in left}
            self._check(chair, texts, used, [row for row in fresh if row.table == chair[0]])
            if chair[0] in paused & self._paused:
                self._find("nothing is played during a pause", f"table {chair[0]}: {texts} of seat {chair[1]}")

    def _check(self, chair: _Chair, texts: list[str], used: dict[str, int], fresh: list[_Row]) -> None:
        """Check the planned moves that one commit has added for a seat.

        `used` are the plans that it has deleted, and `fresh` the rows that it has added to the table's outbox.
        """
        table, seat = chair
        said = sum(row.kind == "plan_played" and row.seat == seat for row in fresh)
        if not used or len(texts) > sum(used.values()) or not 1 <= said <= len(used):
            detail = f"table {table}: {texts} of seat {seat}, used {used}, told {said} times"
            self._find("a plan is played once, and its owner is notified", detail)
        (pinged,) = self._file.execute(
            "SELECT pinged_frame FROM seats WHERE table_id = ? AND seat = ?", (table, seat)
        ).fetchone()
        pings = [row.facts for row in fresh if row.kind == "ping" and seat in json.loads(row.facts)["seats"]]
        if pings and not pinged:
            self._find("nobody is asked what a plan has answered", f"table {table}: seat {seat} is pinged, {pings}")

    def _read_fresh_rows(self) -> list[_Row]:
        """Return the pings and notifications of plans that are new in the outbox, and count the latter."""
        query = "SELECT id, table_id, kind, seat, person, facts FROM outbox WHERE id > ? ORDER BY id"
        fresh = [_Row(*row) for row in self._file.execute(query, (self._latest_row,))]
        self._latest_row = fresh[-1].id if fresh else self._latest_row
        self.played.update(row.person for row in fresh if row.kind == "plan_played" and row.person)
        return fresh

    def _find(self, promise: str, detail: str) -> None:
        self._broken.append(Finding(promise, detail))

    def _read_plans(self) -> dict[_Chair, dict[str, int]]:
        rows = self._file.execute("SELECT table_id, seat, plans FROM seats WHERE plans != ''")
        return {
            (table, seat): {
                plan["decision"]: max(len(wish["moves"]) for wish in plan["wishes"])
                for plan in json.loads(plans).get("plans", ())
            }
            for table, seat, plans in rows
        }

    def _read_paused(self) -> set[int]:
        return {table for (table,) in self._file.execute("SELECT id FROM tables WHERE paused > 0")}
