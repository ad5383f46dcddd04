"""Actions about the seats and the time of a running table: resign, return, computers, pauses, closing, moving."""

from __future__ import annotations

import re

from cogs.actions import privacy
from cogs.actions.server import require_write_permission
from cogs.messages.panel import Panel, Row, Target, Text, says
from cogs.requests.answers import are_you_sure, menu, take_back_button
from cogs.requests.request import Request, parse_number
from cogs.requests.verbs import Verb
from tables.model.table_errors import Declined
from tables.play import lookup
from tables.seating import closing, relocation, seats
from tables.time import pauses
from words import table_text as table_words
from words.catalogue import escaped_name


async def resign(request: Request) -> Panel:
    """Ask whether the person wants to leave their seat to a computer; if confirmed, do so.

    The last person closes the table by that. `arg` names the consequence the person has confirmed (`computer` or
    `close`): if another one follows by now, they are asked again.
    """
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
    return Panel((Text(note), Row((take_back_button(request),))))


async def back(request: Request) -> Panel:
    """Give the person their seat back from the computer, and show their menu."""
    await seats.come_back(request.services, request.table, request.person_id)
    return await menu(request)


async def replace(request: Request) -> Panel:
    """Let a computer decide at the seat that `arg` names, whose time has run out."""
    return await give_to_computer(request, parse_number(request.arg, -1))


async def give_to_computer(request: Request, seat: int) -> Panel:
    """Let a computer decide at a seat (from 0) from now on."""
    table = await seats.give_to_computer(
        request.services, request.table, request.person_id, seat, admin_of=request.managed_server
    )
    return says(request.words.say("A computer plays on for {name}.", name=escaped_name(table.seats[seat].name)))


async def more_time(request: Request) -> Panel:
    """Give the player at a seat more time, by the button under the board.

    `arg` holds the seat and the deadline that the board showed (Unix seconds), so a second click changes nothing.
    """
    seat, _, ends = request.arg.partition(" ")
    return await give_time(request, parse_number(seat, -1), int(ends) if re.fullmatch("[0-9]{1,12}", ends) else 0)


async def give_time(request: Request, seat: int, ends: int | None = None) -> Panel:
    """Give another player more time; `ends` is the deadline the requester saw (Unix seconds), None for any."""
    table = await seats.give_time(
        request.services, request.table, request.person_id, seat, ends, admin_of=request.managed_server
    )
    return says(request.words.say("{name} has more time now.", name=escaped_name(table.seats[seat].name)))


async def pause(request: Request) -> Panel:
    """Ask the others for a pause, or agree to one; the clocks stop once all agree."""
    table = await pauses.request_pause(request.services, request.table, request.person_id)
    if table.row.paused:
        return says(request.words.say("The table is paused: all clocks stand still."))
    return says(request.words.say("I have told the others. The pause begins when all agree."))


async def resume(request: Request) -> Panel:
    """End a pause, or turn down one that others have asked for."""
    await pauses.end_pause(request.services, request.table, request.person_id)
    return says(request.words.say("All right: the clocks keep running."))


async def close(request: Request) -> Panel:
    """Ask whether the table shall be closed without a result; if confirmed, close it or ask the other players.

    Server managers and the last player to agree close it at once. `arg` names the consequence the person has confirmed
    (`yes` or `ask`): if another one follows by now, they are asked again.
    """
    words = request.words
    who = (request.services, request.table, request.person_id)
    alone = await closing.would_close_at_once(*who, admin_of=request.managed_server)
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
    table = await closing.close(*who, admin_of=request.managed_server)
    if table.open:
        return says(words.say("I have told the others. The table is closed once all agree."))
    return says(words.say("Table #{table} is closed.", table=request.table))


async def play_on(request: Request) -> Panel:
    """Call off the closing that players have agreed to, so that the table stays open."""
    await closing.reject_closing(request.services, request.table, request.person_id)
    return says(request.words.say("All right: the table stays open."))


async def move_table(request: Request) -> Panel:
    """Move a table to the channel of this request, if the bot cannot post in its own channel any more.

    A private table moves to a new private thread there.
    """
    if not request.server:
        raise Declined("only_in_server")
    origin = await lookup.origin(request.services, request.table)
    if request.server != origin.server:
        raise Declined("no_table", table=request.table)
    thread = None
    if origin.private:
        thread = await _open_private_thread(request)
    else:
        require_write_permission(request)
    await relocation.move(
        request.services,
        request.table,
        request.person_id,
        request.channel,
        admin_of=request.managed_server,
        thread=thread,
    )
    return says(request.words.say("Table #{table} goes on here.", table=request.table))


async def _open_private_thread(request: Request) -> int:
    """Open a new private thread for a private table, add its people, and return the thread's id."""
    privacy.channel_for(request)
    table = await request.services.load(request.table)
    await relocation.check_may_move(
        request.services, table, request.person_id, request.channel, admin_of=request.managed_server
    )
    title = table_words.thread_name(table.row.game, table.id, [seat.name for seat in table.seats])
    return await privacy.open_private_thread(request, title, privacy.members_of(table))


async def keep(request: Request) -> Panel:
    """Confirm that nothing was changed, after the person has answered a question with no."""
    return Panel((Text(request.words.say("All right, everything stays as it is.")),))


VERBS = (
    Verb("resign", resign, "running"),
    Verb("back", back, "running"),
    Verb("replace", replace, "running"),
    Verb("more_time", more_time, "running"),
    Verb("pause", pause, "running"),
    Verb("go_on", resume, "running"),
    Verb("close", close, manager_may_use=True),
    Verb("play_on", play_on, "running"),
    Verb("move_table", move_table),
    Verb("keep", keep),
)
