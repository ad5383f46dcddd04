"""The words of Riga, declared as `WORDS`."""

from words.catalogue import N_
from words.game_words import GameWords
from words.recap import recap_by_event
from words.riga import change_sentences, ending, glossary, legend, lesson_facts, reasons, refusals, story, terms

WORDS = GameWords(
    title="Riga",
    authors=("Stefan Risthaus",),
    rule_letter="R",
    signs=terms.SIGNS,
    sign_names={
        **{key: (name, name) for key, name in terms.GOODS.items()},
        "ready": (N_("ready"), N_("ready")),
        "used": (N_("used up"), N_("used up")),
        "fresh": (N_("ready from the next turn"), N_("ready from the next turn")),
    },
    prompt=terms.prompt,
    story=story.story,
    recap=recap_by_event(story.story, story.SWINGS),
    refusal=refusals.refusal,
    legend=legend.legend,
    score_parts=terms.PARTS,
    score_basis=ending.score_basis,
    terms={"person": tuple(terms.PERSONS.values())},
    change=change_sentences.change_text_of,
    reason=reasons.reason,
    deciding_sentence=ending.deciding_sentence,
    glossary=glossary.entries,
    whereabouts=glossary.whereabouts,
    round_name=terms.year_name,
    part_of_round=terms.season_name,
    round_label=terms.YEAR_LABEL,
    lesson_reason=lesson_facts.reason,
    lesson_facts=lesson_facts.FACTS,
)
