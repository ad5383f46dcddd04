"""Riga in words."""

from words.game import GameWords
from words.riga import changes, legend, lesson, reasons, refusals, story, terms, things

WORDS = GameWords(
    title="Riga",
    authors=("Stefan Risthaus",),
    rule_letter="R",
    signs=terms.SIGNS,
    asked=terms.asked,
    story=story.story,
    asides=story.ASIDES,
    refusal=refusals.refusal,
    legend=legend.legend,
    parts=terms.PARTS,
    change=changes.clause,
    reason=reasons.reason,
    things=things.things,
    where=things.where,
    round=terms.year,
    rounds=terms.YEARS,
    lesson_reason=lesson.reason,
    lesson_facts=lesson.FACTS,
)
