"""What speaks for an action in Haithabu: keys and facts, worked out from a view. `words/haithabu` tells them."""

from __future__ import annotations

from opponents.advice import Reason
from rules.haithabu import actions, quotes
from rules.haithabu.cards import ORDER, ORDERS
from rules.haithabu.data import DATA, WARES, Wares
from rules.haithabu.view import View

_CHEAP, _DEAR = 3, 8
"""Levels up to which a ware is cheap, and from which it is dear."""


def of_action(view: View, seat: int, place: str, action: actions.AnyAction) -> tuple[Reason, ...]:
    """Say what speaks for an action, the weightiest first."""
    match action:
        case actions.Deliver():
            done = quotes.completed(view, seat, action)
            return (Reason("completes", {"orders": tuple(done)}),) if done else ()
        case actions.Load(wares=wares):
            return of_wares(view, seat, wares)
        case actions.Buy(wares):
            return (*_bought(view, seat, wares), *_price(view, wares, "cheap"))
        case actions.Sell(wares):
            return (*_sold(view, seat, wares), *_price(view, wares, "dear"))
        case actions.TakeOrder():
            return _order(view, seat, action)
        case actions.Fetch():
            me = view.players[seat]
            return (Reason("nothing_to_carry_with"),) if not me.cart and not me.ship else ()
    return ()


def of_wares(view: View, seat: int, wares: Wares) -> tuple[Reason, ...]:
    """Say for which orders wares go to the trading post: those that can then be completed, or those that want some."""
    me = view.players[seat]
    there = [have + count for have, count in zip(me.post, wares, strict=True)]
    ready, wanted = [], []
    for order in me.orders:
        missing = quotes.missing(order)
        more = [want > have for want, have in zip(missing, me.post, strict=True)]
        if any(more):
            if all(want <= have for want, have in zip(missing, there, strict=True)):
                ready.append(order.order)
            elif any(lacks and count for lacks, count in zip(more, wares, strict=True)):
                wanted.append(order.order)
    if ready:
        return (Reason("ready", {"orders": tuple(ready)}),)
    return (Reason("for_orders", {"orders": tuple(wanted)}),) if wanted else ()


def _bought(view: View, seat: int, wares: Wares) -> tuple[Reason, ...]:
    """Say for which orders wares are bought: those for which nothing is missing then, or those that lack some."""
    me = view.players[seat]
    stock = [there + stored for there, stored in zip(me.post, me.warehouse, strict=True)]
    full: list[str] = []
    wanted: list[str] = []
    for order in me.orders:
        missing = quotes.missing(order)
        if any(count and want > have for count, want, have in zip(wares, missing, stock, strict=True)):
            after = [have + count for have, count in zip(stock, wares, strict=True)]
            complete = all(want <= have for want, have in zip(missing, after, strict=True))
            (full if complete else wanted).append(order.order)
    if full:
        return (Reason("all_for", {"orders": tuple(full)}),)
    return (Reason("for_orders", {"orders": tuple(wanted)}),) if wanted else ()


def _sold(view: View, seat: int, wares: Wares) -> tuple[Reason, ...]:
    """Say that no order wants what is sold."""
    missing = [quotes.missing(order) for order in view.players[seat].orders]
    unwanted = all(not any(each[ware] for each in missing) for ware, count in enumerate(wares) if count)
    return (Reason("unwanted"),) if unwanted else ()


def _price(view: View, wares: Wares, key: str) -> tuple[Reason, ...]:
    """Say that the price is cheap or dear."""
    found = [
        ware.key
        for ware, count in zip(view.wares, wares, strict=True)
        if count and (ware.level <= _CHEAP if key == "cheap" else ware.level >= _DEAR)
    ]
    return (Reason(key, {"wares": tuple(found)}),) if found else ()


def _order(view: View, seat: int, action: actions.TakeOrder) -> tuple[Reason, ...]:
    """Say how much of a new order is at hand, and that an old one would be lost for it (H25)."""
    me = view.players[seat]
    wares = ORDERS[ORDER[action.order]].wares
    stock = [there + stored for there, stored in zip(me.post, me.warehouse, strict=True)]
    if action.gain:
        stock[WARES.index(action.gain)] += 1
    have = sum(min(want, count) for want, count in zip(wares, stock, strict=True))
    at_hand = (Reason("at_hand", {"n": have, "total": sum(wares)}),) if have else ()
    if len(me.orders) < DATA.play.order_places:
        return at_hand
    lost = next(order.order for order in me.orders if order.place == DATA.play.order_places)
    return (*at_hand, Reason("pushes_out", {"order": lost}))
