"""Complete loads and deliveries for a computer that wants to carry or deliver wares: `full_loads`, `joint_deliveries`.

They are computed from a view. Those that a person's menu offers are in `best_packing`.
"""

from __future__ import annotations

from rules.haithabu import quotes
from rules.haithabu.actions import KINDS_OF_TRANSPORT, Deliver, Load
from rules.haithabu.card_data import TRANSPORT, TRANSPORTS
from rules.haithabu.data import KINDS, Wares
from rules.haithabu.prices import free_places, full_load
from rules.haithabu.view import View


def full_loads(view: View, seat: int) -> list[Load]:
    """H27: return full loads for each transport of the seat, those of the cart first.

    A transport has one load for each order of the seat, in the order of their places, and one for all orders together.
    Each load is as large as possible. It prefers the wares that this order (or all orders) still needs and the trading
    post lacks. Equal loads are listed once. Return [] if the warehouse is empty or the seat has no transport.
    """
    me = view.players[seat]
    wishes = [quotes.missing_wares(order) for order in me.orders]
    wishes.append(tuple(map(sum, zip(*wishes, strict=True))) or (0,) * KINDS)
    found = []
    for kind, key in zip(KINDS_OF_TRANSPORT, (me.cart, me.ship), strict=True):
        if key and any(me.warehouse):
            card = TRANSPORTS[TRANSPORT[key]]
            places = free_places(card, quotes.owns_character(view, seat, "stevedore"))
            for wish in wishes:
                short = [max(0, want - there) for want, there in zip(wish, me.post, strict=True)]
                found.append(Load(kind, full_load(me.warehouse, short, card, places)))
    return list(dict.fromkeys(found))


def joint_deliveries(view: View, seat: int) -> list[Deliver]:
    """H26: return up to two deliveries from the seat's trading post; [] if no order wants what is there.

    The first goes only to orders that it completes. The second goes to the same orders, and what is left goes to all
    others that can get something. The order that lacks the fewest wares is served first. A delivery without wares, or
    one equal to the other, is left out.
    """
    me = view.players[seat]
    wanted = {order.order: quotes.missing_wares(order) for order in me.orders}
    post, loads = list(me.post), list[tuple[str, Wares]]()
    found = []
    for whole in (True, False):
        for order in sorted(wanted, key=lambda order: sum(wanted[order])):
            load = tuple(map(min, wanted[order], post))
            if any(load) and (load == wanted[order]) == whole and order not in dict(loads):
                loads.append((order, load))
                post = [have - count for have, count in zip(post, load, strict=True)]
        if loads:
            found.append(Deliver(tuple(loads)))
    return list(dict.fromkeys(found))
