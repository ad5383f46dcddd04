"""Why a move is advised in Riga, in a few words, for beside it."""

from __future__ import annotations

from collections.abc import Mapping

from rules.errors import Fact
from words.language import N_, Words
from words.riga import terms

_REASONS = {
    "build": N_("then you can build {buildings}"),
    "goods": N_("brings goods worth {ducats}"),
    "later": N_("brings {points} once it is built"),
    "points": N_("brings {points}"),
}


def reason(words: Words, key: str, facts: Mapping[str, Fact]) -> str:
    """Say what speaks for a move."""
    return words.say(_REASONS[key], **{name: _fact(words, name, value) for name, value in facts.items()})


def _fact(words: Words, name: str, value: Fact) -> str:
    if isinstance(value, tuple):
        return terms.buildings(words, value)
    return terms.points(words, int(value)) if name == "points" else terms.ducats(words, int(value))
