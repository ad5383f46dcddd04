"""Who asks: where they are, in which language they read, and what may be named to them."""

from __future__ import annotations

from typing import Any

import discord

from cogs.messages.game_display import GameDisplay
from cogs.messages.reader_language import words_for
from cogs.requests.app import app_of
from tables.model.table import Table
from tables.runtime.services import Services


class Asker:
    """The person behind a click, a command, or what is completed while they type."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        self.app = app_of(interaction)
        self.person_id = interaction.user.id
        self.name = interaction.user.display_name
        self.words = words_for(self.services, interaction)

    @property
    def services(self) -> Services:
        """The room with all tables."""
        return self.app.services

    @property
    def server(self) -> int:
        """The server's number; 0 in direct messages."""
        return self.interaction.guild_id or 0

    @property
    def channel(self) -> int:
        """The channel's or thread's number."""
        return self.interaction.channel_id or 0

    @property
    def admin_of(self) -> int:
        """The server's number if the person manages it; 0 if not, and in direct messages."""
        return self.server if self.interaction.permissions.manage_guild else 0

    def display_of(self, table: Table) -> GameDisplay:
        """Return how the game of a table shows itself."""
        return self.app.games[table.row.game]

    def sees(self, server: int, channel: int) -> bool:
        """Say whether the person can see a channel, as far as we know without asking Discord.

        What we do not see ourselves (it may be a private thread) we hide from all but those who run the server.
        """
        if server != self.server:
            return False
        here = self.interaction.channel
        if self.admin_of or channel in (self.channel, getattr(here, "parent_id", None)):
            return True
        guild, member = self.interaction.guild, self.interaction.user
        place = guild.get_channel_or_thread(channel) if guild else None
        if place is None or not isinstance(member, discord.Member):
            return False
        hidden = isinstance(place, discord.Thread) and place.is_private()
        return not hidden and place.permissions_for(member).view_channel

    def knows(self, table: Table) -> bool:
        """Say whether a table may be named to the person: they see where it is, or have a seat there."""
        if table.row.private:
            return table.admits(self.person_id)
        return self.sees(table.row.server, table.row.channel) or table.seat_of(self.person_id) is not None
