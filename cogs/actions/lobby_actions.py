"""Actions of a lobby's buttons (`join`, `leave`, `computer`, `start`, `cancel` …), opening a table, and rematches.

A lobby is a table whose game has not started.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import msgspec

from cogs.actions import lobby_options, privacy
from cogs.actions.personal import avoid_list
from cogs.actions.server import require_write_permission
from cogs.connection.discord_errors import SEND_ERRORS
from cogs.connection.guild_cache import guild_cache_of
from cogs.messages.lobby_panel import lobby_panel
from cogs.messages.panel import Button, Panel, Row, Target, Text, says
from cogs.requests.answers import are_you_sure, menu
from cogs.requests.members import invitees_mentioned
from cogs.requests.request import Request
from cogs.requests.verbs import Verb
from matching.reliability import Level
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.model.time_left import Clock, WhenOut
from tables.play import lookup
from tables.records import reliability_levels
from tables.runtime import people
from tables.seating import closing, lobby, rematches, table_settings
from tables.thinking.computers import DEFAULT_LEVEL
from words import lobby_text, words_in
from words.games import TITLES
from words.lobby_text import level_name, required_people

_CHECK = "check"
"""The argument of a button with which a person agrees that their level is checked."""


class WantedTable(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a new table that every game has, as typed in the command that opens a table."""

    seats: int
    """Number of seats, including those of computers."""
    computers: int = 0
    """How many seats computers get from the start."""
    level: str = DEFAULT_LEVEL
    """How well these computers play."""
    clock: str = next(iter(table_settings.CLOCKS))
    """A key of `table_settings.CLOCKS`."""
    language: str | None = None
    """Language code of the table. None means the server's language or, if it has none, that of the opening person."""
    playing_hours: bool = False
    """True if a player's clock stops outside of that player's active hours."""
    time_up: str = "others"
    """What happens when a player's time has run out: a value of `WhenOut`."""
    holidays: bool = True
    """True if holidays stop a player's clock, for as many days a year as the server's settings allow."""
    guests: str = ""
    """The people to invite, as mentions."""
    start_when_full: bool = False
    """True if the game starts by itself when the last seat is taken."""
    private: bool = False
    """True if the table is played in a private thread of its own, which only its players and guests see."""
    reliability: int = Level.OFTEN_ABSENT
    """How reliable people must be to join: a value of `Level`. `OFTEN_ABSENT`, the worst, lets everybody join."""


async def join(request: Request) -> Panel:
    """Give the person a seat in a lobby, and confirm it. If that starts the game, show their menu instead.

    If somebody on their avoid list has a seat there, they do not get one yet: a warning is shown with a button to join
    anyway. If the lobby requires a level of reliability, and the person keeps their statistics private, they are asked
    first whether theirs may be checked. The lobby's message is updated. If this was the last free seat and the game
    does not start by itself, the host is notified once. Raises `Declined` if there is no free seat, if the table is no
    longer a lobby, if the host has sent the person away, if they are less reliable than required, or if they already
    have a seat or play at too many tables.
    """
    if warning := await avoid_list.warning(request, request.table):
        return warning
    who = (request.person_id, request.name)
    try:
        table = await lobby.join(request.services, request.table, *who, may_check=_CHECK in request.arg.split())
    except Declined as refusal:
        if refusal.key != "level_hidden":
            raise
        return _ask_to_check(request, Level(int(refusal.facts["required"])))
    words = request.words
    if table.row.status == "playing":
        return await menu(request)
    if len(table.seats) >= table.row.size:
        return says(words.say("You have a seat. The table is full: you'll get a ping when the host starts."))
    return says(words.say("You have a seat. You'll get a ping when the game starts."))


def _ask_to_check(request: Request, required: Level) -> Panel:
    """Return the question whether a person's level may be checked, which they need to join the request's lobby."""
    words = request.words
    question = words.say(
        "Table #{table} is for {people}. You keep your statistics private: may I check how reliable you are? "
        "Nobody else will see it.",
        table=request.table,
        people=required_people(words, required),
    )
    target = Target("join", request.table, arg=f"{request.arg} {_CHECK}".strip())
    buttons = (
        Button(words.say("Check and join"), target, "primary"),
        Button(words.say("Don't join"), Target("keep", request.table)),
    )
    return Panel((Text(question), Row(buttons)))


async def leave(request: Request) -> Panel:
    """Free the person's seat in a lobby, and confirm it. If no other person has a seat, the table is closed.

    If the host leaves, the person on the first of the other seats becomes host. An invited person who leaves counts as
    having declined. The lobby's message is updated. Raises `Declined` if the person has no seat there or the table is
    no longer a lobby.
    """
    table = await lobby.leave(request.services, request.table, request.person_id)
    if table.row.status == "closed":
        return says(request.words.say("Nobody else was here, so the table has been cancelled."))
    return says(request.words.say("You have left the table. The seat is free again."))


async def computer(request: Request) -> Panel:
    """Add a computer of the table's level to the lobby, or remove the latest one if `request.arg` is `-1`; confirm it.

    The lobby's message is updated. If this fills a table that starts when full, the game starts. Raises `Declined` if
    the person has no seat in the lobby, no seat is free, there is no computer to remove, or the computers have changed
    since the button was shown.
    """
    return await change_computers(request, 1 if request.arg != "-1" else -1)


async def change_computers(request: Request, change_by: int, wanted: str = "") -> Panel:
    """Add a computer to the lobby, or remove the latest one if `change_by` is negative; confirm it.

    `wanted` is the level of the new computer and becomes the table's level; if it is empty, the table's level is used
    and stays. The lobby's message is updated. If the new computer takes the last seat, a table that starts when full
    starts its game. At any other table the host is notified once, unless the host added the computer. Raises `Declined`
    if the person has no seat in the lobby, no seat is free, the level does not exist, there is no computer to remove,
    or the computers have changed since the button was shown.
    """
    words, services = request.words, request.services
    table, seat = await lobby.set_computers(services, request.table, request.person_id, change_by, request.mark, wanted)
    if change_by < 0:
        return await lobby_options.confirm(request, words.say("A computer has left the table."))
    level = level_name(words, table.row.level)
    return says(words.say("{name} 🤖 sits down ({level}).", name=seat.name, level=level))


async def start(request: Request) -> Panel:
    """Start the game of a lobby, with its seats shuffled, and show the person's menu. The others are notified.

    The host may start it at any time, other people with a seat only once the lobby is a day old. Raises `Declined` for
    anybody else, if there are too few players, if the game's options do not allow this number of players, and if the
    table is no longer a lobby.
    """
    await lobby.start(request.services, request.table, request.person_id)
    return await menu(request)


async def cancel(request: Request) -> Panel:
    """Close a lobby and update its message. If other people have a seat there, ask for a confirmation first.

    `request.arg` is `yes` once the person has confirmed. Raises `Declined` if they are neither host nor server manager,
    or if the table is no longer a lobby. It is also raised if nobody else had a seat, so that no confirmation was asked
    for, but somebody took one before the lobby was closed.
    """
    words, asked = request.words, request.arg == "yes"
    who = (request.services, request.table, request.person_id)
    others = 0 if asked else await closing.count_others_in_lobby(*who, authority=await request.authority())
    if not others:
        await closing.cancel_lobby(*who, authority=await request.authority(), unasked=not asked)
        return says(words.say("The table has been cancelled."))
    question = words.many(
        "{n} person has a seat here. Are you sure?", "{n} people have a seat here. Are you sure?", others
    )
    label = words.say("Cancel table #{table}", table=request.table)
    return are_you_sure(question, label, Target("cancel", request.table, arg="yes"), words.say("Keep it open"))


async def rematch(request: Request) -> Panel:
    """Open a rematch of a table that is over and invite its other players; if one is open already, join it.

    A person who has a seat at the rematch already keeps it. If somebody on their avoid list has a seat there, they
    do not get one yet: a warning is shown with a button to join anyway. A new lobby is posted by the outbox. If all
    other players were computers, the game starts at once and the person's menu is shown. Raises `Declined` if the old
    table is not over or is a lesson, if the person had no seat there, if the server has removed the bot, if the rematch
    is finished, or if it cannot be opened or joined.
    """
    origin = await lookup.origin(request.services, request.table)
    if origin.server and not await _is_on_server(request, origin.server):
        raise Declined("server_gone", table=request.table)
    opened = await rematches.opened_already(request.services, request.table)
    if opened and (warning := await avoid_list.warning(request, opened)):
        return warning
    table, new = await rematches.open_or_join(request.services, request.table, request.person_id, request.name)
    if table.row.status == "playing":
        await request.set_table(table.id)
        return await menu(request)
    facts = {"table": table.id, "channel": table.row.channel}
    if new:
        return says(
            request.words.say(
                "The rematch is open: table #{table} in <#{channel}>. You have a seat, and the others are invited.",
                **facts,
            )
        )
    return says(request.words.say("You're in for the rematch: table #{table} in <#{channel}>.", **facts))


async def _is_on_server(request: Request, server: int) -> bool:
    """Return True if the bot is on the server with this id, or if Discord cannot be reached to find out."""
    try:
        return await guild_cache_of(request.interaction.client).get_or_fetch(server) is not None
    except SEND_ERRORS:
        return True


async def open_table(
    request: Request, game: str, chosen: WantedTable, options: Mapping[str, int], lesson: int | None = None
) -> Panel | None:
    """Open a table with the person as its host, invite the guests in `chosen`, and post its lobby.

    `options` are the game's own options, by their keys. `lesson` is the table number of the lesson from whose last page
    the table is opened; None for any other table. The return value is the first of these that applies:

    1. The host's menu, if the game starts at once.
    2. For a private table, a panel that names its new thread.
    3. None, if the lobby's message was sent as the public answer to the command.
    4. A panel that says where the outbox will post the lobby.

    Raises `Declined` in direct messages, if the bot lacks a permission that the table needs, in a channel where the
    server allows no tables, if options or guests are not allowed, and if the person or the server has too many tables.
    """
    if not request.server:
        raise Declined("only_in_server")
    if chosen.private:
        privacy.channel_for(request)
    else:
        require_write_permission(request)
    settings = await people.server(request.services, request.server)
    guests = await invitees_mentioned(request, chosen.guests, request.channel)
    wanted = table_settings.NewTable(
        game=game,
        size=chosen.seats,
        computers=chosen.computers,
        level=chosen.level,
        options=options,
        clock=_clock(chosen, settings),
        language=chosen.language or settings.language or request.words.language,
        server=request.server,
        channel=request.channel,
        starts_full=chosen.start_when_full,
        guests=guests,
        private=chosen.private,
        requested_in=request.channel,
        required_level=_required_level(chosen),
        lesson=lesson,
    )
    if chosen.private:
        await table_settings.check_new_table(
            request.services, request.person_id, wanted
        )  # Checked before a thread is opened.
        wanted.channel = await privacy.open_private_thread(
            request, f"{TITLES[game]} · {request.name}", [request.person_id]
        )
    table = await lobby.open_table(request.services, request.person_id, request.name, wanted)
    shown = _private_lobby_note(request, table) if chosen.private else await _post_lobby(request, table)
    table = await lobby.start_if_full(request.services, table.id)
    if table.row.status != "playing":
        return shown
    await request.set_table(table.id)
    return await menu(request)


def _private_lobby_note(request: Request, table: Table) -> Panel:
    """Return the panel that tells the host in which thread their new private table is."""
    facts = {"table": table.id, "channel": table.row.channel}
    said = request.words.say("Your private table #{table} is open in <#{channel}>. You have a seat.", **facts)
    return says(f"{said}\n{lobby_text.private_note(request.words)}")


def _required_level(wanted: WantedTable) -> Level | None:
    """Return the level that people need to join; None if everybody may. Raises `Declined` for an unknown level."""
    if wanted.reliability not in set(Level):
        raise Declined("no_such_level")
    return Level(wanted.reliability) or None


def _clock(wanted: WantedTable, settings: people.Server) -> Clock:
    """Return the clock that `wanted` names, with its choices on active hours, timeouts and holidays.

    If holidays stop the clock, their number of days a year comes from the server's `settings`. Raises `Declined` for an
    unknown clock or an unknown value of `time_up`.
    """
    clock = table_settings.CLOCKS.get(wanted.clock)
    if clock is None or wanted.time_up not in get_args(WhenOut):
        raise Declined("no_such_clock")
    days = settings.holidays if wanted.holidays else 0
    return msgspec.structs.replace(clock, window=wanted.playing_hours, out=wanted.time_up, holidays=days)


async def _post_lobby(request: Request, table: Table) -> Panel | None:
    """Answer the request with the lobby as a public message, store the message's id, and return None.

    If that fails, the outbox posts the lobby, and a panel is returned that says in which channel. The table is locked
    until the message id is stored: a change before that would make the outbox post a second lobby.
    """
    levels = await reliability_levels.levels_in_lobby(request.services, table)
    panel = lobby_panel(request.display_of(table), table, words_in(table.row.language), levels=levels)
    async with request.services.lock(table.id):
        if message := await request.post_publicly(panel.of_table_opened(table.row.created)):
            await lobby.note_posted(request.services, table.id, request.channel, message)
            return None
    await lobby.post_lobby(request.services, table)
    facts = {"table": table.id, "channel": table.row.channel}
    return says(request.words.say("Table #{table} is open in <#{channel}>. You have a seat.", **facts))


VERBS = (
    Verb("join", join, "lobby_to_join"),
    Verb("leave", leave, "lobby"),
    Verb("computer", computer, "lobby"),
    Verb("start", start, "lobby"),
    Verb("cancel", cancel, "lobby", manager_may_use=True),
    Verb("rematch", rematch, "finished", none_found="none_to_rematch"),
)
