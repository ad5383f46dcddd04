"""Fields D (H23) and H (H24): taking orders, with a free ware or a sale, or a point."""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Event
from rules.errors import Illegal
from rules.haithabu import events
from rules.haithabu.actions import AnyAction, Point, Sell, TakeOrder
from rules.haithabu.cards import ORDER, ORDERS
from rules.haithabu.data import DATA, KINDS, WARE, WARES
from rules.haithabu.market import can_sell, check_selling, move_price, only, sell
from rules.haithabu.orders import COLUMNS, check_on_display, on_display, take_order
from rules.haithabu.places import Place, check_amounts
from rules.haithabu.prices import level_after_buying
from rules.haithabu.state import NOBODY, State

_POINT = Point()


class FieldD(Place):
    """H23: an order and a free ware from the market, or a point."""

    key: ClassVar[str] = "D"
    rule: ClassVar[str] = "H23"

    def possible(self, state: State, seat: int, budget: int) -> bool:
        """The point is always there."""
        return True

    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Both parts, or the point."""
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
        """Take both, or the point; the price moves as if bought (H16)."""
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

    def offers(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Offer every order with every ware, the dearest first, and the point."""
        wares = [WARES[ware] for ware in reversed(range(KINDS)) if state.market[ware]]
        cards = [ORDERS[card].id for card in on_display(state)]
        return [*(TakeOrder(card, gain=ware) for ware in wares for card in cards), _POINT]

    def draw(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Pick an order and a ware."""
        card = _any_order(state, bits)
        ware = (bits >> 8) % KINDS
        if card == NOBODY or not state.market[ware] or not bits >> 16 & 15:
            return _POINT
        return TakeOrder(ORDERS[card].id, gain=WARES[ware])

    def last_resort(self, state: State, seat: int) -> AnyAction | None:
        """If either part is impossible only the point remains."""
        return None if any(state.market) and on_display(state) else _POINT


class FieldH(Place):
    """H24: an order, a sale, both, or a point."""

    key: ClassVar[str] = "H"
    rule: ClassVar[str] = "H24"

    def possible(self, state: State, seat: int, budget: int) -> bool:
        """The point is always there."""
        return True

    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """One order and/or one ware sold, or the point."""
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
        """Sell, take, or both; or take the point."""
        if isinstance(action, TakeOrder):
            if action.sale is not None:
                sell(state, seat, only(WARE[action.sale], 1), False, emitted)
            take_order(state, seat, ORDER[action.order], emitted)
        elif isinstance(action, Sell):
            sell(state, seat, action.wares, False, emitted)
        else:
            take_point(state, seat, emitted)

    def offers(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Offer every order with every sale, each alone, and the point."""
        wares = self._sellable(state, seat)
        cards = [ORDERS[card].id for card in on_display(state)]
        both = [TakeOrder(card, sale=WARES[ware]) for ware in wares for card in cards]
        return [*both, *map(TakeOrder, cards), *(Sell(only(ware, 1)) for ware in wares), _POINT]

    def draw(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Pick an order and a ware."""
        card = _any_order(state, bits)
        wares = self._sellable(state, seat)
        ware = wares[(bits >> 8) % len(wares)] if wares else NOBODY
        if not bits >> 16 & 15 or (card == ware == NOBODY):
            return _POINT
        if card == NOBODY:
            return Sell(only(ware, 1))
        return TakeOrder(ORDERS[card].id, sale=WARES[ware] if ware != NOBODY else None)

    def last_resort(self, state: State, seat: int) -> AnyAction | None:
        """Return the point where there is neither an order nor a ware to sell."""
        return None if can_sell(state, seat) or on_display(state) else _POINT

    def _sellable(self, state: State, seat: int) -> list[int]:
        post = state.players[seat].post
        return [ware for ware in reversed(range(KINDS)) if post[ware] and not state.bought >> ware & 1]


def _any_order(state: State, bits: int) -> int:
    row = state.lower if bits & 1 else state.upper
    return row[(bits >> 1) % COLUMNS]


def take_point(state: State, seat: int, emitted: list[Event]) -> None:
    """H23, H24: the point of D and H."""
    state.players[seat].points += DATA.pittance.points
    emitted.append(events.PointTaken(seat, DATA.pittance.points))
