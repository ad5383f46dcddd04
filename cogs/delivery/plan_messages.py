"""`tell_plan_played`: the direct message that tells a player what their plan or standing answer has done."""

from __future__ import annotations

from cogs.delivery.sending import MessageSender
from cogs.messages import plan_parts, standing_parts
from cogs.messages.app_emoji import for_reader
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import Button, Panel, Row, Target, Text
from cogs.messages.reader_language import words_of_person
from cogs.messages.table_messages import linked_title, names_at
from tables.model.table import Table
from tables.notifications.attempt import Attempt
from tables.notifications.seat_kinds import PlanPlayed
from tables.play import game_log
from tables.runtime import people
from words import Words


async def tell_plan_played(
    sending: MessageSender, attempt: Attempt, plan: PlanPlayed, table: Table, words: Words, display: GameDisplay
) -> None:
    """Tell the owner of a plan by direct message what was played, with a button that opens their menu.

    Further buttons plan what they can plan next or, after a standing answer, end it. Nothing is sent if they have no
    seat at the table any more, or if they want or accept no direct messages: a message at the table would show
    everybody that it was planned.
    """
    seat, known = table.seat_of(plan.person), await people.get(sending.services, plan.person)
    if seat is None or (known and not known.dms):
        return
    theirs = await words_of_person(sending.services, plan.person, words)
    entries = await game_log.visible_entries(sending.services, table, seat.seat, plan.after, plan.upto)
    events = [event for entry in entries if entry.seat == seat.seat for event in entry.events]
    title = linked_title(table, theirs)
    lines = display.planned_story(theirs, names_at(table), events)
    buttons = [Button(theirs.say("Play"), Target("play", table.id), "primary")]
    if plan.answered:
        told = standing_parts.answered(theirs, title, display.standing_question(theirs, plan.answered), lines)
        buttons.append(standing_parts.ask_me_button(theirs, table.id, plan.answered))
    else:
        told = plan_parts.played(theirs, title, lines)
        buttons += plan_parts.plan_buttons(display, table, theirs, seat.seat)
    panel = for_reader(Panel((Text(told), Row(tuple(buttons))), display.colour), display, theirs, table)
    await sending.send_directly(attempt, table, panel, plan.person, silent=True)
