"""Who looks at a finished game again: piece by piece, off the event loop, so that one can say how far it has come."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from opponents import analysis
from opponents.analysis import Analysis
from rules.records import Record

Progress = Callable[[int, int], None]
"""Takes how much is done, of how much. What it raises ends the work."""

Run = Callable[..., Awaitable[Any]]
"""Does some work elsewhere: a function and what it is called with."""


class Analyse(Protocol):
    """How a finished game is analysed: off the event loop."""

    async def __call__(self, record: Record, progress: Progress) -> Analysis | None:
        """Return the analysis; None if nothing is learned that fits the game."""


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


async def analyse_here(record: Record, progress: Progress) -> Analysis | None:
    """Analyse a game in threads: where there are no processes to think in."""
    return await in_pieces(record, asyncio.to_thread, progress)
