"""A language: sentences by their English text, with facts and the names of commands filled in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from rules import GAMES
from words.folders import FOLDERS

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Every language we speak, by its code, under its own name."""


def N_(text: str) -> str:  # noqa: N802 -- the name gettext tools know
    """Mark a sentence for translation where it is only kept; `say` translates it later."""
    return text


_COMMAND = re.compile(r"`/([a-z][a-z :]*)`")
"""A command that a sentence names, perhaps with an option: always its English name, in every catalogue."""


class Words:
    """One language. Facts are filled in by name: `say("{name} sits down.", name="Anna")`.

    Commands are named as the reader's Discord has them, which may be in another language: `in_client`.
    """

    def __init__(self, language: str, catalogues: Iterable[Catalog], in_client: Words | None = None) -> None:
        self.language = language
        self._in_client = in_client or self
        self._one: dict[str, str] = {}
        self._many: dict[str, tuple[str, ...]] = {}
        for catalogue in catalogues:
            for message in catalogue:
                if message.id and message.string and not message.fuzzy:
                    if isinstance(message.id, tuple | list):
                        self._many[message.id[0]] = tuple(message.string)
                    else:
                        self._one[message.id] = str(message.string)

    def say(self, text: str, /, **facts: object) -> str:
        """Return the sentence in this language."""
        text = self._one.get(text, text)
        return self._with_commands(text.format_map(facts) if facts else text)

    def many(self, one: str, several: str, n: int, /, **facts: object) -> str:
        """Return the sentence for one or for several, with {n} filled in."""
        forms = self._many.get(one, (one, several))
        return self._with_commands(forms[n != 1].format_map({"n": n, **facts}))

    def _with_commands(self, sentence: str) -> str:
        return _COMMAND.sub(self._as_typed, sentence) if "`/" in sentence else sentence

    def _as_typed(self, command: re.Match[str]) -> str:
        """Return a command as it is typed in the reader's Discord. A game is called the same everywhere."""
        names = self._in_client._one
        parts = re.split("([a-z]+)", command[1])
        return "`/" + "".join(part if part in GAMES else names.get(part, part) for part in parts) + "`"

    def join_and(self, things: list[str]) -> str:
        """Join things: "A, B and C"."""
        if len(things) < 2:
            return "".join(things)
        return self.say("{most} and {last}", most=", ".join(things[:-1]), last=things[-1])

    def join_or(self, things: list[str]) -> str:
        """Join things of which one is chosen: "A, B or C"."""
        if len(things) < 2:
            return "".join(things)
        return self.say("{most} or {last}", most=", ".join(things[:-1]), last=things[-1])


@cache
def words_in(language: str, in_client: str = "") -> Words:
    """Return a language; English for one we do not speak. `in_client`: that of the reader's Discord, if another."""
    if language not in LANGUAGES:
        language = "en"
    files = (file for folder in FOLDERS for file in folder.glob(f"*/{language}.po"))
    client = words_in(in_client) if in_client not in ("", language) else None
    return Words(language, [read_catalogue(file) for file in sorted(files)], client)


def read_catalogue(file: Path) -> Catalog:
    """Read a file of sentences in a language, which is the file's name."""
    with file.open("rb") as stream:
        return read_po(stream, locale=file.stem)


def best_language(*wishes: str | None) -> str:
    """Return the first of the wishes ("de", "de-AT", "en-US") that we speak; English if none."""
    for wish in wishes:
        code = (wish or "").partition("-")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"


_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Marks that set or end a direction: in a name they would reach beyond it."""

_SPECIAL = re.compile(r"([\\*_~`|>#\[\]()<:@\-])")


@lru_cache(maxsize=500)
def escaped_name(text: str) -> str:
    """Return a person's name for a Discord message: no formatting, no mention, no link, and its own direction.

    The isolating marks keep a right-to-left name from turning the sentence around it.
    """
    plain = " ".join(_TURNING.sub("", text).split()) or "?"
    escaped = _SPECIAL.sub(r"\\\1", plain).replace("://", ":\u200b//").replace("\\@", "@\u200b")
    return f"\u2068{escaped}\u2069"
