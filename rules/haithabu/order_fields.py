"""Fields D (H23) and H (H24): taking orders, with a free ware or a sale, or one point instead."""

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
    """H23: take an order and a free ware from the market, or a point."""

    key: ClassVar[str] = "D"
    rule: ClassVar[str] = "H23"

    def can_act(self, state: State, seat: int, budget: int) -> bool:
        """Return True: the point is always possible."""
        return True

    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Raise `Illegal` unless the order is on display and comes with a free ware of the market; return the cost, 0.

        The point is always allowed.
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
        """Take the free ware, whose price moves as if bought (H16), and the order; or take the point."""
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
        """Return every order with every free ware, the dearest ware first, then the point."""
        wares = [WARES[ware] for ware in reversed(range(KINDS)) if state.market[ware]]
        cards = [ORDERS[card].id for card in on_display(state)]
        return [*(TakeOrder(card, gain=ware) for ware in wares for card in cards), _POINT]

    def random_action(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Return a random order with a random ware; the point if either is missing, and now and then."""
        card = _any_order(state, bits)
        ware = (bits >> 8) % KINDS
        if card == NOBODY or not state.market[ware] or not bits >> 16 & 15:
            return _POINT
        return TakeOrder(ORDERS[card].id, gain=WARES[ware])

    def forced_action(self, state: State, seat: int) -> AnyAction | None:
        """Return the point if there is no order or no ware to take, else None."""
        return None if any(state.market) and on_display(state) else _POINT


class FieldH(Place):
    """H24: take an order, sell one ware, do both, or take a point."""

    key: ClassVar[str] = "H"
    rule: ClassVar[str] = "H24"

    def can_act(self, state: State, seat: int, budget: int) -> bool:
        """Return True: the point is always possible."""
        return True

    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Raise `Illegal` for a free ware, for more than one ware sold, and for what is not there.

        Return the cost, 0.
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
        """Sell the ware and take the order, as far as named; or take the point."""
        if isinstance(action, TakeOrder):
            if action.sale is not None:
                sell(state, seat, single_ware(WARE[action.sale], 1), False, emitted)
            take_order(state, seat, ORDER[action.order], emitted)
        elif isinstance(action, Sell):
            sell(state, seat, action.wares, False, emitted)
        else:
            take_point(state, seat, emitted)

    def offered_actions(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Return every order with every sale, then each order, each sale, and the point."""
        wares = self._sellable(state, seat)
        cards = [ORDERS[card].id for card in on_display(state)]
        both = [TakeOrder(card, sale=WARES[ware]) for ware in wares for card in cards]
        return [*both, *map(TakeOrder, cards), *(Sell(single_ware(ware, 1)) for ware in wares), _POINT]

    def random_action(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Return a random order with a random sale, as far as possible; the point if neither is, and now and then."""
        card = _any_order(state, bits)
        wares = self._sellable(state, seat)
        ware = wares[(bits >> 8) % len(wares)] if wares else NOBODY
        if not bits >> 16 & 15 or (card == ware == NOBODY):
            return _POINT
        if card == NOBODY:
            return Sell(single_ware(ware, 1))
        return TakeOrder(ORDERS[card].id, sale=WARES[ware] if ware != NOBODY else None)

    def forced_action(self, state: State, seat: int) -> AnyAction | None:
        """Return the point if there is neither an order to take nor a ware to sell, else None."""
        return None if can_sell(state, seat) or on_display(state) else _POINT

    def _sellable(self, state: State, seat: int) -> list[int]:
        """Return the wares that the seat may sell now, the dearest first."""
        post = state.players[seat].post
        return [ware for ware in reversed(range(KINDS)) if post[ware] and not state.bought >> ware & 1]


def _any_order(state: State, bits: int) -> int:
    """Return a random place's order in the display, which is `NOBODY` for an empty place."""
    row = state.lower if bits & 1 else state.upper
    return row[(bits >> 1) % COLUMNS]


def take_point(state: State, seat: int, emitted: list[Event]) -> None:
    """H23, H24: give the seat the point of field D or H and emit `PointTaken`."""
    state.players[seat].points += DATA.pittance.points
    emitted.append(events.PointTaken(seat, DATA.pittance.points))
