"""`LeagueCog`: the slash commands `/league …`. Each method only reads its options and runs an action."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.actions.leagues import league_setup
from cogs.messages.panel import Target
from cogs.messages.reader_language import L
from cogs.requests import dates
from cogs.requests.autocomplete import MAX_CHOICES, game_option
from cogs.requests.dispatch import Dispatcher
from cogs.requests.request import Action
from cogs.requests.requester import Requester
from tables.leagues import season_lookup

Interaction = discord.Interaction[Any]


async def leagues_here(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """Return the choices for an option that takes a season: the open seasons of this server, newest first.

    Only seasons whose channel the person can see and whose name contains the typed text `current` are offered. The
    value of a choice is the season's id.
    """
    requester = Requester(interaction)
    rows = await season_lookup.open_seasons(requester.services, requester.server)
    names = {row.id: f"{row.name} · {row.number}" for row in rows if requester.sees_channel(row.server, row.channel)}
    found = [(name, number) for number, name in names.items() if current.casefold() in name.casefold()]
    return [app_commands.Choice(name=name, value=number) for name, number in found[:MAX_CHOICES]]


class LeagueCog(commands.Cog):
    """The cog with the slash commands about leagues."""

    league_group = app_commands.Group(name=L("league"), description=L("Leagues and cups: seasons that run themselves"))

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    async def _ask(self, interaction: Interaction, verb: str, season: int = 0, action: Action | None = None) -> None:
        """Answer a command by the action of the verb called `verb`, or by `action`; `season` is an id, 0 for none."""
        await self.dispatcher.command(interaction, Target(verb, arg=str(season)), action)

    @league_group.command(name=L("new"), description=L("Set up a league or a cup; for organisers"))
    @app_commands.rename(name=L("name"), starts=L("starts"), ends=L("ends"), players=L("players"))
    @app_commands.describe(
        name=L("its name"),
        starts=L("the day it starts; a week from now unless you say otherwise"),
        ends=L("the day it ends"),
        players=L("the maximum number of players; leave it out for no limit"),
    )
    @app_commands.autocomplete(starts=dates.complete_day, ends=dates.complete_day)
    @game_option
    async def new(
        self,
        interaction: Interaction,
        game: str,
        name: app_commands.Range[str, 1, 60] = "",
        starts: str = "",
        ends: str = "",
        players: app_commands.Range[int, 2, 200] | None = None,
    ) -> None:
        """Answer `/league new`: show a preview of a new season of a league or cup; it can be changed and announced.

        `game` is the game's key. `starts` and `ends` are days as typed; "" uses the default. `players` is the maximum
        number of players; None for no limit.
        """
        action = partial(league_setup.new, game=game, name=name, starts=starts, ends=ends, players=players or 0)
        await self._ask(interaction, "league_new", action=action)

    @league_group.command(name=L("standings"), description=L("The standings of a league"))
    @app_commands.rename(league=L("league"))
    @app_commands.describe(league=L("which league; leave it out for the one being played"))
    @app_commands.autocomplete(league=leagues_here)
    async def standings(self, interaction: Interaction, league: int = 0) -> None:
        """Answer `/league standings`: show the standings of a season, 0 for the one being played, else the latest."""
        await self._ask(interaction, "league_standings", league)

    @league_group.command(name=L("schedule"), description=L("Who plays whom in a league, with links to the tables"))
    @app_commands.rename(league=L("league"))
    @app_commands.describe(league=L("which league; leave it out for the one being played"))
    @app_commands.autocomplete(league=leagues_here)
    async def schedule(self, interaction: Interaction, league: int = 0) -> None:
        """Answer `/league schedule`: show the tables of a season, 0 for the one being played, else the latest."""
        await self._ask(interaction, "league_schedule", league)

    @league_group.command(name=L("mine"), description=L("Your leagues and your tables in them"))
    async def mine(self, interaction: Interaction) -> None:
        """Answer `/league mine`: show the person's seasons and tables on this server."""
        await self._ask(interaction, "league_mine")

    @league_group.command(name=L("history"), description=L("Past seasons and their champions"))
    async def history(self, interaction: Interaction) -> None:
        """Answer `/league history`: show the seasons of this server that are over."""
        await self._ask(interaction, "league_history")

    @league_group.command(name=L("manage"), description=L("Start, extend or call off a league; for organisers"))
    async def manage(self, interaction: Interaction) -> None:
        """Answer `/league manage`: show what can be done with the open seasons of this server."""
        await self._ask(interaction, "league_manage")
