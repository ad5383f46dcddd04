"""Things that can be looked up: every card, building, character, event, transport of every game, in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from rules import GAMES, View
from words.game import Thing
from words.games import GAME_WORDS, TITLES
from words.language import Words

NEWEST: Mapping[str, int] = MappingProxyType({})
"""All games by their newest rules."""


class Entry(msgspec.Struct, frozen=True):
    """Something to look up, and the game it belongs to."""

    game: str
    thing: Thing

    @property
    def value(self) -> str:
        """What a command or a list carries to name it."""
        return f"{self.game} {self.thing.key}"


def entries(words: Words, game: str | None = None, rules: Mapping[str, int] | None = NEWEST) -> list[Entry]:
    """Return all that can be looked up, of one game or of all: by the versions of the rules that are named, by game.

    What is not named is meant by its newest rules; None: all that there is by any.
    """
    return [
        Entry(name, thing)
        for name, told in GAME_WORDS.items()
        if game in (None, name)
        for thing in told.things(words)
        if rules is None or _is_there(thing, rules.get(name, GAMES[name].version))
    ]


def _is_there(thing: Thing, version: int) -> bool:
    return thing.since <= version and (thing.until is None or version <= thing.until)


def matching(
    words: Words, typed: str, game: str | None = None, rules: Mapping[str, int] | None = NEWEST
) -> list[Entry]:
    """Return what somebody may mean who typed this: first what is called so, then what contains it."""
    wanted = typed.casefold().strip()

    def distance(entry: Entry) -> int:
        name = entry.thing.name.casefold()
        if wanted in (entry.value.casefold(), name):
            return 0
        return 1 if name.startswith(wanted) else 2 if wanted in name else 3

    return sorted((entry for entry in entries(words, game, rules) if distance(entry) < 3), key=distance)


def label(entry: Entry, *, several: bool) -> str:
    """Return an entry as a line to choose; with its game where there are several."""
    game = f" ({TITLES[entry.game]})" if several else ""
    return f"{entry.thing.name} · {entry.thing.kind}{game}"[:100]


def where(words: Words, entry: Entry, view: View, names: list[str]) -> list[str]:
    """Say where a thing is now, as far as whose view this is may know."""
    return list(GAME_WORDS[entry.game].where(words, view, names, entry.thing.key))
