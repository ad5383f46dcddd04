"""Trading wares: the places `Market` (H16, H17), `FieldC` (H21, selling) and `FieldG` (H22, buying).

Here are also the functions with which every place buys (`check_buying`, `buy`), sells (`check_selling`, `sell`) and
moves a price (`move_price`). A *bundle* is what may be traded at once on C or G: 1 to 3 equal or 1 to 3 all different
wares.
"""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar

from rules.contract import Event
from rules.errors import Illegal
from rules.haithabu import events
from rules.haithabu.actions import AnyAction, Buy, Sell
from rules.haithabu.data import DATA, KINDS, PRICES, TRADER, WARES, Wares
from rules.haithabu.places import Place, check_amounts
from rules.haithabu.prices import (
    buying_cost,
    buying_price,
    level_after_buying,
    level_after_selling,
    selling_gain,
)
from rules.haithabu.state import Player, State

_MAX_BUNDLE_SIZE = DATA.bargain.wares
_MAX_OFFERED_CUBES = 4
"""The largest number of cubes that is offered in one deal on the market, except for selling all."""


_BIT_SHIFTS = (0, 8, 16, 24)
"""The shifts of the random bits by which bundles are drawn, one try for each."""


def single_ware(ware: int, count: int) -> Wares:
    """Return a tuple of counts by ware with `count` of the ware and 0 of all others."""
    return _ONLY[ware][count]


_ONLY = [
    [tuple(count * (i == ware) for i in range(KINDS)) for count in range(DATA.play.cubes + 1)] for ware in range(KINDS)
]

_EQUAL = [single_ware(ware, count) for ware in range(KINDS) for count in range(1, _MAX_BUNDLE_SIZE + 1)]
_DIFFERENT = [
    tuple(int(ware in chosen) for ware in range(KINDS))
    for size in range(2, _MAX_BUNDLE_SIZE + 1)
    for chosen in combinations(range(KINDS), size)
]
BUNDLES: tuple[Wares, ...] = (*_EQUAL, *_DIFFERENT)
"""H21, H22: every choice of 1 to 3 equal or all different wares."""
_LARGEST_FIRST = [(wares, [(ware, count) for ware, count in enumerate(wares) if count]) for wares in reversed(BUNDLES)]
"""The bundles, three different wares first, then two, then equal ones; each with its (ware, count) pairs."""


def move_price(state: State, ware: int, level: int, emitted: list[Event]) -> None:
    """H7: set the price level of a ware, and emit `PriceMoved` unless it already has that level."""
    if level != state.levels[ware]:
        state.levels[ware] = level
        emitted.append(events.PriceMoved(WARES[ware], level, PRICES[ware][level]))


def check_buying(state: State, ware: int, count: int) -> None:
    """H14, H16: raise `Illegal` unless the player whose turn it is may buy `count` cubes of the ware with this index.

    The player must not have sold this ware in this phase, and so many cubes must be left on the market and in the
    general supply together.
    """
    if state.sold >> ware & 1:
        raise Illegal("H14", "sold_in_this_phase", ware=WARES[ware])
    left = state.market[ware] + state.supply[ware]
    if count > left:
        raise Illegal("H16", "not_enough_cubes", ware=WARES[ware], wanted=count, left=left)


def buy(state: State, player: Player, ware: int, count: int, emitted: list[Event]) -> None:
    """H16: move `count` cubes of a ware into the player's warehouse, then raise the ware's price by one level.

    The price rises by two levels if no cube is left on the market, and never above level 10; a move emits `PriceMoved`.
    The cubes come from the market first, then from the general supply. The ware is noted as bought in this phase (H14).
    The caller takes the silver and emits `Bought`.
    """
    player.warehouse[ware] += count
    left = state.market[ware] - count
    if left < 0:
        state.supply[ware] += left
        left = 0
    state.market[ware] = left
    state.bought |= 1 << ware
    move_price(state, ware, level_after_buying(state.levels[ware], left), emitted)


def check_selling(state: State, seat: int, ware: int, count: int) -> None:
    """H14, H17: raise `Illegal` if the seat bought this ware in this phase or has too few in the trading post."""
    if state.bought >> ware & 1:
        raise Illegal("H14", "bought_in_this_phase", ware=WARES[ware])
    owned = state.players[seat].post[ware]
    if count > owned:
        raise Illegal("H17", "not_in_trading_post", ware=WARES[ware], wanted=count, owned=owned)


def sell(state: State, seat: int, wares: Wares, bargain: bool, emitted: list[Event]) -> None:
    """H17: move wares from the seat's trading post to the market, pay the seat, and lower the price of each kind once.

    The seat also gets points for each kind (not each cube) of which the market held none. The wares are noted as sold
    in this phase (H14). `bargain` is True on field C, where each ware sells one level above its price; the Trader adds
    another level. Emits `Sold` and the price moves.
    """
    player, market = state.players[seat], state.market
    silver = selling_gain(wares, state.levels, bargain, state.owners[TRADER] == seat)
    empty = 0
    for ware, count in enumerate(wares):
        if count:
            player.post[ware] -= count
            empty += not market[ware]
            market[ware] += count
            state.sold |= 1 << ware
    points = empty * DATA.market.points_empty
    player.silver += silver
    player.points += points
    emitted.append(events.Sold(seat, wares, silver, points))
    for ware, count in enumerate(wares):
        if count:
            move_price(state, ware, level_after_selling(state.levels[ware]), emitted)


def can_sell(state: State, seat: int) -> bool:
    """Return True if the seat has a ware in the trading post that it has not bought in this phase (H14)."""
    return any(count and not state.bought >> ware & 1 for ware, count in enumerate(state.players[seat].post))


def can_buy(state: State, seat: int, budget: int, bargain: bool) -> bool:
    """Return True if the seat could buy one cube of some ware for at most `budget` silver.

    A cube of it must be left, and the ware not sold in this phase (H14). `bargain` is True for the prices of field G,
    one level below those of the market. The discount of the seat's Trader is included.
    """
    trader = state.owners[TRADER] == seat
    return any(
        not state.sold >> ware & 1
        and (state.market[ware] or state.supply[ware])
        and buying_price(ware, state.levels[ware], bargain, trader) <= budget
        for ware in range(KINDS)
    )


def ware_and_count(wares: Wares) -> tuple[int, int]:
    """H16: return (index, count) of the ware if `wares` are of one kind; raise `Illegal` for none or several kinds."""
    count = max(wares) if len(wares) == KINDS else 0
    if count < 1:
        raise Illegal("H16", "no_wares")
    if wares.count(0) != KINDS - 1:
        raise Illegal("H16", "one_ware_at_a_time")
    return wares.index(count), count


class Market(Place):
    """The market (H16, H17): a worker there buys or sells any number of one ware."""

    key: ClassVar[str] = "market"
    rule: ClassVar[str] = "H16"

    def can_act(self, state: State, seat: int, budget: int) -> bool:
        """Return True if the seat could buy a ware on the market within the budget, or sell one."""
        return can_buy(state, seat, budget, False) or can_sell(state, seat)

    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Market: return the cost of buying or selling one kind of ware in silver; selling costs 0.

        Raise `Illegal` for actions of another kind, for wares of no or several kinds, for more cubes than there are,
        and for buying a ware sold in this phase or selling one bought in it (H14). The seat's silver is not checked.
        """
        if isinstance(action, Buy):
            ware, count = ware_and_count(action.wares)
            check_buying(state, ware, count)
            return count * buying_price(ware, state.levels[ware], False, state.owners[TRADER] == seat)
        if isinstance(action, Sell):
            check_selling(state, seat, *ware_and_count(action.wares))
            return 0
        raise self.wrong_action(action)

    def cost(self, state: State, seat: int, action: AnyAction) -> int:
        """Market: return the silver that the seat pays for buying these wares; 0 for selling.

        With the Trader each costs one level less.
        """
        if isinstance(action, Buy):
            ware, count = ware_and_count(action.wares)
            return count * buying_price(ware, state.levels[ware], False, state.owners[TRADER] == seat)
        return 0

    def apply(self, state: State, seat: int, action: AnyAction, cost: int, emitted: list[Event]) -> None:
        """Market: buy the wares, which have been paid for, and emit `Bought`; or sell the wares (see `sell`).

        The price of the ware then rises or falls, and the ware is noted as bought or sold in this phase (H14).
        """
        if isinstance(action, Buy):
            emitted.append(events.Bought(seat, action.wares, cost))
            buy(state, state.players[seat], *ware_and_count(action.wares), emitted)
        elif isinstance(action, Sell):
            sell(state, seat, action.wares, False, emitted)

    def offered_actions(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Market: return sales, then all purchases of 1 to 4 cubes that cost at most `budget` silver.

        Sales and purchases are each sorted by ware, from the last ware, spices, to the first, mead. For each ware, the
        sale of all its cubes in the trading post comes first, then smaller sales from at most 4 cubes down to 1.
        Purchases begin with 1 cube.
        """
        post = state.players[seat].post
        selling: list[AnyAction] = []
        buying: list[AnyAction] = []
        for ware in reversed(range(KINDS)):
            if post[ware] and not state.bought >> ware & 1:
                few = range(1, min(_MAX_OFFERED_CUBES, post[ware] - 1) + 1)
                selling += [Sell(single_ware(ware, count)) for count in (post[ware], *reversed(few))]
            buying += [
                Buy(single_ware(ware, count)) for count in range(1, self._buyable(state, seat, ware, budget) + 1)
            ]
        return selling + buying

    def random_action(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Market: draw a ware and a number of cubes by `bits`, and return the action that sells or buys them.

        If the seat can sell the ware, it is sold in 3 of 4 draws. In all other cases it is bought; return None if the
        seat cannot buy it.
        """
        post = state.players[seat].post
        ware, number = bits % KINDS, bits >> 8 & 0xFF
        if post[ware] and not state.bought >> ware & 1 and bits >> 16 & 3:
            few = min(_MAX_OFFERED_CUBES, post[ware] - 1)
            return Sell(single_ware(ware, number % (few + 1) or post[ware]))
        most = self._buyable(state, seat, ware, budget)
        return Buy(single_ware(ware, number % most + 1)) if most else None

    def _buyable(self, state: State, seat: int, ware: int, budget: int) -> int:
        """Return how many cubes of the ware the seat could buy on the market within the budget, 0 to at most 4."""
        if state.sold >> ware & 1:
            return 0
        price = buying_price(ware, state.levels[ware], False, state.owners[TRADER] == seat)
        return min(_MAX_OFFERED_CUBES, budget // price, state.market[ware] + state.supply[ware])


def check_bundle(rule: str, wares: Wares) -> None:
    """H21, H22: raise `Illegal`, citing `rule`, unless `wares` are 1 to 3 equal or 1 to 3 all different cubes."""
    check_amounts(rule, wares)
    if sum(wares) > _MAX_BUNDLE_SIZE or (max(wares) > 1 and wares.count(0) != KINDS - 1):
        raise Illegal(rule, "neither_equal_nor_different", most=_MAX_BUNDLE_SIZE)


class FieldC(Place):
    """Field C (H21): sell 1 to 3 equal or 1 to 3 different wares, each one level above its price."""

    key: ClassVar[str] = "C"
    rule: ClassVar[str] = "H21"

    def can_act(self, state: State, seat: int, budget: int) -> bool:
        """Field C: return True if the seat has a ware that it may sell now."""
        return can_sell(state, seat)

    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Field C: return 0, the cost; raise `Illegal` unless the seat may sell these wares here now.

        They must be 1 to 3 equal or 1 to 3 different wares in its trading post, none of them bought in this phase.
        """
        if not isinstance(action, Sell):
            raise self.wrong_action(action)
        check_bundle(self.rule, action.wares)
        for ware, count in enumerate(action.wares):
            if count:
                check_selling(state, seat, ware, count)
        return 0

    def apply(self, state: State, seat: int, action: AnyAction, cost: int, emitted: list[Event]) -> None:
        """Field C: sell the wares from the trading post onto the market, each one level above its price.

        With the Trader it is two levels above. As in every sale (see `sell`), the price of each ware then falls, and
        an empty market brings points.
        """
        assert isinstance(action, Sell)
        sell(state, seat, action.wares, True, emitted)

    def offered_actions(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Field C: return every sale that the seat can make here, the one that brings the most silver first."""
        trader = state.owners[TRADER] == seat
        bundles = [wares for wares in BUNDLES if self._fits(state, seat, wares)]
        bundles.sort(key=lambda wares: -selling_gain(wares, state.levels, True, trader))
        return [Sell(wares) for wares in bundles]

    def random_action(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Field C: draw up to four sales by `bits` and return the first one that is possible.

        If none is, return the sale of one cube of a sellable ware, drawn by `bits`; None if the seat can sell nothing.
        """
        for shift in _BIT_SHIFTS:
            wares = BUNDLES[(bits >> shift) % len(BUNDLES)]
            if self._fits(state, seat, wares):
                return Sell(wares)
        post = state.players[seat].post
        single = [ware for ware in range(KINDS) if post[ware] and not state.bought >> ware & 1]
        return Sell(single_ware(single[bits % len(single)], 1)) if single else None

    def _fits(self, state: State, seat: int, wares: Wares) -> bool:
        """Return True if the seat has these wares in the trading post and bought none of them in this phase (H14)."""
        post = state.players[seat].post
        for ware, count in enumerate(wares):
            if count > post[ware]:
                return False
            if count and state.bought >> ware & 1:
                return False
        return True


class FieldG(Place):
    """Field G (H22): buy 1 to 3 equal or 1 to 3 different wares, each one level below its price."""

    key: ClassVar[str] = "G"
    rule: ClassVar[str] = "H22"

    def can_act(self, state: State, seat: int, budget: int) -> bool:
        """Field G: return True if there is a ware that the seat may buy within the budget."""
        return can_buy(state, seat, budget, True)

    def check(self, state: State, seat: int, action: AnyAction) -> int:
        """Field G: return the cost of these wares in silver; raise `Illegal` unless they may be bought here now.

        They must be 1 to 3 equal or 1 to 3 different wares, none of them sold in this phase, and so many cubes must be
        left on the market and in the general supply. The seat's silver is not checked.
        """
        if not isinstance(action, Buy):
            raise self.wrong_action(action)
        check_bundle(self.rule, action.wares)
        for ware, count in enumerate(action.wares):
            if count:
                check_buying(state, ware, count)
        return self.cost(state, seat, action)

    def cost(self, state: State, seat: int, action: AnyAction) -> int:
        """Field G: return what these wares cost the seat in silver, each one level below its price.

        With the Trader it is two levels below.
        """
        assert isinstance(action, Buy)
        return buying_cost(action.wares, state.levels, True, state.owners[TRADER] == seat)

    def apply(self, state: State, seat: int, action: AnyAction, cost: int, emitted: list[Event]) -> None:
        """Field G: emit `Bought` and move the wares, which have been paid for, into the seat's warehouse.

        The price of each ware then rises, and the wares are noted as bought in this phase (H14).
        """
        assert isinstance(action, Buy)
        emitted.append(events.Bought(seat, action.wares, cost))
        for ware, count in enumerate(action.wares):
            if count:
                buy(state, state.players[seat], ware, count, emitted)

    def offered_actions(self, state: State, seat: int, budget: int) -> list[AnyAction]:
        """Field G: return every purchase that the seat can make here within `budget` silver.

        First come three different wares, then two different wares, then 3, 2 or 1 cubes of a single ware, from spices
        to mead.
        """
        trader = state.owners[TRADER] == seat
        prices = [buying_price(ware, level, True, trader) for ware, level in enumerate(state.levels)]
        left = [0 if state.sold >> ware & 1 else state.market[ware] + state.supply[ware] for ware in range(KINDS)]
        offered: list[AnyAction] = []
        for wares, parts in _LARGEST_FIRST:
            cost = 0
            for ware, count in parts:
                if count > left[ware]:
                    break
                cost += count * prices[ware]
            else:
                if cost <= budget:
                    offered.append(Buy(wares))
        return offered

    def random_action(self, state: State, seat: int, budget: int, bits: int) -> AnyAction | None:
        """Field G: draw four purchases by `bits` and return the first possible one that costs at most `budget`.

        Return None if there is none among the four.
        """
        for shift in _BIT_SHIFTS:
            wares = BUNDLES[(bits >> shift) % len(BUNDLES)]
            if self._fits(state, seat, wares, budget):
                return Buy(wares)
        return None

    def _fits(self, state: State, seat: int, wares: Wares, budget: int) -> bool:
        """Return True if the seat could buy these wares on field G for at most `budget` silver.

        So many cubes must be left, and the seat must not have sold one of the wares in this phase (H14).
        """
        for ware, count in enumerate(wares):
            if count and (state.sold >> ware & 1 or count > state.market[ware] + state.supply[ware]):
                return False
        return buying_cost(wares, state.levels, True, state.owners[TRADER] == seat) <= budget
