"""Answers that many requests end in: the menu as it is now, which table is meant, why the rules say no."""

from __future__ import annotations

from collections.abc import Callable

from cogs.messages.images import picture_for_reader
from cogs.messages.panel import MAX_COMPONENTS, Button, Panel, Picture, Row, Target, Text, rows
from cogs.messages.table_messages import menu_panel
from cogs.requests.request import Request
from pictures.drawing import Drawing
from rules import Illegal, NotYours, Refused
from tables.model.table import Look
from tables.model.table_errors import Declined
from tables.play import lookup, moves, since_last_move
from tables.runtime.waiting_tables import waiting
from words import rulebook
from words import table_text as table_words
from words.refusal_text import refusal_sentence

_ROOM = MAX_COMPONENTS - 1
"""So many components an answer may have, besides the tip that a newcomer's answers carry."""


async def menu(request: Request) -> Panel:
    """Return the menu of what this person can decide now."""
    look = await lookup.look(request.services, request.table, request.person_id)
    if not (look.guidance and look.table.row.status == "finished"):  # How a lesson ended is shown nowhere else.
        moves.deciding_seat(look.table, request.person_id)
    return await menu_of(request, await since_last_move.with_changes(request.services, look))


async def menu_of(request: Request, look: Look, note: str = "") -> Panel:
    """Return a menu with the picture of what it is about."""
    display = request.display_of(look.table)
    picture = await picture_in(request, "menu.png", lambda: display.menu_drawing(look, request.words))
    return await _with_next(request, look, menu_panel(display, look, request.words, note, picture))


async def _with_next(request: Request, look: Look, panel: Panel) -> Panel:
    """Offer the next table that waits for somebody who has nothing to decide here. A lesson is left alone."""
    if look.owes or look.table.row.lesson or panel.size + 2 > _ROOM:
        return panel
    waits = len(await waiting(request.services, request.person_id, but=look.table.id))
    if not waits:
        return panel
    # With the mark it is known that this menu is left: it does not follow its board any more.
    target = Target("next", look.table.id, look.mark)
    return panel.plus(Row((Button(request.words.say("Next table ({n})", n=waits), target, "primary", "⏭️"),)))


async def picture_in(request: Request, name: str, draw: Callable[[], Drawing | None]) -> Picture | None:
    """Return a picture for an answer, if the person wants pictures and it can be had at once."""
    return await picture_for_reader(request.app.studio, request.interaction, request.person, name, draw)


def are_you_sure(question: str, label: str, target: Target, keep: str) -> Panel:
    """Ask before something is done; the other button leaves everything as it is."""
    sure, unchanged = Button(label, target, "danger"), Button(keep, Target("keep", target.table))
    return Panel((Text(question), Row((sure, unchanged))))


def come_back(request: Request) -> Button:
    """Return the button by which somebody takes their own seat back."""
    return Button(request.words.say("Take my seat back"), Target("back", request.table), "primary")


async def fresh_menu(request: Request, note: Text) -> Panel:
    """Return the note and, if the person still sits at a running table, the menu as it is now."""
    try:
        return (await menu(request)).under(note)
    except Declined as no:
        return Panel((note, Text(refusal_sentence(request.words, no.key, no.facts))))


async def which_table(request: Request, note: Text) -> Panel:
    """Ask which of several tables a command means; the answer goes on with what was asked for.

    It means what is being decided there now. What is too long for a button has to be asked for again: the answer is
    then the menu.
    """
    words = request.words
    looks = await lookup.meant(request.services, request.person_id, request.game, request.target.verb)
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


async def refusal(request: Request, no: Refused) -> Panel:
    """Say why the rules refuse a move, with the menu as it is now, and lead to what the rulebook says about it."""
    words = request.words
    if isinstance(no, NotYours):
        return await fresh_menu(request, Text(words.say("You have nothing to decide right now.")))
    if not isinstance(no, Illegal):
        return await fresh_menu(request, Text(words.say("I do not understand that move. Please use the menu:")))
    table = await request.services.load(request.table)
    panel = await fresh_menu(request, Text("❌ " + request.display_of(table).refusal(words, no)))
    game = table.row.game
    topic = rulebook.topic_for_rule(game, words.language, no.rule)
    if topic is None or panel.size + 2 > _ROOM:
        return panel
    label, target = words.say("Rules: {topic}", topic=topic.title), Target("rules", table.id, arg=f"{game} {topic.key}")
    if panel.has(target):  # A lesson explains that very topic.
        return panel
    return panel.plus(Row((Button(label, target, emoji="📖"),)))
