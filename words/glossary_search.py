"""Looks things up by typed names: every card, building, character, event, field and ware of every game."""

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
"""The newest rules of every game: an empty mapping of games to versions."""


class GameEntry(msgspec.Struct, frozen=True):
    """A glossary entry and the game it belongs to."""

    game: str
    entry: GlossaryEntry

    @property
    def value(self) -> str:
        """Return the text that identifies the entry in a command option or a select menu."""
        return f"{self.game} {self.entry.key}"


def entries(words: Words, game: str | None = None, rules: Mapping[str, int] | None = NEWEST_RULES) -> list[GameEntry]:
    """Return all glossary entries of one game, or of all games, in the games' own order.

    `rules` maps games to the version of the rules to use; games not in it use their newest. None: entries of all
    versions.
    """
    return [
        GameEntry(name, entry)
        for name, game_words in GAME_WORDS.items()
        if game in (None, name)
        for entry in game_words.glossary(words)
        if rules is None or _is_there(entry, rules.get(name, GAMES[name].version))
    ]


def _is_there(entry: GlossaryEntry, version: int) -> bool:
    """Return True if the entry exists in this version of the rules."""
    return entry.since <= version and (entry.until is None or version <= entry.until)


def search(
    words: Words, typed: str, game: str | None = None, rules: Mapping[str, int] | None = NEWEST_RULES
) -> list[GameEntry]:
    """Return the entries that match a typed text, best first: equal names, then prefixes, then parts of names.

    Names match in any language; among equally good matches the reader's own language comes first.
    """
    wanted = normalized(typed)

    def distance(value: str, names: Sequence[str]) -> int:
        """Return how well an entry matches: 0 equal to its `value` or a name, 1 prefix, 2 part, 3 no match."""
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
    """Return the typed forms of all entries' names in a language, by `GameEntry.value`. Cached."""
    return {entry.value: spellings(entry.entry.name) for entry in entries(words_in(language), rules=None)}


def choice_label(entry: GameEntry, *, several: bool) -> str:
    """Return an entry as an option of at most 100 characters; with its game if `several` games are listed."""
    game = f" ({TITLES[entry.game]})" if several else ""
    return f"{entry.entry.name} · {entry.entry.kind}{game}"[:100]


def whereabouts(words: Words, entry: GameEntry, view: View, names: list[str]) -> list[str]:
    """Return where an entry is now, one line per place, as far as the view shows it."""
    return list(GAME_WORDS[entry.game].whereabouts(words, view, names, entry.entry.key))
