"""The menus that ask where a worker goes: `places_menu`, the first of a turn, and `dice_menu`, before a night action.

`repay_buttons` and `repay_warnings` are also used by other menus.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.haithabu.menu_choices import select_or_button
from cogs.games.haithabu.move_labels import move_label
from cogs.games.haithabu.move_text import roll_label
from cogs.games.haithabu.order_plan_lines import order_plan_lines
from cogs.games.haithabu.seat_view import own_player, view_of
from cogs.games.haithabu.text_lines import loan_warnings, resources
from cogs.messages.menu_controls import back_button, menu_target, move_button
from cogs.messages.panel import Button, Option, Part, Row, Text, rows, text
from rules import Move
from rules.haithabu import moves, quotes
from rules.haithabu.data import DATA, NEUTRAL
from rules.haithabu.view import View
from tables.model.table import Look
from words import Words
from words.haithabu import terms


def places_menu(look: Look, words: Words) -> list[Part]:
    """Return the first menu of a turn: a plan for each order, a choice of places for each worker, and other moves.

    Lines say which places are closed and why; they are left out if a lesson's picture is above the menu. After *Hint*
    was pressed, they and the plans are left out, because the menu before has shown them. In a lesson the plans stay
    beside a hint, unless the menu has to be brief. The other moves are hiring a worker, setting one aside, and repaying
    loans.
    """
    view = view_of(look)
    waiting = view.turn.workers if view.turn else ()
    if not look.table.rehearsal:
        legend = words.say("☀️ act right away · 🌙 roll for an event first")
    elif look.can_undo:
        legend = words.say("☀️ act right away · 🌙 roll for an event first: your plan ends before the roll")
    else:
        legend = words.say("☀️ act right away · 🌙 roll for an event first: can't be planned")
    question = _planned_question(words, waiting) if look.table.rehearsal else ""
    head = f"{question or _question(words, waiting, brief=look.pictured)} {_round_and_phase(words, view)}"
    # A lesson's picture shows the orders, but not what they still take.
    plans = order_plan_lines(look, words) if look.pictured and not look.brief else []
    parts: list[Part] = [text(head, *resources(look, words, plans=not look.hinted), *plans)]
    for worker in waiting:
        parts += _place_choice(look, words, worker)
    if not look.pictured and not look.hinted:
        parts.append(text(_closed_places_text(look, words, waiting), f"-# {legend}"))
    return [*parts, *_other_move_parts(look, words)]


def _round_and_phase(words: Words, view: View) -> str:
    """Return a sentence with the number of the round and of the phase, each with the total number."""
    return words.say(
        "Round {round} of {rounds}, phase {phase} of {phases}",
        round=view.round,
        rounds=DATA.play.rounds,
        phase=view.phase,
        phases=DATA.play.workers,
    )


def _question(words: Words, waiting: Sequence[str], *, brief: bool) -> str:
    """Return the sentence that asks the seat to place its worker, the neutral worker, or both.

    `waiting` are the workers that are not placed yet. With `brief`, for a lesson, it leaves out that it is the seat's
    turn.
    """
    if waiting == (moves.NEUTRAL,):
        return words.say("**Your own worker is placed. Now place the neutral worker.**")
    if len(waiting) > 1 and brief:
        return words.say("**Place your worker and the neutral one**, in either order.")
    if len(waiting) > 1:
        return words.say("**Your turn: place your worker and the neutral one**, in either order.")
    return words.say("**Place your worker.**") if brief else words.say("**Your turn: place your worker.**")


def _planned_question(words: Words, waiting: Sequence[str]) -> str:
    """Return what `_question` asks for, for a player who plans their turn; "" if the own worker is placed already."""
    if waiting == (moves.NEUTRAL,):
        return ""
    if len(waiting) > 1:
        return words.say("**Your plan: place your worker and the neutral one**, in either order.")
    return words.say("**Your plan: place your worker.**")


def _place_choice(look: Look, words: Words, worker: str) -> list[Part]:
    """Return the choice of the places where a worker can go: the market, then fields by day, then fields by night.

    It is a select, or a button for a single place; [] if the worker can go nowhere.
    """
    by_day = {field.key: field.day for field in view_of(look).rondel}
    lines = [
        Option(
            terms.place(words, place),
            place,
            words.say(terms.PLACE_PURPOSE[place]),
            terms.MARKET if place == "market" else terms.DAY if by_day[place] else terms.NIGHT,
        )
        for place in sorted(
            _possible_places(look, worker), key=lambda place: (place != "market", not by_day.get(place), place)
        )
    ]
    return select_or_button(look, "haithabu.go", f"{worker}:", words.say(terms.GOES[worker]), lines)


def _closed_places_text(look: Look, words: Words, waiting: Sequence[str]) -> str:
    """Return small lines with the fields where `waiting` workers cannot go, grouped by reason; "" if there are none.

    The first line also says why no worker can be hired, if so. If two workers wait, it has the fields that are closed
    to both; then each worker has a line with the fields that are closed to it alone. Lines without anything are left
    out.
    """
    possible = {worker: _possible_places(look, worker) for worker in waiting}
    keys = sorted(field.key for field in view_of(look).rondel)
    lines = []
    for some in (waiting, *([worker] for worker in waiting if len(waiting) > 1)):
        others = [worker for worker in waiting if worker not in some]
        obstacles: dict[str, list[str]] = {}
        for key in keys:
            if not any(key in possible[each] for each in some) and all(key in possible[each] for each in others):
                obstacles.setdefault(_obstacle(look, some[0], key), []).append(f"**{key}**")
        closed = [f"{', '.join(there)}: {words.say(terms.OBSTACLE[why])}" for why, there in obstacles.items()]
        if some is waiting and (why_not := _obstacle_to_hiring(look)):
            closed.append(words.say("hire a worker ({reason})", reason=words.say(terms.OBSTACLE[why_not])))
        if closed:
            lines.append("-# " + words.say(terms.CLOSED["both" if not others else some[0]], places=" · ".join(closed)))
    return "\n".join(lines)


def _possible_places(look: Look, worker: str) -> set[str]:
    """Return the places where some legal move sends the worker."""
    return {move.place for move in look.options if isinstance(move, moves.Work) and move.worker == worker}


def _obstacle(look: Look, worker: str, place: str) -> str:
    """Return why a worker cannot go to the field `place`, or has nothing to do there, as a key of `terms.OBSTACLE`.

    The caller must know already that no legal move sends the worker there (H13, H15).
    """
    view, me = view_of(look), own_player(look)
    there = next((field.workers for field in view.rondel if field.key == place), ())
    if (look.seat if worker == moves.OWN else NEUTRAL) in there:
        hires = worker == moves.OWN and any(isinstance(move, moves.Hire) for move in look.options)
        return "own_may_be_joined" if hires else f"{worker}_stands"
    missing = [quotes.missing_wares(order) for order in me.orders]
    match place:
        case "A":
            return "too_dear" if any(stack.cards for stack in view.stacks) else "no_transport_left"
        case "B":
            return "no_character"
        case "C":
            return "bought_now" if any(me.post) else "empty_post"
        case "E":
            return "no_order" if not missing else "not_wanted" if any(me.post) else "empty_post"
        case "F":
            return "empty_warehouse" if me.cart or me.ship else "no_transport"
    return "too_dear"


def _obstacle_to_hiring(look: Look) -> str:
    """Return why the seat cannot hire a worker (H12), as a key of `terms.OBSTACLE`.

    Return "" if it can, and after the first worker of the turn is placed.
    """
    view = view_of(look)
    turn = view.turn
    if turn is None or moves.OWN not in turn.workers or any(isinstance(move, moves.Hire) for move in look.options):
        return ""
    if turn.hired:
        return "hired_already" if moves.NEUTRAL in turn.workers else ""
    return "too_dear" if view.inn else "inn_is_empty"


def _other_move_parts(look: Look, words: Words) -> list[Part]:
    """Return buttons to hire a worker, to set a worker aside and to repay loans, each only if the move is legal.

    Above them are warnings of the loans to which these moves lead.
    """
    buttons, parts = [], list[Part]()
    for move in look.options:
        if isinstance(move, moves.Hire):
            label = move_label(look, words, move)
            buttons.append(move_button(look, label, move, emoji=terms.WORKER_SIGN))
            if warned := _warning_line(look, words, label, move):
                parts.append(Text(warned))
        elif isinstance(move, moves.Aside):
            buttons.append(move_button(look, move_label(look, words, move), move))
    return [*parts, *repay_warnings(look, words), *rows([*buttons, *repay_buttons(look, words)], 4)]


def repay_buttons(look: Look, words: Words) -> list[Button]:
    """Return at most four buttons that repay loans (H28), in the order of the seat's options; [] if it cannot repay."""
    return [
        move_button(look, words.say("Repay {loans}", loans=terms.loans(words, move.loans)), move, emoji="🏦")
        for move in look.options
        if isinstance(move, moves.Repay)
    ][:4]


def repay_warnings(look: Look, words: Words) -> list[Part]:
    """Return a text that warns if even the smallest repayment leads to a loan for storing wares (H36); else []."""
    repayments = [move for move in look.options if isinstance(move, moves.Repay)]
    if not repayments:
        return []
    least = min(repayments, key=lambda move: move.loans)
    label = words.say("Repay {loans}", loans=terms.loans(words, least.loans))
    warned = _warning_line(look, words, label, least)
    return [Text(warned)] if warned else []


def _warning_line(look: Look, words: Words, label: str, move: Move) -> str:
    """Return `label`, a button's label, with warnings of the loans that its `move` leads to; "" if it leads to none."""
    assert look.seat is not None
    warned = loan_warnings(words, view_of(look), look.seat, move)
    return f"{label}: {' · '.join(warned)}" if warned else ""


def dice_menu(look: Look, words: Words, worker: str, place: str) -> list[Part]:
    """Return the menu before an action by night (H18): a list of the six events, and buttons to roll one or two dice.

    With a hint, the events and the plans for orders are left out, so that the menu fits on a phone.

    `worker` and `place` are those of the draft; the button *Back* deletes the draft. A click on a roll makes the move,
    which cannot be taken back. Warnings are added for a roll that leads to loans. In a plan nothing can be rolled: the
    plan ends before the roll, or another place is needed.
    """
    assert look.seat is not None
    head = words.say(
        "🌙 It's night on **{place}**, so an event comes first. With two dice you choose one of two "
        "events. You can't undo the roll.",
        place=terms.place(words, place),
    )
    bill = quotes.unpaid_bill(view_of(look))
    happenings = [
        f"-# {number} **{words.say(terms.EVENT[event.key])}**: {terms.event_effect(words, event.key, bill)}"
        for number, event in enumerate(DATA.event, 1)
        if not look.advised
    ]
    rolls = [
        move
        for move in look.options
        if isinstance(move, moves.Work) and (move.worker, move.place) == (worker, place) and move.dice
    ]
    buttons, warned = [], []
    for move in rolls:
        label = roll_label(words, look, move.dice)
        buttons.append(move_button(look, label, move, emoji="🎲"))
        warned.append(_warning_line(look, words, label, move))
    if worker == moves.NEUTRAL:
        goes = words.say("The neutral worker · {place}", place=terms.place(words, place))
        head = f"**{goes}**\n{head}"
    back = back_button(words, menu_target(look, "drop"))
    if look.table.rehearsal:
        return [text(_unplanned_roll_text(look, words, place)), Row((*_ending_buttons(look, words, rolls), back))]
    return [
        text(head, *happenings),
        text(*resources(look, words, plans=not look.advised), *warned),
        Row((*buttons, back)),
    ]


def _unplanned_roll_text(look: Look, words: Words, place: str) -> str:
    """Return why a player who plans their turn cannot act by night on a place."""
    name = terms.place(words, place)
    if look.can_undo:
        return words.say(
            "🌙 It's night on **{place}**, so an event comes first. Your plan ends before the roll; then I'll ask you.",
            place=name,
        )
    return words.say(
        "🌙 It's night on **{place}**, so an event comes first. That can't be planned. Choose another "
        "place, or wait until it's your turn.",
        place=name,
    )


def _ending_buttons(look: Look, words: Words, rolls: Sequence[Move]) -> list[Button]:
    """Return the button that ends a plan before a roll; [] if there is nothing before it, so that nothing is planned.

    It makes the first roll, which the plan does not contain.
    """
    return [move_button(look, words.say("Save my plan so far"), move) for move in rolls[:1] if look.can_undo]
