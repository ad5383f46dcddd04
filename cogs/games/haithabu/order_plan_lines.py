"""`order_plan_lines`: what each order of a player still needs, and whether there is time left, as lines of text."""

from __future__ import annotations

from operator import le

from cogs.games.haithabu.seat_view import view_of
from rules.haithabu.order_plans import OrderPlan, order_plans
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
                "✅ everything is in your trading post, but also needed for {orders}",
                orders=words.join_and(rivals),
            )
        lines.append(f"-# **{plan.order}** · {said}")
    return lines


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
