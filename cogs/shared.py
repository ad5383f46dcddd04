"""The commands that belong to no single game: finding tables, rules, settings, help, setting up a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs import lists, server, settings
from cogs.attend import attend
from cogs.commands import LANGUAGE_CHOICES, L, my_tables, server_tables, table_option
from cogs.panel import Button, Panel, Target, Text, rows
from cogs.translate import words_for
from cogs.visit import Action, Visit
from rules import GAMES
from tables import reading, seats
from tables.errors import Declined
from words import rulebook
from words.language import name
from words.refusals import TITLES

if TYPE_CHECKING:
    from cogs.kontor import Kontor

    Interaction = discord.Interaction[Kontor]
else:
    Interaction = discord.Interaction

GAME_CHOICES = [app_commands.Choice(name=TITLES[game], value=game) for game in GAMES]


async def help_(visit: Visit) -> Panel:
    """Show the way."""
    words = visit.words
    lines = words.say(
        "## Kontor: board games, a move at a time\n"
        "**Play** · `/visby new`, `/riga new` or `/haithabu new` opens a table. Others press *Join*, "
        "computers fill empty seats, *Start* begins the game.\n"
        "**Your turn** · You are pinged in the table's thread. Press *Play*: the menu shows only what is allowed.\n"
        "**Find** · `/tables` shows what waits for you, `/watch` all tables of this server.\n"
        "**Learn** · `/rules` explains each game by topic.\n"
        "**You** · `/settings show`: language, direct messages, *Forget me*.\n"
        "**Run a server?** · `/kontor setup` and `/kontor doctor`."
    )
    games = [
        Button(TITLES[game], Target("rules", arg=game), emoji="📖") for game in GAMES if rulebook.topics(game, "en")
    ]
    return Panel((Text(lines), *rows(games)))


class Shared(commands.Cog):
    """Everything that belongs to no single game."""

    table_group = app_commands.Group(name=L("table"), description=L("Seats and the end of a table"))
    settings_group = app_commands.Group(
        name=L("settings"), description=L("Your language, your messages, deleting your data")
    )
    kontor_group = app_commands.Group(name=L("kontor"), description=L("About this bot, and setting it up"))

    def __init__(self, bot: Kontor) -> None:
        self.bot = bot

    async def ask(self, interaction: Interaction, verb: str, table: int = 0, arg: str = "", *values: str) -> None:
        """Do what a command asks for."""
        await attend(Visit(interaction, Target(verb, table, arg=arg), values))

    @app_commands.command(name=L("tables"), description=L("Everything that waits for you"))
    async def tables(self, interaction: Interaction) -> None:
        """Everything that waits for you."""
        await self.ask(interaction, "tables")

    @app_commands.command(name=L("watch"), description=L("The open tables of this server"))
    async def watch(self, interaction: Interaction) -> None:
        """The open tables of this server."""
        await self.ask(interaction, "watch")

    @app_commands.command(name=L("results"), description=L("Who has won how often on this server"))
    @app_commands.rename(game=L("game"))
    @app_commands.describe(game=L("which game"))
    @app_commands.choices(game=GAME_CHOICES)
    async def results(self, interaction: Interaction, game: str = "") -> None:
        """Who has won how often on this server."""
        await self.ask(interaction, "results", arg=game)

    @app_commands.command(name=L("rules"), description=L("A game's rules, by topic"))
    @app_commands.rename(game=L("game"), topic=L("topic"))
    @app_commands.describe(game=L("which game"), topic=L("which topic"))
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(self, interaction: Interaction, game: str = "", topic: str = "") -> None:
        """Show a game's rules, by topic."""
        await self.ask(interaction, "rules", arg=f"{game}/{topic}"[:60])

    @rules.autocomplete("topic")
    async def _topics(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        words = words_for(interaction)
        game = interaction.namespace.game or await reading.game_in(self.bot.house, interaction.channel_id or 0)
        topics = rulebook.topics(game or next(iter(GAMES)), words.language)
        wanted = current.casefold()
        return [app_commands.Choice(name=t.title, value=t.key) for t in topics if wanted in t.title.casefold()][:25]

    @app_commands.command(name=L("help"), description=L("How this works"))
    async def help(self, interaction: Interaction) -> None:
        """How this works."""
        await self.ask(interaction, "help")

    @table_group.command(name=L("replace"), description=L("Give a seat to a computer or to another person"))
    @app_commands.rename(seat=L("seat"), person=L("person"))
    @app_commands.describe(seat=L("number of the seat"), person=L("who takes it; leave it out for a computer"))
    @table_option(my_tables)
    async def replace(
        self,
        interaction: Interaction,
        table: int,
        seat: app_commands.Range[int, 1, 6],
        person: discord.Member | discord.User | None = None,
    ) -> None:
        """Give a seat to a computer or to another person."""
        if person is None:
            await self.ask(interaction, "replace", table, str(seat - 1))
            return

        async def give(visit: Visit) -> Panel:
            if person.bot:
                raise Declined("no_bots")
            origin = await reading.origin(visit.house, table)
            if visit.server != origin.server or not isinstance(person, discord.Member):
                raise Declined("members_only", table=table)
            await seats.give_to_person(
                visit.house,
                table,
                visit.person_id,
                seat - 1,
                person.id,
                person.display_name,
                admin_of=visit.admin_of,
            )
            who = name(person.display_name)
            return Panel((Text(visit.words.say("{name} has the seat now and will be pinged.", name=who)),))

        await attend(Visit(interaction, Target("replace", table)), give)

    @table_group.command(name=L("back"), description=L("Take your seat back from the computer"))
    @table_option(my_tables)
    async def back(self, interaction: Interaction, table: int) -> None:
        """Take your seat back from the computer."""
        await self.ask(interaction, "back", table)

    @table_group.command(name=L("close"), description=L("Close a table without a result"))
    @table_option(server_tables)
    async def close(self, interaction: Interaction, table: int) -> None:
        """Close a table without a result."""
        await self.ask(interaction, "close", table)

    @settings_group.command(name=L("show"), description=L("Show and change your settings"))
    async def show(self, interaction: Interaction) -> None:
        """Show and change your settings."""
        await self.ask(interaction, "settings")

    @settings_group.command(name=L("language"), description=L("The language I speak with you"))
    @app_commands.rename(language=L("language"))
    @app_commands.describe(language=L("which language"))
    @app_commands.choices(language=[app_commands.Choice(name=L("same as Discord"), value="auto"), *LANGUAGE_CHOICES])
    async def language(self, interaction: Interaction, language: str) -> None:
        """Choose the language I speak with you."""
        await self.ask(interaction, "settings", 0, "language", language)

    @settings_group.command(name=L("messages"), description=L("Your hand by direct message, on or off"))
    @app_commands.rename(on=L("on"))
    @app_commands.describe(on=L("on or off"))
    async def messages(self, interaction: Interaction, on: bool) -> None:
        """Switch your hands by direct message on or off."""
        await self.ask(interaction, "settings", 0, "dms on" if on else "dms off")

    @settings_group.command(name=L("pictures"), description=L("Pictures of your hand, on or off (then words only)"))
    @app_commands.rename(on=L("on"))
    @app_commands.describe(on=L("on or off"))
    async def pictures(self, interaction: Interaction, on: bool) -> None:
        """Switch pictures of your hands on or off."""
        await self.ask(interaction, "settings", 0, "pictures on" if on else "pictures off")

    @settings_group.command(name=L("forget"), description=L("Remove your name and settings"))
    async def forget(self, interaction: Interaction) -> None:
        """Remove your name and settings."""
        await self.ask(interaction, "forget")

    @kontor_group.command(name=L("about"), description=L("What this is"))
    async def about(self, interaction: Interaction) -> None:
        """Say what this is."""
        await self.ask(interaction, "about")

    @kontor_group.command(name=L("doctor"), description=L("Is everything all right here? Names what is missing"))
    async def doctor(self, interaction: Interaction) -> None:
        """Name what is missing here."""
        await self.ask(interaction, "doctor")

    @kontor_group.command(name=L("setup"), description=L("Language and channels of this server"))
    @app_commands.rename(language=L("language"), channel=L("channel"), everywhere=L("everywhere"))
    @app_commands.describe(
        language=L("the language of new tables"),
        channel=L("allow tables only here; repeat for more channels"),
        everywhere=L("allow tables in every channel again"),
    )
    @app_commands.choices(language=LANGUAGE_CHOICES)
    async def setup(
        self,
        interaction: Interaction,
        language: str | None = None,
        channel: discord.TextChannel | None = None,
        everywhere: bool = False,
    ) -> None:
        """Set language and channels of this server."""
        facts = f"{language or ''}/{channel.id if channel else ''}/{'all' if everywhere else ''}"
        await self.ask(interaction, "setup", arg=facts)


ACTIONS: dict[str, Action] = {
    **lists.ACTIONS,
    **settings.ACTIONS,
    "help": help_,
    "about": server.about,
    "doctor": server.doctor,
    "setup": server.setup,
}
