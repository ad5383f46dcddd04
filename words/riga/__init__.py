"""The words of Riga, declared as `WORDS`."""

from words.game_words import GameWords
from words.riga import change_sentences, glossary, legend, lesson_facts, reasons, refusals, story, terms

WORDS = GameWords(
    title="Riga",
    authors=("Stefan Risthaus",),
    rule_letter="R",
    signs=terms.SIGNS,
    prompt=terms.prompt,
    story=story.story,
    omittable=story.OMITTABLE,
    refusal=refusals.refusal,
    legend=legend.legend,
    score_parts=terms.PARTS,
    change=change_sentences.change_text_of,
    reason=reasons.reason,
    glossary=glossary.entries,
    whereabouts=glossary.whereabouts,
    round_name=terms.year_name,
    round_label=terms.YEAR_LABEL,
    lesson_reason=lesson_facts.reason,
    lesson_facts=lesson_facts.FACTS,
)
