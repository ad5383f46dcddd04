"""The commands every game has. A game's own cog derives from this and adds what only it can do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import discord
from discord import app_commands
from discord.ext import commands

from cogs.attend import attend
from cogs.commands import L, finished_tables, my_tables, open_lobbies, server_tables, table_option
from cogs.face import Face
from cogs.lobby import post_lobby
from cogs.panel import Panel, Target
from cogs.server import allowed_here
from cogs.visit import Action, Visit
from tables import lobby, persons
from tables.errors import Declined
from tables.lobby import Wish

if TYPE_CHECKING:
    from cogs.kontor import Kontor

    Interaction = discord.Interaction[Kontor]
else:
    Interaction = discord.Interaction


class GameCog(commands.GroupCog):
    """One game's slash commands. Each does what a button does, by the same action."""

    game: ClassVar[str]
    face: ClassVar[Face]
    actions: ClassVar[Mapping[str, Action]] = {}

    def __init__(self, bot: Kontor) -> None:
        self.bot = bot
        bot.faces[self.game] = self.face
        bot.actions.update(self.actions)

    async def ask(self, interaction: Interaction, verb: str, table: int | None, arg: str = "") -> None:
        """Do what a command asks for; without a table it means the one that lives here, or the person's only one."""
        await attend(Visit(interaction, Target(verb, table or 0, arg=arg), game=self.game))

    async def open(self, interaction: Interaction, wish: Mapping[str, Any]) -> None:
        """Open a table: the answer is its lobby, for everybody to see."""

        async def open_it(visit: Visit) -> Panel | None:
            if not visit.server:
                raise Declined("only_in_server")
            allowed_here(visit)
            settings = await persons.server(visit.house, visit.server)
            language = wish["language"] or settings.language or visit.words.language
            table = await lobby.open_table(
                visit.house,
                visit.person_id,
                visit.name,
                Wish(
                    game=self.game,
                    size=wish["seats"],
                    computers=wish["computers"],
                    options=wish["options"],
                    pace=wish["pace"],
                    language=language,
                    server=visit.server,
                    channel=visit.channel,
                ),
            )
            return await post_lobby(visit, table)

        await attend(Visit(interaction, Target("new")), open_it)

    @app_commands.command(name=L("join"), description=L("Sit down at a table"))
    @table_option(open_lobbies)
    async def join(self, interaction: Interaction, table: int | None = None) -> None:
        """Sit down at a table."""
        await self.ask(interaction, "join", table)

    @app_commands.command(name=L("leave"), description=L("Leave a table that has not started"))
    @table_option(my_tables)
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:
        """Leave a table that has not started."""
        await self.ask(interaction, "leave", table)

    @app_commands.command(name=L("computer"), description=L("Add a computer player, or send one away"))
    @app_commands.rename(what=L("what"))
    @app_commands.describe(what=L("add or remove one"))
    @app_commands.choices(
        what=[app_commands.Choice(name=L("add"), value=1), app_commands.Choice(name=L("remove"), value=-1)]
    )
    @table_option(my_tables)
    async def computer(self, interaction: Interaction, what: int = 1, table: int | None = None) -> None:
        """Add a computer player, or send one away."""
        await self.ask(interaction, "computer", table, str(what))

    @app_commands.command(name=L("start"), description=L("Start the game"))
    @table_option(my_tables)
    async def start(self, interaction: Interaction, table: int | None = None) -> None:
        """Start the game."""
        await self.ask(interaction, "start", table)

    @app_commands.command(name=L("cancel"), description=L("Call off a table that has not started"))
    @table_option(my_tables)
    async def cancel(self, interaction: Interaction, table: int | None = None) -> None:
        """Call off a table that has not started."""
        await self.ask(interaction, "cancel", table)

    @app_commands.command(name=L("hand"), description=L("Show your hand; only you see it"))
    @table_option(my_tables)
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:
        """Show your hand; only you see it."""
        await self.ask(interaction, "hand", table)

    @app_commands.command(name=L("board"), description=L("Show the table; only you see this answer"))
    @table_option(server_tables)
    async def board(self, interaction: Interaction, table: int | None = None) -> None:
        """Show the table; only you see this answer."""
        await self.ask(interaction, "board", table)

    @app_commands.command(name=L("log"), description=L("Tell what happened so far"))
    @table_option(server_tables)
    async def log(self, interaction: Interaction, table: int | None = None) -> None:
        """Tell what happened so far."""
        await self.ask(interaction, "log", table)

    @app_commands.command(name=L("undo"), description=L("Take your latest move back, while nothing was revealed"))
    @table_option(my_tables)
    async def undo(self, interaction: Interaction, table: int | None = None) -> None:
        """Take your latest move back, while nothing was revealed."""
        await self.ask(interaction, "undo", table)

    @app_commands.command(name=L("resign"), description=L("Leave a running game to a computer; you can come back"))
    @table_option(my_tables)
    async def resign(self, interaction: Interaction, table: int | None = None) -> None:
        """Leave a running game to a computer; you can come back."""
        await self.ask(interaction, "resign", table)

    @app_commands.command(name=L("rematch"), description=L("Open a rematch of a finished game"))
    @table_option(finished_tables)
    async def rematch(self, interaction: Interaction, table: int | None = None) -> None:
        """Play a finished game again."""
        await self.ask(interaction, "rematch", table)

    @app_commands.command(name=L("replay"), description=L("Show a finished game as an animated picture"))
    @table_option(finished_tables)
    async def replay(self, interaction: Interaction, table: int | None = None) -> None:
        """Show a finished game as an animated picture."""
        await self.ask(interaction, "replay", table)
