"""Actions about a table's seats, its clocks, closing it, and moving it to another channel.

Seats: `resign` and `replace` leave a seat to a computer, `back` takes it back. Clocks: `more_time`, `pause`, `resume`.
Closing: `close`, and `play_on`, which rejects it. `move_table` moves the table. `keep` answers that nothing was
changed.
"""

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
    """Leave the person's seat to a computer, after asking for a confirmation.

    If no other person plays there, the table is closed instead. `request.arg` is empty before the confirmation;
    afterwards it names what the person confirmed: `computer` or `close`. If the other of the two would happen by now,
    they are asked again. Resigning counts as leaving the game. The channel is notified, and the person's open menu is
    deleted. Raises `Declined` if they have no seat, a computer plays it already, or the game is not running.
    """
    words = request.words
    last = await seats.last_to_resign(request.services, request.table, request.person_id)
    follows = "close" if last else "computer"
    if request.arg != follows:
        if last:
            question = words.say("You're the last person here, so the table will close without a result. Are you sure?")
            label = words.say("Leave and close")
        else:
            question = words.say(
                "A computer will take over right away and also make your pending decision. You can come back as "
                "long as nobody else has taken your seat. Are you sure?"
            )
            label = words.say("Leave my seat")
        return are_you_sure(question, label, Target("resign", request.table, arg=follows), words.say("Keep my seat"))
    table = await seats.resign(request.services, request.table, request.person_id)
    await request.app.menus.close(table.id, request.person_id)
    if not table.open:
        return Panel((Text(words.say("You were the last person here, so the table has been closed.")),))
    note = words.say("A computer is playing for you now. You can come back as long as nobody else has taken your seat.")
    return Panel((Text(note), Row((take_back_button(request),))))


async def back(request: Request) -> Panel:
    """Give the person their seat back from the computer that plays it, and show their menu.

    They no longer count as having left, an offer of the seat ends, and the channel is notified. Raises `Declined` if
    they have no seat there, if no computer plays it, if they have lost it for good, or if the game is not running.
    """
    await seats.come_back(request.services, request.table, request.person_id)
    return await menu(request)


async def replace(request: Request) -> Panel:
    """Let a computer play the seat with the number `request.arg` (from 0) from now on, and confirm it.

    See `give_to_computer` for who may do this and when `Declined` is raised.
    """
    return await give_to_computer(request, parse_number(request.arg, -1))


async def give_to_computer(request: Request, seat: int) -> Panel:
    """Let a computer play a seat (from 0) from now on, and confirm it. The channel is notified.

    Players may do this to their own seat, and to another one whose time has run out; server managers to any seat. It
    counts as the seat's player leaving the game, unless a manager does it before the player's time is up. Raises
    `Declined` for anybody else, if a computer plays there already, and if the game is not running or has no such seat.
    """
    table = await seats.give_to_computer(
        request.services, request.table, request.person_id, seat, authority=await request.authority()
    )
    return says(request.words.say("A computer is playing for {name} now.", name=escaped_name(table.seats[seat].name)))


async def more_time(request: Request) -> Panel:
    """Give the player at a seat more time: the action of the button under the board.

    `request.arg` is `SEAT DEADLINE`: the seat (from 0) and the deadline that the board showed, in Unix seconds. Raises
    `Declined` if that deadline has changed, so a second click gives no more time, and in the other cases of
    `give_time`.
    """
    seat, _, ends = request.arg.partition(" ")
    return await give_time(request, parse_number(seat, -1), int(ends) if re.fullmatch("[0-9]{1,12}", ends) else 0)


async def give_time(request: Request, seat: int, ends: int | None = None) -> Panel:
    """Give another player, at a seat counted from 0, more time for their pending decision, and confirm it.

    The seat gets the time that the clock gives for one decision, but at most a day. If its time was already up, it also
    gets back the time it has overdrawn, and is no longer overdue. The player is notified. `ends` is the deadline that
    the giver saw, in Unix seconds; None skips that check. Raises `Declined` if the deadline has changed since, if the
    seat's clock does not run, for the giver's own seat, if the giver neither has a seat there nor manages the server,
    at a league table, and if the game is not running.
    """
    table = await seats.give_time(
        request.services, request.table, request.person_id, seat, ends, authority=await request.authority()
    )
    return says(request.words.say("{name} has more time now.", name=escaped_name(table.seats[seat].name)))


async def pause(request: Request) -> Panel:
    """Record that the person wants a pause, and say whether the table is paused now.

    All clocks stop once all players want a pause. The first player who wants one makes the bot notify the others.
    Raises `Declined` at a table without a clock or that is paused already, if the person has asked already or does not
    play there, and if the game is not running.
    """
    table = await pauses.request_pause(request.services, request.table, request.person_id)
    if table.row.paused:
        return says(request.words.say("The table is paused: all clocks are stopped."))
    return says(request.words.say("I've asked the others. The pause begins when everybody agrees."))


async def resume(request: Request) -> Panel:
    """End the table's pause, or reject a pause that players have asked for, and confirm it.

    All players' requests for a pause are dropped, and the clocks of those who have to decide run again. The other
    players are notified. Raises `Declined` if the table is not paused and nobody has asked for a pause, if the person
    does not play there, or if the table has no clock.
    """
    await pauses.end_pause(request.services, request.table, request.person_id)
    return says(request.words.say("OK, no pause. The clocks keep running."))


async def close(request: Request) -> Panel:
    """Close the table without a result, or ask the other players to agree, after asking for a confirmation.

    These people close it at once: a server manager who does not play there, the host of a lobby, the learner of a
    lesson, and the last player to agree. If any other player asks, that is stored; the first request notifies the other
    players.

    `request.arg` is empty before the confirmation; afterwards it names what the person confirmed: `yes` (close) or
    `ask` (ask the others). If the other of the two would happen by now, they are asked again. Raises `Declined` if the
    person may not close the table or has asked already, and if the table is over.
    """
    words = request.words
    who = (request.services, request.table, request.person_id)
    alone = await closing.would_close_at_once(*who, authority=await request.authority())
    follows = "yes" if alone else "ask"
    if request.arg != follows:
        if alone:
            question = words.say("Once it is closed, nobody can play on. Are you sure?")
            label = words.say("Close table #{table}", table=request.table)
        else:
            question = words.say(
                "The game would end without a result, so everybody has to agree. Shall I ask the others? If only "
                "you want to stop, let a computer play for you or offer your seat: both are under *More*."
            )
            label = words.say("Ask the others")
        return are_you_sure(question, label, Target("close", request.table, arg=follows), words.say("Keep it open"))
    table = await closing.close(*who, authority=await request.authority())
    if table.open:
        return says(words.say("I've asked the others. The table closes when everybody agrees."))
    return says(words.say("Table #{table} is closed.", table=request.table))


async def play_on(request: Request) -> Panel:
    """Reject the closing of the table, and confirm it: all players' requests to close it are dropped.

    The other players are notified. Raises `Declined` if nobody has asked to close it, or the person does not play
    there.
    """
    await closing.reject_closing(request.services, request.table, request.person_id)
    return says(request.words.say("OK, the table stays open."))


async def move_table(request: Request) -> Panel:
    """Move a table to the request's channel, if the bot can no longer post in the table's own channel.

    A private table moves to a new private thread there, to which its players and guests are added. People who have not
    answered a prompt, invitation or offer in the old channel are notified again. Raises `Declined`:

    - for anybody but the host and server managers,
    - while the bot can post in the table's own channel,
    - for a table that is over or on another server,
    - if the server allows no tables here, and
    - if the bot may not write here or, for a private table, may not open a private thread here.
    """
    if not request.server:
        raise Declined("only_in_server")
    origin = await lookup.origin(request.services, request.table)
    hidden = origin.private and not await lookup.admits(request.services, request.table, request.person_id)
    if hidden or request.server != origin.server:
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
        authority=await request.authority(),
        thread=thread,
    )
    return says(request.words.say("Table #{table} continues here.", table=request.table))


async def _open_private_thread(request: Request) -> int:
    """Open a new private thread in the request's channel for the request's table, and return the thread's id.

    The players and invited people are added. Raises `Declined`, without opening a thread, if the table may not be moved
    here.
    """
    privacy.channel_for(request)
    table = await request.services.load(request.table)
    await relocation.check_may_move(
        request.services, table, request.person_id, request.channel, authority=await request.authority()
    )
    title = table_words.thread_name(table.row.game, table.id, [seat.name for seat in table.seats])
    return await privacy.open_private_thread(request, title, privacy.members_of(table))


async def keep(request: Request) -> Panel:
    """Say that nothing was changed: the answer to the *no* button of `are_you_sure`."""
    return Panel((Text(request.words.say("OK, nothing has changed.")),))


VERBS = (
    Verb("resign", resign, "running"),
    Verb("back", back, "running"),
    Verb("replace", replace, "running"),
    Verb("more_time", more_time, "running"),
    Verb("pause", pause, "running"),
    Verb("go_on", resume, "running"),
    Verb("close", close, manager_may_use=True),
    Verb("play_on", play_on, "running"),
    Verb("move_table", move_table, manager_may_use=True),
    Verb("keep", keep),
)
