"""Things that can be looked up: every card, building, character, event, transport of every game, in a few words."""

from __future__ import annotations

import msgspec

from rules import View
from words.game import Thing
from words.games import GAME_WORDS, TITLES
from words.language import Words


class Entry(msgspec.Struct, frozen=True):
    """Something to look up, and the game it belongs to."""

    game: str
    thing: Thing

    @property
    def value(self) -> str:
        """What a command or a list carries to name it."""
        return f"{self.game} {self.thing.key}"


def entries(words: Words, game: str | None = None) -> list[Entry]:
    """Return all that can be looked up: of one game, or of all."""
    return [
        Entry(name, thing) for name, told in GAME_WORDS.items() if game in (None, name) for thing in told.things(words)
    ]


def matching(words: Words, typed: str, game: str | None = None) -> list[Entry]:
    """Return what somebody may mean who typed this: first what is called so, then what contains it."""
    wanted = typed.casefold().strip()

    def distance(entry: Entry) -> int:
        name = entry.thing.name.casefold()
        if wanted in (entry.value.casefold(), name):
            return 0
        return 1 if name.startswith(wanted) else 2 if wanted in name else 3

    return sorted((entry for entry in entries(words, game) if distance(entry) < 3), key=distance)


def label(entry: Entry, *, several: bool) -> str:
    """Return an entry as a line to choose; with its game where there are several."""
    game = f" ({TITLES[entry.game]})" if several else ""
    return f"{entry.thing.name} · {entry.thing.kind}{game}"[:100]


def where(words: Words, entry: Entry, view: View, names: list[str]) -> list[str]:
    """Say where a thing is now, as far as whose view this is may know."""
    return list(GAME_WORDS[entry.game].where(words, view, names, entry.thing.key))
