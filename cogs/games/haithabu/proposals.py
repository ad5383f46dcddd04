"""Proposals in a turn of Haithabu: up to three advised moves, each with a line of facts and reasons and a button.

`proposals_for_turn` and `proposals_at_place` choose them so that each is an idea of its own, `proposal_parts` shows
them, and `proposed_move` and `draft_of_proposal` turn a pressed one into a move or a draft.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from cogs.games.haithabu.draft_kinds import ACT, Placing
from cogs.games.haithabu.seat_view import view_of
from cogs.games.haithabu.text_lines import (
    action_text,
    is_possible_without_loan,
    loan_warnings,
    outcome_facts,
    recruit_text,
)
from cogs.messages.drafts import fingerprint
from cogs.messages.menu_controls import label_text, menu_target
from cogs.messages.panel import Button, Part, Row, text
from rules import Move
from rules.errors import Fact
from rules.haithabu import actions, moves, quotes
from rules.haithabu.card_data import STACK, STACKS
from rules.haithabu.data import DATA
from tables.model.table import Look
from tables.model.table_errors import Stale
from tables.thinking.table_advice import Advice, advice, is_hinted
from words import Words
from words.haithabu import reasons, terms

MAX_PROPOSALS = 3
_NUMBERS = ("1️⃣", "2️⃣", "3️⃣")
_MAX_PHONE_LABEL_CHARS = 40
"""A phone shows a label of this length whole."""
_MIN_GAIN_LAST_ROUND = 0.01
"""Points that a proposal must gain in the last round; less comes only from silver that makes no whole point."""
_MIN_GAIN = -1.0
"""Points that a proposal must gain before the last round, by the rule of thumb; preparations may cost a little."""
_FOR_ORDERS = {"all_for", "for_orders", "ready", "completes"}
_FOR_NO_ORDER = {"to_sell", "to_sell_later"}


def proposals_for_turn(look: Look) -> list[Advice]:
    """Return up to `MAX_PROPOSALS` proposals for the first menu of a turn: the best move on each of the best places.

    Hiring a worker comes first if no other move is better; the places for which it is advised then follow it. Each is
    an idea of its own that gains enough, or only the best is proposed if none does; a move that a hint has named may
    repeat an idea or gain less. Return [] in a lesson, which has its own proposals.
    """
    if look.guidance:
        return []
    hire: list[Advice] = []
    chosen: dict[str, Advice] = {}
    for each in _gainful(look, _worth_doing(look), 1):
        if isinstance(each.move, moves.Hire) and not chosen:
            hire = [each]
        elif (
            isinstance(each.move, moves.Work)
            and each.move.place not in chosen
            and (is_hinted(look, each.move) or _is_new(each, chosen.values()))
        ):
            chosen[each.move.place] = each
        if len(chosen) == MAX_PROPOSALS and not hire:
            break
    if hire:  # The reason for hiring names these places, so they follow it.
        named = _places_to_hire_for(hire[0])
        chosen = dict(sorted(chosen.items(), key=lambda item: item[0] not in named))
    return [*hire, *chosen.values()][:MAX_PROPOSALS]


def _worth_doing(look: Look) -> list[Advice]:
    """Return the advice that may be proposed, best first; purchases for which no order has a use come last.

    Left out is advice to sell wares that an order needs, or to buy more of a ware than all orders want, because there
    also is advice with the right amount. Moves that a hint has named keep their place and are never left out.
    """
    advised = [(each, is_hinted(look, each.move)) for each in advice(look)]
    found = [
        (each, told) for each, told in advised if told or not (_has_reason(each, "needed") or _buys_too_much(each))
    ]
    return [
        each for each, told in sorted(found, key=lambda pair: not pair[1] and _has_reason(pair[0], "to_sell_later"))
    ]


def _gainful(look: Look, found: Sequence[Advice], otherwise: int) -> Sequence[Advice]:
    """Return the advice in `found` that gains enough points or was hinted; if none does, its first `otherwise` ones."""
    return [each for each in found if _gains_enough(look, each) or is_hinted(look, each.move)] or found[:otherwise]


def _gains_enough(look: Look, each: Advice) -> bool:
    """Return True if the advised move gains more points than the minimum for a proposal, or its gain is unknown.

    The minimum is `_MIN_GAIN_LAST_ROUND` in the last round and `_MIN_GAIN`, which is below 0, before it.
    """
    least = _MIN_GAIN_LAST_ROUND if view_of(look).round == DATA.play.rounds else _MIN_GAIN
    return each.worth is None or each.worth > least


def _buys_too_much(each: Advice) -> bool:
    """Return True if the advised move buys more of a ware than all orders of the seat want."""
    return isinstance(_action(each), actions.Buy) and _has_reason(each, "beyond")


def _has_reason(each: Advice, key: str) -> bool:
    return any(reason.key == key for reason in each.reasons)


def _places_to_hire_for(hiring: Advice) -> tuple[str, ...]:
    """Return the places that the advice to hire a worker gives as its reason; () if it names none."""
    named = next((reason.facts["places"] for reason in hiring.reasons if reason.key == "two_things"), ())
    return named if isinstance(named, tuple) else ()


def proposals_at_place(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Return the parts that propose the best actions for the drafted worker on its place, each idea once.

    There are at most `MAX_PROPOSALS`, which gain enough if any does. Return [] if nothing is advised there, and in a
    lesson as long as the learner has no draft, because the lesson has its own proposal then.
    """
    if look.guidance and not look.draft:
        return []
    chosen: list[Advice] = []
    there = [each for each in _worth_doing(look) if is_at(each.move, placing) and _action(each)]
    for each in _gainful(look, there, len(there)):
        if _is_new(each, chosen):
            chosen.append(each)
    return proposal_parts(look, words, chosen[:MAX_PROPOSALS], at_a_place=True)


def _action(each: Advice) -> actions.AnyAction | None:
    """Return the action of the advised move; None if the move has none, for example if it hires or rolls dice."""
    return each.move.action if isinstance(each.move, moves.Work | moves.Act) else None


def _is_new(each: Advice, others: Collection[Advice]) -> bool:
    """Return True if none of `others`, the proposals chosen so far, pursues the same idea as `each`.

    Buying what no order wants is new only if nothing else is proposed.
    """
    if others and _has_reason(each, "to_sell_later"):
        return False
    return not any(_same_idea(each, other) for other in others)


def _order_or_point_taken(each: Advice) -> Fact | None:
    """Return the key of the order that the advised move takes, "point" if it takes a point, or None for neither.

    It counts too if the move first rolls an event and its advice plans to take the order or the point then.
    """
    match _action(each):
        case actions.TakeOrder(order):
            return order
        case actions.Point():
            return actions.Point.verb
    plans = {reason.key: reason.facts for reason in each.reasons}
    return plans["then_order"]["order"] if "then_order" in plans else "point" if "then_point" in plans else None


def _same_idea(one: Advice, other: Advice) -> bool:
    """Return True if two proposals pursue the same idea.

    They do if both take the same order or the point, buy (or both sell) a ware in common, buy the same kinds of
    transports, deliver to an order in common, or load the same transport for the same orders.
    """
    if (taken := _order_or_point_taken(one)) is not None:
        return taken == _order_or_point_taken(other)
    match _action(one), _action(other):
        case (actions.Buy(wares), actions.Buy(others)) | (actions.Sell(wares), actions.Sell(others)):
            return any(map(min, wares, others))
        case actions.Fetch(stacks), actions.Fetch(others):
            return {STACKS[STACK[key]].kind for key in stacks} == {STACKS[STACK[key]].kind for key in others}
        case actions.Deliver(loads), actions.Deliver(others):
            return bool(dict(loads).keys() & dict(others).keys())
        case actions.Load(kind), actions.Load(another):
            return kind == another and _order_reasons(one) == _order_reasons(other)
    return False


def _order_reasons(each: Advice) -> list[tuple[str, Fact]]:
    """Return, for each reason of a proposal that names orders, the reason's key and the orders."""
    return [(reason.key, reason.facts["orders"]) for reason in each.reasons if "orders" in reason.facts]


def is_at(move: Move, placing: Placing) -> bool:
    """Return True if `move` is an action by night, or sends the draft's worker to the draft's place."""
    return isinstance(move, moves.Act) or (
        isinstance(move, moves.Work) and (move.worker, move.place) == (placing.worker, placing.place)
    )


def proposal_parts(look: Look, words: Words, advised: Sequence[Advice], *, at_a_place: bool = False) -> list[Part]:
    """Return a text with a heading and a numbered line for each proposal, and a row with a button for each.

    `advised` are at most three proposals, the best first; [] gives []. `at_a_place` leaves out the places, for a menu
    about one place. The first menu of a turn and that of a night action also say which proposals are made at once.
    """
    if not advised:
        return []
    lines = [
        f"{number} {_line(look, words, each, at_a_place)}"
        for number, each in zip(_NUMBERS, _without_repeated_reason(advised), strict=False)
    ]
    buttons = tuple(
        Button(
            _label(look, words, each.move, at_a_place),
            menu_target(look, "haithabu.propose", fingerprint(each.move)),
            "success" if number == _NUMBERS[0] else "primary",
            number,
        )
        for number, each in zip(_NUMBERS, advised, strict=False)
    )
    if not at_a_place or look.owes == ACT:
        lines.append(_made_at_once_note(look, words, advised))
    return [text(_heading(look, words, advised, at_a_place), *lines), Row(buttons)]


def _heading(look: Look, words: Words, advised: Sequence[Advice], at_a_place: bool) -> str:
    """Return the heading above the proposals, which is one of three sentences.

    It says "For your orders" if the menu is about one place (`at_a_place`) and all proposals serve orders. It says
    that there is nothing for the orders if all proposals only buy or sell for no order, or none gains enough.
    Otherwise it says "Worth doing now".
    """
    keys = [{reason.key for reason in each.reasons} for each in advised]
    if at_a_place and all(each & _FOR_ORDERS for each in keys):
        return words.say("**For your orders**")
    if all(each & _FOR_NO_ORDER for each in keys) or not any(_gains_enough(look, each) for each in advised):
        return words.say("**Nothing for your orders right now. You could:**")
    return words.say("**Worth doing now**")


def _made_at_once_note(look: Look, words: Words, advised: Sequence[Advice]) -> str:
    """Return a small line that says which of the proposals are made as soon as their button is pressed; "" if none is.

    They are those that hire a worker, or whose action needs no loan and no event first. The others open a menu.
    """
    assert look.seat is not None
    view, seat = view_of(look), look.seat
    done = [
        number
        for number, each in zip(_NUMBERS, advised, strict=False)
        if isinstance(each.move, moves.Hire)
        or ((action := _action(each)) and is_possible_without_loan(view, seat, _place(look, each.move), action))
    ]
    if len(done) == len(advised):
        return "-# " + words.say("A suggestion is played as soon as you press it.")
    told = words.many(
        "{numbers} is played as soon as you press it.", "{numbers} are played as soon as you press them.", len(done),
        numbers=words.join_and(done),
    )  # fmt: skip
    return f"-# {told}" if done else ""


def _without_repeated_reason(advised: Sequence[Advice]) -> Iterator[Advice]:
    """Yield the proposals in order, with the reason `nothing_to_carry_with` kept only in the first that has it."""
    said = False
    for each in advised:
        kept = tuple(reason for reason in each.reasons if not said or reason.key != "nothing_to_carry_with")
        said = said or _has_reason(each, "nothing_to_carry_with")
        yield msgspec.structs.replace(each, reasons=kept)


def _line(look: Look, words: Words, each: Advice, at_a_place: bool) -> str:
    """Return the line of a proposal: place, action, what it costs and brings, and the reasons for it.

    `at_a_place` leaves out the place. A move that rolls an event first has no action and no facts yet.
    """
    view, move = view_of(look), each.move
    assert look.seat is not None
    why = [reasons.reason(words, reason.key, reason.facts) for reason in each.reasons]
    match move:
        case moves.Work() if move.action:
            what = action_text(look, words, move.action, formatted=True)
            facts = outcome_facts(words, view, look.seat, move.place, move.action)
        case moves.Act():
            what = action_text(look, words, move.action, formatted=True)
            facts = outcome_facts(words, view, look.seat, view.acting or "", move.action)
        case moves.Hire():
            deal = quotes.quote_hire(view, look.seat)
            what, facts = (
                f"{terms.WORKER_SIGN} {hire_label(words, -deal.silver if deal else 0)}",
                loan_warnings(words, view, look.seat, move),
            )
        case _:
            what, facts = words.say("roll for an event first"), []
    if isinstance(move, moves.Work) and not at_a_place:
        place = terms.place(words, move.place) if move.place == moves.MARKET else move.place
        worker = f" ({words.say(terms.WORKER[move.worker])})" if _two_workers_wait(look) else ""
        what = f"{_place_sign(look, move.place)} **{place}**{worker}: {what}"
    return " · ".join((what, *facts, *why))


def hire_label(words: Words, price: int) -> str:
    """Return the label for hiring a neutral worker; `price` is its cost in silver."""
    return words.say("Hire a neutral worker ({price})", price=terms.silver(words, price))


def _two_workers_wait(look: Look) -> bool:
    """Return True if the seat whose turn it is has two workers that are not placed yet."""
    turn = view_of(look).turn
    return turn is not None and len(turn.workers) > 1


def _place_sign(look: Look, place: str) -> str:
    """Return the emoji for a place: that of the market, or that of day or night for a field of the rondel."""
    field = next((field for field in view_of(look).rondel if field.key == place), None)
    return terms.MARKET if field is None else terms.DAY if field.day else terms.NIGHT


def _place(look: Look, move: Move) -> str:
    """Return where the move's action is done: the place to which it sends its worker, or the acting worker's field."""
    return move.place if isinstance(move, moves.Work) else view_of(look).acting or ""


def _label(look: Look, words: Words, move: Move, at_a_place: bool) -> str:
    """Return the label of a proposal's button: the field and the action.

    `at_a_place` leaves out the field, and the market is never named. If two workers wait, the label also says which one
    goes, unless `at_a_place`. If the dice come first, it is only the place, followed by "…". Taking an order, or an
    action with which the label would be longer than `_MAX_PHONE_LABEL_CHARS`, is worded briefly.
    """
    if isinstance(move, moves.Hire):
        return words.say("Hire a worker")
    assert isinstance(move, moves.Work | moves.Act)
    place = _place(look, move)
    worker = ""
    if isinstance(move, moves.Work) and _two_workers_wait(look) and not at_a_place:
        worker = words.say(terms.WORKER_BRIEFLY[move.worker]) + ": "
    if move.action is None:
        return f"{worker}{terms.place(words, place)} …"
    lead = "" if at_a_place or place == moves.MARKET else f"{place} · "
    label = lead + (
        _text_before_going(look, words, place, move.action) if lead else action_text(look, words, move.action)
    )
    lead, label = worker + lead, worker + label
    brief = isinstance(move.action, actions.TakeOrder) or len(label) > _MAX_PHONE_LABEL_CHARS
    return lead + _brief_text(look, words, move.action) if brief else label


def _text_before_going(look: Look, words: Words, place: str, action: actions.AnyAction) -> str:
    """Return an action in words for a button in a menu that is not about the action's place.

    Unlike `action_text` it says *recruit* for a character, and (without a Carpenter) transports by kind and price.
    """
    assert look.seat is not None
    match action:
        case actions.Recruit(character):
            return recruit_text(look, words, character, terms.recruit_label(words, character))
        case actions.Fetch() if not quotes.owns_character(view_of(look), look.seat, "carpenter"):
            kinds = words.join_and([words.say(terms.KIND[STACKS[STACK[key]].kind]) for key in action.stacks])
            price = terms.silver(words, -quotes.quote_action(view_of(look), look.seat, place, action).silver)
            return words.say("Buy {cards} for {price}", cards=kinds, price=price)
    return action_text(look, words, action)


def _brief_text(look: Look, words: Words, action: actions.AnyAction) -> str:
    """Return an action in few words for a button's label; buying, selling and the point as `action_text` words them."""
    match action:
        case actions.Fetch(stacks):
            kinds = [words.say(terms.KIND[STACKS[STACK[key]].kind]) for key in stacks]
            return words.say("Buy {cards}", cards=words.join_and(kinds))
        case actions.Recruit(character):
            return terms.recruit_label(words, character)
        case actions.TakeOrder(order, gain, sale):
            if sale:
                ware = label_text(look, terms.ware_count(words, sale))
                return words.say("Take order {order}, sell {ware}", order=order, ware=ware)
            free = f" + {label_text(look, terms.ware_count(words, gain))}" if gain else ""
            return words.say("Take order {order}", order=order) + free
        case actions.Deliver(loads):
            return words.say("Wares to {orders}", orders=words.join_and([key for key, _ in loads]))
        case actions.Load(kind):
            return words.say(terms.LOADING[kind])
    return action_text(look, words, action)


def proposed_move(look: Look, arg: str) -> Move:
    """Return the advised move whose `fingerprint` is `arg`; raise `Stale` if no such move is advised now."""
    found = next((each.move for each in advice(look) if fingerprint(each.move) == arg), None)
    if found is None:
        raise Stale
    return found


def draft_of_proposal(move: Move, look: Look) -> Placing | None:
    """Return a proposed move as a draft (with action "" if the dice come first); None for a move without a worker."""
    match move:
        case moves.Work():
            action = " ".join((move.action.verb, *move.action.words())) if move.action else ""
            return Placing(move.worker, move.place, action)
        case moves.Act():
            return Placing(ACT, view_of(look).acting or "", " ".join((move.action.verb, *move.action.words())))
    return None
