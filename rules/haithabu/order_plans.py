"""Plans: what is still missing for each order of a player, and whether there is time to complete it (`order_plans`).

`workers_left` counts the workers that a player has yet to place. A plan is made from a view and ignores silver. No ware
is planned for two orders, and no place of a cart or ship for two wares.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from rules.haithabu import quotes
from rules.haithabu.actions import KINDS_OF_TRANSPORT
from rules.haithabu.data import DATA, NOTHING, Wares
from rules.haithabu.view import OrderView, View

_PHASES = DATA.play.workers
_RONDEL_DECISION = "turn_rondel"
_MAX_WORKERS_PER_OWN = 2
"""How many workers one may place for each own one: itself and a hired one (H12)."""


class OrderPlan(msgspec.Struct, frozen=True):
    """What is missing for one order of a player, and whether there is time for it.

    `in_post`, `in_warehouse` and `to_buy` are the missing wares, as counts by ware: those in the trading post, those in
    the warehouse, and those that the player does not have or needs for another order. That is one which is lost sooner,
    or which the wares in the trading post complete.
    """

    order: str
    in_post: Wares
    in_warehouse: Wares
    to_buy: Wares
    transports: tuple[str, ...]
    """The player's transports (`cart`, `ship`) that together carry what is not in the trading post; () if they cannot,
    or if there is nothing to carry."""
    not_with: tuple[str, ...]
    """The orders that are lost sooner and whose wares the player's transports carry instead: `transports` could only
    carry this order's wares without theirs. () if all of them fit together."""
    by_stevedore: bool
    """True if no transport of the player carries what is missing, but the Stevedore can at the end of this round."""
    rounds: int
    """H30: the number of rounds in which wares can still be delivered to the order, this one included."""
    workers: int
    """The number of workers that it takes to buy and carry what is missing, and to deliver it."""
    time: Literal["enough", "tight", "too_late"]
    """`enough`: the player's own workers suffice. `too_late`: not even hired workers could complete the order in time.
    `tight`: neither of these."""

    @property
    def wanted(self) -> Wares:
        """All wares that the order still wants, as counts by ware."""
        return _sum((self.in_post, self.to_carry))

    @property
    def to_carry(self) -> Wares:
        """The missing wares that are not in the trading post, as counts by ware."""
        return _sum((self.in_warehouse, self.to_buy))


def order_plans(view: View, seat: int) -> list[OrderPlan]:
    """Return a plan for each order of a player, in the order of their places.

    Orders that the trading post can complete now get its wares before the others. Otherwise the order that is lost
    first gets the player's wares and the places of cart and ship first.
    """
    me = view.players[seat]
    post, warehouse = me.post, me.warehouse
    reserved: dict[str, Wares] = {}
    for order in reversed(me.orders):
        missing = quotes.missing_wares(order)
        if min(_minus(post, missing)) >= 0 and not is_too_late(view, seat, order):
            reserved[order.order], post = missing, _minus(post, missing)
    plans: list[OrderPlan] = []
    for order in reversed(me.orders):
        own = reserved.get(order.order)
        plans.append(plan := _plan(view, seat, order, own or post, warehouse, plans))
        warehouse = _minus(warehouse, plan.in_warehouse)
        if not own:
            post = _minus(post, plan.in_post)
    return plans[::-1]


def _minus(wares: Sequence[int], others: Sequence[int]) -> Wares:
    """Return the difference of two counts by ware."""
    return tuple(one - other for one, other in zip(wares, others, strict=True))


def _plan(
    view: View,
    seat: int,
    order: OrderView,
    post: Sequence[int],
    warehouse: Sequence[int],
    sooner: Sequence[OrderPlan],
) -> OrderPlan:
    """Return the plan for one order of the player, for which they can use these wares in `post` and `warehouse`.

    `sooner` are the plans for the orders that are lost before it.
    """
    in_post, in_warehouse, to_buy = _split(quotes.missing_wares(order), post, warehouse)
    carried = _sum((in_warehouse, to_buy))
    transports, not_with = _carrying(view, seat, carried, sooner) if any(carried) else ((), ())
    others = sum(sum(plan.to_carry) for plan in sooner if plan.by_stevedore)
    fits = 0 < sum(carried) <= DATA.character.stevedore.round_end_wares - others
    by_stevedore = not transports and fits and _stevedore_helps(view, seat, order)
    trips = len(transports) or 2 * (any(carried) and not by_stevedore)
    fetching = any(carried) and not by_stevedore and (not transports or bool(not_with))
    several = sum(count > 1 for count in to_buy)
    # A worker on the market buys any number of one ware, one on G a single cube of up to three wares.
    buying = several + -(-sum(count == 1 for count in to_buy) // DATA.bargain.wares)
    workers = 1 + trips + fetching + buying
    enough = workers <= workers_for_order(view, seat, order)
    late = is_too_late(view, seat, order)
    rounds = min(later_rounds(view), DATA.play.order_places - order.place) + 1
    time: Literal["enough", "tight", "too_late"] = "too_late" if late else "enough" if enough else "tight"
    return OrderPlan(
        order.order, in_post, in_warehouse, to_buy, transports, not_with, by_stevedore, rounds, workers, time
    )


def _split(missing: Sequence[int], post: Sequence[int], warehouse: Sequence[int]) -> tuple[Wares, Wares, Wares]:
    """Return the missing wares in three parts: in the trading post, in the warehouse, and in neither.

    All are counts by ware. A ware that is in both stores is taken from the trading post first.
    """
    in_post = tuple(map(min, missing, post))
    rest = _minus(missing, in_post)
    in_warehouse = tuple(map(min, rest, warehouse))
    return in_post, in_warehouse, _minus(rest, in_warehouse)


def _carrying(
    view: View, seat: int, wares: Wares, sooner: Sequence[OrderPlan]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the kinds (`cart`, `ship`) of the player's transports that carry all these wares, and `not_with`.

    One transport is preferred to two, and the cart to the ship. Both results are () if the player's transports cannot
    carry the wares. `sooner` are the plans for the orders that are lost before the one that needs the wares; unless it
    is too late for them, they come first on the transports. If that leaves too little room for all of the wares, the
    first result ignores `sooner`, and the second names these orders.
    """
    me = view.players[seat]
    own = [kind for kind, card in zip(KINDS_OF_TRANSPORT, (me.cart, me.ship), strict=True) if card]
    groups = [*((kind,) for kind in own), *([tuple(own)] if len(own) > 1 else [])]
    alone = next((group for group in groups if _is_carried(view, seat, group, wares)), ())
    loaded = [plan for plan in sooner if plan.transports and not plan.not_with and plan.time != "too_late"]
    if not alone or not loaded:
        return alone, ()
    if not _is_carried(view, seat, tuple(own), _sum((wares, *(plan.to_carry for plan in loaded)))):
        return alone, tuple(plan.order for plan in reversed(loaded))
    for group in groups[:-1]:
        there = [plan for plan in loaded if {*plan.transports} & {*group}]
        fits = _is_carried(view, seat, group, _sum((wares, *(plan.to_carry for plan in there))))
        if fits and all({*plan.transports} <= {*group} for plan in there):
            return group, ()
    return groups[-1], ()


def _is_carried(view: View, seat: int, kinds: Sequence[str], wares: Wares) -> bool:
    """Return True if the player's transports of these kinds together carry all these wares."""
    me = view.players[seat]
    cards = [card for kind, card in zip(KINDS_OF_TRANSPORT, (me.cart, me.ship), strict=True) if card and kind in kinds]
    places = [quotes.transport_capacity(view, seat, card) for card in cards]
    given = _sum([there for _, there in places] or [NOTHING])
    return sum(max(0, lack) for lack in _minus(wares, given)) <= sum(free for free, _ in places)


def _sum(counts: Iterable[Sequence[int]]) -> Wares:
    """Return the sum of counts by ware. `counts` must not be empty."""
    return tuple(map(sum, zip(*counts, strict=True)))


def is_too_late(view: View, seat: int, order: OrderView, used: int = 0) -> bool:
    """Return True if the player cannot complete the order in time, not even with hired workers.

    In time means: before the order is pushed beyond the player's last place (H30) and before the game ends. One worker
    is needed to deliver; one more to carry wares if some are not in the trading post (not with the Stevedore, who
    carries at the end of a round, if wares can still be delivered in a later one); and one more to buy wares if the
    player lacks some. `used` is the number of workers that are not available for the order, because they are needed for
    something else.
    """
    me = view.players[seat]
    in_post, _, to_buy = _split(missing := quotes.missing_wares(order), me.post, me.warehouse)
    carry = in_post != missing and not _stevedore_helps(view, seat, order)
    return 1 + carry + any(to_buy) > _MAX_WORKERS_PER_OWN * workers_for_order(view, seat, order) - used


def _stevedore_helps(view: View, seat: int, order: OrderView) -> bool:
    """Return True if the player has the Stevedore, and can still deliver to the order after a round's end (H33)."""
    is_later = is_end_of_round(view) or (later_rounds(view) > 0 and order.place < DATA.play.order_places)
    return is_later and quotes.owns_character(view, seat, "stevedore")


def workers_for_order(view: View, seat: int, order: OrderView) -> int:
    """Return how many workers the player can still use for this order.

    These are the workers to be placed before the order is pushed beyond the last place (H30) or the game ends. A worker
    that is on a night field and has yet to act counts too.
    """
    acting = view.acting is not None and view.turn is not None and view.turn.seat == seat
    left = workers_left(view, seat) + acting + _is_turning_rondel(view)
    return left - _PHASES * max(0, later_rounds(view) - (DATA.play.order_places - order.place))


def later_rounds(view: View) -> int:
    """Return how many rounds come after the current one.

    For decisions at the end of a round, the round about to begin is the current one: the orders have already moved on
    (H30), although `view.round` is still the old number.
    """
    return DATA.play.rounds - view.round - is_end_of_round(view)


def is_end_of_round(view: View) -> bool:
    """Return True if all phases of the round are over, and players decide what belongs to its end."""
    return view.turn is None and view.phase == _PHASES and not _is_turning_rondel(view)


def _is_turning_rondel(view: View) -> bool:
    """Return True while the Juggler's owner decides (H11): all players still have a turn in the phase."""
    return _RONDEL_DECISION in view.owed.values()


def workers_left(view: View, seat: int) -> int:
    """Return how many workers the player has yet to place until the end of the game.

    Those of a running turn are included. Neutral workers count only once they are hired. While no turn is running,
    workers of the current phase are not counted.
    """
    left = _PHASES * (DATA.play.rounds - view.round) + _PHASES - view.phase
    if view.turn is None:
        return left
    if view.turn.seat == seat:
        return left + len(view.turn.workers)
    after = (seat - view.starter) % view.seats > (view.turn.seat - view.starter) % view.seats
    return left + after
