"""The analysis of a finished game. It is computed once, in a process of its own, and stored for everybody who asks.

`start_analysis` returns a job that reads the stored analysis or computes it; `stored_analysis` only reads it.
`own_decisions` returns what an analysis says about one person, and `listed_decisions` what a page of it lists.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from functools import partial

import msgspec

from opponents.advice import Reason
from opponents.appraisal import JudgedDecision, TurningPoint
from opponents.game_analysis import METHOD_VERSION, Analysis
from opponents.model_loading import has_model, model_digest
from opponents.versions import is_compatible_version
from rules.records import effective_entries
from storage.queries import analyses as sql
from storage.queries import tables as sql_tables
from storage.queries.analyses import AnalysisRow
from storage.queries.records import who_decides
from storage.rows import LogRow
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.runtime.long_jobs import LongJob
from tables.runtime.services import Services
from tables.runtime.thinker import Progress
from tables.thinking.lesson_guide import LESSONS

__all__ = [
    "Analysis",
    "JudgedDecision",
    "OwnDecisions",
    "Reason",
    "TurningPoint",
    "finished_table",
    "has_model",
    "listed_decisions",
    "may_be_analysed",
    "own_decisions",
    "start_analysis",
    "stored_analysis",
]

log = logging.getLogger("kontor.analyses")


def may_be_analysed(table: Table) -> bool:
    """Return True if a trained evaluation exists for a table's game and size, and its rules can still be replayed.

    Then its game can be analysed, once it is finished; that is not checked here.
    """
    row = table.row
    return is_compatible_version(table.game, row.rules) and model_digest(row.game, row.size) is not None


async def finished_table(services: Services, table_id: int) -> Table:
    """Load a table whose game is finished, and return it. Raise `Declined` if it is not, or there is no such table."""
    table = await services.load(table_id)
    if table.row.status != "finished":
        raise Declined("no_analysis_yet", table=table_id)
    return table


class OwnDecisions(msgspec.Struct, frozen=True):
    """What an analysis says about the decisions of one person."""

    mistakes: tuple[JudgedDecision, ...]
    """The person's decisions to which a better move was found, the costliest first."""
    best: JudgedDecision | None
    """The person's decision that was better than its alternatives by the most; None if none was clearly better."""


async def own_decisions(services: Services, table: Table, found: Analysis, person: int) -> OwnDecisions | None:
    """Return what an analysis says about a person's own decisions; None if they made none at the table.

    Decisions that a computer or a substitute made at their seat are not theirs.
    """
    deciders = _deciders(table, await sql_tables.log(services.db.reader, table.id))
    if person not in deciders:
        return None
    own = [each for each in found.decisions if deciders[each.position] == person]
    best = next((each for each in own if each.is_better), None)
    mistakes = [each for each in own if each.is_mistake]
    return OwnDecisions(tuple(sorted(mistakes, key=_shown_lead)), best)


def _shown_lead(decision: JudgedDecision) -> tuple[int, int]:
    """Return the lead of a decision as the page shows it: as the difference of two whole percentages, or as points."""
    chance, points = decision.lead
    return (round(100 * decision.chance) - round(100 * decision.other_chance) if chance else 0), round(points)


def listed_decisions(found: Analysis, own: OwnDecisions | None, *, brief: bool) -> list[JudgedDecision | TurningPoint]:
    """Return what a page of the analysis lists: own mistakes, then the best own decision, then turning points.

    Turning points at a decision that is listed already are left out, and a `brief` page has none. `own` is None for a
    person without own decisions.
    """
    mistakes, best = (own.mistakes, own.best) if own else ((), None)
    decisions = [*mistakes, *([best] if best else [])]
    above = {each.position for each in decisions}
    return [*decisions, *(turn for turn in found.turns if not brief and turn.position not in above)]


def _deciders(table: Table, log: Sequence[LogRow]) -> list[int]:
    """Return, for each entry of a table's log that was not taken back, the person who decided; 0 for a computer.

    For a person whose data was removed it is -1. Where an old log does not say who decided, it is the seat's owner. A
    learner who makes the scripted move that the lesson suggests has decided nothing: that counts as a computer's move.
    """
    lesson, made = LESSONS[table.row.game] if table.row.lesson else None, list[str]()
    found = []
    for row in effective_entries(log):
        decider = who_decides(table.seats[row.seat], helped=row.helped) if row.person is None else row.person
        if lesson is not None and row.seat == lesson.seat:
            before, explained = table.row.explained[: len(made)], table.row.explained[len(made) : len(made) + 1]
            alone = any(lesson.is_own_decision(before, idea) for idea in explained)
            if not alone and row.text == lesson.next_move(row.seat, made):
                decider = 0
            made.append(row.text)
        found.append(decider)
    return found


def start_analysis(services: Services, table: Table, person: int) -> LongJob[Analysis]:
    """Start a job that reads a table's stored analysis or computes a new one, and return the job.

    It waits for the turn of `person`, who asked for it. If such a job is running for the table, return that one. The
    job's task returns the analysis; it raises `Declined` if the analysis cannot be made.
    """
    running = services.running_analyses
    if table.id not in running:
        job = running[table.id] = LongJob(partial(_analysis, services, table, person), name=f"analyse {table.id}")

        def remove_job(task: asyncio.Task[Analysis]) -> None:
            """Remove the ended job from the running ones, and retrieve its error, so that asyncio does not log it."""
            del running[table.id]
            if not task.cancelled():
                task.exception()  # Retrieved, so that asyncio does not complain if nobody waits for it.

        job.task.add_done_callback(remove_job)
    return running[table.id]


async def _analysis(services: Services, table: Table, person: int, note_progress: Progress) -> Analysis:
    """Return a table's stored analysis; if there is none, compute and store it, and report progress meanwhile.

    Raise `Declined` if the table's rules are too old, if no trained evaluation fits the game, if the worker process
    died, or if the bot shuts down. A missing evaluation and a dead process are also logged.
    """
    row = table.row
    if found := await stored_analysis(services, table):
        return found
    if not is_compatible_version(table.game, row.rules):
        raise Declined("analysis_of_older_rules", table=table.id)
    log_rows = await sql_tables.log(services.db.reader, table.id)
    model = model_digest(row.game, row.size)

    def progress(done: int, whole: int) -> None:
        """Report the progress. Raise `Declined` during a shutdown, which ends the analysis."""
        if services.background.closing:
            raise Declined("restarting")
        note_progress(done, whole)

    try:
        deciders = _deciders(table, log_rows)
        made = await services.thinker.analyse(table.record(log_rows), deciders, progress, (person,))
    except BrokenExecutor as problem:
        log.error("table=%d analysis failed: %s", table.id, problem)
        raise Declined("analysis_broken", table=table.id) from None
    if made is None:
        log.warning("table=%d cannot be analysed: no trained evaluation fits it", table.id)
        raise Declined("no_analysis_now", table=table.id)
    body = msgspec.json.encode(made).decode()
    async with services.db.transaction() as db:
        await sql.keep(db, AnalysisRow(table_id=table.id, rules=row.rules, learned=model or "", body=body))
    return made


async def stored_analysis(services: Services, table: Table) -> Analysis | None:
    """Return the stored analysis of a table; None if there is none or it is outdated.

    An analysis is outdated if it was made with other rules than the table's, with another trained evaluation than the
    present one, or by an older method. If no trained evaluation exists now, only the rules count, because no newer
    analysis could be made.
    """
    model = model_digest(table.row.game, table.row.size)
    row = await sql.kept(services.db.reader, table.id)
    if row is None or row.rules != table.row.rules or (model is not None and row.learned != model):
        return None
    try:
        found = msgspec.json.decode(row.body, type=Analysis)
    except msgspec.ValidationError:  # Stored by an older version of Kontor.
        return None
    return found if found.method == METHOD_VERSION or model is None else None
