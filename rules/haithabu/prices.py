"""What things cost and bring, computed from plain values: used by the rules with a state and by menus with a view.

`trader`, `innkeeper`, `seer`, `stevedore` and `steward` say whether the player owns that character. `bargain` is True
for the better prices of the fields C and G.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.haithabu.card_data import Transport
from rules.haithabu.data import DATA, PRICES, TOP_LEVEL

_LEVELS = DATA.bargain.levels
_TRADER = DATA.character.trader.levels
_LOAN = DATA.loan.silver


def clamp_level(level: int) -> int:
    """H7: return the level, limited to 1 to 10."""
    return 1 if level < 1 else min(level, TOP_LEVEL)


def _shifted(levels: int) -> tuple[tuple[int, ...], ...]:
    """Return the prices by ware and level as they are `levels` higher, limited to the scale."""
    return tuple((0, *(prices[clamp_level(level + levels)] for level in range(1, TOP_LEVEL + 1))) for prices in PRICES)


_BUYING = [[_shifted(-bargain * _LEVELS - trader * _TRADER) for trader in (0, 1)] for bargain in (0, 1)]
_SELLING = [[_shifted(bargain * _LEVELS + trader * _TRADER) for trader in (0, 1)] for bargain in (0, 1)]


def buying_price(ware: int, level: int, bargain: bool, trader: bool) -> int:
    """Return the silver for one cube: on the market, or one level below on G (H22).

    With the Trader one more below (H9).
    """
    return _BUYING[bargain][trader][ware][level]


def buying_cost(wares: Sequence[int], levels: Sequence[int], bargain: bool, trader: bool) -> int:
    """Return the silver that these wares cost together; all prices are read before any of them moves (H22)."""
    return _value(wares, levels, _BUYING[bargain][trader])


def selling_gain(wares: Sequence[int], levels: Sequence[int], bargain: bool, trader: bool) -> int:
    """Return the silver that these wares bring: on the market and H, or one level above on C (H21).

    The Trader sells one level higher still (H9). All prices are read before any of them moves.
    """
    return _value(wares, levels, _SELLING[bargain][trader])


def _value(wares: Sequence[int], levels: Sequence[int], prices: Sequence[Sequence[int]]) -> int:
    """Return the sum over all wares of count times price at the ware's level."""
    total = 0
    for ware, count in enumerate(wares):
        if count:
            total += count * prices[ware][levels[ware]]
    return total


def _moved(levels: int) -> tuple[int, ...]:
    """Return, for every level, the level after moving by `levels`, limited to 1 to 10; entry 0 is unused."""
    return (0, *(clamp_level(level + levels) for level in range(1, TOP_LEVEL + 1)))


_RISEN, _RISEN_EMPTY, _FALLEN = map(_moved, (DATA.market.rise, DATA.market.rise_empty, -DATA.market.fall))


def level_after_buying(level: int, left: int) -> int:
    """H16: return the level after buying, when `left` cubes remain on the market: one higher, two if none remain.

    A market that held none before holds none now, so `left` covers both cases.
    """
    return (_RISEN if left else _RISEN_EMPTY)[level]


def level_after_selling(level: int) -> int:
    """H17: return the level after selling: one lower."""
    return _FALLEN[level]


def loans_needed(cost: int, silver: int) -> int:
    """H28: return how many loans are needed to pay this cost with this silver."""
    return -((silver - cost) // _LOAN) if cost > silver else 0


def hiring_price(hired: int, innkeeper: bool) -> int:
    """H12: return the silver for the next neutral worker when this many were hired in this round."""
    full = DATA.inn.prices[hired]
    return full // DATA.character.innkeeper.divisor if innkeeper else full


def dice_price(dice: int, seer: bool) -> int:
    """H18: return the silver for one or two event dice: 0 for one, and for two with the Seer."""
    if dice < 2:
        return 0
    return DATA.character.seer.second_die if seer else DATA.night.second_die


def places_missing(wares: Sequence[int], transport: Transport, stevedore: bool) -> int:
    """H27: return how many of the wares find no place on the transport.

    Given places carry only their ware, free ones and the Stevedore's any.
    """
    loose = 0
    for count, given in zip(wares, transport.given, strict=True):
        if count > given:
            loose += count - given
    return max(0, loose - free_places(transport, stevedore))


def free_places(transport: Transport, stevedore: bool) -> int:
    """H9, H27: return the number of places for any ware."""
    return transport.free + stevedore * DATA.character.stevedore.places


def storing_limit(steward: bool) -> int:
    """H36: return how many wares may stay in each store at the end of a round."""
    return DATA.character.steward.limit if steward else DATA.storing.limit


def storing_fee(wares: int, steward: bool) -> int:
    """H36: return the silver to pay for this many wares in the warehouse."""
    return wares * (DATA.character.steward.fee if steward else DATA.storing.fee)
