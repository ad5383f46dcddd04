"""The bot itself: tables, actions, faces, and the loop that lets time go on."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

from cogs import lobby, replay, server, signs, table
from cogs.attend import attend
from cogs.clicks import Choose, Press, claimed, read
from cogs.face import Face
from cogs.haithabu.cog import HaithabuCog
from cogs.menus import Menus
from cogs.panel import Panel, Target, Text
from cogs.posting import Posting
from cogs.replay import Animate, Projector
from cogs.riga.cog import RigaCog
from cogs.shared import ACTIONS as SHARED
from cogs.shared import Shared
from cogs.translate import Translator
from cogs.visby.cog import VisbyCog
from cogs.visit import Action, Visit
from pictures.animate import in_process
from pictures.render import Studio
from tables import clocks, seats
from tables.house import House

log = logging.getLogger("kontor.bot")

# We never speak: what discord.py lacks for that is no news for an operator.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

TICK = 30
"""Seconds between two looks at the clock."""


class Kontor(commands.Bot):
    """Kontor on Discord. Everything it must remember is in the house's database.

    `guild`: make the commands known to this server only, at once. `own_emoji`: upload emoji of our own, once, and use
    them. `alive`: a file touched with every tick while Discord talks to us.
    """

    def __init__(
        self,
        house: House,
        *,
        guild: int | None = None,
        sync: bool = True,
        proxy: str | None = None,
        alive: Path | None = None,
        studio: Studio | None = None,
        animate: Animate = in_process,
        own_emoji: bool = False,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            proxy=proxy,
            max_messages=None,
            chunk_guilds_at_startup=False,
        )
        self.house = house
        self.studio = studio or Studio()
        self.projector = Projector(animate)
        self.menus = Menus(self)
        self.faces: dict[str, Face] = {}
        self.actions: dict[str, Action] = {**lobby.ACTIONS, **table.ACTIONS, **replay.ACTIONS, **SHARED}
        self.clicked: dict[int, tuple[Target, tuple[str, ...]]] = {}
        """What everybody's latest click at a table was: the second of a double click is told that it is done."""
        self._guild = discord.Object(guild) if guild else None
        self._sync = sync
        self._own_emoji = own_emoji
        self._alive = alive
        self._connected = False
        house.teller = Posting(self, house)
        self.tree.error(self._command_failed)

    async def setup_hook(self) -> None:
        """Register everything once; go on with whatever was under way when we were stopped."""
        self.add_dynamic_items(Press, Choose)
        await self.tree.set_translator(Translator())
        await self.add_cog(Shared(self))
        await self.add_cog(VisbyCog(self))
        await self.add_cog(RigaCog(self))
        await self.add_cog(HaithabuCog(self))
        if self._sync:
            if self._guild:
                self.tree.copy_global_to(guild=self._guild)
            await self.tree.sync(guild=self._guild)
        self.clock.start()
        if self._own_emoji:
            self.house.start("signs", 0, lambda: signs.learn(self))

    async def close(self) -> None:
        """Finish the running move, tell what can be told, close the file."""
        self.clock.cancel()
        await self.house.close()
        self.studio.close()
        await super().close()

    @tasks.loop(seconds=TICK)
    async def clock(self) -> None:
        """Let time go on. A fault is logged and the next tick comes all the same."""
        try:
            await clocks.tick(self.house)
        except Exception:
            log.exception("a tick of the clock failed")
        try:
            if self._alive and self._connected:
                self._alive.touch()
        except OSError as problem:
            log.error("KONTOR_ALIVE cannot be touched: %s", problem)

    async def visited(self, interaction: discord.Interaction[Any], target: Target, values: tuple[str, ...]) -> None:
        """Attend to a click."""
        await attend(Visit(interaction, target, values))

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer clicks that nobody else will: in menus that have changed meanwhile, old templates, forged ids."""
        if interaction.type is discord.InteractionType.component and not claimed(interaction):
            target, values = read(interaction)
            if target.mark:
                await attend(Visit(interaction, target, values), table.too_late)
            else:
                await attend(Visit(interaction, Target("old_menu")))

    async def on_ready(self) -> None:
        """Note that Discord talks to us."""
        self._connected = True

    async def on_resumed(self) -> None:
        """Note that Discord talks to us again."""
        self._connected = True

    async def on_disconnect(self) -> None:
        """Note that Discord does not talk to us: if that lasts, whoever watches `alive` starts us anew."""
        self._connected = False

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say hello on a new server."""
        await server.welcome(self, guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that has removed us."""
        await seats.server_is_gone(self.house, guild.id)

    async def _command_failed(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """Answer a command that could not even be understood."""
        command = interaction.command and interaction.command.qualified_name
        if isinstance(error, app_commands.TransformerError):
            log.info("command=%s not understood: %s", command, error)
        else:
            log.error("command=%s failed", command, exc_info=error)
        visit = Visit(interaction, Target("failed"))
        sentence = visit.words.say("I could not understand that command. `/help` shows what there is.")
        await visit.show(Panel((Text(sentence),)))
