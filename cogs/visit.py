"""One visit of one person: a click or a command, with all that is known about who asks for what."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import discord
import msgspec

from cogs.clicks import view_of
from cogs.menus import Menu
from cogs.panel import Panel, Target
from tables import persons
from tables.house import House
from tables.persons import Person
from tables.table import Table
from words import Words, best_language, of

UNKNOWN_MESSAGE = 10008

if TYPE_CHECKING:
    from cogs.kontor import Kontor


def words_for(interaction: discord.Interaction[Any]) -> Words:
    """Speak the language a person has chosen, if we have it in mind; else Discord's."""
    known = interaction.client.house.met.get(interaction.user.id)
    return of((known and known.language) or best_language(str(interaction.locale)))


class Visit:
    """Who asks for what, where, and in which language they want their answer."""

    def __init__(
        self, interaction: discord.Interaction[Any], target: Target, values: tuple[str, ...] = (), game: str = ""
    ) -> None:
        self.interaction = interaction
        self.game = game
        self.bot: Kontor = interaction.client
        self.target = target
        self.values = values
        self.person_id = interaction.user.id
        self.name = interaction.user.display_name
        self.words = words_for(interaction)
        self.person: Person | None = None
        self.menu: Menu | None = None
        """The menu of the table, if that is what will be shown."""
        self._since = self.bot.menus.posted
        if self._in_private:
            self.bot.menus.used(self.table, self.person_id)

    @property
    def house(self) -> House:
        """The room with all tables."""
        return self.bot.house

    @property
    def table(self) -> int:
        """The table's number."""
        return self.target.table

    @property
    def mark(self) -> str | None:
        """The decision a button was made for; None for a typed command, which means whatever is open now."""
        return self.target.mark or None

    @property
    def arg(self) -> str:
        """What the button says besides."""
        return self.target.arg

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
        return self.sees(table.row.server, table.row.channel) or table.seat_of(self.person_id) is not None

    async def meet(self) -> None:
        """Learn the person's own settings."""
        self.person = await persons.meet(self.house, self.person_id, str(self.interaction.locale))
        self.words = words_for(self.interaction)

    def turn_to(self, table: int) -> None:
        """Make the visit about a table that the command did not name."""
        self.target = msgspec.structs.replace(self.target, table=table)

    async def show(self, panel: Panel) -> None:
        """Answer for this person's eyes only: in the menu they clicked on, or in a new one."""
        answer = self.interaction.response
        if answer.is_done():
            await self.interaction.followup.send(view=view_of(panel), ephemeral=True, files=panel.files())
        elif not (self._in_private and await self._edited(panel)):
            await answer.send_message(view=view_of(panel), ephemeral=True, files=panel.files())
        if self.menu:
            self.bot.menus.shown(self.table, self.person_id, self.menu, self._since)

    @property
    def _in_private(self) -> bool:
        """Whether the click was in a message that only this person sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    async def _edited(self, panel: Panel) -> bool:
        """Answer in the message they clicked on; say whether it was still there."""
        try:
            await self.interaction.response.edit_message(view=view_of(panel), attachments=panel.files())
        except discord.NotFound as gone:
            if gone.code != UNKNOWN_MESSAGE:
                raise
            return False
        return True


Action = Callable[[Visit], Awaitable[Panel | None]]
"""Does one thing and returns what to show; None if it has answered by itself."""
