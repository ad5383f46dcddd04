"""What every game brings to Discord: its commands (those all games have stand here), its looks, its own actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from cogs.actions.lobby_actions import WantedTable, change_computers, open_table
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import Target
from cogs.messages.reader_language import L
from cogs.requests.autocomplete import (
    finished_tables,
    level_option,
    my_tables,
    open_lobbies,
    replayable_tables,
    server_tables,
    table_option,
)
from cogs.requests.dispatch import Dispatcher
from cogs.requests.request import Action
from cogs.requests.verbs import Verb
from tables.coaching.analysis import has_model
from tables.thinking.lesson_guide import LESSONS

Interaction = discord.Interaction[Any]

_MOST_TYPED = 400


class GameCog(commands.GroupCog):
    """One game's slash commands. Each does what a button does, by the same action."""

    game: ClassVar[str]

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher
        if isinstance(self.app_command, app_commands.Group):
            if self.game not in LESSONS:
                self.app_command.remove_command("learn")
            if not has_model(self.game):
                self.app_command.remove_command("analyse")

    async def ask(
        self, interaction: Interaction, verb: str, table: int | None, arg: str = "", action: Action | None = None
    ) -> None:
        """Do what a command asks for; without a table it means the one that lives here, or the person's only one."""
        await self.dispatcher.command(interaction, Target(verb, table or 0, arg=arg), action, self.game)

    async def play_typed(
        self, interaction: Interaction, table: int | None, what: str | None, verb: str = "move"
    ) -> None:
        """Do what somebody has typed: make a move, unless another verb is named; show the menu if nothing was typed."""
        if what is None:
            await self.ask(interaction, "play", table)
        else:
            await self.ask(interaction, verb, table, what.strip()[:_MOST_TYPED])

    async def open(self, interaction: Interaction, wanted: WantedTable, options: Mapping[str, int]) -> None:
        """Open a table: the answer is its lobby, for everybody to see."""
        action = partial(open_table, game=self.game, chosen=wanted, options=options)
        await self.dispatcher.command(interaction, Target("new"), action)

    @app_commands.command(name=L("learn"), description=L("Learn the game by playing it; only you see it"))
    async def learn(self, interaction: Interaction) -> None:
        """Learn the game by playing it; only you see it."""
        await self.dispatcher.command(interaction, Target("learn", arg=self.game))

    @app_commands.command(name=L("join"), description=L("Take a seat at a table"))
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
    @level_option
    @app_commands.choices(
        what=[app_commands.Choice(name=L("add"), value=1), app_commands.Choice(name=L("remove"), value=-1)]
    )
    @table_option(my_tables)
    async def computer(
        self, interaction: Interaction, what: int = 1, level: str = "", table: int | None = None
    ) -> None:
        """Add a computer player, or send one away."""
        action = partial(change_computers, change_by=what, wanted=level) if level else None
        await self.ask(interaction, "computer", table, str(what), action)

    @app_commands.command(name=L("allow_hints"), description=L("Say whether hints are allowed at your table"))
    @app_commands.rename(allowed=L("allowed"))
    @app_commands.describe(allowed=L("whether players may ask for hints"))
    @table_option(my_tables)
    async def allow_hints(self, interaction: Interaction, allowed: bool = True, table: int | None = None) -> None:
        """Say whether hints are allowed at your table."""
        await self.ask(interaction, "allow_hints", table, str(int(allowed)))

    @app_commands.command(name=L("hint"), description=L("Ask what the alderman would do in your place"))
    @table_option(my_tables)
    async def hint(self, interaction: Interaction, table: int | None = None) -> None:
        """Ask what the alderman would do in your place."""
        await self.ask(interaction, "hint", table)

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

    @app_commands.command(name=L("score"), description=L("Show what everybody would score if the game ended now"))
    @table_option(server_tables)
    async def score(self, interaction: Interaction, table: int | None = None) -> None:
        """Show what everybody would score if the game ended now."""
        await self.ask(interaction, "score", table)

    @app_commands.command(name=L("log"), description=L("Show what has happened so far"))
    @table_option(server_tables)
    async def log(self, interaction: Interaction, table: int | None = None) -> None:
        """Tell what happened so far."""
        await self.ask(interaction, "log", table)

    @app_commands.command(
        name=L("undo"), description=L("Take back your last move, as long as nothing has been revealed")
    )
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

    @app_commands.command(name=L("replay"), description=L("Look at a game step by step; only you see it"))
    @table_option(replayable_tables)
    async def replay(self, interaction: Interaction, table: int | None = None) -> None:
        """Look at a game step by step; only you see it."""
        await self.ask(interaction, "replay", table)

    @app_commands.command(name=L("analyse"), description=L("See where a finished game turned; only you see it"))
    @table_option(finished_tables)
    async def analyse(self, interaction: Interaction, table: int | None = None) -> None:
        """See where a finished game turned; only you see it."""
        await self.ask(interaction, "analyse", table)

    @app_commands.command(name=L("record"), description=L("Get a finished game as a text file: seed, options, moves"))
    @table_option(finished_tables)
    async def record(self, interaction: Interaction, table: int | None = None) -> None:
        """Get a finished game as a text file: seed, options, moves."""
        await self.ask(interaction, "record", table)


class GameOnDiscord(msgspec.Struct, frozen=True):
    """A game's declaration in this room: everything that Discord needs of it."""

    cog: type[GameCog]
    display: type[GameDisplay]
    verbs: Sequence[Verb] = ()
    """The verbs of the game's own buttons and commands."""

    @property
    def name(self) -> str:
        """The game's name."""
        return self.display.game
