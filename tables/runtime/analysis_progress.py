"""Who looks at a finished game again: piece by piece, off the event loop, so that one can say how far it has come."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from opponents import analysis
from opponents.analysis import Analysis
from rules.records import Record

Progress = Callable[[int, int], None]
"""Takes how much is done, of how much. What it raises ends the work."""

Run = Callable[..., Awaitable[Any]]
"""Does some work elsewhere: a function and what it is called with."""


async def in_pieces(record: Record, run: Run, progress: Progress) -> Analysis | None:
    """Let the pieces of an analysis be done one after the other."""
    survey: analysis.Survey | None = await run(analysis.survey, record)
    if survey is None:
        return None
    decisions = survey.decisions
    appraisals: list[analysis.Appraisal] = []
    whole = len(decisions) + analysis.CONFIRMED
    for decision in decisions:
        progress(len(appraisals), whole)
        appraisals.append(await run(analysis.appraise, record.game, decision))
    sure = [analysis.Appraisal()] * len(decisions)
    for done, place in enumerate(analysis.doubtful(appraisals), start=len(decisions)):
        progress(done, whole)
        again = await run(analysis.appraise, record.game, decisions[place], appraisals[place].better)
        sure[place] = analysis.confirmed(appraisals[place], again)
    return analysis.conclude(survey, sure)
