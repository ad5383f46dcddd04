"""The lobby in Discord: its message, and what its buttons and commands do."""

from __future__ import annotations

import logging

from cogs.clicks import view_of
from cogs.face import Face
from cogs.panel import Button, Panel, Part, Row, Target, Text, text
from cogs.sending import TROUBLE
from cogs.table import play
from cogs.visit import Visit
from tables import lobby
from tables.table import Table
from words import Words, of
from words import tables as said

log = logging.getLogger("kontor.lobby")


def lobby_panel(face: Face, table: Table, words: Words, outcome: str = "") -> Panel:
    """Return the lobby's message: who sits, what is played, and the buttons; once it is over its outcome."""
    row = table.row
    facts = " · ".join((face.options(words, row.options), said.pace(words, row.pace)))
    seats = []
    for number in range(max(row.size, len(table.seats))):
        if number < len(table.seats):
            seat = table.seats[number]
            host = " 👑" if seat.person == row.host else ""
            seats.append(f"{number + 1}. {said.person(words, seat.name, seat.person, seat.computer)}{host}")
        elif row.status == "lobby":
            seats.append(f"{number + 1}. *{words.say('free')}*")
    parts: list[Part] = [
        text("## " + said.title(words, row.game, row.id), f"-# {facts}"),
        Text("\n".join(seats) or "–"),
        Text(_state(table, words, outcome)),
    ]
    if row.status == "lobby":
        full = len(table.seats) >= row.size
        few = len(table.seats) < table.game.players[0]
        computers = lobby.computers_mark(table)
        parts += [
            Row(
                (
                    Button(words.say("Join"), Target("join", row.id), "success", disabled=full),
                    Button(words.say("Leave"), Target("leave", row.id)),
                    Button(
                        words.say("+ Computer"), Target("computer", row.id, computers, "1"), emoji="🤖", disabled=full
                    ),
                    Button(
                        words.say("− Computer"), Target("computer", row.id, computers, "-1"), disabled=computers == "0"
                    ),
                )
            ),
            Row(
                (
                    Button(words.say("Start"), Target("start", row.id), "primary", disabled=few),
                    Button(words.say("Rules"), Target("rules", row.id, arg=row.game)),
                    Button(words.say("Call off"), Target("cancel", row.id), "danger"),
                )
            ),
        ]
    return Panel(tuple(parts), face.colour)


def _state(table: Table, words: Words, outcome: str) -> str:
    row = table.row
    free, started = row.size - len(table.seats), row.started is not None
    state = outcome or said.lobby_state(words, row.status, free, started=started)
    if row.status == "lobby" and free:
        state += " " + said.lobby_start(words, table.game.players[0] - len(table.seats))
    return f"{state} · <#{row.thread}>" if row.thread and not table.open else state


async def join(visit: Visit) -> Panel:
    """Sit down."""
    table = await lobby.join(visit.house, visit.table, visit.person_id, visit.name)
    words = visit.words
    if len(table.seats) >= table.row.size:
        return _says(words.say("You have a seat. Everybody is there: as soon as the host starts, you will be pinged."))
    return _says(words.say("You have a seat. You will be pinged when the game starts."))


async def leave(visit: Visit) -> Panel:
    """Stand up."""
    table = await lobby.leave(visit.house, visit.table, visit.person_id)
    if table.row.status == "closed":
        return _says(visit.words.say("You were the last one, so the table was called off."))
    return _says(visit.words.say("You have left the table. The seat is free again."))


async def computer(visit: Visit) -> Panel:
    """Add a computer or send one away."""
    more = visit.arg != "-1"
    table = await lobby.set_computers(visit.house, visit.table, visit.person_id, 1 if more else -1, visit.mark)
    if more:
        return _says(visit.words.say("{name} 🤖 sits down.", name=table.seats[-1].name))
    return _says(visit.words.say("A computer has left the table."))


async def start(visit: Visit) -> Panel:
    """Begin."""
    await lobby.start(visit.house, visit.table, visit.person_id)
    return await play(visit)


async def cancel(visit: Visit) -> Panel:
    """Call it off."""
    await lobby.cancel(visit.house, visit.table, visit.person_id, admin_of=visit.admin_of)
    return _says(visit.words.say("The table was called off."))


async def rematch(visit: Visit) -> Panel:
    """Open the same table again, or sit down at it. The outbox posts its lobby, in the channel where all can see it."""
    table, new = await lobby.rematch(visit.house, visit.table, visit.person_id, visit.name)
    facts = {"table": table.id, "channel": table.row.channel}
    if new:
        return _says(visit.words.say("The rematch is open: table #{table} in <#{channel}>. You have a seat.", **facts))
    return _says(visit.words.say("You have a seat at the rematch, table #{table} in <#{channel}>.", **facts))


async def post_lobby(visit: Visit, table: Table) -> Panel | None:
    """Answer with the lobby itself, for everybody to see, and remember where it stands.

    If that fails the outbox posts it. Nobody sits down meanwhile: while it is not known where the lobby stands, the
    outbox would post another one.
    """
    panel = lobby_panel(visit.bot.faces[table.row.game], table, of(table.row.language))
    async with visit.house.lock(table.id):
        if message := await _answered(visit, table, panel):
            await lobby.posted(visit.house, table.id, visit.channel, message)
            return None
    await lobby.show(visit.house, table)
    facts = {"table": table.id, "channel": table.row.channel}
    return _says(visit.words.say("Table #{table} is open in <#{channel}>. You have a seat.", **facts))


async def _answered(visit: Visit, table: Table, panel: Panel) -> int | None:
    """Answer for everybody to see; return the message's number, None if there is none.

    An answer may have arrived though we were not told so: then it stands there, and is asked for.
    """
    try:
        return (await visit.interaction.response.send_message(view=view_of(panel))).message_id
    except TROUBLE as problem:
        log.warning("table=%d the lobby could not be the answer: %s", table.id, problem)
    try:
        return (await visit.interaction.original_response()).id
    except TROUBLE:
        return None


def _says(sentence: str) -> Panel:
    return Panel((Text(sentence),))


ACTIONS = {
    "join": join,
    "leave": leave,
    "computer": computer,
    "start": start,
    "cancel": cancel,
    "rematch": rematch,
}
