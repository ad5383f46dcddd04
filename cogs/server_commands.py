"""`ServerCog`: the slash commands `/kontor …`. Each method only reads its options and runs an action."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.actions import server
from cogs.actions.openings import opening_actions
from cogs.messages.panel import Target
from cogs.messages.reader_language import L, languages_or
from cogs.requests import dates
from cogs.requests.autocomplete import allowed_channels, game_option
from cogs.requests.dispatch import Dispatcher
from cogs.requests.option_choices import CLOCK_CHOICES, WEEKDAY_CHOICES
from cogs.requests.request import Action
from tables.seating.table_settings import CLOCKS

Interaction = discord.Interaction[Any]


class ServerCog(commands.Cog):
    """The cog with the slash commands about the bot and its settings on a server."""

    kontor_group = app_commands.Group(name=L("kontor"), description=L("About this bot, and how to set it up"))

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    async def _ask(self, interaction: Interaction, verb: str, action: Action | None = None) -> None:
        """Answer a command by the action of the verb called `verb`, or by `action` if it is given."""
        await self.dispatcher.command(interaction, Target(verb), action)

    @kontor_group.command(name=L("about"), description=L("About this bot"))
    async def about(self, interaction: Interaction) -> None:
        """Answer `/kontor about`: show what this bot is, and what it stores about people."""
        await self._ask(interaction, "about")

    @kontor_group.command(name=L("doctor"), description=L("Check that I have everything I need here"))
    async def doctor(self, interaction: Interaction) -> None:
        """Answer `/kontor doctor`: show permissions and settings, and retry messages that could not be sent."""
        await self._ask(interaction, "doctor")

    @kontor_group.command(
        name=L("setup"), description=L("Language, channels, time zone, organisers and limits on this server")
    )
    @app_commands.rename(
        language=L("language"),
        channel=L("channel"),
        remove_channel=L("remove_channel"),
        everywhere=L("everywhere"),
        holidays=L("holidays"),
        organisers=L("organisers"),
        no_organisers=L("no_organisers"),
        tables_per_hour=L("tables_per_hour"),
        invitations_per_hour=L("invitations_per_hour"),
        threads_per_day=L("threads_per_day"),
        zone=L("zone"),
        ping_role=L("ping_role"),
        no_ping_role=L("no_ping_role"),
    )
    @app_commands.describe(
        language=L("the language of new tables"),
        channel=L("allow tables only here; repeat for more channels"),
        remove_channel=L("a channel where tables are no longer allowed"),
        everywhere=L("allow tables in every channel again"),
        holidays=L("days of holiday a year that stop the clocks at new tables; 0 for none"),
        organisers=L("a role whose members can start leagues and close or move tables they don't play at"),
        no_organisers=L("stop using a role for organisers"),
        tables_per_hour=L("how many tables a person may open in an hour"),
        invitations_per_hour=L("how many people a person may invite in an hour"),
        threads_per_day=L("how many threads a person's tables may open in a day"),
        zone=L("the time zone of this server's weekly tables: type a city, such as Berlin"),
        ping_role=L("a role to ping for new tables, at most once an hour"),
        no_ping_role=L("ping no role for new tables any more"),
    )
    @app_commands.choices(language=languages_or(L("chosen by whoever opens the table")))
    @app_commands.autocomplete(remove_channel=allowed_channels, zone=dates.complete_zone)
    async def setup(
        self,
        interaction: Interaction,
        language: str | None = None,
        channel: discord.TextChannel | None = None,
        remove_channel: str | None = None,
        everywhere: bool = False,
        holidays: app_commands.Range[int, 0, 366] | None = None,
        organisers: discord.Role | None = None,
        no_organisers: bool = False,
        tables_per_hour: app_commands.Range[int, 1, 1000] | None = None,
        invitations_per_hour: app_commands.Range[int, 1, 1000] | None = None,
        threads_per_day: app_commands.Range[int, 1, 1000] | None = None,
        zone: str | None = None,
        ping_role: discord.Role | None = None,
        no_ping_role: bool = False,
    ) -> None:
        """Answer `/kontor setup`, for server managers: change the settings of the server for which an option is given.

        An option that keeps its default changes nothing. The fields of `server.SetupOptions` explain what each option
        does.
        """
        wanted = server.SetupOptions(
            language,
            channel.id if channel else None,
            remove_channel,
            everywhere,
            holidays,
            organisers.id if organisers else None,
            no_organisers,
            tables_per_hour,
            invitations_per_hour,
            threads_per_day,
            zone,
            ping_role.id if ping_role else None,
            no_ping_role,
        )
        await self._ask(interaction, "setup", action=partial(server.setup, wanted=wanted))

    @kontor_group.command(
        name=L("trail"), description=L("What server managers and organisers have done here; only they can see it")
    )
    async def trail(self, interaction: Interaction) -> None:
        """Answer `/kontor trail`: show what managers and organisers did on this server, newest first."""
        await self._ask(interaction, "trail")

    @kontor_group.command(name=L("openings"), description=L("Tables that open by themselves every week"))
    async def openings(self, interaction: Interaction) -> None:
        """Answer `/kontor openings`, for organisers: list the recurring openings of this server."""
        await self._ask(interaction, "openings")

    @kontor_group.command(name=L("add-opening"), description=L("Let a table open by itself every week; for organisers"))
    @app_commands.rename(weekday=L("weekday"), time=L("time"), seats=L("seats"), channel=L("channel"), clock=L("clock"))
    @app_commands.describe(
        weekday=L("the day of the week"),
        time=L("the time of day in this server's time zone, such as 18:00"),
        seats=L("how many can play"),
        channel=L("where it opens; here unless you say otherwise"),
        clock=L("how much time players have"),
    )
    @app_commands.choices(weekday=WEEKDAY_CHOICES)
    @app_commands.choices(clock=CLOCK_CHOICES)
    @app_commands.autocomplete(time=dates.complete_time)
    @game_option
    async def add_opening(
        self,
        interaction: Interaction,
        game: str,
        weekday: int,
        time: str,
        seats: app_commands.Range[int, 1, 10] | None = None,
        channel: discord.TextChannel | None = None,
        clock: str = next(iter(CLOCKS)),
    ) -> None:
        """Answer `/kontor add-opening`, for organisers: let a table of this kind open every week.

        `weekday` 0 is Monday, `time` is as typed, and `clock` is a key of `CLOCKS`. Without `seats` the table has the
        game's usual number of seats, without `channel` it opens in this channel.
        """
        place = channel.id if channel else None
        action = partial(
            opening_actions.add, game=game, seats=seats, weekday=weekday, time=time, channel=place, clock=clock
        )
        await self._ask(interaction, "openings", action=action)
