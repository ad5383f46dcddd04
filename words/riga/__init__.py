"""Riga in words."""

from words.game import GameWords
from words.riga import changes, legend, lesson, reasons, refusals, story, terms, things

WORDS = GameWords(
    title="Riga",
    authors=("Stefan Risthaus",),
    rule_letter="R",
    emoji=terms.SIGNS,
    asked=terms.asked,
    story=story.story,
    asides=story.ASIDES,
    refusal=refusals.refusal,
    reason=reasons.reason,
    legend=legend.legend,
    lesson_facts=lesson.FACTS,
    lesson_reason=lesson.reason,
    things=things.things,
    where=things.where,
    round=terms.year,
    rounds=terms.YEARS,
    parts=terms.PARTS,
    change=changes.clause,
)
