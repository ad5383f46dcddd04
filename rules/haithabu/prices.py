"""What things cost and bring: plain values in, silver out. Used by the rules on a state and by menus on a view."""

from __future__ import annotations

from collections.abc import Sequence

from rules.haithabu.cards import Transport
from rules.haithabu.data import DATA, PRICES, TOP_LEVEL

_LEVELS = DATA.bargain.levels
_TRADER = DATA.character.trader.levels
_LOAN = DATA.loan.silver


def bounded(level: int) -> int:
    """H7: a level never leaves 1 to 10."""
    return 1 if level < 1 else min(level, TOP_LEVEL)


def _shifted(levels: int) -> tuple[tuple[int, ...], ...]:
    """Return the prices by ware and level as read so many levels above."""
    return tuple((0, *(prices[bounded(level + levels)] for level in range(1, TOP_LEVEL + 1))) for prices in PRICES)


_BUYING = [[_shifted(-bargain * _LEVELS - trader * _TRADER) for trader in (0, 1)] for bargain in (0, 1)]
_SELLING = [[_shifted(bargain * _LEVELS + trader * _TRADER) for trader in (0, 1)] for bargain in (0, 1)]


def buying_price(ware: int, level: int, bargain: bool, trader: bool) -> int:
    """Return the silver for one cube: on the market, or one level below on G (H22); the Trader one more below (H9)."""
    return _BUYING[bargain][trader][ware][level]


def buying_cost(wares: Sequence[int], levels: Sequence[int], bargain: bool, trader: bool) -> int:
    """Return what so many wares cost; all prices are read before any marker moves (H22)."""
    return _value(wares, levels, _BUYING[bargain][trader])


def selling_gain(wares: Sequence[int], levels: Sequence[int], bargain: bool, trader: bool) -> int:
    """Return what so many wares bring: on the market and H, or one level above on C (H21); the Trader one more above.

    All prices are read before any marker moves.
    """
    return _value(wares, levels, _SELLING[bargain][trader])


def _value(wares: Sequence[int], levels: Sequence[int], prices: Sequence[Sequence[int]]) -> int:
    total = 0
    for ware, count in enumerate(wares):
        if count:
            total += count * prices[ware][levels[ware]]
    return total


def _moved(levels: int) -> tuple[int, ...]:
    """Return where each level ends that moves by so many; there is no level 0."""
    return (0, *(bounded(level + levels) for level in range(1, TOP_LEVEL + 1)))


_RISEN, _RISEN_EMPTY, _FALLEN = map(_moved, (DATA.market.rise, DATA.market.rise_empty, -DATA.market.fall))


def level_after_buying(level: int, left: int) -> int:
    """H16: one level up, two if the market holds none now (or held none before: then it holds none now either)."""
    return (_RISEN if left else _RISEN_EMPTY)[level]


def level_after_selling(level: int) -> int:
    """H17: one level down."""
    return _FALLEN[level]


def loans_needed(cost: int, silver: int) -> int:
    """H28: as many loans as the purchase needs."""
    return -((silver - cost) // _LOAN) if cost > silver else 0


def hiring_price(hired: int, innkeeper: bool) -> int:
    """H12: what the next neutral worker costs after so many were hired in this round."""
    full = DATA.inn.prices[hired]
    return full // DATA.character.innkeeper.divisor if innkeeper else full


def dice_price(dice: int, seer: bool) -> int:
    """H18: what one or two event dice cost."""
    if dice < 2:
        return 0
    return DATA.character.seer.second_die if seer else DATA.night.second_die


def places_missing(wares: Sequence[int], transport: Transport, stevedore: bool) -> int:
    """H27: how many of the wares find no place: given places carry only theirs, free ones and the Stevedore's any."""
    loose = 0
    for count, given in zip(wares, transport.given, strict=True):
        if count > given:
            loose += count - given
    return max(0, loose - free_places(transport, stevedore))


def free_places(transport: Transport, stevedore: bool) -> int:
    """H9, H27: the places for any ware."""
    return transport.free + stevedore * DATA.character.stevedore.places


def storing_limit(steward: bool) -> int:
    """H36: how many wares may stay in each store at the end of a round."""
    return DATA.character.steward.limit if steward else DATA.storing.limit


def storing_fee(wares: int, steward: bool) -> int:
    """H36: what so many wares in the warehouse cost."""
    return wares * (DATA.character.steward.fee if steward else DATA.storing.fee)
