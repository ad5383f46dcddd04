"""The menus of a turn in Haithabu: which worker goes where, what it does there, and the confirmation of that.

`menu` returns the one for the current draft, and `picture_subject` what its picture shows. `complete_move`,
`confirmed_move` and `needs_no_confirmation` turn the drafted placing of a worker into a move.
"""

from __future__ import annotations

from cogs.games.haithabu import action_lists, place_menu
from cogs.games.haithabu.draft_kinds import ACT, Placing, placing_of
from cogs.games.haithabu.seat_view import view_of
from cogs.games.haithabu.text_lines import action_text, is_possible_without_loan, obstacle_to, outcome_facts, resources
from cogs.messages.menu_controls import back_button, confirmation_parts, menu_target, split_choice
from cogs.messages.panel import Button, Part, Row, Select, rows, text
from rules import Illegal, Move
from rules.haithabu import actions, events, moves, quotes
from tables.model.table import Look
from tables.model.table_errors import Stale
from tables.play import lookup
from words import Words
from words.haithabu import refusals, terms

ENDING = "haithabu.act"
"""The verb of controls that choose a whole action. If that ends the turn, the menu says so and asks no confirmation."""
_PICTURE_SUBJECTS = {
    "market": "market",
    "A": "transports",
    "B": "characters",
    "C": "market",
    "D": "orders",
    "E": "own",
    "F": "own",
    "G": "market",
    "H": "orders",
}
"""The subject of a decision on each place, which its menu's picture shows."""


def menu(look: Look, words: Words) -> list[Part]:
    """Return the menu that asks for what is still missing in the seat's drafted placing.

    Without a draft it asks for the place. With one it asks for the number of dice if the place is a field by night,
    and otherwise for the action. A complete action is shown to be confirmed. A seat that has to act by night (`ACT`)
    gets the menu of its worker's field, with buttons to repay loans.
    """
    view, placing = view_of(look), placing_of(look)
    if look.owes == ACT:
        place = view.acting or ""
        fits = placing is not None and (placing.worker, placing.place) == (ACT, place)
        details = _details(look, words, placing if placing and fits else Placing(ACT, place))
        return [*details, *place_menu.repay_warnings(look, words), *rows(place_menu.repay_buttons(look, words))]
    if placing is None or view.turn is None or placing.worker not in view.turn.workers:
        return place_menu.places_menu(look, words)
    field = next((field for field in view.rondel if field.key == placing.place), None)
    if field is not None and not field.day:
        return place_menu.dice_menu(look, words, placing.worker, placing.place)
    return _details(look, words, placing)


def picture_subject(look: Look) -> str:
    """Return what the picture of the turn's menu shows, as a key for `closeup`: "places", "market", "orders" and so on.

    It is "places" as long as no place is drafted, and otherwise what the player decides on that place. Return "" (no
    picture) for the menu to roll dice: with its six events and a picture it would be taller than a phone's screen.
    """
    view, placing = view_of(look), placing_of(look)
    if look.owes == ACT:
        return _PICTURE_SUBJECTS[view.acting or ""]
    if placing is None or view.turn is None or placing.worker not in view.turn.workers:
        return "places"
    by_night = any(field.key == placing.place and not field.day for field in view.rondel)
    return "" if by_night else _PICTURE_SUBJECTS[placing.place]


def _details(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Return the menu of the place in the drafted `placing`.

    - If the action is incomplete: the choices for it, and *Back*. There is no *Back* if the seat has to act by night
      and has not chosen anything yet.
    - If the action is complete: its confirmation. The choices follow if something can be added to the action, or if the
      seat cannot do it and needs another one.
    """
    view, place = view_of(look), placing.place
    assert look.seat is not None
    whole = placing.whole
    head = terms.place(words, place)
    if placing.worker == moves.NEUTRAL:
        head = words.say("The neutral worker · {place}", place=head)
    parts: list[Part] = [
        text(
            f"**{head}**",
            _rolled_event_text(look, words, view.happened) if placing.worker == ACT else "",
            *resources(look, words, plans=not look.hinted),
            "" if whole else action_lists.chosen_so_far(look, words, placing),
        )
    ]
    back = back_button(words, menu_target(look, "haithabu.back"))
    if whole is not None:
        obstacle = obstacle_to(view, look.seat, place, whole)
        parts += _confirmation(look, words, placing, whole, obstacle, back)
        if obstacle or action_lists.can_be_extended(look, placing):
            parts += action_lists.action_choices(look, words, placing)
        return parts
    choices = action_lists.action_choices(look, words, placing)
    controls = [each for part in choices for each in (part.buttons if isinstance(part, Row) else (part,))]
    if any(_hands_on(look, placing, each) for each in controls):
        warning = words.say(
            "After this your turn is over. You can't undo it once something is revealed or somebody else moves."
        )
        parts.append(text(warning))
    parts += choices
    return [*parts, Row((back,))] if placing.worker != ACT or placing.action else parts


def _rolled_event_text(look: Look, words: Words, event: str | None) -> str:
    """Return a line with the event that was rolled before this action, which is over; "" if `event` is None."""
    if event is None:
        return ""
    if _rolled_the_same_twice(look):
        return words.say("🌙 Both dice show **{event}**. Now take your action.", event=words.say(terms.EVENT[event]))
    return words.say("🌙 You rolled **{event}**. Now take your action.", event=words.say(terms.EVENT[event]))


def _rolled_the_same_twice(look: Look) -> bool:
    """Return True if the latest roll that the look tells of is two dice with the same event."""
    told = look.guidance.news if look.guidance else look.since.events if look.since else ()
    dice = next((event.dice for event in reversed(told) if isinstance(event, events.Rolled)), ())
    return len(dice) > 1 and len({*dice}) == 1


def complete_move(look: Look, placing: Placing) -> Move:
    """Return the move that a drafted placing describes, with the loans that it needs (H28).

    Raise `Stale` if its action is incomplete, or the look is a spectator's.
    """
    action = placing.whole
    if action is None or look.seat is None:
        raise Stale
    loans = quotes.quote_action(view_of(look), look.seat, placing.place, action).loans
    if placing.worker == ACT:
        return moves.Act(action, loans)
    return moves.Work(placing.worker, placing.place, action, 0, loans)


def confirmed_move(look: Look) -> str:
    """Return the text of the move for the stored placing of the look's seat; raise `Stale` without a complete one."""
    placing = placing_of(look)
    if placing is None:
        raise Stale
    return str(complete_move(look, placing))


def _hands_on(look: Look, placing: Placing, control: object) -> bool:
    """Return True if a choice in this control of the placing's menu ends the turn without a confirmation (`ENDING`)."""
    if not isinstance(control, Button | Select) or control.target.verb != ENDING:
        return False
    values = [option.value for option in control.options] if isinstance(control, Select) else [""]
    for value in values:
        arg, lines = split_choice(control.target.arg, (value,) if value else ())
        chosen = action_lists.STEPS[ENDING](placing, arg, lines)
        if needs_no_confirmation(look, chosen, ENDING) and lookup.next_may_act_at_once(
            look, complete_move(look, chosen)
        ):
            return True
    return False


def needs_no_confirmation(look: Look, placing: Placing, verb: str = "") -> bool:
    """Return True if the move of a drafted placing is to be made at once, without asking for a confirmation.

    That is so if the action is complete, needs no loan and has nothing that could be added, and the move can be taken
    back. It is also so if it hands the game on and was chosen with the control `ENDING`, whose menu says so; `verb` is
    that of the control.
    """
    action = placing.whole
    if action is None or look.seat is None or action_lists.can_be_extended(look, placing):
        return False
    if not is_possible_without_loan(view_of(look), look.seat, placing.place, action):
        return False
    move = complete_move(look, placing)
    return not lookup.is_irrevocable(look, move) or (verb == ENDING and lookup.next_may_act_at_once(look, move))


def _confirmation(
    look: Look, words: Words, placing: Placing, action: actions.AnyAction, obstacle: Illegal | None, back: Button
) -> list[Part]:
    """Return the parts that ask to confirm a complete drafted action: what it does, costs and brings, and buttons.

    A warning is added if the move cannot be taken back. If an `obstacle` is given, there is nothing to confirm: the
    parts are then only the action, the reason why it is impossible, and the button `back`.
    """
    assert look.seat is not None
    what = f"**{action_text(look, words, action, formatted=True)}**"
    if obstacle:
        return [text(what, refusals.refusal(words, obstacle)), Row((back,))]
    facts = " · ".join(outcome_facts(words, view_of(look), look.seat, placing.place, action))
    irrevocable = lookup.is_irrevocable(look, complete_move(look, placing))
    owing = quotes.quote_action(view_of(look), look.seat, placing.place, action).loans
    # Without loans or a warning the button only says that nothing more is added to the action.
    label = "" if irrevocable or owing else words.say("Do it")
    if look.table.rehearsal:
        label = words.say("Plan this")
    return confirmation_parts(
        look, words, (what, facts), "haithabu.confirm", back, irrevocable=irrevocable, label=label
    )
