"""`FieldE`: the field on which a worker delivers wares to the player's own orders (H26)."""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Event
from rules.errors import Illegal
from rules.haithabu.actions import AnyAction, Deliver
from rules.haithabu.card_data import ORDER, ORDERS
from rules.haithabu.data import DATA, KINDS, WARES, Wares
from rules.haithabu.orders import LAST_PLACE, deliver, missing_on_order
from rules.haithabu.places import Place, check_amounts
from rules.haithabu.state import NOBODY, Player, State


class FieldE(Place):
    """Field E (H26): deliver wares from the trading post to one or more own orders."""

    key: ClassVar[str] = "E"
    rule: ClassVar[str] = "H26"

    def can_act(self, state: State, seat: int, budget: int) -> bool:
        """Field E: return True if one of the seat's orders still needs a ware that is in its trading post."""
        player = state.players[seat]
        if any(player.post):
            for place in range(LAST_PLACE + 1):
                if player.orders[place] != NOBODY and any(_deliverable(missing_on_order(player, place), player.post)):
                    return True
        return False

    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Field E: return 0, the cost; raise `Illegal` unless the seat can make this delivery.

        It must name at least one order; each must be the seat's own, be named once, and get at least one ware, and no
        more of any ware than it still needs. All wares must be in the trading post.
        """
        if not isinstance(action, Deliver):
            raise self.wrong_action(action)
        if not action.loads:
            raise Illegal("H26", "nothing_delivered")
        player = state.players[seat]
        named = {order for order, _ in action.loads}
        if len(named) != len(action.loads):
            raise Illegal("H26", "same_order_twice")
        total = [0] * KINDS
        for order, wares in action.loads:
            check_amounts(self.rule, wares)
            card = ORDER.get(order)
            if card is None or card not in player.orders:
                raise Illegal("H26", "not_your_order", order=order)
            wanted = missing_on_order(player, player.orders.index(card))
            for ware, count in enumerate(wares):
                if count > wanted[ware]:
                    raise Illegal("H26", "not_missing", order=order, ware=WARES[ware], missing=wanted[ware])
                total[ware] += count
        for ware, count in enumerate(total):
            if count > player.post[ware]:
                raise Illegal("H26", "not_in_trading_post", ware=WARES[ware], wanted=count, owned=player.post[ware])
        return 0

    def apply(self, state: State, seat: int, action: AnyAction, cost: int, emitted: list[Event]) -> None:
        """Field E: move the wares from the seat's trading post onto its orders; completed orders score at once.

        Emits `Delivered` for each order, and `Completed` for each one that is complete then (see `orders.deliver`).
        """
        assert isinstance(action, Deliver)
        for order, wares in action.loads:
            deliver(state, seat, ORDER[order], wares, emitted)

    def offered_actions(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Field E: return a delivery to all orders together, then one to each order alone, each as large as possible.

        Orders come in the order of `_order_rank`, the best first; a ware that two orders need goes to the better one.
        Orders that need nothing in the trading post are left out, and so is the common delivery if fewer than two
        orders would get something.
        """
        player = state.players[seat]
        post = player.post.copy()
        single: list[tuple[str, Wares]] = []
        all_together: list[tuple[str, Wares]] = []
        for place in sorted(range(LAST_PLACE + 1), key=lambda place: _order_rank(player, place), reverse=True):
            wanted = missing_on_order(player, place)
            load = _deliverable(wanted, player.post)
            if any(load):
                order = ORDERS[player.orders[place]].id
                single.append((order, load))
                rest = _deliverable(wanted, post)
                if any(rest):
                    all_together.append((order, rest))
                    post = [have - count for have, count in zip(post, rest, strict=True)]
        offers: list[AnyAction] = [Deliver((load,)) for load in single]
        if len(all_together) > 1:
            offers.insert(0, Deliver(tuple(all_together)))
        return offers

    def random_action(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Field E: draw one of the seat's order places by `bits`, and return the largest delivery to the order there.

        If nothing can be delivered there, the following places are tried in turn. Return None if all of them fail.
        """
        player = state.players[seat]
        if any(player.post):
            for step in range(LAST_PLACE + 1):
                place = (bits + step) % (LAST_PLACE + 1)
                if player.orders[place] != NOBODY:
                    load = _deliverable(missing_on_order(player, place), player.post)
                    if any(load):
                        return Deliver(((ORDERS[player.orders[place]].id, load),))
        return None


def _deliverable(wanted: Wares, stored: list[int]) -> Wares:
    """Return, for each ware, how many are both wanted and in the store."""
    return tuple([min(pair) for pair in zip(wanted, stored, strict=True)])


def _order_rank(player: Player, place: int) -> tuple[int, int]:
    """Return a sort key for the order on a place of the player; the best order has the largest key.

    Suppose that everything possible is delivered to this order. The best order then lacks the fewest cubes; among
    equals, it brings the most points. An empty place has the smallest key.
    """
    card = player.orders[place]
    if card == NOBODY:
        return (-DATA.play.cubes, 0)
    lacking = sum(max(0, count - player.post[ware]) for ware, count in enumerate(missing_on_order(player, place)))
    return (-lacking, ORDERS[card].points)
