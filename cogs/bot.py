"""The bot itself: puts tables, games, actions and the telling together, and lets time go on."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands, tasks

from cogs.actions import server
from cogs.actions.all_verbs import all_verbs
from cogs.actions.films import Animate, Projector
from cogs.commands import SharedCog
from cogs.connection.discord_errors import TROUBLE
from cogs.connection.discord_private import forget_limits_seldom, never_speak, speak_json_fast
from cogs.connection.fence import Fence
from cogs.connection.forwarding import KIND, Passing
from cogs.connection.gateway import Gateway
from cogs.delivery.discord_port import DiscordPort
from cogs.delivery.teller import DiscordTeller
from cogs.games import GAMES
from cogs.games.game_cog import GameOnDiscord
from cogs.messages import app_emoji
from cogs.messages.panel import Panel, Target, says
from cogs.messages.reader_language import Translator
from cogs.requests.app import App
from cogs.requests.dispatch import Dispatcher, NoteAnswer, ignore_answer
from cogs.requests.open_menus import OpenMenus
from cogs.requests.request import Request
from pictures.animate import animate_in_subprocess
from pictures.render import Renderer
from tables.delivery import outbox, peers
from tables.records import ratings
from tables.runtime.services import Services
from tables.seating import moving
from tables.seating.closing import close_all_of_server, servers_in_use, servers_to_show, show_closed
from tables.seating.forgetting import forget_for_others, go_on_forgetting
from tables.time import timers
from tables.time.holidays import follow_others
from tables.time.timers import TICK

log = logging.getLogger("kontor.bot")

never_speak()

ERRANDS = {"forgetting": forget_for_others, "stopping": follow_others}
"""What processes ask of each other, but for clicks."""


class NotInvited(Exception):
    """We are not on the server that is to have the commands; the sentence says what to do."""


class Kontor(Gateway):
    """Kontor on Discord. Everything it must remember is in the house's database.

    `guild`: make the commands known to this server only, at once. `own_emoji`: upload emoji of our own, once, and use
    them. `alive`: a file touched with every tick while Discord talks to us. `note_answer` is told of every click
    and command, `trace` of every request to Discord.
    """

    def __init__(
        self,
        services: Services,
        *,
        games: Sequence[GameOnDiscord] = GAMES,
        guild: int | None = None,
        sync: bool = True,
        proxy: str | None = None,
        alive: Path | None = None,
        studio: Renderer | None = None,
        animate: Animate = animate_in_subprocess,
        own_emoji: bool = False,
        note_answer: NoteAnswer = ignore_answer,
        trace: aiohttp.TraceConfig | None = None,
    ) -> None:
        super().__init__(
            services,
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            proxy=proxy,
            http_trace=trace,
            max_messages=None,
            chunk_guilds_at_startup=False,
            shard_ids=services.partition.shards,
            shard_count=services.partition.layout.shards,
        )
        forget_limits_seldom(self)
        speak_json_fast()
        displays = {game.name: game.display() for game in games}
        studio = studio or Renderer()
        passing = Passing(self, services)
        self._errands = {KIND: passing.take, **ERRANDS}
        """How what other processes ask of us is done."""
        self._removed_by: set[int] = set()
        """Servers that have removed us, and where not all tables could be closed yet."""
        self.app = App(services, displays, studio, OpenMenus(services, displays, studio), passing)
        self.dispatcher = Dispatcher(
            *all_verbs(Projector(animate, services)),
            *(verb for game in games for verb in game.verbs),
            note_answer=note_answer,
        )
        self._games = games
        self._first = services.partition.number == 0
        """Of all processes one makes the commands known and uploads emoji."""
        self._guild = discord.Object(guild) if guild else None
        self._sync = sync
        self._own_emoji = own_emoji
        self._alive = alive
        services.connect(DiscordTeller(DiscordPort(self), self.app))
        self.tree.error(self._command_failed)

    @property
    def services(self) -> Services:
        """The room with all tables."""
        return self.app.services

    async def login(self, token: str) -> None:
        """Log in, by connections on which nothing begins that is not ours to begin."""
        self.http.connector = Fence(self.services)
        await super().login(token)

    async def setup_hook(self) -> None:
        """Register everything once; go on with whatever was under way when we were stopped."""
        await self.tree.set_translator(Translator())
        await self.add_cog(SharedCog(self.dispatcher))
        for game in self._games:
            await self.add_cog(game.cog(self.dispatcher))
        if self._sync and self._first:
            await self._make_known()
        peers.listen(self.services, self._errands)
        await timers.begin(self.services)
        await go_on_forgetting(self.services)
        if self._first:
            await ratings.catch_up(self.services)
        self.clock.start()
        if self.services.partition.layout.processes > 1:
            self.look_for_errands.start()

    async def _make_known(self) -> None:
        """Tell Discord which commands there are, everywhere or on one server alone."""
        if self._guild is None:
            await self.tree.sync()
            return
        self.tree.copy_global_to(guild=self._guild)
        try:
            await self.tree.sync(guild=self._guild)
        except (discord.Forbidden, discord.NotFound) as problem:
            raise NotInvited(
                f"Kontor is not on the server {self._guild.id} that KONTOR_GUILD names ({problem.text}). "
                "Invite it there first, by the link in the README, or correct the number in .env."
            ) from None
        # Those of a start without it are still everywhere: on that server each would be there twice.
        self.tree.clear_commands(guild=None)
        await self.tree.sync()

    async def _learn_emoji(self) -> None:
        displays = self.app.games
        drawn = {name: display.words.signs for name, display in displays.items()}
        learned = await app_emoji.learn(self, self.app.studio, drawn, upload=self._first)
        if learned is None:  # The clock's next look tries it again.
            return
        for name, ours in learned.items():
            displays[name].emoji = ours
        # Another process uploads them, and has perhaps not done so yet.
        self._own_emoji = not learned and not self._first

    async def close(self) -> None:
        """Finish the running move, tell what can be told, leave Discord, and only then let go of the database."""
        self.clock.cancel()
        self.look_for_errands.cancel()
        try:
            await self.services.finish()
            self.app.studio.close()
            await super().close()
        finally:
            await self.services.db.close()

    @tasks.loop(seconds=TICK)
    async def clock(self) -> None:
        """Let time go on. A fault is logged and the next tick comes all the same."""
        if self._own_emoji:
            self.services.background.start("emoji", 0, self._learn_emoji)
        try:
            with self.services.outage.suppress("a tick of the clock"):
                await timers.tick(self.services)
                await self._close_where_we_left()
        except Exception:
            log.exception("a tick of the clock failed")
        try:
            if self._alive and self.connected:
                self._alive.touch()
        except OSError as problem:
            log.error("KONTOR_ALIVE cannot be touched: %s", problem)

    @tasks.loop(seconds=peers.LOOK)
    async def look_for_errands(self) -> None:
        """Do what other processes ask of us; mostly we have heard of it by then."""
        peers.do_errands(self.services, self._errands)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer every click, whatever it is on; commands come through their tree."""
        if interaction.type is discord.InteractionType.component:
            await self.dispatcher.click(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say hello on a new server; on one that has removed us before, put right what still stands there."""
        self._removed_by.discard(guild.id)
        await server.welcome(guild)
        await show_closed(self.services, guild.id)
        await outbox.try_again(self.services, guild.id, changed=True)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that has removed us."""
        self._removed_by.add(guild.id)
        await self._close_where_we_left()

    async def _close_where_we_left(self) -> None:
        for left in tuple(self._removed_by):
            with self.services.outage.suppress(f"closing the tables of server={left}"):
                await close_all_of_server(self.services, left)
                self._removed_by.discard(left)

    async def on_shard_ready(self, shard: int) -> None:
        """Look which servers have removed us while nobody told us: a new session begins with all that have not."""
        await super().on_shard_ready(shard)
        self.services.background.start("servers", shard, partial(self._miss_servers, shard))

    async def _miss_servers(self, shard: int) -> None:
        for used in await servers_in_use(self.services):
            if (used >> 22) % (self.shard_count or 1) != shard:
                continue
            try:
                if await self.servers.is_gone(used):
                    log.info("server=%d has removed us while we were away", used)
                    await close_all_of_server(self.services, used)
            except TROUBLE as problem:
                log.warning("server=%d cannot be asked for: %s", used, problem)
        for left in await servers_to_show(self.services):
            if self.get_guild(left):
                await show_closed(self.services, left)

    async def on_guild_channel_update(self, before: object, after: discord.abc.GuildChannel) -> None:
        """Try again what could not be said on this server: we may be allowed to by now."""
        await outbox.try_again(self.services, after.guild.id, changed=True)

    async def on_thread_update(self, before: object, after: discord.Thread) -> None:
        """Try again what could not be said: the thread may be open again."""
        await outbox.try_again(self.services, after.guild.id, changed=True)

    async def on_guild_role_update(self, before: object, after: discord.Role) -> None:
        """Try again what could not be said: our role may have been given what it lacked."""
        await outbox.try_again(self.services, after.guild.id, changed=True)

    async def on_member_update(self, before: object, after: discord.Member) -> None:
        """Try again what could not be said: we may have been given a role."""
        if self.user and after.id == self.user.id:
            await outbox.try_again(self.services, after.guild.id, changed=True)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Try again what could not be said on a server that was away."""
        await outbox.try_again(self.services, guild.id, changed=True)

    async def on_channel_gone(self, server: int, channel: int) -> None:
        """Tell the hosts of the tables that lived in a deleted channel how to move them."""
        await moving.tell_channel_gone(self.services, server, channel)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Let the game go on in its channel; the host of a private table, which has none, is told how to move it."""
        await moving.tell_thread_gone(self.services, payload.guild_id, payload.thread_id)

    async def _command_failed(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """Answer a command that could not even be understood."""
        command = interaction.command and interaction.command.qualified_name
        if isinstance(error, app_commands.TransformerError):
            log.info("command=%s not understood: a %s", command, error.type.name)  # Not what: it may name somebody.
        else:
            log.error("command=%s failed", command, exc_info=error)
        await self.dispatcher.command(interaction, Target("failed"), _not_understood)


async def _not_understood(request: Request) -> Panel:
    return says(request.words.say("I could not understand that command. `/help` shows what there is."))
