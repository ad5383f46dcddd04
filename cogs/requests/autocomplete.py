"""Autocompletion of slash commands, and the options that several commands share: table, seat, game, level.

Functions with the parameters `interaction` and `current` are completions: discord.py calls them with the text typed so
far, and they return the choices to offer. A completion offers only what the person may see, and at most `MAX_CHOICES`
entries that contain the typed text; upper and lower case and umlauts make no difference. `…_option` functions declare
an option of a command.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from itertools import islice
from typing import Any, TypeVar

import aiohttp
import discord
from discord import app_commands

from cogs.messages.panel import MAX_OPTION_CHARS, shorten
from cogs.messages.reader_language import L, words_for
from cogs.requests.app import app_of
from cogs.requests.option_choices import LEVEL_CHOICES
from cogs.requests.request import parse_number
from cogs.requests.requester import Requester
from rules import GAMES
from tables.delivery.prompts import Seat
from tables.model.table import Look, Table
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.runtime import people as persons
from words import Words, rulebook
from words import table_text as table_words
from words.games import TITLES
from words.typed_names import normalized, spellings

MAX_CHOICES = 25
"""Discord takes no more choices for one option."""
_MAX_VALUE_CHARS = 100
"""Discord takes no longer value. Longer moves can still be chosen in the menu."""
_MAX_LABEL_CHARS = 100
_MAX_TABLES = 100
"""Tables of a server that are read to find those that match."""


def _is_our_error(record: logging.LogRecord) -> bool:
    """A logging filter: return False for an error of discord.py's command tree that is not the bot's fault.

    Such errors are a completion that came too late (404), an error of Discord's (5xx), and a broken connection. They
    are not logged.
    """
    problem = record.exc_info[1] if record.exc_info else None
    return not isinstance(problem, discord.NotFound | discord.DiscordServerError | aiohttp.ClientError)


logging.getLogger(app_commands.tree.__name__).addFilter(_is_our_error)


def _game_of(interaction: discord.Interaction[Any]) -> str | None:
    """Return the game whose command is being typed; None for a command that belongs to no game."""
    parent = getattr(interaction.command, "parent", None)
    return parent.name if parent is not None and parent.name in app_of(interaction).games else None


async def look_while_typing(interaction: discord.Interaction[Any]) -> Look | None:
    """Return the table that a half-typed command of a game is about, as the person sees it.

    That is the table in the command's option `table`, whatever its game. Without that option `lookup.find` chooses one
    with the scope `running`. None if no table fits, if several do, or if the person may not see it.
    """
    services = app_of(interaction).services
    try:
        table = interaction.namespace.table or await lookup.find(
            services, interaction.user.id, _game_of(interaction) or "", interaction.channel_id or 0, "running"
        )
        look = await lookup.look(services, int(table), interaction.user.id)
        return look if Requester(interaction).may_see(look.table) else None
    except (Declined, ValueError, TypeError):
        return None


async def my_tables(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the tables, in the lobby or in play, where the person has a seat; lessons are left out.

    Tables that wait for the person come first. A command of a game completes only with tables of that game. The value
    of a choice is the table's number.
    """
    services = app_of(interaction).services
    words = words_for(services, interaction)
    choices = []
    for look in await lookup.looks_of_person(services, interaction.user.id, _game_of(interaction)):
        row = look.table.row
        names = ", ".join(seat.name for seat in look.table.seats)
        waits = words.say(" · your turn") if look.owes else ""
        choices.append((f"{table_words.title(words, row.game, row.id)}{waits} · {names}"[:_MAX_LABEL_CHARS], row.id))
    return _filter_choices(choices, current)


async def tables_to_manage(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the person's own open tables; for a server manager, also with others of the server.

    These others are open tables that the manager may see; they come last. A command of a game completes only with
    tables of that game. The value of a choice is the table's number.
    """
    mine = await my_tables(interaction, current)
    requester = Requester(interaction)
    if not (await requester.authority()).runs(requester.server):
        return mine
    known = {choice.value for choice in mine}
    others = [choice for choice in await server_tables(interaction, current) if choice.value not in known]
    return [*mine, *others][:MAX_CHOICES]


async def open_lobbies(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the lobbies of this server that have a free seat and that the person may see, newest first.

    A command of a game completes only with tables of that game. The value of a choice is the table's number.
    """
    requester = Requester(interaction)
    words = requester.words
    tables = await lookup.open_in(
        requester.services, requester.server, requester.person_id, _MAX_TABLES, _game_of(interaction)
    )
    return _filter_choices(
        [
            (_table_label(words, table.row.game, table.id, [seat.name for seat in table.seats]), table.id)
            for table in tables
            if table.row.status == "lobby" and len(table.seats) < table.row.size and requester.may_see(table)
        ],
        current,
    )


async def finished_tables(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with this server's latest finished games of the command's game that the person may see, newest first.

    Only the latest 25 are searched. The value of a choice is the table's number. Empty for a command of no game.
    """
    requester = Requester(interaction)
    words = requester.words
    game = _game_of(interaction) or ""
    finished = await lookup.finished_in(requester.services, requester.server, game, requester.person_id, MAX_CHOICES)
    return _filter_choices(
        [
            (_table_label(words, row.game, row.id, [result.name for result in results]), row.id)
            for row, results in finished
            if row.private
            or requester.sees_channel(row.server, row.channel)
            or requester.person_id in [result.person for result in results]
        ],
        current,
    )


async def replayable_tables(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with this server's running games that the person may see, and then with its latest finished ones.

    A command of a game completes only with tables of that game. The value of a choice is the table's number.
    """
    requester = Requester(interaction)
    tables = await lookup.open_in(
        requester.services, requester.server, requester.person_id, _MAX_TABLES, _game_of(interaction)
    )
    running = [
        (_table_label(requester.words, table.row.game, table.id, [seat.name for seat in table.seats]), table.id)
        for table in tables
        if table.row.status == "playing" and requester.may_see(table)
    ]
    return [*_filter_choices(running, current), *await finished_tables(interaction, current)][:MAX_CHOICES]


async def server_tables(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the tables of this server, in the lobby or in play, that the person may see, newest first.

    A command of a game completes only with tables of that game. The value of a choice is the table's number.
    """
    requester = Requester(interaction)
    tables = await lookup.open_in(
        requester.services, requester.server, requester.person_id, _MAX_TABLES, _game_of(interaction)
    )
    return _filter_choices(_table_choices(requester, [table for table in tables if requester.may_see(table)]), current)


async def tables_to_close(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the server's open tables that the person may see, newest first; values are table numbers.

    For a server manager, private tables that they may not see come last: they may close these all the same.
    """
    requester = Requester(interaction)
    runs = (await requester.authority()).runs(requester.server)
    private = await lookup.private_in(requester.services, requester.server) if runs else []
    hidden = _table_choices(requester, [table for table in private if not requester.may_see(table)])
    return [*await server_tables(interaction, current), *_filter_choices(hidden, current)][:MAX_CHOICES]


def _table_choices(requester: Requester, tables: list[Table]) -> list[tuple[str, int]]:
    """Return the title and the number of each table, as input for `_filter_choices`."""
    return [(table_words.title(requester.words, table.row.game, table.id), table.id) for table in tables]


async def seats_there(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the seats of a running table.

    It is the table in the command's option `table`, else the only running table where the person has a seat. The value
    of a choice is the seat's number, counted from 1.
    """
    return await _seat_choices(interaction, current, lambda table, seat: True)


async def seats_on_offer(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the seats of a running table that are on offer, whether to everybody or to one person.

    It is the table in the command's option `table`, else the only running table where the person has a seat. The value
    of a choice is the seat's number, counted from 1.
    """
    return await _seat_choices(interaction, current, lambda table, seat: seat.offered_at > 0)


async def seats_to_take(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the seats of a running table that are offered to this person, by name or to everybody.

    It is the table in the command's option `table`, else the only running table where the person has a seat. The value
    of a choice is the seat's number, counted from 1.
    """
    return await _seat_choices(interaction, current, lambda table, seat: table.is_offered_to(seat, interaction.user.id))


async def _seat_choices(
    interaction: discord.Interaction[Any], current: str, wanted: Callable[[Table, Seat], bool]
) -> list[app_commands.Choice[int]]:
    """Complete with the seats of a running table for which `wanted` returns True.

    It is the table in the command's option `table`, else the only running table where the person has a seat. [] if
    there is no such table, or the person may not see it.
    """
    requester = Requester(interaction)
    named = str(interaction.namespace.table or "")
    try:
        tables = [await requester.services.load(parse_number(named, 0, 15))] if named else await _own_tables(requester)
    except Declined:
        return []
    known = [table for table in tables if table.row.status == "playing" and requester.may_see(table)]
    if len(known) != 1:
        return []
    return _filter_choices(
        [_seat_choice(requester.words, seat) for seat in known[0].seats if wanted(known[0], seat)], current
    )


async def _own_tables(requester: Requester) -> list[Table]:
    """Return the open tables at which the person has a seat, those where they have to act first."""
    return [look.table for look in await lookup.looks_of_person(requester.services, requester.person_id)]


def _seat_choice(words: Words, seat: Seat) -> tuple[str, int]:
    """Return a seat's label, such as "2 · Anna" (marked if a computer plays it), and its number counted from 1."""
    computer = " 🤖" if words.signs else f" ({words.say('a computer')})"
    return f"{seat.seat + 1} · {seat.name}"[:80] + (computer if seat.computer else ""), seat.seat + 1


async def allowed_channels(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """Complete with the channels in which the server allows tables; the value of a choice is the channel's id.

    Channels that are deleted, or hidden from the bot, are listed by their id. Empty for people who do not manage the
    server, and if tables are allowed everywhere.
    """
    requester = Requester(interaction)
    if not (interaction.guild and (await requester.authority()).runs(requester.server, settings=True)):
        return []
    gone = requester.words.say("deleted, or hidden from me")
    choices = []
    for place in (await persons.server(requester.services, requester.server)).channels:
        channel = interaction.guild.get_channel(place)
        choices.append((f"#{channel.name}"[:_MAX_LABEL_CHARS] if channel else f"{place} ({gone})", str(place)))
    return _filter_choices(choices, current)


async def offered_tables(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the tables of this server where a seat is offered to this person.

    It may be offered to them by name, or to everybody at a table that they may see.
    """
    requester = Requester(interaction)
    tables = await lookup.open_in(requester.services, requester.server, requester.person_id, _MAX_TABLES)
    return _filter_choices(
        [
            (_table_label(requester.words, table.row.game, table.id, [seat.name for seat in offered]), table.id)
            for table in tables
            if (requester.may_see(table) or any(seat.offered_to == requester.person_id for seat in table.seats))
            and (offered := [seat for seat in table.seats if table.is_offered_to(seat, requester.person_id)])
        ],
        current,
    )


async def topics(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """Complete with the topics of a game's newest rulebook; the value of a choice is the topic's key.

    The game is the one in the option `game`. Without that option it is the game played in this channel, else the first
    of all games.
    """
    services = app_of(interaction).services
    game = interaction.namespace.game or await lookup.game_in(services, interaction.channel_id or 0)
    found = rulebook.topics(game or next(iter(GAMES)), words_for(services, interaction).language)
    return _filter_choices([(topic.title, topic.key) for topic in found], current)


F = TypeVar("F", bound=Callable[..., Any])
V = TypeVar("V", int, str)
Completion = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, list[app_commands.Choice[V]]]]
ListOptions = Callable[[Look, Words, discord.Interaction[Any]], Iterable[tuple[str, V]]]
"""Returns what a person can type for an option: each in words, and as the value that is sent."""


def complete_with(offers: ListOptions[V], distance: Callable[[str, list[str]], Any] | None = None) -> Completion[V]:
    """Return a completion for an option of a game's command; it offers those of `offers` that fit the typed text.

    `offers` returns pairs of a name and a value. A pair fits if its name and value together contain all words typed so
    far. Values of more than 100 characters are left out. The result is sorted by `distance(name, typed words)`, the
    smallest first; without `distance` it keeps the order of `offers`. The completion is empty if the person has no seat
    at the started table that the command means, or if that table is of another game.
    """

    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[V]]:
        """Return at most 25 choices that fit the typed text, for the person's seat at the table that the command means.

        [] if they have no seat there, if its game has not started, or if it is of another game than the command. Long
        names are shortened. Choices whose value is too long for Discord are left out.
        """
        look = await look_while_typing(interaction)
        if look is None or look.seat is None or look.view is None or look.table.row.game != _game_of(interaction):
            return []
        wanted = normalized(current).replace(",", " ").split()
        found: Iterable[tuple[str, V]] = (
            (name, value)
            for name, value in offers(look, words_for(app_of(interaction).services, interaction), interaction)
            if len(str(value)) <= _MAX_VALUE_CHARS and _contains_all(f"{name} {value}", wanted)
        )
        if distance:
            found = sorted(found, key=lambda each: distance(normalized(each[0]), wanted))
        return [
            app_commands.Choice(name=shorten(name, MAX_OPTION_CHARS), value=value)
            for name, value in islice(found, MAX_CHOICES)
        ]

    return complete


def _contains_all(name: str, wanted: Sequence[str]) -> bool:
    """Return True if one of the name's spellings contains all words of `wanted`."""
    return any(all(word in spelling for word in wanted) for spelling in spellings(name))


def table_option(complete: Completion[int]) -> Callable[[F], F]:
    """Return a decorator that names and describes the option `table` of a command, and completes it with `complete`."""

    def decorate(command: F) -> F:
        """Name, describe and complete the parameter `table`, which the command must have."""
        command = app_commands.rename(table=L("table"))(command)
        command = app_commands.describe(table=L("which table, if you have several"))(command)
        return app_commands.autocomplete(table=complete)(command)

    return decorate


def seat_option(complete: Completion[int], which: app_commands.locale_str) -> Callable[[F], F]:
    """Return a decorator that names and describes the option `seat` of a command, and completes it with `complete`.

    `which` is the option's description.
    """

    def decorate(command: F) -> F:
        """Name, describe and complete the parameter `seat`, which the command must have."""
        command = app_commands.rename(seat=L("seat"))(command)
        command = app_commands.describe(seat=which)(command)
        return app_commands.autocomplete(seat=complete)(command)

    return decorate


def game_option(command: F) -> F:
    """Name and describe the option `game` of a command, with all games as choices. Used as a decorator."""
    command = app_commands.rename(game=L("game"))(command)
    command = app_commands.describe(game=L("which game"))(command)
    return app_commands.choices(game=[app_commands.Choice(name=TITLES[game], value=game) for game in GAMES])(command)


def level_option(command: F) -> F:
    """Name and describe the option `level` of a command, with the computers' levels as choices. Used as a decorator."""
    command = app_commands.rename(level=L("level"))(command)
    command = app_commands.describe(level=L("how well computers play"))(command)
    return app_commands.choices(level=LEVEL_CHOICES)(command)


def _table_label(words: Words, game: str, table: int, people: list[str]) -> str:
    """Return a table's title and the names of `people`, cut to the 100 characters that Discord takes."""
    return " · ".join((table_words.title(words, game, table), *([", ".join(people)] if people else [])))[
        :_MAX_LABEL_CHARS
    ]


def _filter_choices(choices: list[tuple[str, V]], current: str) -> list[app_commands.Choice[V]]:
    """Return as Discord choices the first 25 of the (name, value) pairs whose names contain `current`.

    Case does not matter, and umlauts may be typed as a, o, u or ae, oe, ue.
    """
    wanted = [normalized(current)]
    return [app_commands.Choice(name=name, value=value) for name, value in choices if _contains_all(name, wanted)][
        :MAX_CHOICES
    ]
