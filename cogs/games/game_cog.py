"""`GameCog`, the slash commands that every game has, and `GameOnDiscord`, the declaration of a game's package."""

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

_MAX_TYPED_CHARS = 400
"""Characters of a typed move that are read."""


class GameCog(commands.GroupCog):
    """The slash commands of one game; each game derives a class that adds its own commands.

    The bot makes one instance for each game. `game` is the game's key, as in `rules.GAMES`. The command `learn` is
    removed if the game has no lesson, and `analyse` if it has no trained evaluation. Most commands run the same action
    as the button with the same verb. Where a command has the option `table`, it is the number of a table; without it,
    `lookup.find` chooses the table. Derived classes call `ask` (run an action), `play_typed` (make a typed move) and
    `open` (open a table).
    """

    game: ClassVar[str]

    def __init__(self, dispatcher: Dispatcher) -> None:
        """Remove `learn` from a game without a lesson, and `analyse` from one without a trained evaluation.

        All commands are answered by `dispatcher`.
        """
        self.dispatcher = dispatcher
        if isinstance(self.app_command, app_commands.Group):
            if self.game not in LESSONS:
                self.app_command.remove_command("learn")
            if not has_model(self.game):
                self.app_command.remove_command("analyse")

    async def ask(
        self, interaction: Interaction, verb: str, table: int | None, arg: str = "", action: Action | None = None
    ) -> None:
        """Run an action in answer to a slash command: `action`, or if that is None the action of `verb`.

        `table` is the table's number. If it is None, `lookup.find` chooses it by the verb's scope: usually the table of
        this channel or, without one, the person's only table. If none or several fit, the person reads that. `arg` is
        the action's argument.
        """
        await self.dispatcher.command(interaction, Target(verb, table or 0, arg=arg), action, self.game)

    async def play_typed(
        self, interaction: Interaction, table: int | None, what: str | None, verb: str = "move"
    ) -> None:
        """Run the action of `verb` with the typed text `what` as argument; if `what` is None, show the person's menu.

        By default the action makes the typed move. The text is stripped and cut to `_MAX_TYPED_CHARS`. For `table` see
        `ask`.
        """
        if what is None:
            await self.ask(interaction, "play", table)
        else:
            await self.ask(interaction, verb, table, what.strip()[:_MAX_TYPED_CHARS])

    async def open(self, interaction: Interaction, wanted: WantedTable, options: Mapping[str, int]) -> None:
        """Open a new table of this game for the person, with the common options `wanted` and the game's own `options`.

        The person becomes its host. The answer to the command is the lobby's message, which everybody sees, except for
        a private table or one that starts at once (see `open_table`).
        """
        action = partial(open_table, game=self.game, chosen=wanted, options=options)
        await self.dispatcher.command(interaction, Target("new"), action)

    @app_commands.command(name=L("learn"), description=L("Learn the game by playing it; only you can see it"))
    async def learn(self, interaction: Interaction) -> None:
        """Begin the person's lesson of this game, or continue an open one, in an ephemeral message."""
        await self.dispatcher.command(interaction, Target("learn", arg=self.game))

    @app_commands.command(name=L("join"), description=L("Take a seat at a table"))
    @table_option(open_lobbies)
    async def join(self, interaction: Interaction, table: int | None = None) -> None:
        """Give the person a seat at a table that has not started. Without `table` it is this channel's only lobby."""
        await self.ask(interaction, "join", table)

    @app_commands.command(name=L("leave"), description=L("Leave a table that hasn't started yet"))
    @table_option(my_tables)
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:
        """Give up the person's seat in a lobby; if no other person has a seat there, the table is closed.

        For `table` see `ask`.
        """
        await self.ask(interaction, "leave", table)

    @app_commands.command(name=L("computer"), description=L("Add or remove a computer player"))
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
        """Add a computer player to a lobby (`what` 1), or remove the one that was added last (`what` -1).

        Only people with a seat in the lobby may do so. `level` is the key of how well computers play; it becomes the
        table's level. "" leaves the table's level as it is. For `table` see `ask`.
        """
        action = partial(change_computers, change_by=what, wanted=level) if level else None
        await self.ask(interaction, "computer", table, str(what), action)

    @app_commands.command(name=L("allow_hints"), description=L("Turn hints at your table on or off"))
    @app_commands.rename(allowed=L("allowed"))
    @app_commands.describe(allowed=L("whether players can ask for hints"))
    @table_option(my_tables)
    async def allow_hints(self, interaction: Interaction, allowed: bool = True, table: int | None = None) -> None:
        """Allow or forbid hints at a table that has not started, which only its host may. For `table` see `ask`."""
        await self.ask(interaction, "allow_hints", table, str(int(allowed)))

    @app_commands.command(name=L("hint"), description=L("Get suggestions for your next move"))
    @table_option(my_tables)
    async def hint(self, interaction: Interaction, table: int | None = None) -> None:
        """Show what the strongest computer player advises in the person's current decision, if the table allows hints.

        For `table` see `ask`.
        """
        await self.ask(interaction, "hint", table)

    @app_commands.command(name=L("start"), description=L("Start the game"))
    @table_option(my_tables)
    async def start(self, interaction: Interaction, table: int | None = None) -> None:
        """Start the game of a lobby, and show the person's menu.

        The host may do so at any time. Other people with a seat in the lobby may do so from a day after the table was
        opened. For `table` see `ask`.
        """
        await self.ask(interaction, "start", table)

    @app_commands.command(name=L("cancel"), description=L("Cancel a table that hasn't started yet"))
    @table_option(my_tables)
    async def cancel(self, interaction: Interaction, table: int | None = None) -> None:
        """Close a table that has not started; if other people have seats there, ask for a confirmation first.

        Only its host and server managers may. For `table` see `ask`.
        """
        await self.ask(interaction, "cancel", table)

    @app_commands.command(name=L("hand"), description=L("Show your hand; only you can see it"))
    @table_option(my_tables)
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:
        """Show the person's hand in an ephemeral message. For `table` see `ask`."""
        await self.ask(interaction, "hand", table)

    @app_commands.command(name=L("board"), description=L("Show the board; only you can see it"))
    @table_option(server_tables)
    async def board(self, interaction: Interaction, table: int | None = None) -> None:
        """Show the board, as a spectator sees it, in an ephemeral message. For `table` see `ask`."""
        await self.ask(interaction, "board", table)

    @app_commands.command(name=L("score"), description=L("Show everybody's score as if the game ended now"))
    @table_option(server_tables)
    async def score(self, interaction: Interaction, table: int | None = None) -> None:
        """Show what each seat would score if the game ended now; for a finished game, the final scores.

        Points that the person cannot know yet are left out. For `table` see `ask`.
        """
        await self.ask(interaction, "score", table)

    @app_commands.command(name=L("log"), description=L("Show what has happened so far"))
    @table_option(server_tables)
    async def log(self, interaction: Interaction, table: int | None = None) -> None:
        """Show the newest page of the game's log, with buttons to older pages. For `table` see `ask`."""
        await self.ask(interaction, "log", table)

    @app_commands.command(name=L("undo"), description=L("Undo your last move, as long as nothing has been revealed"))
    @table_option(my_tables)
    async def undo(self, interaction: Interaction, table: int | None = None) -> None:
        """Take the person's last move back, if it has revealed nothing, and show their menu. For `table` see `ask`."""
        await self.ask(interaction, "undo", table)

    @app_commands.command(name=L("resign"), description=L("Leave your seat to a computer; you can come back"))
    @table_option(my_tables)
    async def resign(self, interaction: Interaction, table: int | None = None) -> None:
        """Ask for a confirmation, and then leave the person's seat in a running game to a computer.

        The person may take it back later. If nobody else plays there, the table is closed instead. For `table` see
        `ask`.
        """
        await self.ask(interaction, "resign", table)

    @app_commands.command(name=L("rematch"), description=L("Ask for a rematch of a finished game"))
    @table_option(finished_tables)
    async def rematch(self, interaction: Interaction, table: int | None = None) -> None:
        """Open a rematch of a game that is over and invite the others; if it is open already, give the person a seat.

        Without `table` it is the table of this channel or thread, else the latest one that the person finished.
        """
        await self.ask(interaction, "rematch", table)

    @app_commands.command(name=L("replay"), description=L("Replay a game step by step; only you can see it"))
    @table_option(replayable_tables)
    async def replay(self, interaction: Interaction, table: int | None = None) -> None:
        """Show a game step by step in an ephemeral message.

        Without `table` it is the table of this channel or thread. If there is none, it is the latest table that the
        person finished, or, if they have finished none, the only running table at which they have a seat.
        """
        await self.ask(interaction, "replay", table)

    @app_commands.command(
        name=L("analyse"), description=L("See your best and worst decisions in a finished game; only you can see them")
    )
    @table_option(finished_tables)
    async def analyse(self, interaction: Interaction, table: int | None = None) -> None:
        """Show the turning points of a finished game in an ephemeral message.

        Without `table` it is the table of this channel or thread, else the latest one that the person finished.
        """
        await self.ask(interaction, "analyse", table)

    @app_commands.command(
        name=L("record"), description=L("Get a finished game as a text file: seed, options and moves")
    )
    @table_option(finished_tables)
    async def record(self, interaction: Interaction, table: int | None = None) -> None:
        """Send a finished game as a text file: seed, options, moves.

        Without `table` it is the table of this channel or thread, else the latest one that the person finished.
        """
        await self.ask(interaction, "record", table)


class GameOnDiscord(msgspec.Struct, frozen=True):
    """The declaration of a game for Discord: the classes of its cog and of its display, and its own verbs.

    Each game's package makes one and names it `GAME`.
    """

    cog: type[GameCog]
    display: type[GameDisplay]
    verbs: Sequence[Verb] = ()
    """The verbs of the game's own buttons and commands."""

    @property
    def name(self) -> str:
        """The game's key, as in `rules.GAMES`."""
        return self.display.game
