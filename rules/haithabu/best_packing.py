"""Deliveries and loads that are worth choosing from, for a player's menu: `best_deliveries` and `best_loads`.

They look at every set of orders that can be completed together, and are computed from a view. Computers choose among
the fewer ones of `packing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from rules.haithabu import quotes
from rules.haithabu.actions import KINDS_OF_TRANSPORT, Deliver, Load
from rules.haithabu.card_data import ORDER, ORDERS
from rules.haithabu.data import DATA, KINDS, NOTHING, Wares
from rules.haithabu.order_plans import is_too_late, later_rounds
from rules.haithabu.view import OrderView, View

_DEAREST = tuple(reversed(range(KINDS)))
"""The wares from spices to mead: the dearest first, at the prices of one level."""


def best_deliveries(view: View, seat: int) -> list[Deliver]:
    """H26: return the deliveries from the seat's trading post that are worth choosing from; at most 25, the best first.

    For each largest set of orders that can be completed together there are two: one in which the wares left over go to
    other orders, and one in which they stay. There is also the largest delivery to each order alone, unless it is part
    of one that completes orders. More points come first, then more silver.
    """
    me = view.players[seat]
    missing = {order.order: quotes.missing_wares(order) for order in me.orders}
    found: list[Deliver] = []
    for some in _largest_sets([*missing], lambda some: _covers(me.post, _sum(missing[order] for order in some))):
        whole = tuple((order, missing[order]) for order in some)
        left = _minus(me.post, _sum(load for _, load in whole))
        others = [order for order in me.orders if order.order not in some]
        found += [Deliver((*whole, *_leftovers(view, seat, others, left))), Deliver(whole)]
    completing = [dict(each.loads) for each in found if quotes.completed_orders(view, seat, each)]
    for order, wanted in missing.items():
        load = tuple(map(min, wanted, me.post))
        if not any(_covers(loads.get(order, NOTHING), load) for loads in completing):
            found.append(Deliver(((order, load),)))
    possible = [each for each in dict.fromkeys(found) if any(any(load) for _, load in each.loads)]
    return sorted(possible, key=lambda each: _worth(view, seat, each), reverse=True)


def best_loads(view: View, seat: int) -> list[Load]:
    """H27: return the loads for each transport of the seat that are worth choosing from, those of the cart first.

    There is one for each largest set of orders that can be completed together after it, one for each order, and one for
    all orders. Each load also has what else the transport can carry for orders, and wares that no order needs if the
    trading post can store them, or if there is nothing else to carry. Orders that are too late do not count.

    Of one transport, the load comes first after which most orders can be completed, then with more points and more
    silver. A load that is part of another one is left out if all wares of the larger one can be stored.
    """
    me = view.players[seat]
    found: list[Load] = []
    for kind, card in zip(KINDS_OF_TRANSPORT, (me.cart, me.ship), strict=True):
        if card:
            useful = [wares for wares in dict.fromkeys(_loads_on(view, seat, card)) if any(wares)]
            anything = _load(view, seat, card, [_sum((me.warehouse, me.post))])
            loads = [Load(kind, wares) for wares in useful or [anything] if any(wares)]
            kept = [each for each in loads if not any(_is_part(view, seat, each, other) for other in loads)]
            found += sorted(kept, key=lambda each: _worth_when_carried(view, seat, each.wares), reverse=True)
    return found


def _loads_on(view: View, seat: int, transport: str) -> list[Wares]:
    """Return the loads of one transport for sets of orders, for each order, and for all orders, as in `best_loads`."""
    me = view.players[seat]
    missing = {order.order: quotes.missing_wares(order) for order in _timely_orders(view, seat)}

    def is_possible(some: Sequence[str]) -> bool:
        carried = _short(_sum(missing[order] for order in some), me.post)
        return _covers(me.warehouse, carried) and not quotes.wares_without_place(view, seat, transport, carried)

    loads = [_load(view, seat, transport, [_sum(missing.values())])]
    for some in [*_largest_sets([*missing], is_possible), *((order,) for order in missing)]:
        others = sorted(missing.keys() - {*some}, key=lambda order: (sum(_short(missing[order], me.post)), order))
        loads.append(
            _load(
                view, seat, transport, [_sum(missing[order] for order in some), *(missing[order] for order in others)]
            )
        )
    return loads


def orders_ready_after(view: View, seat: int, load: Load) -> tuple[str, ...]:
    """Return the orders that the seat can complete together once the load is in its trading post.

    Of several sets it is the one with most orders, then most points and silver. Return () if the trading post has
    everything for these orders already.
    """
    orders, post = _timely_orders(view, seat), view.players[seat].post
    ready = _most_completed(view, seat, list(map(sum, zip(post, load.wares, strict=True))))
    wanted = _sum(quotes.missing_wares(order) for order in orders if order.order in ready)
    return () if _covers(post, wanted) else ready


def _timely_orders(view: View, seat: int) -> list[OrderView]:
    """Return the player's orders that can still be completed in time."""
    return [order for order in view.players[seat].orders if not is_too_late(view, seat, order)]


def _most_completed(view: View, seat: int, stock: Sequence[int]) -> tuple[str, ...]:
    """Return the timely orders that the stock can complete together: as many as possible, then for most points."""
    missing = {order.order: quotes.missing_wares(order) for order in _timely_orders(view, seat)}
    sets = _largest_sets([*missing], lambda some: _covers(stock, _sum(missing[order] for order in some)))
    return max(sets, key=lambda some: (len(some), _reward(view, seat, some)))


def _worth_when_carried(view: View, seat: int, wares: Wares) -> tuple[int, tuple[int, int]]:
    """Return how many orders the trading post can complete with these wares, and the points and silver for them."""
    ready = _most_completed(view, seat, list(map(sum, zip(view.players[seat].post, wares, strict=True))))
    return len(ready), _reward(view, seat, ready)


def _reward(view: View, seat: int, orders: Sequence[str]) -> tuple[int, int]:
    """Return the points and the silver for completing these orders of the player."""
    own = (order for order in view.players[seat].orders if order.order in orders)
    return _worth(view, seat, Deliver(tuple((order.order, quotes.missing_wares(order)) for order in own)))


def _worth(view: View, seat: int, delivery: Deliver) -> tuple[int, int]:
    """Return the points and the silver of the orders that a delivery completes."""
    deal = quotes.quote_delivery(view, seat, delivery)
    return deal.points, deal.silver


def _largest_sets(orders: Sequence[str], is_possible: Callable[[Sequence[str]], bool]) -> list[tuple[str, ...]]:
    """Return the possible sets of these orders that are part of no larger possible set; [()] if none is possible."""
    found: list[tuple[str, ...]] = []
    for size in range(len(orders), 0, -1):
        for some in combinations(orders, size):
            if not any({*some} <= {*larger} for larger in found) and is_possible(some):
                found.append(some)
    return found or [()]


def _leftovers(view: View, seat: int, orders: Sequence[OrderView], stock: Wares) -> list[tuple[str, Wares]]:
    """Return how wares of the stock are delivered to orders that they cannot complete.

    The order that then lacks the fewest wares is served first; of several, the one with the most points. Orders that
    are too late come last. They get nothing if they are lost before the end of the game.
    """

    def rank(order: OrderView) -> tuple[bool, int, int]:
        lacking = sum(_short(quotes.missing_wares(order), stock))
        return is_too_late(view, seat, order, used=1), lacking, -ORDERS[ORDER[order.order]].points

    loads = []
    for order in sorted(orders, key=rank):
        is_lost = later_rounds(view) > DATA.play.order_places - order.place
        load = tuple(map(min, quotes.missing_wares(order), stock))
        if any(load) and not (is_lost and is_too_late(view, seat, order, used=1)):
            loads.append((order.order, load))
            stock = _minus(stock, load)
    return loads


def _load(view: View, seat: int, transport: str, wishes: Iterable[Wares]) -> Wares:
    """Return as much of the seat's warehouse as the transport can carry: what wishes need, the first wish first.

    Wares that the trading post has are not carried for a wish. Then other wares follow, as many as the trading post can
    store. Of each group, the dearest wares come first.
    """
    me = view.players[seat]
    load, wanted = [0] * KINDS, NOTHING
    room = quotes.store_limit(view, seat) - sum(me.post)

    def fill(ware: int, most: int, total: int) -> None:
        while load[ware] < min(most, me.warehouse[ware]) and sum(load) < total:
            load[ware] += 1
            if quotes.wares_without_place(view, seat, transport, load):
                load[ware] -= 1
                return

    for wish in wishes:
        wanted = _sum((wanted, wish))
        for ware in _DEAREST:
            fill(ware, wanted[ware] - me.post[ware], sum(me.warehouse))
    for ware in _DEAREST:
        fill(ware, me.warehouse[ware], room)
    return tuple(load)


def _is_part(view: View, seat: int, load: Load, other: Load) -> bool:
    """Return True if another load has more wares than `load`, among them all of it, and all of them can be stored."""
    fits = sum(view.players[seat].post) + sum(other.wares) <= quotes.store_limit(view, seat)
    return load != other and fits and _covers(other.wares, load.wares)


def _short(wanted: Sequence[int], stock: Sequence[int]) -> Wares:
    """Return which of the wanted wares the stock lacks."""
    return tuple(max(0, want - have) for want, have in zip(wanted, stock, strict=True))


def _covers(stock: Sequence[int], wares: Sequence[int]) -> bool:
    """Return True if the stock has all these wares."""
    return all(have >= count for have, count in zip(stock, wares, strict=True))


def _minus(wares: Sequence[int], others: Sequence[int]) -> Wares:
    """Return the difference of two counts by ware."""
    return tuple(one - other for one, other in zip(wares, others, strict=True))


def _sum(counts: Iterable[Sequence[int]]) -> Wares:
    """Return the sum of counts by ware; none of any ware for no counts."""
    return tuple(map(sum, zip(NOTHING, *counts, strict=True)))
