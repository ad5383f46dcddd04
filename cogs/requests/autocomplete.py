"""What slash commands complete while somebody types, and their common options: tables, seats, channels, levels."""

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
from cogs.requests.asker import Asker
from cogs.requests.request import number
from rules import GAMES
from tables.delivery.prompts import Seat
from tables.model.table import Look, Table
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.runtime import people as persons
from tables.thinking.computers import LEVELS
from words import Words, rulebook
from words import table_text as table_words
from words.games import TITLES
from words.typed_names import normalized, spellings

LEVEL_CHOICES = [
    app_commands.Choice(name=L("novice"), value="novice"),
    app_commands.Choice(name=L("trader"), value="trader"),
    app_commands.Choice(name=L("alderman"), value="alderman"),
]
assert [choice.value for choice in LEVEL_CHOICES] == [*LEVELS]

TOLD_CHOICES = [
    app_commands.Choice(name=L("at once"), value="now"),
    app_commands.Choice(name=L("together, every 3 hours"), value="3"),
    app_commands.Choice(name=L("together, every 6 hours"), value="6"),
    app_commands.Choice(name=L("together, every 12 hours"), value="12"),
    app_commands.Choice(name=L("only when your time is running out"), value="urgent"),
    app_commands.Choice(name=L("never"), value="never"),
]
BY_CHOICES = [
    app_commands.Choice(name=L("by a ping in the table's thread"), value="thread"),
    app_commands.Choice(name=L("by direct message"), value="dm"),
    app_commands.Choice(name=L("both ways"), value="both"),
]

MOST_CHOICES = 25
_MOST_VALUE = 100
"""Discord carries no longer value; what is longer can be chosen in the menu."""


def _ours(record: logging.LogRecord) -> bool:
    """Say whether a fault in discord.py's log can be ours: that a completion came too late, or not through, is not."""
    problem = record.exc_info[1] if record.exc_info else None
    return not isinstance(problem, discord.NotFound | discord.DiscordServerError | aiohttp.ClientError)


logging.getLogger(app_commands.tree.__name__).addFilter(_ours)


def _game_of(interaction: discord.Interaction[Any]) -> str | None:
    parent = getattr(interaction.command, "parent", None)
    return parent.name if parent is not None and parent.name in app_of(interaction).games else None


async def look_here(interaction: discord.Interaction[Any]) -> Look | None:
    """Return the table that is meant while somebody types a command; None if it cannot be told."""
    services = app_of(interaction).services
    try:
        table = interaction.namespace.table or await lookup.find(
            services, interaction.user.id, _game_of(interaction) or "", interaction.channel_id or 0, "play"
        )
        look = await lookup.look(services, int(table), interaction.user.id)
        return look if Asker(interaction).knows(look.table) else None
    except (Declined, ValueError, TypeError):
        return None


async def my_tables(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the person's own open tables, those that wait for them first."""
    services = app_of(interaction).services
    words = words_for(services, interaction)
    choices = []
    for look in await lookup.mine(services, interaction.user.id, _game_of(interaction)):
        row = look.table.row
        names = ", ".join(seat.name for seat in look.table.seats)
        waits = words.say(" · waiting for you") if look.owes else ""
        choices.append((f"{table_words.title(words, row.game, row.id)}{waits} · {names}"[:100], row.id))
    return _matching(choices, current)


async def tables_to_manage(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the same, and for who manages this server with all others there."""
    mine = await my_tables(interaction, current)
    if not Asker(interaction).admin_of:
        return mine
    known = {choice.value for choice in mine}
    others = [choice for choice in await server_tables(interaction, current) if choice.value not in known]
    return [*mine, *others][:MOST_CHOICES]


async def open_lobbies(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the tables of this server that still have a free seat."""
    asker = Asker(interaction)
    words = asker.words
    tables = await lookup.open_in(asker.services, asker.server, asker.person_id, 100, _game_of(interaction))
    return _matching(
        [
            (_named(words, table.row.game, table.id, [seat.name for seat in table.seats]), table.id)
            for table in tables
            if table.row.status == "lobby" and len(table.seats) < table.row.size and asker.knows(table)
        ],
        current,
    )


async def finished_tables(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the latest finished games of this server."""
    asker = Asker(interaction)
    words = asker.words
    game = _game_of(interaction) or ""
    finished = await lookup.finished_in(asker.services, asker.server, game, asker.person_id, MOST_CHOICES)
    return _matching(
        [
            (_named(words, row.game, row.id, [result.name for result in results]), row.id)
            for row, results in finished
            if row.private
            or asker.sees(row.server, row.channel)
            or asker.person_id in [result.person for result in results]
        ],
        current,
    )


async def replayable_tables(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the games of this server that go on or are finished."""
    asker = Asker(interaction)
    tables = await lookup.open_in(asker.services, asker.server, asker.person_id, 100, _game_of(interaction))
    running = [
        (_named(asker.words, table.row.game, table.id, [seat.name for seat in table.seats]), table.id)
        for table in tables
        if table.row.status == "playing" and asker.knows(table)
    ]
    return [*_matching(running, current), *await finished_tables(interaction, current)][:MOST_CHOICES]


async def server_tables(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the open tables of this server."""
    asker = Asker(interaction)
    tables = await lookup.open_in(asker.services, asker.server, asker.person_id, 100, _game_of(interaction))
    return _matching(_titles(asker, [table for table in tables if asker.knows(table)]), current)


async def tables_to_close(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the same, and for who manages this server with its private tables."""
    asker = Asker(interaction)
    private = await lookup.private_in(asker.services, asker.admin_of) if asker.admin_of else []
    hidden = _titles(asker, [table for table in private if not asker.knows(table)])
    return [*await server_tables(interaction, current), *_matching(hidden, current)][:MOST_CHOICES]


def _titles(asker: Asker, tables: list[Table]) -> list[tuple[str, int]]:
    return [(table_words.title(asker.words, table.row.game, table.id), table.id) for table in tables]


async def seats_there(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the seats of the table that is meant, by number and name."""
    return await _seats(interaction, current, lambda table, seat: True)


async def seats_on_offer(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with those of them that are on offer."""
    return await _seats(interaction, current, lambda table, seat: seat.offered_at > 0)


async def seats_to_take(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with those that are on offer for this person."""
    return await _seats(interaction, current, lambda table, seat: table.is_offered_to(seat, interaction.user.id))


async def _seats(
    interaction: discord.Interaction[Any], current: str, wanted: Callable[[Table, Seat], bool]
) -> list[app_commands.Choice[int]]:
    """Complete with seats of the table that was named, else of the person's only one, if it is being played."""
    asker = Asker(interaction)
    named = str(interaction.namespace.table or "")
    try:
        tables = [await asker.services.load(number(named, 0, 15))] if named else await _played_by(asker)
    except Declined:
        return []
    known = [table for table in tables if table.row.status == "playing" and asker.knows(table)]
    if len(known) != 1:
        return []
    return _matching([_seat(seat) for seat in known[0].seats if wanted(known[0], seat)], current)


async def _played_by(asker: Asker) -> list[Table]:
    return [look.table for look in await lookup.mine(asker.services, asker.person_id)]


def _seat(seat: Seat) -> tuple[str, int]:
    computer = " 🤖" if seat.computer else ""
    return f"{seat.seat + 1} · {seat.name}"[:90] + computer, seat.seat + 1


async def allowed_channels(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """Complete, for who manages this server, with the channels in which tables are allowed if not in all."""
    asker = Asker(interaction)
    if not (asker.admin_of and interaction.guild):
        return []
    gone = asker.words.say("deleted, or hidden from me")
    choices = []
    for place in (await persons.server(asker.services, asker.admin_of)).channels:
        channel = interaction.guild.get_channel(place)
        choices.append((f"#{channel.name}"[:100] if channel else f"{place} ({gone})", str(place)))
    return _matching(choices, current)


async def offered_tables(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
    """Complete with the tables of this server where a seat is on offer for this person."""
    asker = Asker(interaction)
    tables = await lookup.open_in(asker.services, asker.server, asker.person_id, 100)
    return _matching(
        [
            (_named(asker.words, table.row.game, table.id, [seat.name for seat in offered]), table.id)
            for table in tables
            if (asker.knows(table) or any(seat.offered_to == asker.person_id for seat in table.seats))
            and (offered := [seat for seat in table.seats if table.is_offered_to(seat, asker.person_id)])
        ],
        current,
    )


async def topics(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    """Complete with the topics of the rules of the game that was named, else of the one that is played here."""
    services = app_of(interaction).services
    game = interaction.namespace.game or await lookup.game_in(services, interaction.channel_id or 0)
    found = rulebook.topics(game or next(iter(GAMES)), words_for(services, interaction).language)
    return _matching([(topic.title, topic.key) for topic in found], current)


F = TypeVar("F", bound=Callable[..., Any])
V = TypeVar("V", int, str)
Complete = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, list[app_commands.Choice[V]]]]
Offers = Callable[[Look, Words, discord.Interaction[Any]], Iterable[tuple[str, V]]]
"""Names what a seat can choose: in words, and as it is typed."""


def completes(offers: Offers[V], far: Callable[[str, list[str]], Any] | None = None) -> Complete[V]:
    """Return what completes an option of a game's command: the offers that have in them all that is typed so far.

    `far` says how badly a name goes with that, so that the best comes first; else they come as they are offered.
    """

    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[V]]:
        look = await look_here(interaction)
        if look is None or look.seat is None or look.view is None or look.table.row.game != _game_of(interaction):
            return []
        wanted = normalized(current).replace(",", " ").split()
        found: Iterable[tuple[str, V]] = (
            (name, value)
            for name, value in offers(look, words_for(app_of(interaction).services, interaction), interaction)
            if len(str(value)) <= _MOST_VALUE and _has_all(f"{name} {value}", wanted)
        )
        if far:
            found = sorted(found, key=lambda each: far(normalized(each[0]), wanted))
        return [
            app_commands.Choice(name=shorten(name, MAX_OPTION_CHARS), value=value)
            for name, value in islice(found, MOST_CHOICES)
        ]

    return complete


def _has_all(name: str, wanted: Sequence[str]) -> bool:
    """Say whether all words are in a name, however that is spelled."""
    return any(all(word in spelling for word in wanted) for spelling in spellings(name))


def table_option(complete: Complete[int]) -> Callable[[F], F]:
    """Give a command its option `table`: only needed by people who have several."""

    def decorate(command: F) -> F:
        command = app_commands.rename(table=L("table"))(command)
        command = app_commands.describe(table=L("which table, if you have several"))(command)
        return app_commands.autocomplete(table=complete)(command)

    return decorate


def seat_option(complete: Complete[int], which: app_commands.locale_str) -> Callable[[F], F]:
    """Give a command its option `seat`: by number, offered with the names of who sits there."""

    def decorate(command: F) -> F:
        command = app_commands.rename(seat=L("seat"))(command)
        command = app_commands.describe(seat=which)(command)
        return app_commands.autocomplete(seat=complete)(command)

    return decorate


def game_option(command: F) -> F:
    """Give a command its option `game`."""
    command = app_commands.rename(game=L("game"))(command)
    command = app_commands.describe(game=L("which game"))(command)
    return app_commands.choices(game=[app_commands.Choice(name=TITLES[game], value=game) for game in GAMES])(command)


def level_option(command: F) -> F:
    """Give a command its option `level`: how well computers play."""
    command = app_commands.rename(level=L("level"))(command)
    command = app_commands.describe(level=L("how well computers play"))(command)
    return app_commands.choices(level=LEVEL_CHOICES)(command)


def _named(words: Words, game: str, table: int, people: list[str]) -> str:
    return f"{table_words.title(words, game, table)} · {', '.join(people)}"[:100]


def _matching(choices: list[tuple[str, V]], current: str) -> list[app_commands.Choice[V]]:
    wanted = [normalized(current)]
    return [app_commands.Choice(name=name, value=value) for name, value in choices if _has_all(name, wanted)][
        :MOST_CHOICES
    ]
