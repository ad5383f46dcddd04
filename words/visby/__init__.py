"""Visby in words."""

from words.game import GameWords
from words.visby import legend, refusals, story, terms

WORDS = GameWords(
    title="Visby",
    authors=("Stefan Risthaus",),
    rule_letter="V",
    emoji=terms.EMOJI,
    asked=terms.asked,
    story=story.story,
    refusal=refusals.refusal,
    legend=legend.legend,
)
