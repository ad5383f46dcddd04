"""Proposals in a turn of Haithabu: up to three advised moves, each with a line of facts and reasons and a button.

The module chooses them so that each is an idea of its own, words them, and turns a pressed one into a draft.
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
    """Return up to `MAX_PROPOSALS` proposals: the best move on each of the best places.

    Hiring a worker comes first if it is the best move of all, followed by the places it is meant for. A lesson has its
    own proposals: [].
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
    """Return the advice that may be proposed, best first; purchases that no order wants come last.

    Advice is left out if it sells wares that an order needs, or buys more than all orders want, since the advice also
    has the matching amount. What a hint has already named is never left out or moved.
    """
    advised = [(each, is_hinted(look, each.move)) for each in advice(look)]
    found = [
        (each, told) for each, told in advised if told or not (_has_reason(each, "needed") or _buys_too_much(each))
    ]
    return [
        each for each, told in sorted(found, key=lambda pair: not pair[1] and _has_reason(pair[0], "to_sell_later"))
    ]


def _gainful(look: Look, found: Sequence[Advice], otherwise: int) -> Sequence[Advice]:
    """Return the advice that gains enough or was hinted at; if there is none, the first `otherwise` of `found`."""
    return [each for each in found if _gains_enough(look, each) or is_hinted(look, each.move)] or found[:otherwise]


def _gains_enough(look: Look, each: Advice) -> bool:
    """Return True if a move's worth is unknown or exceeds the minimum; before the last round that is below 0."""
    least = _MIN_GAIN_LAST_ROUND if view_of(look).round == DATA.play.rounds else _MIN_GAIN
    return each.worth is None or each.worth > least


def _buys_too_much(each: Advice) -> bool:
    """Return True if a move buys more of a ware than all own orders want."""
    return isinstance(_action(each), actions.Buy) and _has_reason(each, "beyond")


def _has_reason(each: Advice, key: str) -> bool:
    return any(reason.key == key for reason in each.reasons)


def _places_to_hire_for(hiring: Advice) -> tuple[str, ...]:
    """Return the places that the advice to hire a worker names; () if it names none."""
    named = next((reason.facts["places"] for reason in hiring.reasons if reason.key == "two_things"), ())
    return named if isinstance(named, tuple) else ()


def proposals_at_place(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Return the parts that propose the best actions of a worker on its place, each idea once; [] if there are none.

    A lesson has its own proposal until the player begins a draft: [] until then.
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
    """Return the action of an advised move; None if it has none, as hiring or rolling the dice."""
    return each.move.action if isinstance(each.move, moves.Work | moves.Act) else None


def _is_new(each: Advice, others: Collection[Advice]) -> bool:
    """Return True if no other proposal has the same idea; to buy what no order wants is new only without others."""
    if others and _has_reason(each, "to_sell_later"):
        return False
    return not any(_same_idea(each, other) for other in others)


def _order_or_point_taken(each: Advice) -> Fact | None:
    """Return the order that a proposal takes, now or after an event, or `point`; None if it takes neither."""
    match _action(each):
        case actions.TakeOrder(order):
            return order
        case actions.Point():
            return actions.Point.verb
    plans = {reason.key: reason.facts for reason in each.reasons}
    return plans["then_order"]["order"] if "then_order" in plans else "point" if "then_point" in plans else None


def _same_idea(one: Advice, other: Advice) -> bool:
    """Return True if two proposals pursue the same idea.

    That is, they take the same order (or both the point), buy or sell at least one ware in common, buy the same kinds
    of transports, deliver to an order in common, or load the same transport for the same orders.
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
    """Return the reasons of a proposal that name orders: each reason's key and orders."""
    return [(reason.key, reason.facts["orders"]) for reason in each.reasons if "orders" in reason.facts]


def is_at(move: Move, placing: Placing) -> bool:
    """Return True if `move` is an action by night, or one of the draft's worker on the draft's place."""
    return isinstance(move, moves.Act) or (
        isinstance(move, moves.Work) and (move.worker, move.place) == (placing.worker, placing.place)
    )


def proposal_parts(look: Look, words: Words, advised: Sequence[Advice], *, at_a_place: bool = False) -> list[Part]:
    """Return a heading, a numbered line and a button for each proposal; [] without proposals.

    `at_a_place` leaves out the places, because the menu is about one place.
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
    """Return the heading of the proposals: for the own orders, nothing for the orders, or worth doing."""
    keys = [{reason.key for reason in each.reasons} for each in advised]
    if at_a_place and all(each & _FOR_ORDERS for each in keys):
        return words.say("**For your orders**")
    if all(each & _FOR_NO_ORDER for each in keys) or not any(_gains_enough(look, each) for each in advised):
        return words.say("**Nothing for your orders right now. You could:**")
    return words.say("**Worth doing now**")


def _made_at_once_note(look: Look, words: Words, advised: Sequence[Advice]) -> str:
    """Return which proposals are made by one press: those that need no loan and roll no event; "" if none is."""
    assert look.seat is not None
    view, seat = view_of(look), look.seat
    done = [
        number
        for number, each in zip(_NUMBERS, advised, strict=False)
        if isinstance(each.move, moves.Hire)
        or ((action := _action(each)) and is_possible_without_loan(view, seat, _place(look, each.move), action))
    ]
    if len(done) == len(advised):
        return "-# " + words.say("A proposal is done as soon as you press it.")
    told = words.many(
        "{numbers} is done as soon as you press it.", "{numbers} are done as soon as you press them.", len(done),
        numbers=words.join_and(done),
    )  # fmt: skip
    return f"-# {told}" if done else ""


def _without_repeated_reason(advised: Sequence[Advice]) -> Iterator[Advice]:
    """Yield the proposals, the reason `nothing_to_carry_with` only in the first that has it."""
    said = False
    for each in advised:
        kept = tuple(reason for reason in each.reasons if not said or reason.key != "nothing_to_carry_with")
        said = said or _has_reason(each, "nothing_to_carry_with")
        yield msgspec.structs.replace(each, reasons=kept)


def _line(look: Look, words: Words, each: Advice, at_a_place: bool) -> str:
    """Return a proposal's line: the place (unless `at_a_place`), the action, what it costs and brings, the reasons."""
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
            what, facts = words.say("roll an event first"), []
    if isinstance(move, moves.Work) and not at_a_place:
        place = terms.place(words, move.place) if move.place == moves.MARKET else move.place
        worker = f" ({words.say(terms.WORKER[move.worker])})" if _two_workers_wait(look) else ""
        what = f"{_place_sign(look, move.place)} **{place}**{worker}: {what}"
    return " · ".join((what, *facts, *why))


def hire_label(words: Words, price: int) -> str:
    """Return the label of hiring a neutral worker, with its price in silver."""
    return words.say("Hire a neutral worker ({price})", price=terms.silver(words, price))


def _two_workers_wait(look: Look) -> bool:
    """Return True if the seat in turn has two workers to place."""
    turn = view_of(look).turn
    return turn is not None and len(turn.workers) > 1


def _place_sign(look: Look, place: str) -> str:
    """Return the sign of the market, or of day or night on a field."""
    field = next((field for field in view_of(look).rondel if field.key == place), None)
    return terms.MARKET if field is None else terms.DAY if field.day else terms.NIGHT


def _place(look: Look, move: Move) -> str:
    """Return the place of a move's action: where its worker goes, or the field where the acting worker is."""
    return move.place if isinstance(move, moves.Work) else view_of(look).acting or ""


def _label(look: Look, words: Words, move: Move, at_a_place: bool) -> str:
    """Return the label of a proposal's button: the field (unless `at_a_place`) and the action.

    The label has the place alone if the dice come first, and the worker if two wait. An order or a long label is worded
    briefly.
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
    """Return an action in words for a field where the worker is not yet.

    Unlike `action_text` it says *recruit* or *buy for*, which the menu of the field would say in its heading.
    """
    assert look.seat is not None
    match action:
        case actions.Recruit(character):
            return recruit_text(look, words, character, words.say(terms.RECRUIT[character]))
        case actions.Fetch() if not quotes.owns_character(view_of(look), look.seat, "carpenter"):
            kinds = words.join_and([words.say(terms.KIND[STACKS[STACK[key]].kind]) for key in action.stacks])
            price = terms.silver(words, -quotes.quote_action(view_of(look), look.seat, place, action).silver)
            return words.say("Buy {cards} for {price}", cards=kinds, price=price)
    return action_text(look, words, action)


def _brief_text(look: Look, words: Words, action: actions.AnyAction) -> str:
    """Return an action in as few words as possible, for a button whose line above says the rest."""
    match action:
        case actions.Fetch(stacks):
            kinds = [words.say(terms.KIND[STACKS[STACK[key]].kind]) for key in stacks]
            return words.say("Buy {cards}", cards=words.join_and(kinds))
        case actions.Recruit(character):
            return words.say(terms.RECRUIT[character])
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
    """Return the advised move whose fingerprint is `arg`; raise `Stale` if no such move is advised any more."""
    found = next((each.move for each in advice(look) if fingerprint(each.move) == arg), None)
    if found is None:
        raise Stale
    return found


def draft_of_proposal(move: Move, look: Look) -> Placing | None:
    """Return the drafted placing of a proposed move; without an action if the dice come first. None for other moves."""
    match move:
        case moves.Work():
            action = " ".join((move.action.verb, *move.action.words())) if move.action else ""
            return Placing(move.worker, move.place, action)
        case moves.Act():
            return Placing(ACT, view_of(look).acting or "", " ".join((move.action.verb, *move.action.words())))
    return None
