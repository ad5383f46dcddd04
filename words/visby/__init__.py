"""Visby in words."""

from words.game import GameWords
from words.visby import changes, legend, lesson, reasons, refusals, story, terms, things

WORDS = GameWords(
    title="Visby",
    authors=("Stefan Risthaus",),
    rule_letter="V",
    emoji=terms.SIGNS,
    asked=terms.asked,
    story=story.story,
    asides=story.ASIDES,
    refusal=refusals.refusal,
    reason=reasons.reason,
    legend=legend.legend,
    lesson_facts=lesson.FACTS,
    things=things.things,
    where=things.where,
    parts=terms.PARTS,
    change=changes.clause,
)
