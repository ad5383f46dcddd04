"""`Requester`: the person behind an interaction, with their place and language, and which tables they may see."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import discord

from cogs.messages.app_emoji import in_words_only
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import Panel
from cogs.messages.reader_language import words_for
from cogs.requests.app import app_of
from tables.model.authority import NO_AUTHORITY, Authority
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.runtime import people
from tables.runtime.services import Services


class Requester:
    """The person behind a click, a command or an autocomplete request. `Request` is a subclass for the first two.

    It holds their id, name, language (`words`), server and channel, and says which channels and tables they may see.
    """

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        self.app = app_of(interaction)
        self.person_id = interaction.user.id
        self.name = interaction.user.display_name
        self.words = words_for(self.services, interaction)

    @property
    def services(self) -> Services:
        """The services that all tables share."""
        return self.app.services

    @property
    def server(self) -> int:
        """Id of the server they are on; 0 in direct messages."""
        return self.interaction.guild_id or 0

    @property
    def channel(self) -> int:
        """Id of the channel or thread they are in; 0 if Discord names none."""
        return self.interaction.channel_id or 0

    @property
    def _manages_server(self) -> bool:
        """True if they have the permission *Manage Server* on the server they are on; False in direct messages."""
        return bool(self.server) and self.interaction.permissions.manage_guild

    async def authority(self) -> Authority:
        """Return the person's authority on the server they are on: as its manager, or by its organiser role.

        Everybody else has none (`NO_AUTHORITY`), and nobody has any in direct messages.
        """
        if self._manages_server:
            return Authority(self.server)
        member = self.interaction.user
        if isinstance(member, discord.Member) and self.server:
            role = (await people.server(self.services, self.server)).organiser_role
            if role is not None and member.get_role(role):
                return Authority(self.server, organiser=True)
        return NO_AUTHORITY

    def display_of(self, table: Table) -> GameDisplay:
        """Return the object that words and draws the game of this table."""
        return self.app.games[table.row.game]

    async def as_read(self, panel: Panel, number: int) -> Panel:
        """Return a panel about the table with this number (0 for none) as this person wants to read it.

        If they want no emoji, words replace the emoji: the names of the game's things, and of the players at the table.
        Otherwise the panel is returned unchanged.
        """
        if self.words.signs:
            return panel
        table = None
        with suppress(Declined):  # The panel may say that there is no such table.
            table = await self.services.load(number) if number else None
        return in_words_only(panel, self.words, table.row.game if table else "", table)

    def sees_channel(self, server: int, channel: int) -> bool:
        """Return True if the person sees a channel of a server; both are ids. Only cached data is used.

        A channel of another server than the one they are on now counts as unseen. On this server, managers see every
        channel, and everybody sees the channel they are in and its parent. Otherwise their permissions decide. A
        private thread, and a channel that is not in the cache, count as unseen.
        """
        if server != self.server:
            return False
        here = self.interaction.channel
        if self._manages_server or channel in (self.channel, getattr(here, "parent_id", None)):
            return True
        guild, member = self.interaction.guild, self.interaction.user
        place = guild.get_channel_or_thread(channel) if guild else None
        if place is None or not isinstance(member, discord.Member):
            return False
        hidden = isinstance(place, discord.Thread) and place.is_private()
        return not hidden and place.permissions_for(member).view_channel

    def may_see(self, table: Table) -> bool:
        """Return True if the person may see the table and its name.

        Only people with a seat or an invitation may see a private table. People who see the channel, or have a seat at
        the table, may see any other.
        """
        if table.row.private:
            return table.admits(self.person_id)
        return self.sees_channel(table.row.server, table.row.channel) or table.seat_of(self.person_id) is not None
