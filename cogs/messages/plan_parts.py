"""What is shown of plans: those that a player has, with buttons to make, change and delete them, and sentences."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.messages.app_emoji import for_reader
from cogs.messages.game_display import GameDisplay
from cogs.messages.panel import MAX_COMPONENTS, Button, Panel, Part, Picture, Style, Target, Text, rows, text
from cogs.messages.standing_parts import standing_button
from cogs.messages.table_messages import menu_panel
from rules import Illegal, Refused
from rules.plans import MAX_WISHES
from rules.standing_answers import policies_of
from tables.model.table import Look, Table
from tables.play.rehearsals import PlannedWish, is_changing_plan, lapsed_wish, plans_shown
from tables.play.seat_answers import has_standing_answers
from tables.play.seat_plans import plans_of, why_lapsed
from words import Words

_RESERVED_COMPONENTS = 3
"""Components left free below the plans, for *Next table* and the tip for newcomers."""


def menu_with_plans(
    display: GameDisplay, look: Look, words: Words, note: str = "", picture: Picture | None = None
) -> Panel:
    """Return the menu of a seat (`menu_panel`) with its plans, and with a sentence if its plan could not be played."""
    why = why_lapsed(look.table, look.seat) if look.seat is not None else None
    if why is not None:
        note = "\n".join(filter(None, (_lapsed(display, words, look, why), note)))
    return with_plans(display, look, words, menu_panel(display, look, words, note, picture))


def with_plans(display: GameDisplay, look: Look, words: Words, panel: Panel) -> Panel:
    """Return the menu `panel` of a seat that has nothing to decide, with its plans and the buttons for them.

    If the seat can have standing answers, there is a button for them; also where it has to decide what one could
    answer. The panel is returned unchanged if there is nothing to add, or no room.
    """
    if look.seat is None or look.table.rehearsal:
        return panel
    standing: list[Button] = []
    if has_standing_answers(look.table, look.seat):
        is_on = bool(plans_of(look.table.seats[look.seat]).standing)
        standing = [standing_button(words, look.table.id, is_on=is_on)]
    if look.owes:
        asked_out_of_turn = bool(policies_of(look.table.game, look.owes))
        more = panel.plus(*rows(standing)) if asked_out_of_turn and not look.draft else panel
        return more if more.size + _RESERVED_COMPONENTS <= MAX_COMPONENTS else panel
    parts: list[Part] = []
    buttons: list[Button] = []
    for shown in plans_shown(look.table, look.seat):
        decision, label = shown.decision, display.plan_label(words, shown.decision)
        if not shown.wishes:
            parts += [Text(offer)] if (offer := display.plan_offer(words, decision)) else []
            shortcuts = display.plan_shortcuts(words, decision)
            for short, move in shortcuts:
                target = Target("plan", look.table.id, look.mark, f"{decision} {move}")
                buttons.append(Button(short, target, "primary", "🗓️"))
            style: Style = "secondary" if shortcuts else "primary"
            buttons.append(
                Button(label, Target("plan", look.table.id, arg=decision), style, None if shortcuts else "🗓️")
            )
            continue
        wishes = [_saved_wish(display, words, wish) for wish in shown.wishes]
        note = display.plan_note(words, decision)
        parts.append(text(planned(words, wishes, exact=shown.is_exact, note=note)))
        buttons.append(Button(words.say("Change plan"), Target("plan", look.table.id, arg=decision)))
        if shown.takes_alternatives and len(wishes) < MAX_WISHES:
            buttons.append(Button(words.say("Add alternative"), Target("plan", look.table.id, arg=f"{decision} +")))
        buttons.append(Button(words.say("Delete plan"), Target("unplan", look.table.id, arg=decision)))
    buttons += standing
    plans = for_reader(Panel(tuple(parts)), display, words, look.table)
    more = panel.plus(*plans.parts, *rows(buttons)) if parts or buttons else panel
    return more if more.size + _RESERVED_COMPONENTS <= MAX_COMPONENTS else panel


def _saved_wish(display: GameDisplay, words: Words, wish: PlannedWish) -> str:
    """Return a saved wish as one line, which says if it would not be played as it is now."""
    line = _in_words(display, words, wish)
    return words.say("{plan} · *changed since you planned it*", plan=line) if wish.is_changed else line


def _in_words(display: GameDisplay, words: Words, wish: PlannedWish) -> str:
    """Return the moves of a wish as one line."""
    if not wish.steps:
        return f"*{not_possible(words)}*"
    named = [display.proposal(look, words, move) for look, move in wish.steps]
    line = " → ".join((*named, *([] if wish.is_complete else [asked_then(words)])))
    return line[:1].upper() + line[1:]


def rehearsing(look: Look, words: Words) -> str:
    """Return the sentences above a menu in which a player makes a plan, or an alternative for one."""
    rehearsed = plans_of(look.table.seats[look.seat]).rehearsed if look.seat is not None else None
    if rehearsed and rehearsed.is_alternative:
        head = words.say("🗓️ **You're planning an alternative**, in case what you've planned so far isn't possible.")
    elif is_changing_plan(look):
        return words.say(
            "🗓️ **You're changing your plan.** Choose as usual: nothing is played yet, and at the end your new plan "
            "replaces the saved one."
        )
    else:
        head = words.say("🗓️ **You're planning ahead.**")
    return f"{head} {words.say('Choose as usual: nothing is played yet, and your plan is saved at the end.')}"


def planned(words: Words, wishes: Sequence[str], *, exact: bool, note: str = "") -> str:
    """Return a plan: its heading, each wish in words, and when it is played.

    `exact` is True if the plan is played only if nothing about it has changed. A `note` that is not "" says when
    instead.
    """
    lines = wishes if len(wishes) == 1 else [f"**{number}** · {wish}" for number, wish in enumerate(wishes, 1)]
    if note:
        when = note
    elif exact and len(wishes) > 1:
        when = words.say(
            "On your turn, I play the first one that still costs and gives you exactly what you planned. If "
            "there is none, I'll ask you."
        )
    elif exact:
        when = words.say(
            "Played on your turn if it still costs and gives you exactly what you planned. Otherwise I'll ask you."
        )
    elif len(wishes) > 1:
        when = words.say("On your turn, the first one that is still possible is played. If none is, I'll ask you.")
    else:
        when = words.say("Played on your turn if it's still possible. Otherwise I'll ask you.")
    return "\n".join((words.say("🗓️ **Your plan is saved.** Nobody else can see it."), *lines, f"-# {when}"))


def asked_then(words: Words) -> str:
    """Return the end of a wish that stops where chance decides."""
    return words.say("then I'll ask you")


def not_possible(words: Words) -> str:
    """Return what is shown in place of a wish that is not possible at the moment."""
    return words.say("Not possible right now")


def _lapsed(display: GameDisplay, words: Words, look: Look, why: Refused | str) -> str:
    """Return the sentence that a player's plan could not be played, with the reason (`seat_plans.why_lapsed`)."""
    wish = lapsed_wish(look.table, look.seat) if look.seat is not None else None
    if isinstance(why, Illegal):
        reason = display.refusal(words, why)
    elif why == "effects" and wish:
        reason = words.say(
            "This no longer costs or gives you exactly what you planned. Now it would be: {plan}. Please decide now:",
            plan=_in_words(display, words, wish),
        )
    else:
        reason = display.plan_gone(words) if why == "gone" else ""
    if not reason:
        return words.say("🗓️ Your plan no longer works, so nothing was played. Please decide now:")
    return words.say("🗓️ Your plan no longer works, so nothing was played. {why}", why=reason)


def plan_buttons(display: GameDisplay, table: Table, words: Words, seat: int) -> list[Button]:
    """Return a button for each decision that the person at a seat can plan now and has not planned."""
    return [
        Button(display.plan_label(words, shown.decision), Target("plan", table.id, arg=shown.decision), emoji="🗓️")
        for shown in plans_shown(table, seat)
        if not shown.wishes
    ]


def played(words: Words, table: str, lines: Sequence[str]) -> str:
    """Return the message that a plan was played at a table; `lines` tell what was done."""
    return "\n".join((words.say("🗓️ **{table}:** your plan was played.", table=table), *lines))
