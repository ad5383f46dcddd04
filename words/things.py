"""Things that can be looked up: every card, building, character, event, transport of every game, in a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

import msgspec

from rules import GAMES, View
from words.catalogue import LANGUAGES, Words, words_in
from words.game import Thing
from words.games import GAME_WORDS, TITLES
from words.spelling import plain, spellings

NEWEST: Mapping[str, int] = MappingProxyType({})
"""All games by their newest rules."""


class GlossaryEntry(msgspec.Struct, frozen=True):
    """Something to look up, and the game it belongs to."""

    game: str
    thing: Thing

    @property
    def value(self) -> str:
        """What a command or a list carries to name it."""
        return f"{self.game} {self.thing.key}"


def entries(words: Words, game: str | None = None, rules: Mapping[str, int] | None = NEWEST) -> list[GlossaryEntry]:
    """Return all that can be looked up, of one game or of all: by the versions of the rules that are named, by game.

    What is not named is meant by its newest rules; None: all that there is by any.
    """
    return [
        GlossaryEntry(name, thing)
        for name, told in GAME_WORDS.items()
        if game in (None, name)
        for thing in told.things(words)
        if rules is None or _is_there(thing, rules.get(name, GAMES[name].version))
    ]


def _is_there(thing: Thing, version: int) -> bool:
    return thing.since <= version and (thing.until is None or version <= thing.until)


def matching(
    words: Words, typed: str, game: str | None = None, rules: Mapping[str, int] | None = NEWEST
) -> list[GlossaryEntry]:
    """Return what somebody may mean who typed this: first what is called so, then what contains it.

    It may be typed in any language; a name in the reader's own goes before an equally good one in another.
    """
    wanted = plain(typed)

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
    return {entry.value: spellings(entry.thing.name) for entry in entries(words_in(language), rules=None)}


def label(entry: GlossaryEntry, *, several: bool) -> str:
    """Return an entry as a line to choose; with its game where there are several."""
    game = f" ({TITLES[entry.game]})" if several else ""
    return f"{entry.thing.name} · {entry.thing.kind}{game}"[:100]


def where(words: Words, entry: GlossaryEntry, view: View, names: list[str]) -> list[str]:
    """Say where a thing is now, as far as whose view this is may know."""
    return list(GAME_WORDS[entry.game].where(words, view, names, entry.thing.key))
