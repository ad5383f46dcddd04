"""Haithabu in words."""

from words.game import GameWords
from words.haithabu import changes, legend, lesson, reasons, refusals, story, terms, things

WORDS = GameWords(
    title="Haithabu",
    authors=("Wolfgang Heidenheim", "Andreas Molter"),
    rule_letter="H",
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
    lesson_reason=lesson.reason,
    lesson_facts=lesson.FACTS,
)
