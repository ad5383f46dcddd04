"""`order_plan_lines`: what each order of a player still needs, and whether there is time left, as lines of text."""

from __future__ import annotations

from cogs.games.haithabu.seat_view import view_of
from rules.haithabu.order_plans import OrderPlan, order_plans
from tables.model.table import Look
from words import N_, Words
from words.haithabu import terms

_TIME = {
    "enough": N_("✅ can still be done"),
    "tight": N_("⏳ tight"),
    "too_late": N_("❌ too late"),
}
_CARRIED = {
    ("cart",): N_("your cart can carry it"),
    ("ship",): N_("your ship can carry it"),
    ("cart", "ship"): N_("your cart and ship can carry it"),
    (): N_("needs a cart or ship with room for it"),
}
"""Which of the player's transports carry what is missing."""
_CARRIED_BRIEFLY = {
    ("cart",): N_("by cart"),
    ("ship",): N_("by ship"),
    ("cart", "ship"): N_("by cart and ship"),
    (): N_("needs a cart or ship"),
}
"""The same in fewer words."""
_CARRIED_INSTEAD = {
    ("cart",): N_("your cart can carry it, but not together with {orders}"),
    ("ship",): N_("your ship can carry it, but not together with {orders}"),
    ("cart", "ship"): N_("your cart and ship can carry it, but not together with {orders}"),
}
"""The same if they have no room for the wares of `orders` too, which are lost sooner."""
_CARRIED_INSTEAD_BRIEFLY = {
    ("cart",): N_("by cart, but not with {orders}"),
    ("ship",): N_("by ship, but not with {orders}"),
    ("cart", "ship"): N_("by cart and ship, but not with {orders}"),
}
"""This in fewer words."""


def order_plan_lines(look: Look, words: Words) -> list[str]:
    """Return a small line for each order of the look's seat: which wares it lacks, and how these can get there.

    A line also names the transport that carries the wares, the rounds left, and whether the order can still be
    completed. If the menu has a lesson's picture above it, the lines are brief.
    """
    assert look.seat is not None
    plans = order_plans(view_of(look), look.seat)
    return [f"-# **{plan.order}** · {_line(words, plan, brief=look.pictured)}" for plan in plans]


def _line(words: Words, plan: OrderPlan, *, brief: bool) -> str:
    """Return the plan of one order in words, without the order's id. With `brief` it fits on one line of a phone."""
    facts = []
    if not any(plan.to_carry):
        facts.append(words.say("everything is in your trading post"))
    if any(plan.in_warehouse):
        facts.append(words.say("{wares} in your warehouse", wares=terms.ware_signs(plan.in_warehouse)))
    if any(plan.to_buy):
        facts.append(words.say("buy {wares}", wares=terms.ware_signs(plan.to_buy)))
    if plan.not_with:
        instead = _CARRIED_INSTEAD_BRIEFLY if brief else _CARRIED_INSTEAD
        facts.append(words.say(instead[plan.transports], orders=words.join_and([*plan.not_with])))
    elif any(plan.to_carry):
        facts.append(words.say((_CARRIED_BRIEFLY if brief else _CARRIED)[plan.transports]))
    left, verdict = words.many("{n} round left", "{n} rounds left", plan.rounds), words.say(_TIME[plan.time])
    return " · ".join((*facts, f"{verdict[0]} {left}") if brief else (*facts, left, verdict))
