"""Visby: `card_key` recognises a card that a player types, by its key or its name in any language."""

from __future__ import annotations

from functools import cache

from words.catalogue import LANGUAGES, words_in
from words.typed_names import normalized, spellings
from words.visby import terms


def card_key(typed: str) -> str:
    """Return the key of the card with this typed name; the typed text itself if no card has it."""
    return _names().get(normalized(typed), typed)


@cache
def _names() -> dict[str, str]:
    """Return the key of each card by every form in which it may be typed, in all languages. Cached."""
    return {
        spelling: key
        for words in map(words_in, LANGUAGES)
        for key, name in terms.CARDS.items()
        for spelling in (key, *spellings(words.say(name)))
    }
