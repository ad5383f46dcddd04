"""The words of Haithabu, declared as `WORDS`."""

from words.game_words import GameWords
from words.haithabu import change_sentences, glossary, legend, lesson_facts, reasons, refusals, story, terms

WORDS = GameWords(
    title="Haithabu",
    authors=("Wolfgang Heidenheim", "Andreas Molter"),
    rule_letter="H",
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
    lesson_reason=lesson_facts.reason,
    lesson_facts=lesson_facts.FACTS,
)
