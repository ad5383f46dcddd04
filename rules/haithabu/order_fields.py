"""`FieldD` (H23) and `FieldH` (H24): take an order with a free ware (D) or a sale (H), or one point instead."""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Event
from rules.errors import Illegal
from rules.haithabu import events
from rules.haithabu.actions import AnyAction, Point, Sell, TakeOrder
from rules.haithabu.card_data import ORDER, ORDERS
from rules.haithabu.data import DATA, KINDS, WARE, WARES
from rules.haithabu.market import can_sell, check_selling, move_price, sell, single_ware
from rules.haithabu.orders import COLUMNS, check_on_display, on_display, take_order
from rules.haithabu.places import Place, check_amounts
from rules.haithabu.prices import level_after_buying
from rules.haithabu.state import NOBODY, State

_POINT = Point()


class FieldD(Place):
    """Field D (H23): take an order and a free ware from the market, or take one point."""

    key: ClassVar[str] = "D"
    rule: ClassVar[str] = "H23"

    def can_act(self, state: State, seat: int, budget: int) -> bool:
        """Return True: the point is always possible."""
        return True

    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Field D: return 0, the cost; raise `Illegal` unless the action takes an order and a free ware, or the point.

        The order must be on display and the ware on the market. The point is always allowed.
        """
        if not isinstance(action, TakeOrder):
            if not isinstance(action, Point):
                raise self.wrong_action(action)
            return 0
        if action.gain is None or action.sale is not None:
            raise Illegal("H23", "order_and_free_ware")
        check_on_display(state, action.order)
        ware = WARE.get(action.gain)
        if ware is None:
            raise Illegal("H23", "no_such_ware", ware=action.gain)
        if not state.market[ware]:
            raise Illegal("H23", "not_on_market", ware=action.gain)
        return 0

    def apply(self, state: State, seat: int, action: AnyAction, cost: int, emitted: list[Event]) -> None:
        """Field D: move the free ware from the market to the seat's warehouse and give it the order; or the point.

        The price of the free ware rises as if it were bought (H16), but the ware is not noted as bought (H14). Emits
        `Gained`, the price move and the events of `take_order`; for the point only `PointTaken`.
        """
        if isinstance(action, TakeOrder):
            assert action.gain is not None
            ware = WARE[action.gain]
            state.market[ware] -= 1
            state.players[seat].warehouse[ware] += 1
            emitted.append(events.Gained(seat, action.gain))
            move_price(state, ware, level_after_buying(state.levels[ware], state.market[ware]), emitted)
            take_order(state, seat, ORDER[action.order], emitted)
        else:
            take_point(state, seat, emitted)

    def offered_actions(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Field D: return an action for every pair of an order on display and a ware on the market; then the point.

        The wares go from spices to mead.
        """
        wares = [WARES[ware] for ware in reversed(range(KINDS)) if state.market[ware]]
        cards = [ORDERS[card].id for card in on_display(state)]
        return [*(TakeOrder(card, gain=ware) for ware in wares for card in cards), _POINT]

    def random_action(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Field D: draw a place of the display and a ware by `bits`, and return the action that takes both.

        If that place is empty or that ware is not on the market, and in 1 of 16 draws anyway, the action takes the
        point instead. The result is never None.
        """
        card = _any_order(state, bits)
        ware = (bits >> 8) % KINDS
        if card == NOBODY or not state.market[ware] or not bits >> 16 & 15:
            return _POINT
        return TakeOrder(ORDERS[card].id, gain=WARES[ware])

    def forced_action(self, state: State, seat: int) -> AnyAction | None:
        """Field D: return the point if there is no order on display or no ware on the market, else None."""
        return None if any(state.market) and on_display(state) else _POINT


class FieldH(Place):
    """Field H (H24): take an order, sell one ware, do both, or take one point."""

    key: ClassVar[str] = "H"
    rule: ClassVar[str] = "H24"

    def can_act(self, state: State, seat: int, budget: int) -> bool:
        """Return True: the point is always possible."""
        return True

    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Field H: return 0, the cost; raise `Illegal` unless the action is allowed here.

        It may take an order on display, sell one ware that the seat may sell now, do both, or take the point. An order
        with a free ware is refused.
        """
        if isinstance(action, TakeOrder):
            if action.gain is not None:
                raise Illegal("H24", "no_free_ware")
            check_on_display(state, action.order)
            if action.sale is not None:
                ware = WARE.get(action.sale)
                if ware is None:
                    raise Illegal("H24", "no_such_ware", ware=action.sale)
                check_selling(state, seat, ware, 1)
        elif isinstance(action, Sell):
            check_amounts(self.rule, action.wares)
            if sum(action.wares) != 1:
                raise Illegal("H24", "only_one_ware", wanted=sum(action.wares))
            check_selling(state, seat, action.wares.index(1), 1)
        elif not isinstance(action, Point):
            raise self.wrong_action(action)
        return 0

    def apply(self, state: State, seat: int, action: AnyAction, cost: int, emitted: list[Event]) -> None:
        """Field H: sell the ware, if one is named, then take the order, if one is named; or give the seat the point.

        The ware is sold at the market's price, which then falls (see `market.sell`).
        """
        if isinstance(action, TakeOrder):
            if action.sale is not None:
                sell(state, seat, single_ware(WARE[action.sale], 1), False, emitted)
            take_order(state, seat, ORDER[action.order], emitted)
        elif isinstance(action, Sell):
            sell(state, seat, action.wares, False, emitted)
        else:
            take_point(state, seat, emitted)

    def offered_actions(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Field H: return actions in this order: an order with a sale, an order alone, a sale alone, and the point.

        There is one action for every order on display and every possible sale. A sale is one cube of a ware that the
        seat may sell now.
        """
        wares = self._sellable(state, seat)
        cards = [ORDERS[card].id for card in on_display(state)]
        both = [TakeOrder(card, sale=WARES[ware]) for ware in wares for card in cards]
        return [*both, *map(TakeOrder, cards), *(Sell(single_ware(ware, 1)) for ware in wares), _POINT]

    def random_action(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Field H: draw a place of the display and a ware to sell by `bits`, and return the action for both.

        - If that place is empty: only the sale.
        - If the seat can sell nothing: only the order.
        - If both are so, and in 1 of 16 draws anyway: taking the point.

        The result is never None.
        """
        card = _any_order(state, bits)
        wares = self._sellable(state, seat)
        ware = wares[(bits >> 8) % len(wares)] if wares else NOBODY
        if not bits >> 16 & 15 or (card == ware == NOBODY):
            return _POINT
        if card == NOBODY:
            return Sell(single_ware(ware, 1))
        return TakeOrder(ORDERS[card].id, sale=WARES[ware] if ware != NOBODY else None)

    def forced_action(self, state: State, seat: int) -> AnyAction | None:
        """Field H: return the point if there is neither an order on display nor a ware to sell, else None."""
        return None if can_sell(state, seat) or on_display(state) else _POINT

    def _sellable(self, state: State, seat: int) -> list[int]:
        """Return the indices of the wares that the seat may sell now (H14), from spices, the last ware, to mead."""
        post = state.players[seat].post
        return [ware for ware in reversed(range(KINDS)) if post[ware] and not state.bought >> ware & 1]


def _any_order(state: State, bits: int) -> int:
    """Draw a place of the order display by `bits`, and return the index of the order on it; `NOBODY` if it is empty."""
    row = state.lower if bits & 1 else state.upper
    return row[(bits >> 1) % COLUMNS]


def take_point(state: State, seat: int, emitted: list[Event]) -> None:
    """H23, H24: give the seat the one point of field D or H and emit `PointTaken`."""
    state.players[seat].points += DATA.pittance.points
    emitted.append(events.PointTaken(seat, DATA.pittance.points))
