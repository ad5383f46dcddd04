"""Who decides at a seat of any table, and by when: leaving, coming back, handing over, more time, pauses, closing."""

from __future__ import annotations

import re

from cogs.actions import privacy
from cogs.actions.server import allowed_here
from cogs.messages.panel import Panel, Row, Target, Text, says
from cogs.requests.answers import are_you_sure, come_back, menu
from cogs.requests.request import Action, Request, number
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.seating import closing, moving, seats
from tables.time import pauses
from words import table_text as table_words
from words.catalogue import escaped_name


async def resign(request: Request) -> Panel:
    """Ask before a seat is left, with what follows from it; a second press does it, if still the same follows."""
    words = request.words
    last = await seats.last_to_resign(request.services, request.table, request.person_id)
    follows = "close" if last else "computer"
    if request.arg != follows:
        if last:
            question = words.say(
                "You are the last person here: the table would be closed without a result. Are you sure?"
            )
            label = words.say("Leave and close")
        else:
            question = words.say(
                "A computer would play on for you at once, and also make the decision you are facing now. You can "
                "take your seat back as long as nobody else has been given it. Are you sure?"
            )
            label = words.say("Leave my seat")
        return are_you_sure(question, label, Target("resign", request.table, arg=follows), words.say("Keep my seat"))
    table = await seats.resign(request.services, request.table, request.person_id)
    await request.app.menus.close(table.id, request.person_id)
    if not table.open:
        return Panel((Text(words.say("You were the last person here, so the table was closed.")),))
    note = words.say("A computer plays on for you. You can come back as long as nobody else has been given your seat.")
    return Panel((Text(note), Row((come_back(request),))))


async def back(request: Request) -> Panel:
    """Take the own seat back from the computer."""
    await seats.come_back(request.services, request.table, request.person_id)
    return await menu(request)


async def replace(request: Request) -> Panel:
    """Hand a seat whose time has run out to a computer."""
    return await give_to_computer(request, number(request.arg, -1))


async def give_to_computer(request: Request, seat: int) -> Panel:
    """Let a computer decide at a seat."""
    table = await seats.give_to_computer(
        request.services, request.table, request.person_id, seat, admin_of=request.admin_of
    )
    return says(request.words.say("A computer plays on for {name}.", name=escaped_name(table.seats[seat].name)))


async def more_time(request: Request) -> Panel:
    """Give a player more time, by the button under the board: it says when their time ended then, so it acts once."""
    seat, _, ends = request.arg.partition(" ")
    return await give_time(request, number(seat, -1), int(ends) if re.fullmatch("[0-9]{1,12}", ends) else 0)


async def give_time(request: Request, seat: int, ends: int | None = None) -> Panel:
    """Give another player more time."""
    table = await seats.give_time(
        request.services, request.table, request.person_id, seat, ends, admin_of=request.admin_of
    )
    return says(request.words.say("{name} has more time now.", name=escaped_name(table.seats[seat].name)))


async def pause(request: Request) -> Panel:
    """Ask for a pause, or agree to it."""
    table = await pauses.pause(request.services, request.table, request.person_id)
    if table.row.paused:
        return says(request.words.say("The table is paused: all clocks stand still."))
    return says(request.words.say("I have told the others. The pause begins when all agree."))


async def go_on(request: Request) -> Panel:
    """End a pause, or say that one does not want it."""
    await pauses.go_on(request.services, request.table, request.person_id)
    return says(request.words.say("All right: the clocks keep running."))


async def close(request: Request) -> Panel:
    """Ask before a table is closed, with what follows from it; a second press does it, if still the same follows."""
    words = request.words
    who = (request.services, request.table, request.person_id)
    alone = await closing.would_close(*who, admin_of=request.admin_of)
    follows = "yes" if alone else "ask"
    if request.arg != follows:
        if alone:
            question = words.say("Once it is closed, nobody can play on. Are you sure?")
            label = words.say("Close table #{table}", table=request.table)
        else:
            question = words.say(
                "The game would end without a result, so all players have to agree. Shall I ask the others? If "
                "only you want to go, leave your seat to a computer or offer it: both are under *More*."
            )
            label = words.say("Ask the others")
        return are_you_sure(question, label, Target("close", request.table, arg=follows), words.say("Keep it"))
    table = await closing.close(*who, admin_of=request.admin_of)
    if table.open:
        return says(words.say("I have told the others. The table is closed once all agree."))
    return says(words.say("Table #{table} is closed.", table=request.table))


async def play_on(request: Request) -> Panel:
    """Say that one would rather play on than close the table."""
    await closing.play_on(request.services, request.table, request.person_id)
    return says(request.words.say("All right: the table stays open."))


async def move_table(request: Request) -> Panel:
    """Let a table go on in the channel where this was typed, if nothing can be said where it lives."""
    if not request.server:
        raise Declined("only_in_server")
    origin = await lookup.origin(request.services, request.table)
    if request.server != origin.server:
        raise Declined("no_table", table=request.table)
    thread = None
    if origin.private:
        thread = await _private_place(request)
    else:
        allowed_here(request)
    await moving.move(
        request.services, request.table, request.person_id, request.channel, admin_of=request.admin_of, thread=thread
    )
    return says(request.words.say("Table #{table} goes on here.", table=request.table))


async def _private_place(request: Request) -> int:
    """Open another private thread for a table that stays private, with all who know of it."""
    privacy.channel_for(request)
    table = await request.services.load(request.table)
    await moving.check_may_move(request.services, table, request.person_id, request.channel, admin_of=request.admin_of)
    title = table_words.thread_name(table.row.game, table.id, [seat.name for seat in table.seats])
    return await privacy.open_place(request, title, privacy.people_of(table))


async def unchanged(request: Request) -> Panel:
    """Leave everything as it is, after a question whether one is sure."""
    return Panel((Text(request.words.say("All right, everything stays as it is.")),))


ACTIONS: dict[str, Action] = {
    "resign": resign,
    "back": back,
    "replace": replace,
    "more_time": more_time,
    "pause": pause,
    "go_on": go_on,
    "close": close,
    "play_on": play_on,
    "move_table": move_table,
    "keep": unchanged,
}
