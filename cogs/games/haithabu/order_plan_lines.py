"""What each order of a player still needs, and whether there is time left, as lines of text (`order_plan_lines`).

`order_left_alone` says what an order would take for which no suggested move does anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import le

from cogs.games.haithabu.seat_view import own_player, view_of
from rules.haithabu.card_data import ORDER, ORDERS
from rules.haithabu.data import DATA
from rules.haithabu.order_plans import OrderPlan, order_plans, workers_for_order
from tables.model.table import Look
from words import N_, Words
from words.haithabu import terms

_CARRIED = {
    ("cart",): N_("fits in your cart"),
    ("ship",): N_("fits on your ship"),
    ("cart", "ship"): N_("fits in your cart and ship together"),
}
"""Which of the player's transports carry what is missing."""
_CARRIED_INSTEAD = {
    ("cart",): N_("fits in your cart, but not with {orders}"),
    ("ship",): N_("fits on your ship, but not with {orders}"),
    ("cart", "ship"): N_("fits in your cart and ship together, but not with {orders}"),
}
"""The same if they have no room for the wares of `orders` too, which are lost sooner."""


def order_plan_lines(look: Look, words: Words) -> list[str]:
    """Return a small line for each order of the look's seat: which wares it lacks, and how these can get there.

    A line also names the transport that carries the wares, and says how many rounds are left for it. Of orders that the
    trading post could complete, but not together, it says so.
    """
    assert look.seat is not None
    view, seat = view_of(look), look.seat
    owns_transport, post = bool(view.players[seat].cart or view.players[seat].ship), view.players[seat].post
    plans = order_plans(view, seat)
    ready = [plan for plan in plans if not any(plan.to_carry)]
    lines = []
    for plan in plans:
        said = _line(words, plan, owns_transport)
        if plan not in ready and plan.time != "too_late" and all(map(le, plan.wanted, post)):
            rivals = [other.order for other in ready if any(map(min, plan.wanted, other.wanted))]
            said = words.say(
                "everything is in your trading post, but also needed for {orders}",
                orders=words.join_and(rivals),
            )
        lines.append(f"-# **{plan.order}** · {said}")
    return lines


def order_left_alone(look: Look, words: Words) -> str:
    """Return a small line on the order that is lost after this round, if no suggested move does anything for it.

    It says what the order would take, and whether it can wait. It is "" if there is no such order, or if it is too late
    for it.
    """
    assert look.seat is not None
    view, last = view_of(look), DATA.play.order_places
    order = next((order for order in own_player(look).orders if order.place == last), None)
    if order is None or not view.turn or view.round == DATA.play.rounds:
        return ""
    plan = next(plan for plan in order_plans(view, look.seat) if plan.order == order.order)
    meant = {word for each in look.advised for reason in each.reasons for word in _strings(reason.facts)}
    if plan.time == "too_late" or plan.order in meant:
        return ""
    left = workers_for_order(view, look.seat, order)
    facts = {"order": plan.order, "points": terms.points(words, ORDERS[ORDER[plan.order]].points)}
    if plan.workers < left:
        said = words.many(
            "{order} can wait: it takes {n} worker, and you have {left} left this round.",
            "{order} can wait: it takes {n} workers, and you have {left} left this round.",
            plan.workers,
            left=left,
            **facts,
        )
    elif plan.time == "tight":
        said = words.say("You don't have enough workers of your own left for {order} ({points}).", **facts)
    else:
        said = words.many(
            "{order} ({points}) would take your last worker this round.",
            "{order} ({points}) would take all {n} workers that you have left this round.",
            plan.workers,
            **facts,
        )
    return f"-# {said}"


def _strings(value: object) -> Iterator[str]:
    """Yield all strings in a value that may be a string, a tuple, or a dict of such values."""
    match value:
        case str():
            yield value
        case dict():
            yield from _strings(tuple(value.values()))
        case tuple() | list():
            for each in value:
                yield from _strings(each)


def _line(words: Words, plan: OrderPlan, owns_transport: bool) -> str:
    """Return the plan of one order in words, without the order's id."""
    facts = []
    if not any(plan.to_carry):
        ready = words.say("everything is in your trading post")
        facts.append(ready if plan.time == "too_late" else f"✅ {ready}")
    if any(plan.in_warehouse):
        facts.append(words.say("{wares} in your warehouse", wares=terms.ware_signs(plan.in_warehouse)))
    if any(plan.to_buy):
        facts.append(words.say("buy {wares}", wares=terms.ware_signs(plan.to_buy)))
    if plan.not_with:
        facts.append(words.say(_CARRIED_INSTEAD[plan.transports], orders=words.join_and([*plan.not_with])))
    elif plan.transports:
        facts.append(words.say(_CARRIED[plan.transports]))
    elif plan.by_stevedore:
        facts.append(words.say("your Stevedore can carry it"))
    elif any(plan.to_carry):
        lacking = N_("needs more room on a cart or ship") if owns_transport else N_("needs a cart or ship")
        facts.append(words.say(lacking))
    return " · ".join((*facts, _time(words, plan)))


def _time(words: Words, plan: OrderPlan) -> str:
    """Return whether there is time for the order, and how many rounds are left: "⏳ 3 rounds left"."""
    if plan.time == "too_late":
        return words.say("❌ too late")
    if plan.time == "tight":
        return words.many("⚠️ tight, {n} round left", "⚠️ tight, {n} rounds left", plan.rounds)
    return words.many("⏳ {n} round left", "⏳ {n} rounds left", plan.rounds)
