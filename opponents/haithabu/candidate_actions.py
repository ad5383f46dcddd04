"""A few good actions for each place of Haithabu, from a view: `candidate_actions`. All of them are legal now.

`missing_wares` and `feasible_orders` say what the orders of a seat need. There is one generator of actions for each
place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules.haithabu import actions, quotes
from rules.haithabu.data import DATA, KINDS, WARES, Wares
from rules.haithabu.order_plans import workers_left
from rules.haithabu.packing import full_loads, joint_deliveries
from rules.haithabu.view import OrderView, View

_MAX_WARES = DATA.bargain.wares


def candidate_actions(view: View, seat: int, place: str) -> list[actions.AnyAction]:
    """Return a few good actions of a seat on a place, without duplicates; none of them needs more than one loan.

    `place` is a field's letter or `market`. The result is empty if there is nothing to do there.
    """
    found = dict.fromkeys(_ACTIONS_BY_PLACE[place](view, seat))
    return [action for action in found if _is_acceptable(quotes.quote_action(view, seat, place, action))]


def _is_acceptable(deal: quotes.Quote) -> bool:
    """Return True if the price can be paid with at most one loan."""
    return deal.affordable and deal.loans <= 1


def missing_wares(view: View, seat: int) -> list[int]:
    """Return by ware how many the seat's feasible orders want beyond what it has in warehouse and trading post.

    A negative number says how many are left over.
    """
    me = view.players[seat]
    wanted = [-(there + stored) for there, stored in zip(me.post, me.warehouse, strict=True)]
    for order in feasible_orders(view, seat):
        wanted = [count + more for count, more in zip(wanted, quotes.missing_wares(order), strict=True)]
    return wanted


def feasible_orders(view: View, seat: int, used: int = 0) -> list[OrderView]:
    """Return the seat's orders that can still be delivered in time, if `used` workers are spent on something else.

    An order moves on one place each round and is lost after the last place (H30). It takes a worker to deliver, one
    more to carry if the wares are not in the trading post, and one more to buy if the seat does not have them.
    """
    me = view.players[seat]
    left = workers_left(view, seat)
    if view.acting and view.turn and view.turn.seat == seat:
        left += 1  # the worker that acts by night is already placed
    this_round = left - DATA.play.workers * (DATA.play.rounds - view.round)
    found = []
    for order in me.orders:
        missing = quotes.missing_wares(order)
        carry = any(want > there for want, there in zip(missing, me.post, strict=True))
        stock = map(sum, zip(me.post, me.warehouse, strict=True))
        buy = any(want > have for want, have in zip(missing, stock, strict=True))
        stays = this_round + DATA.play.workers * (DATA.play.order_places - order.place)
        if 1 + carry + buy <= min(left, stays) - used:
            found.append(order)
    return found


def _barred_wares(view: View, seat: int, *, selling: bool) -> Sequence[str]:
    """Return the keys of the wares that the seat may not sell, or may not buy, in this phase (H14).

    If `selling`, these are the wares it bought in its running turn; otherwise those it sold. The result is empty if it
    is not the seat's turn.
    """
    if view.turn is None or view.turn.seat != seat:
        return ()
    return view.turn.bought if selling else view.turn.sold


def _single_ware(ware: int, count: int) -> Wares:
    """Return a tuple of amounts with `count` of one ware."""
    return tuple(count * (each == ware) for each in range(KINDS))


def _buyable(view: View, seat: int) -> list[int]:
    """Return by ware how many are on the market and in the supply to buy; 0 for those that H14 forbids to buy now."""
    barred = _barred_wares(view, seat, selling=False)
    return [0 if ware.key in barred else ware.market + ware.supply for ware in view.wares]


def _sellable(view: View, seat: int) -> list[int]:
    """Return by ware how many are in the seat's trading post to sell; 0 for those that H14 forbids to sell now."""
    barred = _barred_wares(view, seat, selling=True)
    return [0 if key in barred else count for key, count in zip(WARES, view.players[seat].post, strict=True)]


def _market_actions(view: View, seat: int) -> Iterator[actions.AnyAction]:
    """Yield actions on the market, with one ware each: purchases of what orders lack, then sales.

    For each ware in the trading post there is a sale of all its cubes, and a sale of only the cubes that no order
    wants.
    """
    wanted = missing_wares(view, seat)
    for ware, there in enumerate(_buyable(view, seat)):
        if (count := min(wanted[ware], there)) > 0:
            yield actions.Buy(_single_ware(ware, count))
    for ware, have in enumerate(_sellable(view, seat)):
        if have:
            yield actions.Sell(_single_ware(ware, have))
            if 0 < -wanted[ware] < have:
                yield actions.Sell(_single_ware(ware, -wanted[ware]))


def _transport_actions(view: View, _: int) -> Iterator[actions.AnyAction]:
    """Yield actions on field A: fetch each single transport; then the dearest cart and the dearest ship together."""
    stacks = [stack for stack in view.stacks if stack.cards]
    carts, ships = ([stack for stack in stacks if stack.key.startswith(kind)] for kind in actions.KINDS_OF_TRANSPORT)
    for stack in stacks:
        yield actions.Fetch((stack.key,))
    if carts and ships:
        yield actions.Fetch((carts[-1].key, ships[-1].key))


def _character_actions(view: View, seat: int) -> Iterator[actions.AnyAction]:
    """Yield actions on field B: recruit each character that can be taken, from the display or from a rival."""
    for card in view.characters:
        if card.owner is None or (card.owner != seat and not card.safe):
            yield actions.Recruit(card.key)


def _dear_sales(view: View, seat: int) -> Iterator[actions.AnyAction]:
    """Yield sales on field C (H21), dearest kind first: up to three of one ware, then one each of up to three kinds.

    These are yielded first for the wares beyond what orders need, then for all wares of the trading post that may be
    sold.
    """
    have, wanted = _sellable(view, seat), missing_wares(view, seat)
    spare = [max(0, min(count, -want)) for count, want in zip(have, wanted, strict=True)]
    for store in (spare, have):
        dearest = [ware for ware in reversed(range(KINDS)) if store[ware]]
        for ware in dearest:
            yield actions.Sell(_single_ware(ware, min(_MAX_WARES, store[ware])))
        if len(dearest) > 1:
            yield actions.Sell(tuple(int(ware in dearest[:_MAX_WARES]) for ware in range(KINDS)))


def _cheap_purchases(view: View, seat: int) -> Iterator[actions.AnyAction]:
    """Yield purchases on field G (H22): what orders lack, up to three equal wares or one each of up to three kinds.

    If the orders lack nothing that can be bought, yield the purchase of each single ware.
    """
    there, wanted = _buyable(view, seat), missing_wares(view, seat)
    kinds = [ware for ware in reversed(range(KINDS)) if there[ware] and wanted[ware] > 0]
    for ware in kinds:
        yield actions.Buy(_single_ware(ware, min(_MAX_WARES, there[ware], wanted[ware])))
    if len(kinds) > 1:
        yield actions.Buy(tuple(int(ware in kinds[:_MAX_WARES]) for ware in range(KINDS)))
    if not kinds:
        for ware in range(KINDS):
            if there[ware]:
                yield actions.Buy(_single_ware(ware, 1))


def _orders_on_display(view: View) -> list[str]:
    """Return the keys of all orders on display, the lower row first."""
    return [order for order in (*view.lower, *view.upper) if order]


def _orders_with_ware(view: View, seat: int) -> Iterator[actions.AnyAction]:
    """Yield actions on field D (H23): take an order and a free ware; or, as the last one, a victory point instead.

    Each order on display comes with one or two choices of the free ware: the dearest kind on the market (spices first,
    mead last), and the dearest kind that the seat's orders lack.
    """
    free = [ware for ware in reversed(range(KINDS)) if view.wares[ware].market]
    wanted = missing_wares(view, seat)
    gains = dict.fromkeys([*free[:1], *[ware for ware in free if wanted[ware] > 0][:1]])
    for order in _orders_on_display(view):
        for ware in gains:
            yield actions.TakeOrder(order, gain=WARES[ware])
    yield actions.Point()


def _orders_with_sale(view: View, seat: int) -> Iterator[actions.AnyAction]:
    """Yield actions on field H (H24): each order on display, alone and with the sale of one unwanted ware.

    That ware is the dearest kind (spices first, mead last) of which the seat has more than its orders need; without one
    there are no sales. Then come that sale alone, and the victory point that field H gives instead.
    """
    have, wanted = _sellable(view, seat), missing_wares(view, seat)
    sales = [ware for ware in reversed(range(KINDS)) if have[ware] and wanted[ware] < 0][:1]
    for order in _orders_on_display(view):
        yield actions.TakeOrder(order)
        for ware in sales:
            yield actions.TakeOrder(order, sale=WARES[ware])
    for ware in sales:
        yield actions.Sell(_single_ware(ware, 1))
    yield actions.Point()


def _delivery_actions(view: View, seat: int) -> Iterator[actions.AnyAction]:
    """Yield deliveries on field E (H26): one that completes orders, then the same with partial deliveries added."""
    yield from joint_deliveries(view, seat)


def _loading_actions(view: View, seat: int) -> Iterator[actions.AnyAction]:
    """Yield actions on field F (H27): load each transport with as many wares as possible, in several ways."""
    yield from full_loads(view, seat)


_ACTIONS_BY_PLACE: dict[str, Callable[[View, int], Iterator[actions.AnyAction]]] = {
    "market": _market_actions,
    "A": _transport_actions,
    "B": _character_actions,
    "C": _dear_sales,
    "D": _orders_with_ware,
    "E": _delivery_actions,
    "F": _loading_actions,
    "G": _cheap_purchases,
    "H": _orders_with_sale,
}
