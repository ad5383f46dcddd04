"""Plans: what is still missing for each order of a player, and whether there is time to complete it (`order_plans`).

`workers_left` counts the workers that a player has yet to place. A plan is made from a view. It ignores silver, and
whether another order needs the same cart or ship. No ware is planned for two orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from rules.haithabu import quotes
from rules.haithabu.actions import KINDS_OF_TRANSPORT
from rules.haithabu.data import DATA, Wares
from rules.haithabu.view import OrderView, View

_PHASES = DATA.play.workers
_RONDEL_DECISION = "turn_rondel"
_MAX_WORKERS_PER_OWN = 2
"""How many workers one may place for each own one: itself and a hired one (H12)."""


class OrderPlan(msgspec.Struct, frozen=True):
    """What is missing for one order of a player, and whether there is time for it.

    `in_post`, `in_warehouse` and `to_buy` are the missing wares, as counts by ware: those in the trading post, those in
    the warehouse, and those that the player does not have or needs for an order that is lost sooner.
    """

    order: str
    in_post: Wares
    in_warehouse: Wares
    to_buy: Wares
    transports: tuple[str, ...]
    """The player's transports (`cart`, `ship`) that together carry what is not in the trading post; () if they cannot,
    or if there is nothing to carry."""
    rounds: int
    """H30: the number of rounds in which wares can still be delivered to the order, this one included."""
    time: Literal["enough", "tight", "too_late"]
    """`enough`: the player's own workers suffice. `too_late`: not even hired workers could complete the order in time.
    `tight`: neither of these."""

    @property
    def to_carry(self) -> Wares:
        """The missing wares that are not in the trading post, as counts by ware."""
        return tuple(map(sum, zip(self.in_warehouse, self.to_buy, strict=True)))


def order_plans(view: View, seat: int) -> list[OrderPlan]:
    """Return a plan for each order of a player, in the order of their places.

    The order that is lost first gets the player's wares first.
    """
    me = view.players[seat]
    post, warehouse = me.post, me.warehouse
    plans = []
    for order in reversed(me.orders):
        plans.append(plan := _plan(view, seat, order, post, warehouse))
        post, warehouse = _minus(post, plan.in_post), _minus(warehouse, plan.in_warehouse)
    return plans[::-1]


def _minus(wares: Sequence[int], others: Sequence[int]) -> Wares:
    """Return the difference of two counts by ware."""
    return tuple(one - other for one, other in zip(wares, others, strict=True))


def _plan(view: View, seat: int, order: OrderView, post: Sequence[int], warehouse: Sequence[int]) -> OrderPlan:
    """Return the plan for one order of the player, for which they can use these wares in `post` and `warehouse`."""
    in_post, in_warehouse, to_buy = _split(quotes.missing_wares(order), post, warehouse)
    carried = [one + other for one, other in zip(in_warehouse, to_buy, strict=True)]
    transports = _carrying(view, seat, carried) if any(carried) else ()
    trips = len(transports) or 2 * any(carried)
    fetching = any(carried) and not transports
    several = sum(count > 1 for count in to_buy)
    # A worker on the market buys any number of one ware, one on G a single cube of up to three wares.
    buying = several + -(-sum(count == 1 for count in to_buy) // DATA.bargain.wares)
    enough = 1 + trips + fetching + buying <= workers_for_order(view, seat, order)
    late = is_too_late(view, seat, order)
    rounds = min(later_rounds(view), DATA.play.order_places - order.place) + 1
    time: Literal["enough", "tight", "too_late"] = "too_late" if late else "enough" if enough else "tight"
    return OrderPlan(order.order, in_post, in_warehouse, to_buy, transports, rounds, time)


def _split(missing: Sequence[int], post: Sequence[int], warehouse: Sequence[int]) -> tuple[Wares, Wares, Wares]:
    """Return the missing wares in three parts: in the trading post, in the warehouse, and in neither.

    All are counts by ware. A ware that is in both stores is taken from the trading post first.
    """
    in_post = tuple(map(min, missing, post))
    rest = _minus(missing, in_post)
    in_warehouse = tuple(map(min, rest, warehouse))
    return in_post, in_warehouse, _minus(rest, in_warehouse)


def _carrying(view: View, seat: int, wares: Sequence[int]) -> tuple[str, ...]:
    """Return the kinds (`cart`, `ship`) of the player's transports needed to carry all these wares.

    One transport is preferred to two, and the cart to the ship. Return () if the player's transports cannot carry all.
    """
    me = view.players[seat]
    own = [(kind, card) for kind, card in zip(KINDS_OF_TRANSPORT, (me.cart, me.ship), strict=True) if card]
    for group in (*([each] for each in own), own):
        places = [quotes.transport_capacity(view, seat, card) for _, card in group]
        free = sum(each for each, _ in places)
        given = [sum(counts) for counts in zip([0] * len(wares), *(each for _, each in places), strict=True)]
        if group and sum(max(0, count - there) for count, there in zip(wares, given, strict=True)) <= free:
            return tuple(kind for kind, _ in group)
    return ()


def is_too_late(view: View, seat: int, order: OrderView, used: int = 0) -> bool:
    """Return True if the player cannot complete the order in time, not even with hired workers.

    In time means: before the order is pushed beyond the player's last place (H30) and before the game ends. One worker
    is needed to deliver; one more to carry wares if some are not in the trading post (not with the Stevedore, who
    carries at the end of a round); and one more to buy wares if the player lacks some. `used` is the number of workers
    that are not available for the order, because they are needed for something else.
    """
    me = view.players[seat]
    in_post, _, to_buy = _split(missing := quotes.missing_wares(order), me.post, me.warehouse)
    carry = in_post != missing and not quotes.owns_character(view, seat, "stevedore")
    return 1 + carry + any(to_buy) > _MAX_WORKERS_PER_OWN * workers_for_order(view, seat, order) - used


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
