"""What plans and standing answers promise while a run goes on, checked at every commit.

Each plan is played once, each question is answered once, and the owner is notified and not asked.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from rules.records import UNDO
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
    facts: dict[str, Any]


class _Kept(NamedTuple):
    """What is stored with a seat."""

    plans: dict[str, int]
    """The decisions for which there is a plan, each with the most moves that one of its wishes has."""
    policies: dict[str, str]
    """The policies of the standing answers, by decision."""


class PolicyCase(NamedTuple):
    """A question to a seat with a standing answer."""

    table: int
    seat: int
    length: int
    """How long the log was when it was asked."""
    decision: str
    policy: str
    is_answered: bool
    """True if the next entry of the log is the answer; False if the player was asked."""


_NOTHING = _Kept({}, {})


class PlanWatch:
    """Follows the plans, standing answers and planned moves that a run commits.

    It adds to `broken` what must not happen. Whether `cases` are as their policies promise is left to the oracles.
    """

    def __init__(self, path: Path, broken: list[Finding]) -> None:
        self._file, self._broken = sqlite3.connect(path), broken
        self._stored: dict[_Chair, _Kept] = {}
        self._paused: set[int] = set()
        self._latest: dict[int, int] = defaultdict(int)
        """By table: the number of the latest planned entry of its log."""
        self._latest_row = 0
        """The id of the latest row of the outbox."""
        self._lengths: dict[int, int] = {}
        """By table: the length of its log."""
        self.played: Counter[int] = Counter()
        """By person: how many of their plans and standing answers were played."""
        self.cases: list[PolicyCase] = []
        """All questions that standing answers have answered, or should perhaps have answered."""

    def note_commit(self) -> None:
        """Read plans, standing answers and planned moves just after a commit, and check those that are new."""
        before, self._stored = self._stored, self._read_stored()
        lengths, paused = self._lengths, self._paused
        self._lengths, self._paused = self._read_tables()
        fresh = self._read_fresh_rows()
        moves: dict[_Chair, dict[int, str]] = defaultdict(dict)
        for table, n, seat, text in self._file.execute(
            "SELECT table_id, n, seat, text FROM log WHERE planned = 1 ORDER BY table_id, n"
        ):
            if n > self._latest[table]:
                self._latest[table] = n
                moves[table, seat][n] = text
        for chair, texts in moves.items():
            (table, _), kept, left = chair, before.get(chair, _NOTHING), self._stored.get(chair, _NOTHING)
            rows = [row for row in fresh if row.table == table]
            if table in paused & self._paused:
                self._find("nothing is played during a pause", f"table {table}: {texts} of seat {chair[1]}")
            self._check_pings(chair, rows)
            self._take_answers(chair, texts, kept.policies, rows)
            used = {decision: most for decision, most in kept.plans.items() if decision not in left.plans}
            self._check_plans(chair, list(texts.values()), used, rows)
        for row in fresh:
            has_moved = row.table in lengths and self._lengths[row.table] > lengths[row.table]
            if row.kind == "ping" and has_moved and row.table not in paused | self._paused:
                self._note_asked(row, before)

    def _check_pings(self, chair: _Chair, fresh: list[_Row]) -> None:
        """Check that a seat is not pinged for what the moves of this commit have answered."""
        table, seat = chair
        pings = [row.facts for row in fresh if row.kind == "ping" and seat in row.facts["seats"]]
        if pings and not self._pinged_for(table, seat):
            self._find("nobody is asked what was answered for them", f"table {table}: seat {seat} is pinged, {pings}")

    def _take_answers(self, chair: _Chair, texts: dict[int, str], policies: dict[str, str], fresh: list[_Row]) -> None:
        """Remove from a seat's new planned moves those of standing answers, and note each with its policy.

        `policies` are those that were stored before, and `fresh` the new rows of the table's outbox.
        """
        table, seat = chair
        for row in fresh:
            if row.kind == "plan_played" and row.seat == seat and (decision := row.facts.get("answered")):
                first, last = row.facts["after"] + 1, row.facts["upto"]
                if first != last or texts.pop(last, None) is None or decision not in policies:
                    detail = f"table {table}: {row.facts} with {policies}, other moves {texts}"
                    self._find("a standing answer answers a question once, and its owner is notified", detail)
                else:
                    case = PolicyCase(table, seat, last - 1, decision, policies[decision], is_answered=True)
                    self.cases.append(case)

    def _check_plans(self, chair: _Chair, texts: list[str], used: dict[str, int], fresh: list[_Row]) -> None:
        """Check the moves of plans that one commit has added for a seat.

        `used` are the plans that it has deleted, and `fresh` the rows that it has added to the table's outbox.
        """
        table, seat = chair
        said = sum(row.kind == "plan_played" and row.seat == seat and not row.facts.get("answered") for row in fresh)
        if (texts or said) and (not used or len(texts) > sum(used.values()) or not 1 <= said <= len(used)):
            detail = f"table {table}: {texts} of seat {seat}, used {used}, told {said} times"
            self._find("a plan is played once, and its owner is notified", detail)

    def _note_asked(self, ping: _Row, before: dict[_Chair, _Kept]) -> None:
        """Note who is pinged because of a move for what a standing answer is for. Taking back may ask again."""
        length = self._lengths[ping.table]
        for seat in ping.facts["seats"]:
            policies, decision = before.get((ping.table, seat), _NOTHING).policies, self._pinged_for(ping.table, seat)
            if decision in policies and self._text_of(ping.table, length) != UNDO:
                case = PolicyCase(ping.table, seat, length, decision, policies[decision], is_answered=False)
                self.cases.append(case)

    def _find(self, promise: str, detail: str) -> None:
        self._broken.append(Finding(promise, detail))

    # ------------------------------------------------------------------ what is stored

    def _pinged_for(self, table: int, seat: int) -> str:
        """Return the decision that is pending and for which a seat was pinged; "" if it was not."""
        (decision,) = self._file.execute(
            "SELECT pinged_decision FROM seats WHERE table_id = ? AND seat = ?", (table, seat)
        ).fetchone()
        return str(decision)

    def _text_of(self, table: int, number: int) -> str:
        """Return what an entry of a table's log says."""
        (text,) = self._file.execute("SELECT text FROM log WHERE table_id = ? AND n = ?", (table, number)).fetchone()
        return str(text)

    def _read_fresh_rows(self) -> list[_Row]:
        """Return the pings and notifications of plans that are new in the outbox, and count the latter."""
        query = (
            "SELECT id, table_id, kind, seat, person, facts FROM outbox"
            " WHERE id > ? AND kind IN ('ping', 'plan_played') ORDER BY id"
        )
        rows = self._file.execute(query, (self._latest_row,)).fetchall()
        fresh = [_Row(*row)._replace(facts=json.loads(row[5])) for row in rows]
        self._latest_row = fresh[-1].id if fresh else self._latest_row
        self.played.update(row.person for row in fresh if row.kind == "plan_played" and row.person)
        return fresh

    def _read_stored(self) -> dict[_Chair, _Kept]:
        rows = self._file.execute("SELECT table_id, seat, plans FROM seats WHERE plans != ''")
        stored = {}
        for table, seat, text in rows:
            kept = json.loads(text)
            plans = {each["decision"]: max(len(wish["moves"]) for wish in each["wishes"]) for each in kept["plans"]}
            stored[table, seat] = _Kept(plans, {each["decision"]: each["policy"] for each in kept["standing"]})
        return stored

    def _read_tables(self) -> tuple[dict[int, int], set[int]]:
        """Return the length of every table's log, and the tables that are paused."""
        rows = self._file.execute("SELECT id, version, paused FROM tables").fetchall()
        return {table: version for table, version, _ in rows}, {table for table, _, paused in rows if paused}
