"""Visby in words."""

from words.game import GameWords
from words.visby import changes, legend, lesson, reasons, refusals, story, terms, things

WORDS = GameWords(
    title="Visby",
    authors=("Stefan Risthaus",),
    rule_letter="V",
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
    lesson_facts=lesson.FACTS,
)
