"""`missing_in`: which permissions the bot lacks in a channel."""

from __future__ import annotations

from collections.abc import Iterable

import discord


def missing_in(guild: discord.Guild, channel: int, permissions: Iterable[str]) -> list[str] | None:
    """Return those of `permissions` (attributes of discord.py's) that the bot lacks in a channel of a server, in order.

    Return None if the server has no channel with this id: it was deleted, is a thread, or is hidden from the bot.
    """
    place = guild.get_channel(channel)
    if place is None:
        return None
    have = place.permissions_for(guild.me)
    return [each for each in permissions if not getattr(have, each)]
