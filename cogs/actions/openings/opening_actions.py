"""The pages of recurring openings, for managers and organisers: `/kontor openings` and `/kontor add-opening`."""

from __future__ import annotations

from cogs.actions.leagues.league_actions import require_organiser
from cogs.messages.opening_lines import is_fit_for_tables, opening_line, opening_warnings
from cogs.messages.panel import Button, Panel, Target, Text, rows, text
from cogs.requests import dates
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from rules import GAMES
from tables.model.table_errors import Declined
from tables.openings import opening_store
from tables.runtime import people


async def show(request: Request) -> Panel:
    """List the recurring openings of this server, each with its next time and a button that deletes it.

    An opening whose table cannot open has a warning. Without openings, a sentence says how to add one. Raises
    `Declined` in the cases of `require_organiser`.
    """
    await require_organiser(request)
    words, settings = request.words, await people.server(request.services, request.server)
    openings = await opening_store.of_server(request.services, request.server)
    warnings = opening_warnings(words, request.interaction.guild, settings, openings)
    lines = []
    for n, row in enumerate(openings, 1):
        lines.append(f"**{n}** · {opening_line(words, row)} · <t:{row.due}:R>")
        if row.id in warnings:
            lines.append(warnings[row.id])
    parts = [
        Text(words.say("## 📅 Weekly tables")),
        text(*lines) if lines else Text(words.say("There are no weekly tables here yet.")),
        Text(
            words.say(
                "-# Time zone: {zone}. `/kontor setup` changes it, and `/kontor add-opening` adds a weekly table. "
                "Whoever joins first is the host.",
                zone=settings.zone,
            )
        ),
    ]
    delete = [
        Button(words.say("Delete {n}", n=n), Target("opening_delete", arg=str(row.id)), "danger")
        for n, row in enumerate(openings, 1)
    ]
    return Panel((*parts, *rows(delete)))


async def add(
    request: Request, game: str, seats: int | None, weekday: int, time: str, channel: int | None, clock: str
) -> Panel:
    """Store a recurring opening, and show the list with a note.

    `time` is as typed. `seats` of None is the game's usual number, `channel` of None the request's channel, and `clock`
    is a key of `table_settings.CLOCKS`. Raises `Declined` for a text that is no time, if the bot cannot open tables in
    the channel, and in the cases of `require_organiser` and `opening_store.add`.
    """
    await require_organiser(request)
    minute, guild = dates.parse_minutes(time), request.interaction.guild
    if game not in GAMES:
        raise Declined("no_such_game")
    if minute is None:
        raise Declined("no_such_time")
    if guild is None or not is_fit_for_tables(guild, channel or request.channel):
        raise Declined("opening_channel")
    settings = await people.server(request.services, request.server)
    players = GAMES[game].players
    await opening_store.add(
        request.services,
        request.server,
        request.person_id,
        channel=channel or request.channel,
        game=game,
        size=seats or players[len(players) // 2],
        clock=clock,
        language=settings.language or request.words.language,
        weekday=weekday,
        minute=minute,
    )
    return (await show(request)).under(Text(request.words.say("Saved.")))


async def delete(request: Request) -> Panel:
    """Delete the recurring opening whose id is `request.arg`, and show the list with a note.

    A table that it has opened stays. Raises `Declined` if there is no such opening on this server, and in the cases of
    `require_organiser`.
    """
    await require_organiser(request)
    number = parse_number(request.arg, 0, max_digits=15)
    await opening_store.delete(request.services, request.server, request.person_id, number)
    return (await show(request)).under(Text(request.words.say("Deleted. A table that is already open stays open.")))


VERBS = (
    Verb("openings", show),
    Verb("opening_delete", delete),
)
