"""The words of Haithabu, declared as `WORDS`."""

from words.catalogue import N_
from words.game_words import GameWords
from words.haithabu import change_sentences, ending, glossary, legend, lesson_facts, reasons, refusals, story, terms
from words.recap import recap_by_event

WORDS = GameWords(
    title="Haithabu",
    authors=("Wolfgang Heidenheim", "Andreas Molter"),
    rule_letter="H",
    signs=terms.SIGNS,
    sign_names={
        **{key: (terms.ONE.get(key, name), name) for key, name in terms.WARE.items()},
        "points": (N_("point"), N_("points")),
        "coin": (N_("silver"), N_("silver")),
        "warehouse": (N_("warehouse"), N_("warehouse")),
        "post": (N_("trading post"), N_("trading post")),
        "neutral": (N_("neutral worker"), N_("neutral worker")),
        "sun": (N_("day"), N_("day")),
        "moon": (N_("night"), N_("night")),
    },
    prompt=terms.prompt,
    story=story.story,
    recap=recap_by_event(story.story, story.SWINGS, story.loser),
    refusal=refusals.refusal,
    legend=legend.legend,
    score_parts=terms.PARTS,
    score_basis=ending.score_basis,
    terms=terms.TERMS,
    change=change_sentences.change_text_of,
    player_affected=change_sentences.player_affected,
    reason=reasons.reason,
    deciding_sentence=ending.deciding_sentence,
    glossary=glossary.entries,
    whereabouts=glossary.whereabouts,
    part_of_round=terms.part_of_round,
    lesson_reason=lesson_facts.reason,
    lesson_facts=lesson_facts.FACTS,
)
