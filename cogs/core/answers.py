"""Answers that many requests end in: the menu as it is now, which table is meant, why the rules say no."""

from __future__ import annotations

from cogs.core.messages import menu_panel
from cogs.core.panel import Button, Panel, Target, Text, rows
from cogs.core.request import Request
from rules import Illegal, NotYours, Refused
from tables import play, reading
from tables.errors import Declined
from words import tables as table_words
from words.refusals import declined


async def menu(request: Request) -> Panel:
    """Return the menu of what this person can decide now."""
    look = await reading.look(request.house, request.table, request.person_id)
    play.sitting(look.table, request.person_id)
    return menu_panel(request.display_of(look.table), look, request.words)


async def fresh_menu(request: Request, note: Text) -> Panel:
    """Return the note and, if the person still sits at a running table, the menu as it is now."""
    try:
        return (await menu(request)).under(note)
    except Declined as no:
        return Panel((note, Text(declined(request.words, no.key, no.facts))))


async def which_table(request: Request, note: Text) -> Panel:
    """Ask which of several tables a command means; the answer goes on with what was asked for.

    It means what is being decided there now. What is too long for a button has to be asked for again: the answer is
    then the menu.
    """
    words = request.words
    looks = await reading.meant(request.house, request.person_id, request.game, request.target.verb)
    buttons = []
    for look in looks:
        asked = Target(request.target.verb, look.table.id, look.mark, request.arg)
        buttons.append(
            Button(
                table_words.title(words, look.table.row.game, look.table.id),
                asked if asked.fits else Target("play", look.table.id),
                "primary" if look.owes else "secondary",
            )
        )
    return Panel((note, *rows(buttons)))


async def refusal(request: Request, no: Refused) -> str:
    """Say why the rules refuse a move."""
    words = request.words
    if isinstance(no, Illegal):
        table = await request.house.load(request.table)
        return "❌ " + request.display_of(table).refusal(words, no)
    if isinstance(no, NotYours):
        return words.say("You have nothing to decide right now.")
    return words.say("I do not understand that move. Please use the menu:")
