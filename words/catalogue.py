"""The class `Words`: one language, in which sentences are looked up by their English text.

Also `words_in(language)`, which loads a language; `best_language`, which chooses one for a person; `N_` and `N_many`,
which mark sentences for translation; `Term`, a name with its grammatical forms; and `escaped_name`, which makes a name
safe for a Discord message.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from gettext import c2py

from rules import GAMES
from words.folders import FOLDERS
from words.po_files import Translations, read_translations

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The languages the bot speaks: code to the language's own name."""


def N_(text: str) -> str:  # noqa: N802 -- the name gettext tools know
    """Return the text unchanged; it only marks a sentence for extraction into the catalogues.

    Use it where a sentence is stored in a constant; `Words.say` translates it when it is shown.
    """
    return text


def N_many(one: str, several: str) -> tuple[str, str]:  # noqa: N802 -- as N_
    """Return the English singular and plural unchanged; it only marks them for extraction into the catalogues.

    Use it where they are stored in a constant; `Words.many(*forms, n)` translates them.
    """
    return one, several


@dataclass(frozen=True)
class Term:
    """The name of a thing, with its grammatical forms in one language. `Words.term` makes it.

    A translated sentence chooses a form by its key: `{character:den}` shows "den Händler" in German, `{character}` the
    name itself. If the term does not have the form, the name itself is shown.
    """

    name: str
    forms: Mapping[str, str]

    def __str__(self) -> str:
        """Return the name itself."""
        return self.name

    def __format__(self, form: str) -> str:
        """Return the form with the key `form`; the name itself for "" and for a form that is missing."""
        return self.forms.get(form, self.name)

    def changed(self, change: Callable[[str], str]) -> Term:
        """Return a term whose name and forms are what `change` makes of these."""
        return Term(change(self.name), {key: change(form) for key, form in self.forms.items()})


_COMMAND = re.compile(r"`/([a-z][a-z :-]*)`")
"""A slash command in a sentence, with or without options. Catalogues always use the English command name."""


class Words:
    """One language: translates sentences and fills in their facts. `words_in` makes the instances.

    `say("{name} sits down.", name="Anna")` returns the translated sentence, `many` its singular or plural, `term` a
    name with its grammatical forms; `join_and`, `join_or` and `join_terms` make lists. Command names in a sentence,
    such as `/tables`, are shown in the language of the reader's Discord client, which may differ from the language of
    the sentence. `in_client` is the client's language; None means that it is this one.
    """

    def __init__(self, language: str, catalogues: Iterable[Translations], in_client: Words | None = None) -> None:
        """Load the translations of `catalogues`; later ones win, also with their plural rule."""
        self.language = language
        self.signs = True
        """False for a reader who wants words without signs; whoever builds a message then leaves emoji out."""
        self._in_client = in_client or self
        self._one: dict[str, str] = {}
        self._many: dict[str, tuple[str, ...]] = {}
        self._forms: dict[str, dict[str, str]] = {}
        self._plural: Callable[[int], int] = lambda n: int(n != 1)
        for catalogue in catalogues:
            self._plural = c2py(catalogue.plural_rule)
            self._one |= catalogue.one
            self._many |= catalogue.many
            for name, forms in catalogue.forms.items():
                self._forms[name] = {**self._forms.get(name, {}), **forms}

    def say(self, text: str, /, **facts: object) -> str:
        """Return the sentence in this language with `facts` filled in.

        `text` is the English sentence; it is used itself if there is no translation. Without `facts`, braces stay as
        they are; otherwise a fact that is missing raises `KeyError`. Commands such as `/tables` are named in the
        language of the reader's Discord client.
        """
        text = self._one.get(text, text)
        return self._with_commands(text.format_map(facts) if facts else text)

    def many(self, one: str, several: str, n: int, /, **facts: object) -> str:
        """Return the translated form for the number `n`, with `{n}` and `facts` filled in.

        The plural rule of the language's catalogues chooses the form. `one` and `several` are the English forms; they
        are used themselves if there is no translation. Commands are named in the language of the reader's Discord
        client, as in `say`.
        """
        forms = self._many.get(one)
        form = forms[self._plural(n)] if forms else several if n != 1 else one
        return self._with_commands(form.format_map({"n": n, **facts}))

    def term(self, name: str) -> Term:
        """Return the translated name of a thing with all its forms in this language; `name` is the English name."""
        return Term(self.say(name), self._forms.get(name, {}))

    def _with_commands(self, sentence: str) -> str:
        """Return the sentence with its commands named as in the reader's Discord client."""
        return _COMMAND.sub(self._as_typed, sentence) if "`/" in sentence else sentence

    def _as_typed(self, command: re.Match[str]) -> str:
        """Return a matched command, such as `/table close`, in the language of the reader's Discord client.

        Each word of the command is translated by itself. Names of games and unknown words stay English.
        """
        names = self._in_client._one
        parts = re.split("([a-z-]+)", command[1])
        return "`/" + "".join(part if part in GAMES else names.get(part, part) for part in parts) + "`"

    def join_and(self, things: list[str]) -> str:
        """Return "A, B and C" in this language; "" for an empty list."""
        if len(things) < 2:
            return "".join(things)
        return self.say("{most} and {last}", most=", ".join(things[:-1]), last=things[-1])

    def join_terms(self, terms: list[Term]) -> Term:
        """Return "A, B and C" as a term; an empty list gives a term without name and forms.

        It has those grammatical forms that every one of `terms` has.
        """
        shared = set.intersection(*(set(term.forms) for term in terms)) if terms else set()
        forms = {key: self.join_and([format(term, key) for term in terms]) for key in shared}
        return Term(self.join_and([term.name for term in terms]), forms)

    def join_or(self, things: list[str]) -> str:
        """Return "A, B or C" in this language; "" for an empty list."""
        if len(things) < 2:
            return "".join(things)
        return self.say("{most} or {last}", most=", ".join(things[:-1]), last=things[-1])


@cache
def words_in(language: str, in_client: str = "") -> Words:
    """Return the `Words` of a language code, "en" or "de"; English for an unknown code. Cached.

    `in_client` is the language code of the reader's Discord client, in which command names are shown; "" if it is the
    same.
    """
    if language not in LANGUAGES:
        language = "en"
    files = (file for folder in FOLDERS for file in folder.glob(f"*/{language}.po"))
    client = words_in(in_client) if in_client not in ("", language) else None
    return Words(language, [read_translations(file) for file in sorted(files)], client)


@cache
def without_signs(words: Words) -> Words:
    """Return a copy of `words` for a reader who wants texts without emoji: its `signs` is False. Cached."""
    same = copy.copy(words)
    same.signs = False
    return same


def best_language(*wishes: str | None) -> str:
    """Return the code of the first wish that is a known language; "en" if none is.

    Wishes are locale names such as "de", "de-AT" or "en-US"; None is skipped.
    """
    for wish in wishes:
        code = (wish or "").partition("-")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"


_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Unicode marks that set or end a text direction. In a name they would affect the text after it."""

_SPECIAL = re.compile(r"([\\*_~`|>#\[\]()<:@\-])")
"""Characters that Discord's Markdown, mentions or links give a meaning."""


@lru_cache(maxsize=500)
def escaped_name(text: str) -> str:
    """Return a person's name, safe to insert into a Discord message: no formatting, no mention and no link. Cached.

    It is wrapped in direction isolates, so that a right-to-left name does not reverse the sentence around it; direction
    marks inside it are removed. Runs of white space become one space. An empty name becomes "?".
    """
    plain = " ".join(_TURNING.sub("", text).split()) or "?"
    escaped = _SPECIAL.sub(r"\\\1", plain).replace("://", ":\u200b//").replace("\\@", "@\u200b")
    return f"\u2068{escaped}\u2069"
