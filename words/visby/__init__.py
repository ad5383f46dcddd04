"""The words of Visby, declared as `WORDS`."""

from words.game_words import GameWords
from words.visby import (
    change_sentences,
    ending,
    glossary,
    legend,
    lesson_facts,
    reasons,
    refusals,
    round_recap,
    story,
    terms,
)

WORDS = GameWords(
    title="Visby",
    authors=("Stefan Risthaus",),
    rule_letter="V",
    signs=terms.SIGNS,
    sign_names={key: (name, name) for key, name in terms.CARDS.items()},
    prompt=terms.prompt,
    story=story.story,
    recap=round_recap.recap,
    refusal=refusals.refusal,
    legend=legend.legend,
    score_parts=terms.PARTS,
    score_basis=ending.score_basis,
    terms={"cards": tuple(terms.CARDS.values())},
    score_with_unit=terms.seals,
    change=change_sentences.change_text_of,
    reason=reasons.reason,
    deciding_sentence=ending.deciding_sentence,
    glossary=glossary.entries,
    whereabouts=glossary.whereabouts,
    lesson_facts=lesson_facts.FACTS,
)
