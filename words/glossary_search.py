"""Finds glossary entries (cards, buildings, wares, fields …) of all games by a typed name.

`entries` lists them, `search` finds them, `choice_label` makes an option of a command from one, and `whereabouts` says
where the thing is at a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

import msgspec

from rules import GAMES, View
from words.catalogue import LANGUAGES, Words, words_in
from words.game_words import GlossaryEntry
from words.games import GAME_WORDS, TITLES, sign_names
from words.signs import spell_out
from words.typed_names import normalized, spellings

NEWEST_RULES: Mapping[str, int] = MappingProxyType({})
"""The newest rules of every game: an empty mapping of games to versions."""


class GameEntry(msgspec.Struct, frozen=True):
    """A glossary entry and the key of the game it belongs to. `entries` makes them."""

    game: str
    entry: GlossaryEntry

    @property
    def value(self) -> str:
        """Return the text that identifies the entry in a command option or select menu: the game's key and its own."""
        return f"{self.game} {self.entry.key}"


def entries(words: Words, game: str | None = None, rules: Mapping[str, int] | None = NEWEST_RULES) -> list[GameEntry]:
    """Return the glossary entries of one game (`game` is its key) or of all games (None), game by game.

    `rules` maps games' keys to the version of the rules whose entries are wanted; a game that is not in it uses its
    newest version. With None the entries of all versions are returned.
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

    [] if nothing matches; an empty text matches every entry. A text that equals `GameEntry.value` (the keys of game and
    entry) counts as an equal name. Names match in any language; among equally good matches those in the language of
    `words` come first. `game` and `rules` limit the entries as in `entries`.
    """
    wanted = normalized(typed)

    def distance(value: str, names: Sequence[str]) -> int:
        """Return how well an entry matches `wanted`, the typed text of the enclosing search; smaller is better.

        0: the typed text equals `value` or a name. 1: a name begins with it. 2: a name contains it. 3: no match.
        """
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
    """Return the two forms in which each entry's name may be typed, by `GameEntry.value`, in a language. Cached."""
    return {entry.value: spellings(entry.entry.name) for entry in entries(words_in(language), rules=None)}


def choice_label(words: Words, entry: GameEntry, *, several: bool) -> str:
    """Return an entry as the label of a command option, "name · kind", cut at 100 characters.

    With `several`, for a list with entries of several games, the title of the entry's game follows. If `words.signs` is
    False, emoji are left out or replaced by words.
    """
    game = f" ({TITLES[entry.game]})" if several else ""
    label = f"{entry.entry.name} · {entry.entry.kind}{game}"
    return (label if words.signs else spell_out(label, sign_names(words, entry.game)))[:100]


def whereabouts(words: Words, entry: GameEntry, view: View, names: list[str]) -> list[str]:
    """Return lines that say where the thing is at a table now, as far as the view shows it; [] if nothing is known.

    `names` are the seats' formatted names.
    """
    return list(GAME_WORDS[entry.game].whereabouts(words, view, names, entry.entry.key))
