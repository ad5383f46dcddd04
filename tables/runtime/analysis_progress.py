"""Who looks at a finished game again: piece by piece, off the event loop, so that one can say how far it has come."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from opponents import game_analysis
from opponents.game_analysis import Analysis
from rules.records import Record

Progress = Callable[[int, int], None]
"""Takes how much is done, of how much. What it raises ends the work."""

Run = Callable[..., Awaitable[Any]]
"""Does some work elsewhere: a function and what it is called with."""


async def in_pieces(record: Record, run: Run, progress: Progress) -> Analysis | None:
    """Let the pieces of an analysis be done one after the other."""
    survey: game_analysis.Survey | None = await run(game_analysis.survey_game, record)
    if survey is None:
        return None
    decisions = survey.decisions
    appraisals: list[game_analysis.Appraisal] = []
    whole = len(decisions) + game_analysis.MAX_CONFIRMED_DECISIONS
    for decision in decisions:
        progress(len(appraisals), whole)
        appraisals.append(await run(game_analysis.appraise_decision, record.game, decision))
    sure = [game_analysis.Appraisal()] * len(decisions)
    for done, place in enumerate(game_analysis.indices_to_confirm(appraisals), start=len(decisions)):
        progress(done, whole)
        again = await run(game_analysis.appraise_decision, record.game, decisions[place], appraisals[place].better)
        sure[place] = game_analysis.combine_appraisals(appraisals[place], again)
    return game_analysis.select_turning_points(survey, sure)
