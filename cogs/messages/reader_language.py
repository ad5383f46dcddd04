"""The language in which a person is addressed, and the translation of command names and descriptions.

`words_for`, `words_in_language` and `words_of_person` return the `Words` for a person. `Translator` translates commands
when discord.py registers them.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from tables.runtime import people as persons
from tables.runtime.people import Person
from tables.runtime.services import Services
from words import LANGUAGES, Words, best_language, words_in
from words.catalogue import without_signs

L = app_commands.locale_str
"""Marks a name or a description of a command for translation."""

LANGUAGE_CHOICES = [app_commands.Choice(name=name, value=code) for code, name in LANGUAGES.items()]


def languages_or(no_choice: app_commands.locale_str) -> list[app_commands.Choice[str]]:
    """Return the choices of a language option: `no_choice` (value `auto`) first, then all languages."""
    return [app_commands.Choice(name=no_choice, value="auto"), *LANGUAGE_CHOICES]


def words_for(services: Services, interaction: discord.Interaction[Any]) -> Words:
    """Return the words for an interaction's user: in the language they chose, else in that of their Discord client.

    If the person wants no emoji, the words' `signs` is False. Settings are read from the cache only: a person who is
    not in it counts as one who has chosen nothing. Texts name commands in the client's language, as the client shows
    them.
    """
    known = services.caches.people.get(interaction.user.id)
    return _with_wished_signs(words_in_language(known.language if known else None, str(interaction.locale)), known)


def _with_wished_signs(words: Words, person: Person | None) -> Words:
    """Return `words`, or their copy without signs if the person wants that."""
    return words if person is None or person.signs else without_signs(words)


def words_in_language(language: str | None, locale: str) -> Words:
    """Return the words in `language`, or in the language of the Discord client if `language` is None.

    `locale` is the client's locale, such as "en-US". Texts name commands in the client's language, as the client shows
    them.
    """
    in_client = best_language(locale)
    return words_in(language or in_client, in_client)


async def words_of_person(services: Services, person: int, otherwise: Words) -> Words:
    """Return the words for a person outside an interaction; `otherwise` if nothing is stored about their language.

    `person` is a user id; the person is read from the cache or the database. Their chosen language comes first, then
    the last known locale of their Discord client. If the person wants no emoji, the words' `signs` is False.
    """
    known = await persons.get(services, person)
    if known and (known.language or known.locale):
        otherwise = words_in_language(known.language, known.locale or known.language or "")
    return _with_wished_signs(otherwise, known)


class Translator(app_commands.Translator):
    """Translates the names and descriptions of commands that are marked with `L`, when discord.py registers them."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the German translation of `string`, a name or description of a command, if `locale` is German.

        Return None, so that Discord shows the English text, for any other locale, if there is no translation, and if
        the translation equals the English text.
        """
        if locale is not discord.Locale.german:
            return None
        german = words_in("de").say(string.message)
        return german if german != string.message else None
