"""`Kontor`, the bot: it connects services, games, actions and delivery, and receives Discord's events.

Every click arrives in `Kontor.on_interaction` and goes to the dispatcher (`cogs/requests/dispatch.py`).
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands, tasks

from cluster import DATABASE_ERRORS
from cogs.actions import server
from cogs.actions.all_verbs import all_verbs
from cogs.actions.films import Animate, Projector
from cogs.commands import SharedCog
from cogs.connection.discord_errors import SEND_ERRORS
from cogs.connection.discord_private import (
    clear_ratelimits_rarely,
    filter_raw_interactions,
    raise_edit_limit,
    silence_voice_warnings,
    use_msgspec_json,
)
from cogs.connection.fence import FencedConnector
from cogs.connection.gateway import Gateway
from cogs.connection.interaction_forwarding import KIND, InteractionForwarder
from cogs.delivery.discord_delivery import DiscordDelivery
from cogs.delivery.discord_port import DiscordPort
from cogs.games import GAMES
from cogs.games.game_cog import GameOnDiscord
from cogs.league_commands import LeagueCog
from cogs.messages import app_emoji
from cogs.messages.panel import Panel, Target, says
from cogs.messages.reader_language import Translator
from cogs.person_menus import person_menus
from cogs.requests.app import App
from cogs.requests.dispatch import Dispatcher, NoteAnswer, ignore_answer
from cogs.requests.open_menus import OpenMenus
from cogs.requests.request import Request
from cogs.server_commands import ServerCog
from pictures.animate import animate_in_subprocess
from pictures.render import Renderer
from tables.delivery import outbox
from tables.delivery.peers import LOOK_INTERVAL_S, Peers
from tables.records import ratings
from tables.runtime.services import Services
from tables.seating import relocation
from tables.seating.closing import (
    close_all_of_server,
    servers_in_use,
    servers_with_unshown_closings,
    show_closed_tables,
)
from tables.seating.forgetting import forget_for_others, resume_forgetting
from tables.time import timers
from tables.time.holidays import settle_for_others
from tables.time.timers import TICK_INTERVAL_S

log = logging.getLogger("kontor.bot")

silence_voice_warnings()

REQUEST_HANDLERS = {"forgetting": forget_for_others, "stopping": settle_for_others}
"""How each kind of forwarded request is handled, except clicks."""


class NotInvited(Exception):
    """Raised at the start if the bot is not on the server that `KONTOR_GUILD` names. The message says what to do."""


class Kontor(Gateway):
    """Kontor's Discord client; a process has one. Everything that must survive a restart is in the database.

    It passes clicks to its `dispatcher`, runs the clock that fires due timers, greets new servers, closes the tables of
    servers that removed it, and retries delivery when a channel, thread or role has changed. `close` also closes the
    database.

    `games` are the games to offer. `guild` is the id of the only server that gets the slash commands; None for all.
    `proxy` is the URL of an HTTP proxy for all connections. `sync` is False to leave the commands that Discord knows as
    they are. `alive` is a file that is touched with every tick while the bot is connected. `renderer` and `animate`
    make pictures and animations. `own_emoji` is True to upload the games' own emoji and use them. `note_answer` is
    called after every click and command, `trace` observes every request to Discord.
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
        renderer: Renderer | None = None,
        animate: Animate = animate_in_subprocess,
        own_emoji: bool = False,
        note_answer: NoteAnswer = ignore_answer,
        trace: aiohttp.TraceConfig | None = None,
    ) -> None:
        """Build the bot and register its `DiscordDelivery` as the frontend of `services`. Send nothing yet."""
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
        clear_ratelimits_rarely(self)
        use_msgspec_json()
        raise_edit_limit()
        displays = {game.name: game.display() for game in games}
        renderer = renderer or Renderer()
        forwarder = InteractionForwarder(self, services)
        self.peers = Peers(services, {KIND: forwarder.handle, **REQUEST_HANDLERS})
        self._servers_left: set[int] = set()
        """Servers that have removed the bot and whose tables are not all closed yet."""
        self.app = App(services, displays, renderer, OpenMenus(services, displays, renderer), forwarder)
        self.dispatcher = Dispatcher(
            *all_verbs(Projector(animate, services)),
            *(verb for game in games for verb in game.verbs),
            note_answer=note_answer,
        )
        filter_raw_interactions(self, self.dispatcher.admits)
        self._games = games
        self._is_first_process = services.partition.number == 0
        """Only the first of several processes syncs the commands and uploads emoji."""
        self._command_guild = discord.Object(guild) if guild else None
        self._sync_at_start = sync
        self._emoji_pending = own_emoji
        self._alive_file = alive
        services.connect(DiscordDelivery(DiscordPort(self), self.app))
        self.tree.error(self._command_failed)

    @property
    def services(self) -> Services:
        """The services that all tables share."""
        return self.app.services

    async def login(self, token: str) -> None:
        """Log in to Discord with this token.

        From then on no request to Discord is begun if another process may have taken over our partition
        (`FencedConnector` checks that).
        """
        self.http.connector = FencedConnector(self.services)
        await super().login(token)

    async def setup_hook(self) -> None:
        """Add the commands, resume what the last run left unfinished, and start the clock.

        discord.py calls this once after the login. If `sync` is True, the commands are also registered with Discord.
        Unfinished may be timers, deletions of people's data, and ratings. Only the first of several processes registers
        commands and computes ratings. From then on, requests that other processes forward are handled. Raises
        `NotInvited` if the commands are for a server that the bot is not on.
        """
        await self.tree.set_translator(Translator())
        await self.add_cog(SharedCog(self.dispatcher))
        await self.add_cog(LeagueCog(self.dispatcher))
        await self.add_cog(ServerCog(self.dispatcher))
        for game in self._games:
            await self.add_cog(game.cog(self.dispatcher))
        for menu in person_menus(self.dispatcher):
            self.tree.add_command(menu)
        if self._sync_at_start and self._is_first_process:
            await self._sync_commands()
        self.services.db.events.add(self.peers)
        await timers.resume_clocks(self.services)
        await resume_forgetting(self.services)
        if self._is_first_process:
            await ratings.rate_older_results(self.services)
        self.clock.start()
        if self.services.partition.layout.processes > 1:
            self.look_for_requests.start()

    async def _sync_commands(self) -> None:
        """Register the slash commands with Discord: for all servers, or for the one that `guild` named.

        In the second case commands that were registered for all servers are removed. Raises `NotInvited` if the bot is
        not on that server.
        """
        if self._command_guild is None:
            await self.tree.sync()
            return
        self.tree.copy_global_to(guild=self._command_guild)
        try:
            await self.tree.sync(guild=self._command_guild)
        except (discord.Forbidden, discord.NotFound) as problem:
            raise NotInvited(
                f"Kontor is not on the server {self._command_guild.id} that KONTOR_GUILD names ({problem.text}). "
                "Invite it there first, by the link in the README, or correct the number in .env."
            ) from None
        # Commands that an earlier start registered globally would show up a second time on that server.
        self.tree.clear_commands(guild=None)
        await self.tree.sync()

    async def _load_emoji(self) -> None:
        """Give the games' displays our own emoji; the first process uploads those that Discord does not have.

        If Discord fails temporarily, the next tick tries again. A process that is not the first also tries again while
        the first one has not uploaded the emoji yet. If Discord refuses, the displays keep the Unicode emoji.
        """
        displays = self.app.games
        drawn = {name: display.words.signs for name, display in displays.items()}
        learned = await app_emoji.sync_app_emoji(self, self.app.renderer, drawn, upload=self._is_first_process)
        if learned is None:  # The next tick tries it again.
            return
        for name, ours in learned.items():
            displays[name].emoji = ours
        # The first process may not have uploaded them yet.
        self._emoji_pending = not learned and not self._is_first_process

    async def close(self) -> None:
        """Stop the clock, finish running requests and deliveries, disconnect from Discord, and close the database.

        Work under way is awaited for up to 10 s, and no new work begins. A last heartbeat is written, and the renderer
        is closed. The database is closed even if something before fails.
        """
        self.clock.cancel()
        self.look_for_requests.cancel()
        try:
            await self.services.finish()
            self.app.renderer.close()
            await super().close()
        finally:
            await self.services.db.close()

    @tasks.loop(seconds=TICK_INTERVAL_S)
    async def clock(self) -> None:
        """Run the periodic work: fire due timers, close the tables of servers that removed the bot, load missing emoji.

        discord.py calls this every `TICK_INTERVAL_S` seconds. It also touches the alive file if the bot is connected.
        Errors are logged and do not stop later ticks.
        """
        if self._emoji_pending:
            self.services.background.start("emoji", 0, self._load_emoji)
        try:
            with self.services.outage.suppress("a tick of the clock"):
                await timers.tick(self.services)
                await self._close_tables_of_left_servers()
        except Exception:
            log.exception("a tick of the clock failed")
        try:
            if self._alive_file and self.connected:
                self._alive_file.touch()
        except OSError as problem:
            log.error("KONTOR_ALIVE cannot be touched: %s", problem)

    @tasks.loop(seconds=LOOK_INTERVAL_S)
    async def look_for_requests(self) -> None:
        """Start to handle forwarded requests of other processes whose notification we missed. Runs periodically."""
        self.peers.look_for_requests()

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log the error that an event's handler raised; record an error of the database as an outage instead."""
        problem = sys.exception()
        if isinstance(problem, DATABASE_ERRORS):
            self.services.outage.note(event_method, problem)
        else:
            await super().on_error(event_method, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer every click on a button or select, and every form. Slash commands come through the command tree."""
        if interaction.type is discord.InteractionType.component:
            await self.dispatcher.click(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.dispatcher.submit(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that has added the bot, and retry the messages that could not be sent to its blocked channels.

        If the server had removed the bot before, the messages about its tables are updated first, to show that these
        tables were closed. Blocked channels are retried at most once a minute.
        """
        self._servers_left.discard(guild.id)
        await server.welcome(guild)
        await show_closed_tables(self.services, guild.id)
        await outbox.try_again(self.services, guild.id, changed=True)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that has removed the bot. What fails is tried again with every tick."""
        self._servers_left.add(guild.id)
        await self._close_tables_of_left_servers()

    async def _close_tables_of_left_servers(self) -> None:
        """Close the tables of the servers in `_servers_left`; remove each server from there once that has worked."""
        for left in tuple(self._servers_left):
            with self.services.outage.suppress(f"closing the tables of server={left}"):
                await close_all_of_server(self.services, left)
                self._servers_left.discard(left)

    async def on_shard_ready(self, shard: int) -> None:
        """Note that a shard is connected, and start to look for servers that removed the bot while it was away."""
        await super().on_shard_ready(shard)
        self.services.background.start("servers", shard, partial(self._find_servers_left, shard))

    async def _find_servers_left(self, shard: int) -> None:
        """Close the tables of a shard's servers that removed the bot while it was offline.

        If Discord cannot be asked about a server, that is logged and its tables stay open. Afterwards, on all servers
        of the partition that have the bot, messages are updated that do not show yet that their table was closed.
        """
        for used in await servers_in_use(self.services):
            if (used >> 22) % (self.shard_count or 1) != shard:
                continue
            try:
                if await self.guild_cache.has_removed_us(used):
                    log.info("server=%d removed the bot while it was away", used)
                    await close_all_of_server(self.services, used)
            except SEND_ERRORS as problem:
                log.warning("server=%d membership cannot be checked: %s", used, problem)
        for left in await servers_with_unshown_closings(self.services):
            if self.get_guild(left):
                await show_closed_tables(self.services, left)

    async def on_guild_channel_update(self, before: object, after: discord.abc.GuildChannel) -> None:
        """Retry messages to this server's blocked channels: permissions may have changed. At most once a minute."""
        await outbox.try_again(self.services, after.guild.id, changed=True)

    async def on_thread_update(self, before: object, after: discord.Thread) -> None:
        """Retry messages to this server's blocked channels: a thread may be open again. At most once a minute."""
        await outbox.try_again(self.services, after.guild.id, changed=True)

    async def on_guild_role_update(self, before: object, after: discord.Role) -> None:
        """Retry messages to this server's blocked channels: the bot's role may allow more. At most once a minute."""
        await outbox.try_again(self.services, after.guild.id, changed=True)

    async def on_member_update(self, before: object, after: discord.Member) -> None:
        """Retry messages to this server's blocked channels if the changed member is the bot, which may have got a role.

        Blocked channels are retried at most once a minute.
        """
        if self.user and after.id == self.user.id:
            await outbox.try_again(self.services, after.guild.id, changed=True)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Retry messages to blocked channels of a server that is available again. At most once a minute."""
        await outbox.try_again(self.services, guild.id, changed=True)

    async def on_channel_gone(self, server: int, channel: int) -> None:
        """Tell the hosts of the open tables of a deleted channel how to move them. `GuildCache` sends this event."""
        await relocation.note_channel_deleted(self.services, server, channel)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Let the table of a deleted thread go on in its channel; tell the host of a private table how to move it."""
        await relocation.note_thread_deleted(self.services, payload.guild_id, payload.thread_id)

    async def _command_failed(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """Log a command that discord.py could not run, and tell the person that it was not understood."""
        command = interaction.command and interaction.command.qualified_name
        if isinstance(error, app_commands.TransformerError):
            # The value itself is not logged: it may name a person.
            log.info("command=%s option=%s not understood", command, error.type.name)
        else:
            log.error("command=%s failed", command, exc_info=error)
        await self.dispatcher.command(interaction, Target("failed"), _explain_failed_command)


async def _explain_failed_command(request: Request) -> Panel:
    """Return the panel that says that a command could not be understood. An action."""
    return says(request.words.say("I don't understand that command. `/help` shows what you can do."))
