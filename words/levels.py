"""What the computer players' levels are called."""

from __future__ import annotations

from words.language import N_, Words

_LEVELS = {"novice": N_("novice"), "trader": N_("trader"), "alderman": N_("alderman")}


def level(words: Words, player: str) -> str:
    """Return what a computer player is called; one without a name here: as it calls itself."""
    return words.say(_LEVELS[player]) if player in _LEVELS else player
