"""What is worth doing in a turn of Haithabu: a few proposals with what they bring and why, each a button."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from cogs.games.haithabu.draft_kinds import ACT, Placing
from cogs.games.haithabu.seat_view import view_of
from cogs.games.haithabu.text_lines import asks_nothing, doing, outcome, recruit, warnings
from cogs.messages.drafts import fingerprint
from cogs.messages.panel import Button, Part, Row, Target, text
from rules import Move
from rules.errors import Fact
from rules.haithabu import actions, moves, quotes
from rules.haithabu.cards import STACK, STACKS
from rules.haithabu.data import DATA
from tables.model.table import Look
from tables.model.table_errors import Stale
from tables.thinking.table_advice import Advice, advice, is_hinted
from words import Words
from words.haithabu import reasons, terms

MOST = 3
_NUMBERS = ("1️⃣", "2️⃣", "3️⃣")
_SHORT = 40
"""Characters on a button that a phone shows whole."""
_SOMETHING = 0.01
"""Points that are not only silver which makes none."""
_PREPARING = -1.0
"""Points that what is only prepared may cost by the rule of thumb."""
_FOR_ORDERS = {"all_for", "for_orders", "ready", "completes"}
_FOR_NO_ORDER = {"to_sell", "to_sell_later"}


def for_turn(look: Look) -> list[Advice]:
    """Return the best move on each of the best places, and hiring where it comes first; a lesson proposes by itself."""
    if look.guidance:
        return []
    hire: list[Advice] = []
    chosen: dict[str, Advice] = {}
    for each in _good(look, _worth_doing(look), 1):
        if isinstance(each.move, moves.Hire) and not chosen:
            hire = [each]
        elif (
            isinstance(each.move, moves.Work)
            and each.move.place not in chosen
            and (is_hinted(look, each.move) or _is_new(each, chosen.values()))
        ):
            chosen[each.move.place] = each
        if len(chosen) == MOST and not hire:
            break
    if hire:  # what speaks for it stands right below
        named = _places(hire[0])
        chosen = dict(sorted(chosen.items(), key=lambda item: item[0] not in named))
    return [*hire, *chosen.values()][:MOST]


def _worth_doing(look: Look) -> list[Advice]:
    """Return what is worth doing, best first, what no order wants last; without what orders lack then, or do not want.

    An order would lose its wares, or more would be bought than all of them want: just what they want is there too.
    What a hint has named is proposed in any case.
    """
    said = [(each, is_hinted(look, each.move)) for each in advice(look)]
    found = [(each, told) for each, told in said if told or not (_says(each, "needed") or _buys_beyond(each))]
    return [each for each, told in sorted(found, key=lambda pair: not pair[1] and _says(pair[0], "to_sell_later"))]


def _good(look: Look, found: Sequence[Advice], otherwise: int) -> Sequence[Advice]:
    """Return what is worth doing, and what a hint has named; so many of the others if there is nothing such."""
    return [each for each in found if _brings(look, each) or is_hinted(look, each.move)] or found[:otherwise]


def _brings(look: Look, each: Advice) -> bool:
    """Say whether one should stand better by a move. Before the last round what is prepared may bring it later."""
    least = _SOMETHING if view_of(look).round == DATA.play.rounds else _PREPARING
    return each.worth is None or each.worth > least


def _buys_beyond(each: Advice) -> bool:
    return isinstance(_action(each), actions.Buy) and _says(each, "beyond")


def _says(each: Advice, key: str) -> bool:
    return any(reason.key == key for reason in each.reasons)


def _places(hiring: Advice) -> tuple[str, ...]:
    """Return the places for which somebody is to be hired."""
    named = next((reason.facts["places"] for reason in hiring.reasons if reason.key == "two_things"), ())
    return named if isinstance(named, tuple) else ()


def of_place(look: Look, words: Words, placing: Placing) -> list[Part]:
    """Propose the best of what a worker could do where it is, each idea once; a lesson proposes by itself at first."""
    if look.guidance and not look.draft:
        return []
    chosen: list[Advice] = []
    there = [each for each in _worth_doing(look) if here(each.move, placing) and _action(each)]
    for each in _good(look, there, len(there)):
        if _is_new(each, chosen):
            chosen.append(each)
    return shown(look, words, chosen[:MOST], at_a_place=True)


def _action(each: Advice) -> actions.AnyAction | None:
    return each.move.action if isinstance(each.move, moves.Work | moves.Act) else None


def _is_new(each: Advice, others: Collection[Advice]) -> bool:
    """Say whether a proposal is an idea of its own; to buy what no order wants is one only where there is no other."""
    if others and _says(each, "to_sell_later"):
        return False
    return not any(_same_idea(each, other) for other in others)


def _taken(each: Advice) -> Fact | None:
    """Return which order a proposal takes, or that it takes the point: now, or after an event."""
    match _action(each):
        case actions.TakeOrder(order):
            return order
        case actions.Point():
            return actions.Point.verb
    plans = {reason.key: reason.facts for reason in each.reasons}
    return plans["then_order"]["order"] if "then_order" in plans else "point" if "then_point" in plans else None


def _same_idea(one: Advice, other: Advice) -> bool:
    """Say whether two proposals differ in size only: they take the same order, deal in the same wares, and so on."""
    if (taken := _taken(one)) is not None:
        return taken == _taken(other)
    match _action(one), _action(other):
        case (actions.Buy(wares), actions.Buy(others)) | (actions.Sell(wares), actions.Sell(others)):
            return any(map(min, wares, others))
        case actions.Fetch(stacks), actions.Fetch(others):
            return {STACKS[STACK[key]].kind for key in stacks} == {STACKS[STACK[key]].kind for key in others}
        case actions.Deliver(loads), actions.Deliver(others):
            return bool(dict(loads).keys() & dict(others).keys())
        case actions.Load(kind), actions.Load(another):
            return kind == another and _orders(one) == _orders(other)
    return False


def _orders(each: Advice) -> list[tuple[str, Fact]]:
    """Return for which orders a proposal is, and what is said of them."""
    return [(reason.key, reason.facts["orders"]) for reason in each.reasons if "orders" in reason.facts]


def here(move: Move, placing: Placing) -> bool:
    """Say whether a move is one of this worker on this place."""
    return isinstance(move, moves.Act) or (
        isinstance(move, moves.Work) and (move.worker, move.place) == (placing.worker, placing.place)
    )


def shown(look: Look, words: Words, advised: Sequence[Advice], *, at_a_place: bool = False) -> list[Part]:
    """Show proposals: a line and a button for each."""
    if not advised:
        return []
    lines = [
        f"{number} {_told(look, words, each, at_a_place)}"
        for number, each in zip(_NUMBERS, _said_once(advised), strict=False)
    ]
    buttons = tuple(
        Button(
            _label(look, words, each.move, at_a_place),
            Target("haithabu.propose", look.table.id, look.mark, fingerprint(each.move)),
            "success" if number == _NUMBERS[0] else "primary",
            number,
        )
        for number, each in zip(_NUMBERS, advised, strict=False)
    )
    if not at_a_place or look.owes == ACT:
        lines.append(_done_at_once(look, words, advised))
    return [text(_heading(look, words, advised, at_a_place), *lines), Row(buttons)]


def _heading(look: Look, words: Words, advised: Sequence[Advice], at_a_place: bool) -> str:
    """Say what is proposed: what orders want, what is worth doing, or what can be done though no order wants it."""
    keys = [{reason.key for reason in each.reasons} for each in advised]
    if at_a_place and all(each & _FOR_ORDERS for each in keys):
        return words.say("**For your orders**")
    if all(each & _FOR_NO_ORDER for each in keys) or not any(_brings(look, each) for each in advised):
        return words.say("**Nothing for your orders right now. You could:**")
    return words.say("**Worth doing now**")


def _done_at_once(look: Look, words: Words, advised: Sequence[Advice]) -> str:
    """Say which proposals one press carries out: not those that roll an event first, or need a loan."""
    assert look.seat is not None
    done = [
        number
        for number, each in zip(_NUMBERS, advised, strict=False)
        if isinstance(each.move, moves.Hire)
        or ((action := _action(each)) and asks_nothing(view_of(look), look.seat, _place(look, each.move), action))
    ]
    if len(done) == len(advised):
        return "-# " + words.say("A proposal is done as soon as you press it.")
    told = words.many(
        "{numbers} is done as soon as you press it.", "{numbers} are done as soon as you press them.", len(done),
        numbers=words.join_and(done),
    )  # fmt: skip
    return f"-# {told}" if done else ""


def _said_once(advised: Sequence[Advice]) -> Iterator[Advice]:
    """Yield proposals with what speaks for each; that there is nothing to carry with is said once for all of them."""
    said = False
    for each in advised:
        kept = tuple(reason for reason in each.reasons if not said or reason.key != "nothing_to_carry_with")
        said = said or _says(each, "nothing_to_carry_with")
        yield msgspec.structs.replace(each, reasons=kept)


def _told(look: Look, words: Words, each: Advice, at_a_place: bool) -> str:
    """Say where, what, what that costs and brings, and why."""
    view, move = view_of(look), each.move
    assert look.seat is not None
    why = [reasons.reason(words, reason.key, reason.facts) for reason in each.reasons]
    match move:
        case moves.Work() if move.action:
            what = doing(look, words, move.action, formatted=True)
            facts = outcome(words, view, look.seat, move.place, move.action)
        case moves.Act():
            what = doing(look, words, move.action, formatted=True)
            facts = outcome(words, view, look.seat, view.acting or "", move.action)
        case moves.Hire():
            deal = quotes.hiring(view, look.seat)
            what, facts = (
                f"{terms.WORKER_SIGN} {hire_label(words, -deal.silver if deal else 0)}",
                warnings(words, view, look.seat, move),
            )
        case _:
            what, facts = words.say("roll an event first"), []
    if isinstance(move, moves.Work) and not at_a_place:
        place = terms.place(words, move.place) if move.place == moves.MARKET else move.place
        worker = f" ({words.say(terms.WORKER[move.worker])})" if _two_wait(look) else ""
        what = f"{_sign(look, move.place)} **{place}**{worker}: {what}"
    return " · ".join((what, *facts, *why))


def hire_label(words: Words, price: int) -> str:
    """Say that a neutral worker is hired, and for how much."""
    return words.say("Hire a neutral worker ({price})", price=terms.silver(words, price))


def _two_wait(look: Look) -> bool:
    turn = view_of(look).turn
    return turn is not None and len(turn.workers) > 1


def _sign(look: Look, place: str) -> str:
    field = next((field for field in view_of(look).rondel if field.key == place), None)
    return terms.MARKET if field is None else terms.DAY if field.day else terms.NIGHT


def _place(look: Look, move: Move) -> str:
    """Return where a move acts: where its worker goes, or stands already."""
    return move.place if isinstance(move, moves.Work) else view_of(look).acting or ""


def _label(look: Look, words: Words, move: Move, at_a_place: bool) -> str:
    """Return what a button says: what is done, after the field one goes to; the field alone if dice come first.

    Of two workers that wait it says which one goes there.
    """
    if isinstance(move, moves.Hire):
        return words.say("Hire a worker")
    assert isinstance(move, moves.Work | moves.Act)
    place = _place(look, move)
    worker = ""
    if isinstance(move, moves.Work) and _two_wait(look) and not at_a_place:
        worker = words.say(terms.WORKER_BRIEFLY[move.worker]) + ": "
    if move.action is None:
        return f"{worker}{terms.place(words, place)} …"
    lead = "" if at_a_place or place == moves.MARKET else f"{place} · "
    label = lead + (_named(look, words, place, move.action) if lead else doing(look, words, move.action))
    lead, label = worker + lead, worker + label
    brief = isinstance(move.action, actions.TakeOrder) or len(label) > _SHORT
    return lead + _briefly(look, words, move.action) if brief else label


def _named(look: Look, words: Words, place: str, action: actions.AnyAction) -> str:
    """Say what is done on a field one has still to go to: no heading says yet that one recruits or buys there."""
    assert look.seat is not None
    match action:
        case actions.Recruit(character):
            return recruit(look, words, character, words.say(terms.RECRUIT[character]))
        case actions.Fetch() if not quotes.has(view_of(look), look.seat, "carpenter"):
            kinds = words.join_and([words.say(terms.KIND[STACKS[STACK[key]].kind]) for key in action.stacks])
            price = terms.silver(words, -quotes.acting(view_of(look), look.seat, place, action).silver)
            return words.say("Buy {cards} for {price}", cards=kinds, price=price)
    return doing(look, words, action)


def _briefly(look: Look, words: Words, action: actions.AnyAction) -> str:
    """Say what a button does where there is no room for all of it: the line above says the rest."""
    match action:
        case actions.Fetch(stacks):
            kinds = [words.say(terms.KIND[STACKS[STACK[key]].kind]) for key in stacks]
            return words.say("Buy {cards}", cards=words.join_and(kinds))
        case actions.Recruit(character):
            return words.say(terms.RECRUIT[character])
        case actions.TakeOrder(order, gain, sale):
            if sale:
                ware = terms.counted(words, sale, signs=False)
                return words.say("Take order {order}, sell {ware}", order=order, ware=ware)
            free = f" + {terms.counted(words, gain, signs=False)}" if gain else ""
            return words.say("Take order {order}", order=order) + free
        case actions.Deliver(loads):
            return words.say("Wares to {orders}", orders=words.join_and([key for key, _ in loads]))
        case actions.Load(kind):
            return words.say(terms.LOADING[kind])
    return doing(look, words, action)


def proposed(look: Look, arg: str) -> Move:
    """Return the move that a proposal's button means; it may be proposed no longer."""
    found = next((each.move for each in advice(look) if fingerprint(each.move) == arg), None)
    if found is None:
        raise Stale
    return found


def begun(move: Move, look: Look) -> Placing | None:
    """Return a proposal as something put together: to be confirmed, or rolled for. None if there is nothing to it."""
    match move:
        case moves.Work():
            action = " ".join((move.action.verb, *move.action.words())) if move.action else ""
            return Placing(move.worker, move.place, action)
        case moves.Act():
            return Placing(ACT, view_of(look).acting or "", " ".join((move.action.verb, *move.action.words())))
    return None
