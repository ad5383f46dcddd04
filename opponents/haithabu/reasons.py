"""What speaks for an action in Haithabu: keys and facts, worked out from a view. `words/haithabu` tells them."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, le

from opponents.advice import Reason
from rules.haithabu import actions, quotes
from rules.haithabu.cards import ORDER, ORDERS
from rules.haithabu.data import DATA, WARES, Wares
from rules.haithabu.view import View

_CHEAP, _DEAR = 3, 8
"""Levels up to which a ware is cheap, and from which it is dear."""


class Reasons:
    """What speaks for the actions of the player whose view this is."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.me = me = view.players[seat]
        self.missing = {order.order: quotes.missing(order) for order in me.orders}
        self.stock = [there + stored for there, stored in zip(me.post, me.warehouse, strict=True)]

    def of_action(self, action: actions.AnyAction) -> tuple[Reason, ...]:
        """Say what speaks for an action, the weightiest first."""
        match action:
            case actions.Deliver(loads):
                done = tuple(order for order, wares in loads if self.missing.get(order) == wares)
                return (Reason("completes", {"orders": done}),) if done else ()
            case actions.Load(wares=wares):
                return self.of_wares(wares)
            case actions.Buy(wares):
                return (*self._bought(wares), *_price(self.view, wares, "cheap"))
            case actions.Sell(wares):
                return (*self._sold(wares), *_price(self.view, wares, "dear"))
            case actions.TakeOrder():
                return self._order(action)
            case actions.Fetch():
                return (Reason("nothing_to_carry_with"),) if not self.me.cart and not self.me.ship else ()
        return ()

    def of_wares(self, wares: Wares) -> tuple[Reason, ...]:
        """Say for which orders wares go to the trading post: those that can then be completed, or that want some."""
        return self._for_orders(self.me.post, wares, "ready")

    def _bought(self, wares: Wares) -> tuple[Reason, ...]:
        """Say for which orders wares are bought: those for which nothing is missing then, or those that lack some."""
        return self._for_orders(self.stock, wares, "all_for")

    def _for_orders(self, before: Sequence[int], wares: Wares, key: str) -> tuple[Reason, ...]:
        """Say which orders have all they want then, under that key; if none, which want some of these wares."""
        new = [(ware, before[ware]) for ware, count in enumerate(wares) if count]
        after = list(map(add, before, wares))
        full: list[str] = []
        wanted: list[str] = []
        for order, missing in self.missing.items():
            for ware, have in new:
                if missing[ware] > have:
                    (full if all(map(le, missing, after)) else wanted).append(order)
                    break
        if full:
            return (Reason(key, {"orders": tuple(full)}),)
        return (Reason("for_orders", {"orders": tuple(wanted)}),) if wanted else ()

    def _sold(self, wares: Wares) -> tuple[Reason, ...]:
        """Say that no order wants what is sold."""
        wanted = self.missing.values()
        unwanted = all(not any(each[ware] for each in wanted) for ware, count in enumerate(wares) if count)
        return (Reason("unwanted"),) if unwanted else ()

    def _order(self, action: actions.TakeOrder) -> tuple[Reason, ...]:
        """Say how much of a new order is at hand, and that an old one would be lost for it (H25)."""
        wares = ORDERS[ORDER[action.order]].wares
        stock = self.stock
        if action.gain:
            stock = stock.copy()
            stock[WARES.index(action.gain)] += 1
        have = sum(map(min, wares, stock))
        at_hand = (Reason("at_hand", {"n": have, "total": sum(wares), "order": action.order}),) if have else ()
        if len(self.me.orders) < DATA.play.order_places:
            return at_hand
        lost = next(order.order for order in self.me.orders if order.place == DATA.play.order_places)
        return (*at_hand, Reason("pushes_out", {"order": lost}))


def _price(view: View, wares: Wares, key: str) -> tuple[Reason, ...]:
    """Say that the price is cheap or dear."""
    found = [
        ware.key
        for ware, count in zip(view.wares, wares, strict=True)
        if count and (ware.level <= _CHEAP if key == "cheap" else ware.level >= _DEAR)
    ]
    return (Reason(key, {"wares": tuple(found)}),) if found else ()
