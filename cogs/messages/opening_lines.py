"""Recurring openings of a server in words: the list of them, and what keeps their tables from opening."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.connection.channel_permissions import missing_in
from tables.openings.opening_store import OpeningRow, facts_of
from tables.runtime.people import Server
from words import Words, lobby_text

_NEEDED = ("view_channel", "send_messages", "create_public_threads", "send_messages_in_threads")


def opening_line(words: Words, row: OpeningRow) -> str:
    """Return an opening in words, such as "every Friday at 18:00: <game> for 4 in #games"."""
    return lobby_text.weekly_table(words, **facts_of(row))


def is_fit_for_tables(guild: discord.Guild, channel: int) -> bool:
    """Return True if the channel exists on this server, and the bot may write and open public threads there."""
    return missing_in(guild, channel, _NEEDED) == []


def opening_warnings(
    words: Words, guild: discord.Guild | None, settings: Server, openings: Sequence[OpeningRow]
) -> dict[int, str]:
    """Return a sentence for each of these openings whose table cannot open, by the opening's id.

    Without a cached `guild` its channels are unknown, and only the server's settings are checked.
    """
    warnings = {}
    for row in openings:
        if guild is not None and guild.channels and not is_fit_for_tables(guild, row.channel):
            warnings[row.id] = "⚠️ " + lobby_text.not_opened(words, "channel")
        elif settings.channels and row.channel not in settings.channels:
            warnings[row.id] = "⚠️ " + lobby_text.not_opened(words, "not_allowed")
    return warnings
