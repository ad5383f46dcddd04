"""Reasons for actions in Haithabu, worked out from a view by `ActionReasons`.

A reason is a key with facts; `words/haithabu` turns it into a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from operator import add, le

from opponents.advice import Reason
from opponents.haithabu.candidate_actions import feasible_orders
from opponents.haithabu.position import workers_left
from rules.haithabu import actions, quotes
from rules.haithabu.card_data import ORDER, ORDERS, STACK, STACKS
from rules.haithabu.data import DATA, NOTHING, WARES, Wares
from rules.haithabu.view import View

_WORKERS_TO_USE_TRANSPORT = 2
"""A transport is of use with at least this many workers left: one loads it, one delivers or sells."""
_MAX_WORKERS_PER_OWN = 2
"""How many workers one may place for each own one: itself and a hired one."""
_MAX_CHEAP_LEVEL, _MIN_DEAR_LEVEL = 3, 8
"""A ware is cheap up to the first price level, and dear from the second on."""


class ActionReasons:
    """Finds the reasons for the actions of one seat, in the position that its view shows. `MoveScorer` makes one.

    `for_action` explains an action now, `for_planned_action` one that follows after an event by night, and
    `for_carried_wares` wares that are carried to the trading post.
    """

    def __init__(self, view: View, seat: int) -> None:
        """Read from the view what the seat's orders want, which of them are feasible, and what it has in stock.

        One worker counts as used for the action that is explained.
        """
        self.view = view
        self.me = me = view.players[seat]
        self.missing = {order.order: quotes.missing_wares(order) for order in me.orders}
        self.feasible_orders = {order.order for order in feasible_orders(view, seat, used=1)}
        self.stock = [there + stored for there, stored in zip(me.post, me.warehouse, strict=True)]
        self._wanted = [sum(counts) for counts in zip(NOTHING, *self.missing.values(), strict=True)]
        """By ware, what all orders together still want."""
        standing = view.acting is not None or not (view.turn and view.turn.seat == seat and view.turn.workers)
        self._workers_after = workers_left(view, seat) - (not standing)
        """How many workers are placed in the game after this one."""
        self._cache: dict[actions.AnyAction, tuple[Reason, ...]] = {}

    def for_action(self, action: actions.AnyAction) -> tuple[Reason, ...]:
        """Return the reasons for an action, the most important first; empty if there are none.

        They do not depend on the worker or the place, and are cached.
        """
        if action not in self._cache:
            self._cache[action] = self._compute(action)
        return self._cache[action]

    def _compute(self, action: actions.AnyAction) -> tuple[Reason, ...]:
        """Compute the reasons for an action, without the cache of `for_action`.

        They name, for example, the orders that it serves or completes, cheap or dear wares, or points that it scores at
        the end. Without a worker left to make use of it, loading, buying and taking an order have none.
        """
        match action:
            case actions.Deliver(loads):
                done = tuple(order for order, wares in loads if self.missing.get(order) == wares)
                return (Reason("completes", {"orders": done}),) if done else ()
            case actions.Load() | actions.Buy() | actions.TakeOrder() if not self._workers_after:
                return ()  # No worker is left to make use of it.
            case actions.Load(wares=wares):
                return self.for_carried_wares(wares) or (Reason("to_sell"),)
            case actions.Buy(wares):
                why = self._for_bought_wares(wares)
                return (*(why or (Reason("to_sell_later"),)), *_price_reason(self.view, wares, "cheap"))
            case actions.Sell(wares):
                return (*self._for_sold_wares(wares), *_price_reason(self.view, wares, "dear"))
            case actions.TakeOrder():
                return self._for_new_order(action)
            case actions.Recruit() if self.view.round == DATA.play.rounds:
                return (Reason("counts", {"n": DATA.scoring.character}),)
            case actions.Fetch():
                return self._for_transports(action)
        return ()

    def _for_transports(self, action: actions.Fetch) -> tuple[Reason, ...]:
        """Return one reason for fetching transports, or ().

        If too few workers are left to load and unload them, it is the points that transports of a new kind score at the
        end. Otherwise it is that the player has no transport yet.
        """
        have = {"cart": self.me.cart, "ship": self.me.ship}
        new = {STACKS[STACK[key]].kind for key in action.stacks if not have[STACKS[STACK[key]].kind]}
        if self._workers_after < _WORKERS_TO_USE_TRANSPORT:
            return (Reason("counts", {"n": DATA.scoring.transport * len(new)}),) if new else ()
        return (Reason("nothing_to_carry_with"),) if not any(have.values()) else ()

    def for_planned_action(self, action: actions.AnyAction) -> tuple[Reason, ...]:
        """Return the reasons to place a worker by night for an action that follows after the event.

        They begin with what the action is. For a delivery or a load that serves orders, only these orders are named.
        """
        why = self.for_action(action)
        for_orders = tuple(reason for reason in why if "orders" in reason.facts)
        serves_orders = isinstance(action, actions.Deliver | actions.Load) and for_orders
        return for_orders if serves_orders else (_plan_reason(action), *why)

    def for_carried_wares(self, wares: Wares) -> tuple[Reason, ...]:
        """Return which orders get the wares (amounts by ware) that are carried to the trading post; empty if none.

        First come those that can be completed then, then those that want some of the wares, and last the number of
        wares that no order wants, if any.
        """
        return self._for_wares(self.me.post, wares, "ready")

    def _for_bought_wares(self, wares: Wares) -> tuple[Reason, ...]:
        """Return which orders wares are bought for: those that lack nothing afterwards, and those that want some.

        The number of wares that no order wants comes last, if any. The result is empty if no order wants any of them.
        """
        return self._for_wares(self.stock, wares, "all_for")

    def _for_wares(self, before: Sequence[int], wares: Wares, key: str) -> tuple[Reason, ...]:
        """Return which orders these additional wares are for, and how many of them no order wants.

        The result is empty if no order wants any. `before` is the stock before by ware, and `key` the reason's key for
        orders that then have everything.
        """
        why = self._orders_served(before, wares, key)
        if not why:
            return ()
        over = [have + count - want for have, count, want in zip(before, wares, self._wanted, strict=True)]
        beyond = sum(max(0, min(pair)) for pair in zip(wares, over, strict=True))
        return (*why, Reason("beyond", {"n": beyond})) if beyond else why

    def _orders_served(self, before: Sequence[int], wares: Wares, key: str) -> tuple[Reason, ...]:
        """Return up to two reasons that name orders: those that have all wares afterwards, and others that want some.

        The first has the key `key`, the second `for_orders`. `before` is the stock before by ware. A ware counts for
        one order only, so that the reasons hold for all named orders at once.
        """
        after = list(map(add, before, wares))
        helped = [
            order
            for order, missing in self.missing.items()
            if any(count and want > have for want, have, count in zip(missing, before, wares, strict=True))
        ]
        full = self._largest_payable_set(helped, after)
        used = [sum(counts) for counts in zip(NOTHING, *(self.missing[order] for order in full), strict=True)]
        left = [min(count, there - gone) for count, there, gone in zip(wares, after, used, strict=True)]
        others = [order for order in self.missing if order not in full and any(map(min, self.missing[order], left))]
        if not full:
            others = self._orders_wanting(before, wares)
        reasons = (Reason(key, {"orders": full}),) if full else ()
        return (*reasons, Reason("for_orders", {"orders": tuple(others)})) if others else reasons

    def _largest_payable_set(self, orders: Sequence[str], stock: Sequence[int]) -> tuple[str, ...]:
        """Return the largest group of these orders that the stock can complete together; () if it can complete none.

        Of equally large groups it is the first.
        """
        for count in range(len(orders), 0, -1):
            for some in combinations(orders, count):
                wanted = [sum(counts) for counts in zip(*(self.missing[order] for order in some), strict=True)]
                if all(map(le, wanted, stock)):
                    return some
        return ()

    def _orders_wanting(self, before: Sequence[int], wares: Wares) -> list[str]:
        """Return the orders that want some of these wares, in the order of the player's row.

        A ware counts only if all orders together want more of it than `before` has.
        """
        short = [count and want > have for count, want, have in zip(wares, self._wanted, before, strict=True)]
        return [
            order
            for order, missing in self.missing.items()
            if any(lack and want for lack, want in zip(short, missing, strict=True))
        ]

    def _for_sold_wares(self, wares: Wares) -> tuple[Reason, ...]:
        """Return a tuple of one reason about a sale of these wares.

        If feasible orders would then lack wares, it names them. Otherwise it says that the orders that want the wares
        are too late, that there is enough left, or that no order wants them.
        """
        wanting = [order for order, missing in self.missing.items() if any(map(min, missing, wares))]
        if needed := self._orders_left_short(wares):
            return (Reason("needed", {"orders": needed}),)
        if not wanting:
            return (Reason("unwanted"),)
        late = tuple(order for order in wanting if order not in self.feasible_orders)
        return (Reason("too_late", {"orders": late}) if late == tuple(wanting) else Reason("spare"),)

    def _orders_left_short(self, wares: Wares, also: Wares = NOTHING) -> tuple[str, ...]:
        """Return the feasible orders that would lack wares if these were sold.

        `also` are the wares that a new order wants besides.
        """
        timely = [missing for order, missing in self.missing.items() if order in self.feasible_orders]
        wanted = [sum(counts) for counts in zip(also, *timely, strict=True)]
        short = [sold and want > have - sold for sold, want, have in zip(wares, wanted, self.stock, strict=True)]
        return tuple(
            order
            for order, missing in self.missing.items()
            if order in self.feasible_orders and any(lack and want for lack, want in zip(short, missing, strict=True))
        )

    def _for_new_order(self, action: actions.TakeOrder) -> tuple[Reason, ...]:
        """Return reasons about taking an order: how much of it is in stock, and which order it pushes out (H25).

        Only wares that no other feasible order wants count as in stock. If the new order cannot be completed in time,
        that is the only reason. A sale with it that other orders need is named too.
        """
        wares = ORDERS[ORDER[action.order]].wares
        stock = self.stock
        if action.gain:
            stock = stock.copy()
            stock[WARES.index(action.gain)] += 1
        timely = [missing for order, missing in self.missing.items() if order in self.feasible_orders]
        spare = [max(0, there - sum(wanted)) for there, *wanted in zip(stock, *timely, strict=True)]
        have = sum(map(min, wares, spare))
        carry = any(want > there for want, there in zip(wares, self.me.post, strict=True))
        if 1 + carry + (have < sum(wares)) > _MAX_WORKERS_PER_OWN * self._workers_after:
            return (Reason("too_late", {"orders": (action.order,)}),)
        at_hand = (Reason("at_hand", {"n": have, "total": sum(wares), "order": action.order}),) if have else ()
        if action.sale and (needed := self._orders_left_short(tuple(int(key == action.sale) for key in WARES), wares)):
            at_hand = (*at_hand, Reason("needed", {"orders": needed}))
        if len(self.me.orders) < DATA.play.order_places:
            return at_hand
        lost = next(order.order for order in self.me.orders if order.place == DATA.play.order_places)
        return (*at_hand, Reason("pushes_out", {"order": lost}))


def _plan_reason(action: actions.AnyAction) -> Reason:
    """Return the reason that says what the planned action is: a key such as `then_buy`, with what it concerns.

    Amounts are left out.
    """
    match action:
        case actions.TakeOrder(order):
            return Reason("then_order", {"order": order})
        case actions.Recruit(character):
            return Reason("then_recruit", {"character": character})
        case actions.Fetch(stacks):
            kinds = {STACKS[STACK[key]].kind for key in stacks}
            return Reason("then_fetch", {"kinds": tuple(sorted(kinds))})
        case actions.Buy(wares) | actions.Sell(wares):
            kinds_of = tuple(key for key, count in zip(WARES, wares, strict=True) if count)
            return Reason(f"then_{action.verb}", {"wares": kinds_of})
        case actions.Point():
            return Reason("then_point")
    return Reason(f"then_{action.verb}")


def _price_reason(view: View, wares: Wares, key: str) -> tuple[Reason, ...]:
    """Return one reason that names the cheap (or dear) ones of these wares; empty if there are none.

    `key` is "cheap" (price level 3 or lower) or "dear" (8 or higher) and says which are looked for.
    """
    found = [
        ware.key
        for ware, count in zip(view.wares, wares, strict=True)
        if count and (ware.level <= _MAX_CHEAP_LEVEL if key == "cheap" else ware.level >= _MIN_DEAR_LEVEL)
    ]
    return (Reason(key, {"wares": tuple(found)}),) if found else ()
