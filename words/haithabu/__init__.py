"""Haithabu in words."""

from words.game import GameWords
from words.haithabu import legend, reasons, refusals, story, terms

WORDS = GameWords(
    title="Haithabu",
    authors=("Wolfgang Heidenheim", "Andreas Molter"),
    rule_letter="H",
    emoji=terms.EMOJI,
    asked=terms.asked,
    story=story.story,
    refusal=refusals.refusal,
    legend=legend.legend,
    reason=reasons.reason,
)
