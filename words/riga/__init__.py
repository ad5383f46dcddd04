"""Riga in words."""

from words.game import GameWords
from words.riga import legend, refusals, story, terms

WORDS = GameWords(
    title="Riga",
    authors=("Stefan Risthaus",),
    rule_letter="R",
    emoji=terms.EMOJI,
    asked=terms.asked,
    story=story.story,
    refusal=refusals.refusal,
    legend=legend.legend,
)
