"""The analysis of a finished game: computed once in a process of its own, and stored.

`start_analysis` returns the job that makes an analysis or reads the stored one.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import BrokenExecutor
from functools import partial

import msgspec

from opponents.game_analysis import METHOD_VERSION, Analysis, TurningPoint
from opponents.model_loading import has_model, model_digest
from opponents.versions import is_compatible_version
from storage.queries import analyses as sql
from storage.queries.analyses import AnalysisRow
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.runtime.long_jobs import LongJob
from tables.runtime.services import Services
from tables.runtime.thinker import Progress

__all__ = ["Analysis", "TurningPoint", "finished_table", "has_model", "may_be_analysed", "start_analysis"]

log = logging.getLogger("kontor.analyses")


def may_be_analysed(table: Table) -> bool:
    """Return True if a game can probably be analysed: a trained evaluation exists for its rules and size.

    Whether the game is finished is not checked.
    """
    row = table.row
    return is_compatible_version(table.game, row.rules) and model_digest(row.game, row.size) is not None


async def finished_table(services: Services, table_id: int) -> Table:
    """Load a table whose game is finished, and return it. Raise `Declined` if it is not, or there is no such table."""
    table = await services.load(table_id)
    if table.row.status != "finished":
        raise Declined("no_analysis_yet", table=table_id)
    return table


def start_analysis(services: Services, table: Table) -> LongJob[Analysis]:
    """Start a job that returns the analysis of a table, stored or new. Return the running job if there is one.

    The job's task raises `Declined` if the analysis cannot be made.
    """
    running = services.running_analyses
    if table.id not in running:
        job = running[table.id] = LongJob(partial(_analysis, services, table), name=f"analyse {table.id}")

        def remove_job(task: asyncio.Task[Analysis]) -> None:
            """Remove the ended job from the running ones."""
            del running[table.id]
            if not task.cancelled():
                task.exception()  # Retrieved, so that asyncio does not complain if nobody waits for it.

        job.task.add_done_callback(remove_job)
    return running[table.id]


async def _analysis(services: Services, table: Table, note_progress: Progress) -> Analysis:
    """Return the stored analysis, or compute and store it while reporting progress.

    Raise `Declined` if the rules are too old, no evaluation fits, the worker died, or the bot shuts down.
    """
    row = table.row
    model = model_digest(row.game, row.size)
    if found := await _stored_analysis(services, table, model):
        return found
    if not is_compatible_version(table.game, row.rules):
        raise Declined("analysis_of_older_rules", table=table.id)
    record = await lookup.record(services, table)

    def progress(done: int, whole: int) -> None:
        """Report the progress. Raise `Declined` during a shutdown, which ends the analysis."""
        if services.background.closing:
            raise Declined("restarting")
        note_progress(done, whole)

    try:
        made = await services.thinker.analyse(record, progress)
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


async def _stored_analysis(services: Services, table: Table, model: str | None) -> Analysis | None:
    """Return the stored analysis of a table; None if there is none or it is outdated.

    `model` is the digest of the trained evaluation, None if there is none. An analysis made with other rules, another
    evaluation or another method is outdated. Without an evaluation no better one could be made, so it is returned.
    """
    row = await sql.kept(services.db.reader, table.id)
    if row is None or row.rules != table.row.rules or (model is not None and row.learned != model):
        return None
    try:
        found = msgspec.json.decode(row.body, type=Analysis)
    except msgspec.ValidationError:  # Stored by an older version of Kontor.
        return None
    return found if found.method == METHOD_VERSION or model is None else None
