"""Command names and descriptions in every language Discord shows them in."""

from __future__ import annotations

import discord
from discord import app_commands

from words import of


class Translator(app_commands.Translator):
    """Looks up what `locale_str` marks."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in that language; None where the English one is to be shown."""
        if locale is not discord.Locale.german:
            return None
        said = of("de").say(string.message)
        return said if said != string.message else None
