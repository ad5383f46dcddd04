"""Things that can be looked up: every card, building, character, event, transport of every game, in a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

import msgspec

from rules import GAMES, View
from words.catalogue import LANGUAGES, Words, words_in
from words.game_words import GlossaryEntry
from words.games import GAME_WORDS, TITLES
from words.typed_names import normalized, spellings

NEWEST_RULES: Mapping[str, int] = MappingProxyType({})
"""All games by their newest rules."""


class GameEntry(msgspec.Struct, frozen=True):
    """Something to look up, and the game it belongs to."""

    game: str
    entry: GlossaryEntry

    @property
    def value(self) -> str:
        """What a command or a list carries to name it."""
        return f"{self.game} {self.entry.key}"


def entries(words: Words, game: str | None = None, rules: Mapping[str, int] | None = NEWEST_RULES) -> list[GameEntry]:
    """Return all that can be looked up, of one game or of all: by the versions of the rules that are named, by game.

    What is not named is meant by its newest rules; None: all that there is by any.
    """
    return [
        GameEntry(name, thing)
        for name, told in GAME_WORDS.items()
        if game in (None, name)
        for thing in told.glossary(words)
        if rules is None or _is_there(thing, rules.get(name, GAMES[name].version))
    ]


def _is_there(thing: GlossaryEntry, version: int) -> bool:
    return thing.since <= version and (thing.until is None or version <= thing.until)


def search(
    words: Words, typed: str, game: str | None = None, rules: Mapping[str, int] | None = NEWEST_RULES
) -> list[GameEntry]:
    """Return what somebody may mean who typed this: first what is called so, then what contains it.

    It may be typed in any language; a name in the reader's own goes before an equally good one in another.
    """
    wanted = normalized(typed)

    def distance(value: str, names: Sequence[str]) -> int:
        if wanted == value.casefold() or wanted in names:
            return 0
        if any(name.startswith(wanted) for name in names):
            return 1
        return 2 if any(wanted in name for name in names) else 3

    known_as = [(language != words.language, _spellings(language)) for language in LANGUAGES]
    known = entries(words, game, rules)
    far = {
        entry.value: min((distance(entry.value, names[entry.value]), foreign) for foreign, names in known_as)
        for entry in known
    }
    return sorted((entry for entry in known if far[entry.value][0] < 3), key=lambda entry: far[entry.value])


@cache
def _spellings(language: str) -> Mapping[str, tuple[str, str]]:
    """Return how all that can be looked up may be typed in a language."""
    return {entry.value: spellings(entry.entry.name) for entry in entries(words_in(language), rules=None)}


def choice_label(entry: GameEntry, *, several: bool) -> str:
    """Return an entry as a line to choose; with its game where there are several."""
    game = f" ({TITLES[entry.game]})" if several else ""
    return f"{entry.entry.name} · {entry.entry.kind}{game}"[:100]


def whereabouts(words: Words, entry: GameEntry, view: View, names: list[str]) -> list[str]:
    """Say where a thing is now, as far as whose view this is may know."""
    return list(GAME_WORDS[entry.game].whereabouts(words, view, names, entry.entry.key))
