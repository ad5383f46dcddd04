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

from cogs.actions import (
    analyses,
    cards,
    films,
    guide,
    hints,
    invitations,
    learn,
    lists,
    lobby,
    look,
    notes,
    offers,
    play,
    replay,
    seats,
    server,
    settings,
    stats,
    story,
    waiting,
)
from cogs.actions.films import Animate, Projector
from cogs.core import emoji
from cogs.core.app import App
from cogs.core.discord_private import forget_limits_seldom, never_speak, speak_json_fast
from cogs.core.dispatch import Dispatcher, NoteAnswer, nobody_listens
from cogs.core.fence import Fence
from cogs.core.gateway import Gateway
from cogs.core.language import Translator
from cogs.core.open_menus import OpenMenus
from cogs.core.panel import Panel, Target, says
from cogs.core.passing import KIND, Passing
from cogs.core.request import Request
from cogs.core.troubles import TROUBLE
from cogs.games import GAMES
from cogs.games.base import GameOnDiscord
from cogs.shared import SharedCog
from cogs.telling import DiscordTeller
from pictures.animate import in_process
from pictures.render import Studio
from tables import clocks, moving, others, outbox, ratings
from tables.clocks import TICK
from tables.closing import close_all_of_server, servers_in_use, servers_to_show, show_closed
from tables.forgetting import forget_for_others, go_on_forgetting
from tables.house import House
from tables.stopping import follow_others

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
        house: House,
        *,
        games: Sequence[GameOnDiscord] = GAMES,
        guild: int | None = None,
        sync: bool = True,
        proxy: str | None = None,
        alive: Path | None = None,
        studio: Studio | None = None,
        animate: Animate = in_process,
        own_emoji: bool = False,
        note_answer: NoteAnswer = nobody_listens,
        trace: aiohttp.TraceConfig | None = None,
    ) -> None:
        super().__init__(
            house,
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            proxy=proxy,
            http_trace=trace,
            max_messages=None,
            chunk_guilds_at_startup=False,
            shard_ids=house.share.shards,
            shard_count=house.share.split.shards,
        )
        forget_limits_seldom(self)
        speak_json_fast()
        displays = {game.name: game.display() for game in games}
        studio = studio or Studio()
        passing = Passing(self, house)
        self._errands = {KIND: passing.take, **ERRANDS}
        """How what other processes ask of us is done."""
        self._removed_by: set[int] = set()
        """Servers that have removed us, and where not all tables could be closed yet."""
        self.app = App(house, displays, studio, OpenMenus(house, displays, studio), passing)
        self.dispatcher = Dispatcher(
            analyses.ACTIONS,
            cards.ACTIONS,
            films.actions(Projector(animate, house)),
            guide.ACTIONS,
            hints.ACTIONS,
            invitations.ACTIONS,
            learn.ACTIONS,
            lists.ACTIONS,
            lobby.ACTIONS,
            look.ACTIONS,
            notes.ACTIONS,
            offers.ACTIONS,
            play.ACTIONS,
            replay.ACTIONS,
            seats.ACTIONS,
            server.ACTIONS,
            settings.ACTIONS,
            stats.ACTIONS,
            story.ACTIONS,
            waiting.ACTIONS,
            *(game.actions for game in games),
            note_answer=note_answer,
        )
        self._games = games
        self._first = house.share.number == 0
        """Of all processes one makes the commands known and uploads emoji."""
        self._guild = discord.Object(guild) if guild else None
        self._sync = sync
        self._own_emoji = own_emoji
        self._alive = alive
        house.teller = DiscordTeller(self, self.app)
        self.tree.error(self._command_failed)

    @property
    def house(self) -> House:
        """The room with all tables."""
        return self.app.house

    async def login(self, token: str) -> None:
        """Log in, by connections on which nothing begins that is not ours to begin."""
        self.http.connector = Fence(self.house)
        await super().login(token)

    async def setup_hook(self) -> None:
        """Register everything once; go on with whatever was under way when we were stopped."""
        await self.tree.set_translator(Translator())
        await self.add_cog(SharedCog(self.dispatcher))
        for game in self._games:
            await self.add_cog(game.cog(self.dispatcher))
        if self._sync and self._first:
            await self._make_known()
        others.listen(self.house, self._errands)
        await clocks.begin(self.house)
        await go_on_forgetting(self.house)
        if self._first:
            await ratings.catch_up(self.house)
        self.clock.start()
        if self.house.share.split.processes > 1:
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
        learned = await emoji.learn(self, self.app.studio, drawn, upload=self._first)
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
            await self.house.finish()
            self.app.studio.close()
            await super().close()
        finally:
            await self.house.db.close()

    @tasks.loop(seconds=TICK)
    async def clock(self) -> None:
        """Let time go on. A fault is logged and the next tick comes all the same."""
        if self._own_emoji:
            self.house.background.start("emoji", 0, self._learn_emoji)
        try:
            with self.house.outage.noted("a tick of the clock"):
                await clocks.tick(self.house)
                await self._close_where_we_left()
        except Exception:
            log.exception("a tick of the clock failed")
        try:
            if self._alive and self.connected:
                self._alive.touch()
        except OSError as problem:
            log.error("KONTOR_ALIVE cannot be touched: %s", problem)

    @tasks.loop(seconds=others.LOOK)
    async def look_for_errands(self) -> None:
        """Do what other processes ask of us; mostly we have heard of it by then."""
        others.do_errands(self.house, self._errands)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer every click, whatever it is on; commands come through their tree."""
        if interaction.type is discord.InteractionType.component:
            await self.dispatcher.click(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say hello on a new server; on one that has removed us before, put right what still stands there."""
        self._removed_by.discard(guild.id)
        await server.welcome(guild)
        await show_closed(self.house, guild.id)
        await outbox.try_again(self.house, guild.id, changed=True)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that has removed us."""
        self._removed_by.add(guild.id)
        await self._close_where_we_left()

    async def _close_where_we_left(self) -> None:
        for left in tuple(self._removed_by):
            with self.house.outage.noted(f"closing the tables of server={left}"):
                await close_all_of_server(self.house, left)
                self._removed_by.discard(left)

    async def on_shard_ready(self, shard: int) -> None:
        """Look which servers have removed us while nobody told us: a new session begins with all that have not."""
        await super().on_shard_ready(shard)
        self.house.background.start("servers", shard, partial(self._miss_servers, shard))

    async def _miss_servers(self, shard: int) -> None:
        for used in await servers_in_use(self.house):
            if (used >> 22) % (self.shard_count or 1) != shard:
                continue
            try:
                if await self.servers.is_gone(used):
                    log.info("server=%d has removed us while we were away", used)
                    await close_all_of_server(self.house, used)
            except TROUBLE as problem:
                log.warning("server=%d cannot be asked for: %s", used, problem)
        for left in await servers_to_show(self.house):
            if self.get_guild(left):
                await show_closed(self.house, left)

    async def on_guild_channel_update(self, before: object, after: discord.abc.GuildChannel) -> None:
        """Try again what could not be said on this server: we may be allowed to by now."""
        await outbox.try_again(self.house, after.guild.id, changed=True)

    async def on_thread_update(self, before: object, after: discord.Thread) -> None:
        """Try again what could not be said: the thread may be open again."""
        await outbox.try_again(self.house, after.guild.id, changed=True)

    async def on_guild_role_update(self, before: object, after: discord.Role) -> None:
        """Try again what could not be said: our role may have been given what it lacked."""
        await outbox.try_again(self.house, after.guild.id, changed=True)

    async def on_member_update(self, before: object, after: discord.Member) -> None:
        """Try again what could not be said: we may have been given a role."""
        if self.user and after.id == self.user.id:
            await outbox.try_again(self.house, after.guild.id, changed=True)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Try again what could not be said on a server that was away."""
        await outbox.try_again(self.house, guild.id, changed=True)

    async def on_channel_gone(self, server: int, channel: int) -> None:
        """Tell the hosts of the tables that lived in a deleted channel how to move them."""
        await moving.tell_channel_gone(self.house, server, channel)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Let the game go on in its channel; the host of a private table, which has none, is told how to move it."""
        await moving.tell_thread_gone(self.house, payload.guild_id, payload.thread_id)

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
