"""The language somebody is spoken to in, and the names of commands in every language Discord shows them in."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from tables.runtime import people as persons
from tables.runtime.services import Services
from words import LANGUAGES, Words, best_language, words_in

L = app_commands.locale_str
"""Marks a name or a description of a command for translation."""

LANGUAGE_CHOICES = [app_commands.Choice(name=name, value=code) for code, name in LANGUAGES.items()]


def languages_or(no_choice: app_commands.locale_str) -> list[app_commands.Choice[str]]:
    """Return the languages one can choose, and first what leaves the choice open."""
    return [app_commands.Choice(name=no_choice, value="auto"), *LANGUAGE_CHOICES]


def words_for(services: Services, interaction: discord.Interaction[Any]) -> Words:
    """Speak the language a person has chosen, if we have it in mind; else Discord's. Commands are named as there."""
    known = services.caches.people.get(interaction.user.id)
    return words_in_language(known.language if known else None, str(interaction.locale))


def words_in_language(language: str | None, locale: str) -> Words:
    """Speak a language to somebody whose Discord is in perhaps another one: None chooses that."""
    in_client = best_language(locale)
    return words_in(language or in_client, in_client)


async def words_of_person(services: Services, person: int, otherwise: Words) -> Words:
    """Return the language somebody is written to in, as far as we know theirs."""
    known = await persons.get(services, person)
    if known and (known.language or known.locale):
        return words_in_language(known.language, known.locale or known.language or "")
    return otherwise


class Translator(app_commands.Translator):
    """Looks up what `L` marks."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in that language; None where the English one is to be shown."""
        if locale is not discord.Locale.german:
            return None
        german = words_in("de").say(string.message)
        return german if german != string.message else None
