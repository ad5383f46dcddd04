"""Answers that several actions share.

These are the menu (`menu`, `menu_of`, `fresh_menu`), a question with a confirmation (`are_you_sure`), the choice
between tables (`which_table`), and why the rules refuse a move (`refusal`).
"""

from __future__ import annotations

from collections.abc import Callable

from cogs.messages import plan_parts
from cogs.messages.images import picture_for_reader
from cogs.messages.panel import Button, Panel, Picture, Row, Target, Text, rows
from cogs.messages.table_messages import menu_panel
from cogs.requests.menu_pictures import menu_picture
from cogs.requests.other_tables import MAX_ANSWER_COMPONENTS, with_next_table
from cogs.requests.request import Request
from pictures.drawing import Drawing
from rules import Illegal, NotYours, Refused
from tables.coaching import hints, lesson_feedback
from tables.model.table import Look
from tables.model.table_errors import Declined
from tables.play import lookup, moves, rehearsals, since_last_move
from tables.play.lookup import TableScope
from words import rulebook
from words import table_text as table_words
from words.refusal_text import refusal_sentence


async def menu(request: Request) -> Panel:
    """Return the person's current menu at the request's table, with what has changed since their last move.

    Raises `Declined` if the game is not running, if they have no seat, or if a computer plays their seat. A finished
    lesson still has a menu.
    """
    look = await lookup.look(request.services, request.table, request.person_id)
    if not (look.guidance and look.table.row.status == "finished"):  # Nothing else shows how a lesson ended.
        moves.deciding_seat(look.table, request.person_id)
    return await menu_of(request, await since_last_move.with_changes(request.services, look))


async def menu_of(request: Request, look: Look, note: str = "") -> Panel:
    """Return the menu for `look`, the table as the person sees it, with a picture if they want pictures.

    `note` is shown above its first control. The menu suggests the best moves if `look` has them already, or if the
    person has switched suggestions on. In a lesson it has feedback on the learner's latest decision, and after the end
    the final picture. Outside of lessons it gets the button *Next table* if other tables wait for the person, this one
    does not, and there is room.
    """
    display = request.display_of(look.table)
    if look.table.rehearsal:
        return await _rehearsal(request, look, note)
    if not look.advised:
        look = await hints.with_suggestions(request.services, look, request.person_id)
    look = await lesson_feedback.with_feedback(request.services, look)
    picture = await menu_picture(
        request.services,
        request.app.renderer,
        request.interaction,
        request.person,
        display,
        look,
        request.words,
    )
    panel = plan_parts.menu_with_plans(display, look, request.words, note, picture)
    return await with_next_table(request.services, request.person_id, look, request.words, panel)


async def rehearsal_menu(request: Request, note: str) -> Panel:
    """Return the menu in which the person makes the plan that the request's mark names, with `note`.

    Raises `Stale` if that plan is not being made any more, and `Declined` if the decision cannot be planned any more.
    """
    look = await rehearsals.look(request.services, request.table, request.person_id, request.mark)
    return await menu_of(request, look, note)


async def _rehearsal(request: Request, look: Look, note: str) -> Panel:
    """Return the menu in which a person makes a plan: that of the imagined table, and *Cancel planning* below it."""
    display, words = request.display_of(look.table), request.words
    note = "\n".join(filter(None, (plan_parts.rehearsing(look, words), note)))
    picture = await picture_in(request, "menu.png", lambda: display.decision_drawing(look, words))
    stop = Button(words.say("Cancel planning"), Target("unplan", look.table.id))
    return menu_panel(display, look, words, note, picture).plus(Row((stop,)))


async def picture_in(request: Request, name: str, draw: Callable[[], Drawing | None]) -> Picture | None:
    """Return the drawing that `draw` makes as a picture file called `name`.

    None if the person wants no pictures, if the bot may not attach files here, if `draw` returns None or fails, or if
    it cannot be rendered within half a second.
    """
    return await picture_for_reader(request.app.renderer, request.interaction, request.person, name, draw)


def are_you_sure(question: str, label: str, target: Target, keep: str) -> Panel:
    """Return a question with two buttons: a red one labelled `label` that runs `target`, and one labelled `keep`.

    The second button changes nothing.
    """
    sure, unchanged = Button(label, target, "danger"), Button(keep, Target("keep", target.table))
    return Panel((Text(question), Row((sure, unchanged))))


def take_back_button(request: Request) -> Button:
    """Return the button *Take my seat back*, for a person whose seat at the request's table a computer plays."""
    return Button(request.words.say("Take my seat back"), Target("back", request.table), "primary")


async def fresh_menu(request: Request, note: Text) -> Panel:
    """Return the note with the person's current menu below; if they have no menu, the note and why they have none."""
    try:
        return (await menu(request)).under(note)
    except Declined as no:
        return Panel((note, Text(refusal_sentence(request.words, no.key, no.facts))))


async def which_table(request: Request, note: Text, scope: TableScope) -> Panel:
    """Return a panel that asks which table a command means: `note`, and a button for each possible table.

    These are the person's tables within `scope`. A button repeats the command's verb for that table and the decision
    that is pending there. If the command's argument is too long for a custom id, the button opens the table's menu
    instead.
    """
    words = request.words
    looks = await lookup.candidates(request.services, request.person_id, request.game, scope)
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
    """Return a panel that says why the rules refuse a move, with the current menu below.

    The reason is that the person has nothing to decide, that the move cannot be parsed, or that it breaks a rule. For a
    broken rule there is a button that opens the rulebook at the rule's topic. It is left out if the rule has no topic,
    if the menu has that button already, or if there is no room for it.
    """
    words = request.words
    if isinstance(no, NotYours):
        note = words.say("You have nothing to decide here right now. `/next` opens your most urgent table.")
        return await fresh_menu(request, Text(note))
    if not isinstance(no, Illegal):
        return await fresh_menu(request, Text(words.say("I don't understand that move. Please use the menu:")))
    table = await request.services.load(request.table)
    panel = await fresh_menu(request, Text("❌ " + request.display_of(table).refusal(words, no)))
    game = table.row.game
    topic = rulebook.topic_for_rule(game, words.language, no.rule, table.row.rules)
    if topic is None or panel.size + 2 > MAX_ANSWER_COMPONENTS:
        return panel
    label, target = words.say("Rules: {topic}", topic=topic.title), Target("rules", table.id, arg=f"{game} {topic.key}")
    if panel.has(target):  # The menu of a lesson may have that button already; Discord takes no two with the same id.
        return panel
    return panel.plus(Row((Button(label, target, emoji="📖"),)))
