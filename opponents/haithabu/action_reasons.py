"""Reasons for actions in Haithabu, worked out from a view by `ActionReasons`.

A reason is a key with facts; `words/haithabu` turns it into a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add

from msgspec.structs import replace

from opponents.advice import Reason
from opponents.haithabu.character_reasons import character_reasons
from rules.errors import Fact
from rules.haithabu import actions, quotes
from rules.haithabu.card_data import ORDER, ORDERS, STACK, STACKS
from rules.haithabu.data import DATA, NOTHING, WARES, Wares
from rules.haithabu.order_plans import OrderPlan, is_too_late, order_plans, workers_left
from rules.haithabu.view import PlayerView, View

_WORKERS_TO_USE_TRANSPORT = 2
"""A transport is of use with at least this many workers left: one loads it, one delivers or sells."""
_MAX_WORKERS_PER_OWN = 2
"""How many workers one may place for each own one: itself and a hired one."""
_MAX_CHEAP_LEVEL, _MIN_DEAR_LEVEL = 3, 8
"""A ware is cheap up to the first price level, and dear from the second on."""


class ActionReasons:
    """Finds the reasons for the actions of one seat, in the position that its view shows. `MoveScorer` makes one.

    `for_action` explains an action now, `for_planned_action` one that follows after an event by night, and
    `for_carried_wares` wares that are carried to the trading post, `for_lost_wares` wares that are given away.
    """

    def __init__(self, view: View, seat: int) -> None:
        """Read from the view what the seat's orders want, which of them are too late, and what it has in stock.

        In the seat's own turn, one worker counts as used for the action that is explained.
        """
        self.view, self._seat = view, seat
        self.me = me = view.players[seat]
        self.missing = {order.order: quotes.missing_wares(order) for order in me.orders}
        used = int(view.turn is not None and view.turn.seat == seat)
        self._late = {order.order for order in me.orders if is_too_late(view, seat, order, used=used)}
        """The orders that cannot be completed in time any more, whatever the seat does."""
        self.stock = [there + stored for there, stored in zip(me.post, me.warehouse, strict=True)]
        self._wanted = [sum(counts) for counts in zip(NOTHING, *self.missing.values(), strict=True)]
        """By ware, what all orders together still want."""
        standing = view.acting is not None or not (view.turn and view.turn.seat == seat and view.turn.workers)
        self._workers_after = workers_left(view, seat) - (not standing)
        """How many workers are placed in the game after this one."""
        self._plans = order_plans(view, seat)
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

        They name, for example, the orders that the action serves or completes, cheap or dear wares, or points at the
        end of the game. If the seat has no worker left after the action, loading and buying have no reasons.
        """
        match action:
            case actions.Deliver(loads):
                given = dict(loads)
                done = tuple(order for order, missing in self.missing.items() if given.get(order) == missing)
                return (Reason("completes", {"orders": done}),) if done else ()
            case actions.Load() | actions.Buy() if not self._workers_after:
                return ()  # No worker is left to make use of it.
            case actions.Load(wares=wares):
                why = self.for_carried_wares(wares)
                if not why:
                    return () if self._is_wanted(wares, self.me.post) else (Reason("to_sell"),)
                return (*why, *self._still_needed(why, self._after_carrying(wares)))
            case actions.Buy(wares):
                after = replace(self.me, warehouse=tuple(map(add, self.me.warehouse, wares)))
                why = self._for_wares(after, wares, "all_for")
                if not why and not self._is_wanted(wares, self.stock):
                    why = (Reason("to_sell_later"),)
                why = (*why, *self._still_needed(why, after))
                return (*why, *_price_reason(self.view, wares, "cheap"))
            case actions.Sell(wares):
                return (*self.for_lost_wares(wares), *_price_reason(self.view, wares, "dear"))
            case actions.TakeOrder():
                return self._for_new_order(action)
            case actions.Recruit(character):
                return self.for_character(character)
            case actions.Fetch():
                return self._for_transports(action)
        return ()

    def for_character(self, character: str) -> tuple[Reason, ...]:
        """Return what a character does for the seat now, and its points (`character_reasons`)."""
        timely = {order: missing for order, missing in self.missing.items() if order not in self._late}
        return character_reasons(self.view, self._seat, character, timely)

    def _still_needed(self, reasons: Sequence[Reason], after: PlayerView) -> tuple[Reason, ...]:
        """Return one reason that says what the first order named in `reasons` still needs, and how many rounds it has.

        `after` is the player after the action. The reason names wares to buy, and cart and ship if there is something
        to carry and the player has neither. The result is () if nothing of this is needed, or if `reasons` name no
        order.
        """
        named = _first_order(reasons)
        for plan in self._plans_with(after):
            kinds = actions.KINDS_OF_TRANSPORT if any(plan.to_carry) and not (after.cart or after.ship) else ()
            if plan.order == named and (any(plan.to_buy) or kinds):
                amounts = _amounts(plan.to_buy)
                needs: dict[str, Fact] = {"order": plan.order, "amounts": amounts, "kinds": kinds, "n": plan.rounds}
                return (Reason("still_needs", needs, is_caution=True),)
        return ()

    def _for_transports(self, action: actions.Fetch) -> tuple[Reason, ...]:
        """Return one reason for fetching transports, or ().

        1. If enough workers are left to load and unload, the reason is that the player has no transport; () if they
           have one.
        2. Otherwise it is the points that the new kinds of transports score at the end; () if no kind is new to the
           player.
        """
        have = {"cart": self.me.cart, "ship": self.me.ship}
        new = {STACKS[STACK[key]].kind for key in action.stacks if not have[STACKS[STACK[key]].kind]}
        if self._workers_after < _WORKERS_TO_USE_TRANSPORT:
            return (Reason("counts", {"n": DATA.scoring.transport * len(new)}),) if new else ()
        return (Reason("nothing_to_carry_with"),) if not any(have.values()) else ()

    def for_planned_action(self, action: actions.AnyAction) -> tuple[Reason, ...]:
        """Return the reasons to place a worker by night for an action that follows after the event.

        The first reason says what the action is, except for a delivery or a load that serves orders. The others are
        those reasons of the action that name orders. What an order still needs is left out, because the event may
        change that. For a character they are what it does for anybody, and its points.
        """
        if isinstance(action, actions.Recruit):
            *_, points = self.for_action(action)
            return _plan_reason(action), Reason("effect", {"character": action.character}), points
        why = [reason for reason in self.for_action(action) if reason.key != "still_needs"]
        for_orders = tuple(reason for reason in why if reason.facts.keys() & {"order", "orders"})
        serves_orders = isinstance(action, actions.Deliver | actions.Load) and for_orders
        return for_orders if serves_orders else (_plan_reason(action), *for_orders)

    def for_carried_wares(self, wares: Wares) -> tuple[Reason, ...]:
        """Return reasons that say which orders get the wares that are carried to the trading post; () if none does.

        `wares` are amounts by ware. The first reason names the orders that can be completed then, the next ones which
        wares are for which other order, and the next the wares that no order needs, if any. The last one warns if the
        trading post would then hold too many.
        """
        over = sum(self.me.post) + sum(wares) - quotes.store_limit(self.view, self._seat)
        too_many = (Reason("too_many", {"n": over}, is_caution=True),) if over > 0 else ()
        return (*self._for_wares(self._after_carrying(wares), wares, "ready"), *too_many)

    def _after_carrying(self, wares: Wares) -> PlayerView:
        """Return the player after these wares were carried to the trading post."""
        post = tuple(map(add, self.me.post, wares))
        warehouse = tuple(max(0, there - count) for there, count in zip(self.me.warehouse, wares, strict=True))
        return replace(self.me, post=post, warehouse=warehouse)

    def _for_wares(self, after: PlayerView, wares: Wares, key: str) -> tuple[Reason, ...]:
        """Return reasons that say which orders these additional wares are for; () if no order needs any of them.

        The first reason has the key `key` and names the orders that then lack nothing, if any. The next ones say which
        wares are for which other order, and the last one names the wares that no order needs. `after` is the player
        with the wares. Which order gets them is what `order_plans` says, so that hints and menus agree. With the key
        `ready`, orders lack what is not in the trading post, otherwise what the player does not have. Orders that can
        no longer be completed in time are not named.
        """

        def lacks(plan: OrderPlan) -> Wares:
            return plan.to_carry if key == "ready" else plan.to_buy

        had = {plan.order: lacks(plan) for plan in self._plans}
        full, partly, left = list[str](), list[Reason](), [*wares]
        for plan in reversed(self._plans_with(after)):
            given = [
                min(there, max(0, one - other))
                for there, one, other in zip(left, had[plan.order], lacks(plan), strict=True)
            ]
            left = [there - count for there, count in zip(left, given, strict=True)]
            if plan.order in self._late or not any(given):
                continue
            if not any(lacks(plan)):
                full.append(plan.order)
            elif given == [*wares]:
                partly.append(Reason("for_orders", {"orders": (plan.order,)}))
            else:
                partly.append(Reason("for_order", {"amounts": _amounts(given), "order": plan.order}))
        reasons = [*([Reason(key, {"orders": tuple(full)})] if full else []), *partly]
        return (*reasons, *_surplus_reason(left)) if reasons else ()

    def _plans_with(self, after: PlayerView) -> list[OrderPlan]:
        """Return the plans for the seat's orders if it were in this position."""
        players = list(self.view.players)
        players[self._seat] = after
        return order_plans(replace(self.view, players=tuple(players)), self._seat)

    def _is_wanted(self, wares: Wares, have: Sequence[int]) -> bool:
        """Return True if all orders together, late ones included, want more of one of these wares than `have`."""
        return any(count and want > there for count, want, there in zip(wares, self._wanted, have, strict=True))

    def for_lost_wares(self, wares: Wares) -> tuple[Reason, ...]:
        """Return a tuple of one reason about selling, giving or discarding these wares.

        If orders that are not too late would then lack wares, it names them. Otherwise it names the late orders that
        would lack them, or says that there is enough left, or that no order wants them.
        """
        short = self._orders_left_short(wares)
        if needed := tuple(order for order in short if order not in self._late):
            return (Reason("needed", {"orders": needed}, is_caution=True),)
        if short:
            return (Reason("too_late", {"orders": short}),)
        return (Reason("spare" if any(map(min, self._wanted, wares)) else "unwanted"),)

    def for_discarded_wares(self, wares: Wares) -> tuple[Reason, ...]:
        """Return reasons about discarding these wares: those of `for_lost_wares`, and whether they are cheap.

        If orders need them, but all others that the player could discard would cost as much or more to buy again, the
        first reason says so, with the price.
        """
        reasons = self.for_lost_wares(wares)
        prices = [each.price for each in self.view.wares]
        held = sorted(price for price, count in zip(prices, self.stock, strict=True) for _ in range(count))
        cost = sum(price * count for price, count in zip(prices, wares, strict=True))
        is_cheapest = cost == sum(held[: sum(wares)]) < sum(held[-sum(wares) :])
        if is_cheapest and any(why.key == "needed" for why in reasons):
            return (Reason("cheapest", {"silver": cost}), *reasons)
        return reasons

    def _orders_left_short(self, wares: Wares, also: Wares = NOTHING) -> tuple[str, ...]:
        """Return the orders that would lack wares if these wares were sold, those that can be completed in time first.

        An order that can be completed in time is returned if it wants one of the sold wares and too little of that ware
        would be left for all such orders and for `also`. An order that is too late is returned if too little would be
        left for all orders and for `also`. `also` are the wares that a new order wants.
        """
        timely = [missing for order, missing in self.missing.items() if order not in self._late]
        short: list[str] = []
        for orders, wanted in (
            ([order for order in self.missing if order not in self._late], zip(also, *timely, strict=True)),
            ([order for order in self.missing if order in self._late], zip(also, self._wanted, strict=True)),
        ):
            lack = [
                sold and sum(want) > have - sold for sold, want, have in zip(wares, wanted, self.stock, strict=True)
            ]
            short += [order for order in orders if any(map(min, map(bool, lack), self.missing[order]))]
        return tuple(short)

    def _for_new_order(self, action: actions.TakeOrder) -> tuple[Reason, ...]:
        """Return reasons about taking an order: how much of it is in stock, and which order it pushes out (H25).

        Only wares that no other order wants count as in stock. If a ware that is sold together with taking the order
        (field H) is needed by other orders, a caution names those. If the new order cannot be completed in time, that
        is the only reason.
        """
        wares = ORDERS[ORDER[action.order]].wares
        stock = self.stock
        if action.gain:
            stock = stock.copy()
            stock[WARES.index(action.gain)] += 1
        spare = [max(0, there - wanted) for there, wanted in zip(stock, self._wanted, strict=True)]
        have = sum(map(min, wares, spare))
        stevedore = "stevedore" in self.me.characters
        carry = not stevedore and any(want > there for want, there in zip(wares, self.me.post, strict=True))
        buy = any(want > there for want, there in zip(wares, stock, strict=True))
        if 1 + carry + buy > _MAX_WORKERS_PER_OWN * self._workers_after + 1:
            return (Reason("too_late", {"orders": (action.order,)}, is_caution=True),)
        at_hand = (Reason("at_hand", {"n": have, "total": sum(wares), "order": action.order}),) if have else ()
        if action.sale:
            short = self._orders_left_short(tuple(int(key == action.sale) for key in WARES), wares)
            needed = tuple(order for order in short if order not in self._late)
            at_hand = (*at_hand, Reason("needed", {"orders": needed}, is_caution=True)) if needed else at_hand
        if len(self.me.orders) < DATA.play.order_places:
            return at_hand
        lost = next(order.order for order in self.me.orders if order.place == DATA.play.order_places)
        return (*at_hand, Reason("pushes_out", {"order": lost}, is_caution=True))


def _first_order(reasons: Sequence[Reason]) -> str | None:
    """Return the first order that one of the reasons names; None if none does."""
    for reason in reasons:
        order, orders = reason.facts.get("order"), reason.facts.get("orders")
        if isinstance(order, str):
            return order
        if isinstance(orders, tuple) and orders:
            return orders[0]
    return None


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


def _amounts(wares: Sequence[int]) -> tuple[str, ...]:
    """Return the wares that are there as texts of number and key: ("2 tools",)."""
    return tuple(f"{count} {key}" for key, count in zip(WARES, wares, strict=True) if count)


def _surplus_reason(wares: Sequence[int]) -> tuple[Reason, ...]:
    """Return one reason that names these wares as more than the orders need; () if there are none."""
    return (Reason("surplus", {"amounts": _amounts(wares)}, is_caution=True),) if any(wares) else ()


def _price_reason(view: View, wares: Wares, key: str) -> tuple[Reason, ...]:
    """Return one reason with this key if all of these wares are cheap, or dear; else ().

    With the key "cheap", all wares must have price level 3 or lower; with "dear", 8 or higher.
    """
    levels = [ware.level for ware, count in zip(view.wares, wares, strict=True) if count]
    fits = max(levels) <= _MAX_CHEAP_LEVEL if key == "cheap" else min(levels) >= _MIN_DEAR_LEVEL
    return (Reason(key),) if fits else ()
