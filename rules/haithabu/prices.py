"""Prices, costs, gains and limits computed from plain values, for the rules (from a state) and menus (from a view).

The parameters `trader`, `innkeeper`, `seer`, `stevedore` and `steward` are True if the player owns that character.
`bargain` is True for the better prices of the fields C and G.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.haithabu.card_data import Transport
from rules.haithabu.data import DATA, KINDS, PRICES, TOP_LEVEL, Wares

_LEVELS = DATA.bargain.levels
_TRADER = DATA.character.trader.levels
_LOAN = DATA.loan.silver
_DEAREST = tuple(reversed(range(KINDS)))
"""The wares from spices to mead: the dearest first, at the prices of one level."""


def clamp_level(level: int) -> int:
    """H7: return the level, or 1 if it is below 1, or 10 if it is above 10."""
    return 1 if level < 1 else min(level, TOP_LEVEL)


def _shifted(levels: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each ware and level, the price in silver `levels` levels higher (lower if negative).

    It is limited to the prices of levels 1 and 10. Entry 0 of each ware is unused.
    """
    return tuple((0, *(prices[clamp_level(level + levels)] for level in range(1, TOP_LEVEL + 1))) for prices in PRICES)


_BUYING = [[_shifted(-bargain * _LEVELS - trader * _TRADER) for trader in (0, 1)] for bargain in (0, 1)]
_SELLING = [[_shifted(bargain * _LEVELS + trader * _TRADER) for trader in (0, 1)] for bargain in (0, 1)]


def buying_price(ware: int, level: int, bargain: bool, trader: bool) -> int:
    """Return the silver for buying one cube of a ware whose price is at this level.

    On field G (`bargain`) it is one level cheaper (H22), and with the Trader one more (H9).
    """
    return _BUYING[bargain][trader][ware][level]


def buying_cost(wares: Sequence[int], levels: Sequence[int], bargain: bool, trader: bool) -> int:
    """Return the silver that these wares cost together; all prices are read before any of them moves (H22)."""
    return _value(wares, levels, _BUYING[bargain][trader])


def selling_gain(wares: Sequence[int], levels: Sequence[int], bargain: bool, trader: bool) -> int:
    """Return the silver that selling these wares brings; `wares` and `levels` are ordered by ware.

    On field C (`bargain`) each sells one level above its price (H21), with the Trader one more (H9). All prices are
    read before any of them moves.
    """
    return _value(wares, levels, _SELLING[bargain][trader])


def _value(wares: Sequence[int], levels: Sequence[int], prices: Sequence[Sequence[int]]) -> int:
    """Return the sum over all wares of count times price at the ware's level; `prices` are by ware and level."""
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
    """H16: return the price level after buying: one higher, or two if no cube of the ware is left on the market.

    `left` is the number of cubes there after the purchase. It is 0, too, if the market was empty before. The level
    never exceeds 10.
    """
    return (_RISEN if left else _RISEN_EMPTY)[level]


def level_after_selling(level: int) -> int:
    """H17: return the price level after selling: one lower, but at least 1."""
    return _FALLEN[level]


def loans_needed(cost: int, silver: int) -> int:
    """H28: return how many loans somebody with this silver needs to pay this cost; 0 if the silver suffices."""
    return -((silver - cost) // _LOAN) if cost > silver else 0


def hiring_price(hired: int, innkeeper: bool) -> int:
    """H12: return the silver for the next neutral worker after `hired` were hired in this round.

    The Innkeeper halves it, rounded down. There must be a neutral worker left.
    """
    full = DATA.inn.prices[hired]
    return full // DATA.character.innkeeper.divisor if innkeeper else full


def dice_price(dice: int, seer: bool) -> int:
    """H18: return the silver for rolling `dice` event dice: 20 for two, 0 for one; with the Seer always 0."""
    if dice < 2:
        return 0
    return DATA.character.seer.second_die if seer else DATA.night.second_die


def places_missing(wares: Sequence[int], transport: Transport, stevedore: bool) -> int:
    """H27: return how many of the wares find no place on the transport; 0 if all do.

    Given places carry only their ware; free places, and the two that the Stevedore adds, carry any ware.
    """
    loose = 0
    for count, given in zip(wares, transport.given, strict=True):
        if count > given:
            loose += count - given
    return max(0, loose - free_places(transport, stevedore))


def free_places(transport: Transport, stevedore: bool) -> int:
    """H9, H27: return the number of the transport's places for any ware, with the two that the Stevedore adds."""
    return transport.free + stevedore * DATA.character.stevedore.places


def full_load(warehouse: Sequence[int], wanted: Sequence[int], transport: Transport, places: int) -> Wares:
    """Return as many wares of the warehouse as the transport can carry, as counts by ware.

    1. Given places are filled first, each with its ware.
    2. The free places, `places` in number, are filled until the load has as many of each ware as `wanted` says.
    3. Free places that are left get any other wares.

    Free places are filled from the last ware, spices, to the first, mead.
    """
    load = [min(count, given) for count, given in zip(warehouse, transport.given, strict=True)]
    for ware in _DEAREST:
        added = min(wanted[ware] - load[ware], warehouse[ware] - load[ware], places)
        if added > 0:
            load[ware] += added
            places -= added
    for ware in _DEAREST:
        if not places:
            break
        added = min(warehouse[ware] - load[ware], places)
        load[ware] += added
        places -= added
    return tuple(load)


def storing_limit(steward: bool) -> int:
    """H36: return how many wares may stay in each store at the end of a round: 10, or 15 with the Steward."""
    return DATA.character.steward.limit if steward else DATA.storing.limit


def storing_fee(wares: int, steward: bool) -> int:
    """H36: return the storage fee in silver for this many wares in the warehouse; 0 with the Steward."""
    return wares * (DATA.character.steward.fee if steward else DATA.storing.fee)
