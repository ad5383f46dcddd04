"""The commands that belong to no single game: finding tables, rules, settings, help, setting up a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from cogs import server
from cogs.attend import attend
from cogs.commands import LANGUAGE_CHOICES, L, my_tables, server_tables, table_option
from cogs.panel import MOST_COMPONENTS, Button, Link, Option, Panel, Part, Row, Select, Target, Text, rows
from cogs.visit import Action, Visit, words_for
from rules import GAMES
from tables import persons, reading, seats
from tables.errors import Declined
from tables.table import Look, Table
from words import LANGUAGES, Words, rulebook
from words import tables as said
from words.language import name
from words.refusals import TITLES

if TYPE_CHECKING:
    from cogs.kontor import Kontor

    Interaction = discord.Interaction[Kontor]
else:
    Interaction = discord.Interaction

GAME_CHOICES = [app_commands.Choice(name=TITLES[game], value=game) for game in GAMES]
_SHOWN = 10
"""So many tables stand in the list of a server."""
_ROOM = MOST_COMPONENTS - 4
"""So many components a list of one's own tables may have, besides the box, the head, the rest's number and a hint."""


def link_to(table: Table) -> str:
    """Return the address of a table."""
    return f"https://discord.com/channels/{table.row.server}/{table.place}"


async def tables_of_mine(visit: Visit) -> Panel:
    """List all tables of a person, those that wait for them first."""
    words = visit.words
    looks = await reading.mine(visit.house, visit.person_id)
    if not looks:
        return Panel(
            (Text(words.say("You sit at no table. `/help` shows how to open one, `/watch` lists those you can join.")),)
        )
    waiting = sum(look.owes is not None for look in looks)
    head = words.many("{n} table waits for you.", "{n} tables wait for you.", waiting)
    parts: list[Part] = [Text(head if waiting else words.say("Nothing waits for you. Your tables:"))]
    room = _ROOM
    for number, look in enumerate(looks):
        buttons = _buttons(look, words)
        room -= 2 + len(buttons)
        if room < 0:
            parts.append(Text(_more(words, len(looks) - number)))
            break
        parts += [Text(_line(look, words, visit)), Row(buttons)]
    return Panel(tuple(parts))


def _more(words: Words, count: int) -> str:
    return words.say("… and {n} more.", n=count)


def _line(look: Look, words: Words, visit: Visit) -> str:
    row = look.table.row
    title = f"**{said.title(words, row.game, row.id)}**"
    if row.status == "lobby":
        return f"{title} · {said.lobby_state(words, row.status, row.size - len(look.table.seats))}"
    if look.owes:
        return f"👉 {title}: {visit.bot.faces[row.game].asked(words, look.owes)}"
    names = [name(look.table.seats[seat].name) for seat in look.table.owed]
    return f"{title} · " + words.say("waiting for {names}", names=words.both(names))


def _buttons(look: Look, words: Words) -> tuple[Button | Link, ...]:
    there = Link(words.say("Go there"), link_to(look.table))
    if not look.owes:
        return (there,)
    return (Button(words.say("Play"), Target("play", look.table.id), "primary"), there)


async def watch(visit: Visit) -> Panel:
    """List the open tables of this server."""
    words = visit.words
    tables = [table for table in await reading.open_in(visit.house, visit.server, 100) if visit.knows(table)]
    if not tables:
        return Panel((Text(words.say("No table is open on this server. `/help` shows how to open one.")),))
    lines = []
    for table in tables[:_SHOWN]:
        row = table.row
        who = ", ".join(said.person(words, seat.name, seat.person, seat.computer) for seat in table.seats)
        state = words.say("being played")
        if row.status == "lobby":
            state = said.lobby_state(words, row.status, row.size - len(table.seats))
        lines.append(f"[{said.title(words, row.game, row.id)}](<{link_to(table)}>) · {state}\n-# {who}")
    buttons = [
        Button(words.say("Join #{table}", table=table.id), Target("join", table.id))
        for table in tables[:_SHOWN]
        if table.row.status == "lobby" and len(table.seats) < table.row.size
    ]
    left = await reading.count_open(visit.house, visit.server) - len(lines)
    if left > 0:
        lines.append(_more(words, left))
    return Panel((Text("\n".join(lines)), *rows(buttons)))


async def results(visit: Visit) -> Panel:
    """Show who has won how often, and the latest games."""
    words = visit.words
    game = visit.arg if visit.arg in GAMES else next(iter(GAMES))
    standings = await reading.standings(visit.house, visit.server, game)
    if not standings:
        return Panel((Text(words.say("No game of {game} has been finished here yet.", game=TITLES[game])),))
    lines = [
        words.say("**{name}** · {wins} of {games} won", name=name(who), wins=wins, games=games)
        for who, games, wins in standings
    ]
    latest = [
        f"#{row.id} · " + ", ".join(f"{result.place}. {name(result.name)} ({result.score})" for result in places)
        for row, places in await reading.finished_in(visit.house, visit.server, game, 25)
        if visit.sees(row.server, row.channel)
    ][:5]
    head = words.say("## {game}: results on this server", game=TITLES[game])
    return Panel((Text("\n".join([head, *lines])), Text("\n".join(["-# " + line for line in latest]))))


async def settings(visit: Visit) -> Panel:
    """Show a person's settings, and change the one that was pressed."""
    words, person = visit.words, visit.person
    assert person is not None
    if visit.arg in ("dms on", "dms off"):
        person = msgspec.structs.replace(person, dms=visit.arg == "dms on")
    elif visit.arg in ("pictures on", "pictures off"):
        person = msgspec.structs.replace(person, pictures=visit.arg == "pictures on")
    elif visit.arg == "language" and visit.values:
        person = msgspec.structs.replace(person, language=visit.values[0] if visit.values[0] in LANGUAGES else None)
    if person != visit.person:
        await persons.save(visit.house, person)
        await visit.meet()
        words = visit.words
    options = (
        Option(words.say("Same as Discord"), "auto", chosen=person.language is None),
        *(Option(own, code, chosen=person.language == code) for code, own in LANGUAGES.items()),
    )
    facts = {
        "dms": words.say("on") if person.dms else words.say("off"),
        "pictures": words.say("on") if person.pictures else words.say("off"),
    }
    switch = words.say("Turn hand by direct message off") if person.dms else words.say("Turn hand by direct message on")
    return Panel(
        (
            Text(
                words.say(
                    "## Your settings\nLanguage below · Hand by direct message: **{dms}** · "
                    "Pictures of your hand: **{pictures}**",
                    **facts,
                )
            ),
            Select(Target("settings", arg="language"), words.say("Language"), options),
            Row(
                (
                    Button(switch, Target("settings", arg="dms off" if person.dms else "dms on")),
                    Button(
                        words.say("Words only, please") if person.pictures else words.say("Show me pictures"),
                        Target("settings", arg="pictures off" if person.pictures else "pictures on"),
                    ),
                    Button(words.say("Forget me"), Target("forget"), "danger"),
                )
            ),
        )
    )


async def forget(visit: Visit) -> Panel:
    """Ask once, then remove a person's name and settings."""
    words = visit.words
    if visit.arg != "yes":
        question = words.say(
            "I would remove your name and your settings. Computers would take your seats at running tables, "
            "and finished games would keep their scores without your name. This cannot be undone."
        )
        return Panel(
            (Text(question), Row((Button(words.say("Yes, forget me"), Target("forget", arg="yes"), "danger"),)))
        )
    await seats.forget(visit.house, visit.person_id)
    visit.person = None
    return Panel((Text(words.say("Done. I have forgotten you. You are welcome to come back at any time.")),))


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
    async def results(self, interaction: Interaction, game: str = "visby") -> None:
        """Who has won how often on this server."""
        await self.ask(interaction, "results", arg=game)

    @app_commands.command(name=L("rules"), description=L("A game's rules, by topic"))
    @app_commands.rename(game=L("game"), topic=L("topic"))
    @app_commands.describe(game=L("which game"), topic=L("which topic"))
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(self, interaction: Interaction, game: str = "visby", topic: str = "") -> None:
        """Show a game's rules, by topic."""
        await self.ask(interaction, "rules", arg=f"{game}/{topic}"[:60])

    @rules.autocomplete("topic")
    async def _topics(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        words = words_for(interaction)
        topics = rulebook.topics(interaction.namespace.game or "visby", words.language)
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
    "tables": tables_of_mine,
    "watch": watch,
    "results": results,
    "settings": settings,
    "forget": forget,
    "help": help_,
    "about": server.about,
    "doctor": server.doctor,
    "setup": server.setup,
}
