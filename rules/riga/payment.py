"""The arithmetic of payments: what can pay, what a payment is worth, and whether it is allowed (R14–R23).

A `Purse` is everything a player could pay with; `prices` are what goods pay in a city; `bill` adds a payment up and
`check` refuses a forbidden one. Everything here works on plain values, so that both the rules (with a state) and menus
(with a view) can use it. A payment is *minimal* (R16) if it reaches the cost, and no longer reaches it when any one of
its goods cards, money functions and Cranes is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

import msgspec

from rules.errors import Illegal
from rules.riga.data import BASE, BUILDINGS, CITY, COST, DATA, EXCHANGE, FAVOURED, GOODS, KIND, PAYS, SCHOOL
from rules.riga.moves import Build

_MONEY = ("trading_post", "bank", "tavern", "exchange")
_ROLE = {name: kind for name, kind in KIND.items() if kind in (*_MONEY, "crane", "manufactory", "market_hall")}
"""The kind of every building that matters for payments, by name."""
_TRADING_POST = DATA.function.trading_post.ducats
_BANK = DATA.function.bank.each
_TAVERN = DATA.function.tavern.each
_EXCHANGE = DATA.function.exchange.holds
_ADDS = DATA.function.manufactory.adds
_NONE: frozenset[str] = frozenset()


def saved(cost: int) -> int:
    """R21: return the ducats that a Crane saves of a cost; the halved cost is rounded up."""
    return cost // 2


SAVES = {name: saved(cost) for name, cost in COST.items()}
"""The ducats that a Crane saves of each building's cost."""


def persons(built: Collection[str], person: str, fresh: Collection[str] = ()) -> tuple[int, int]:
    """Return (number of merchants, number of knights) of a player with the built buildings `built`.

    Those of the `fresh` buildings, built in this turn, do not count yet (R18). `person` is the person that the player's
    School has, `knight` or `merchant`; "" without a School. It counts too.
    """
    merchants = knights = 0
    for name in built:
        if name not in fresh:
            card = BUILDINGS[name]
            merchants += card.merchants
            knights += card.knights
    if person and SCHOOL not in fresh:
        merchants += person == "merchant"
        knights += person == "knight"
    return merchants, knights


class Purse(msgspec.Struct):
    """Everything a player could pay with at this moment: goods, money functions and Cranes that are ready.

    Make it with `of`. A function is ready if its building was built before this turn and it is not used up.
    """

    goods: Mapping[str, int]
    """The number of each good in hand."""
    money: dict[str, int]
    """The money functions that are ready, in the order built, with their ducats, which may be 0 for a Bank or Tavern.
    An Exchange is ready only when full."""
    cranes: list[str]
    """The Cranes that are ready, in the order built."""
    traders: frozenset[str]
    """The Manufactories and Market Halls built before this turn."""
    built: Collection[str]
    """All buildings in the display."""
    used: Collection[str]
    """R19: those whose function is used up."""
    fresh: Collection[str]
    """R18: those built in this turn; they give nothing yet."""

    @classmethod
    def of(
        cls,
        goods: Mapping[str, int],
        built: Collection[str],
        used: Collection[str],
        fresh: Collection[str],
        person: str,
        exchange: bool,
    ) -> Purse:
        """Return the purse of a player.

        `goods` is the number of each good in hand. `built` are the names of all buildings in the display, `used` those
        whose function is used up, `fresh` those built in this turn. `person` is the School's person, "" without one;
        `exchange` is True if the Exchange is full. Buildings in `used` or `fresh` give nothing. A Bank gives ducats for
        each merchant in the display, a Tavern for each knight; persons of `fresh` buildings do not count.
        """
        money: dict[str, int] = {}
        cranes: list[str] = []
        traders = []
        counted: tuple[int, int] | None = None
        for name in built:
            role = _ROLE.get(name)
            if role is None or name in fresh or name in used:
                continue
            if role == "crane":
                cranes.append(name)
            elif role == "trading_post":
                money[name] = _TRADING_POST
            elif role == "exchange":
                if exchange:
                    money[name] = _EXCHANGE
            elif role in ("manufactory", "market_hall"):
                traders.append(name)
            else:
                counted = counted or persons(built, person, fresh)
                money[name] = _BANK * counted[0] if role == "bank" else _TAVERN * counted[1]
        return cls(goods, money, cranes, frozenset(traders) if traders else _NONE, built, used, fresh)


class Bill(msgspec.Struct, frozen=True):
    """The sums of a payment in ducats, as `bill` computes them.

    `full_cost` is the cost of the buildings before Cranes, `cost` the cost after them, `paid` what goods and money pay.
    """

    full_cost: int
    cost: int
    paid: int

    @property
    def lapsed(self) -> int:
        """R14: the ducats paid too much; no change is given."""
        return self.paid - self.cost


@lru_cache(maxsize=2048)
def prices(city: str, traders: frozenset[str]) -> dict[str, int]:
    """R14, R22, R23: return the ducats that one card of each good pays in a city; goods that cannot pay are missing.

    `traders` are the names of the player's Manufactories and Market Halls that work already. A Market Hall lets its
    good pay the base value in cities that do not accept it; a Manufactory adds a ducat to each card of its good where
    it can pay. The result is cached: do not change it.
    """
    pays = PAYS[city].copy()
    for name in traders:
        if KIND[name] == "market_hall":
            pays.setdefault(FAVOURED[name], BASE[FAVOURED[name]])
    for name in traders:
        if KIND[name] == "manufactory" and FAVOURED[name] in pays:
            pays[FAVOURED[name]] += _ADDS
    return pays


def bill(purse: Purse, move: Build) -> Bill:
    """Return the full cost of the move's buildings, their cost after its Cranes, and what its payment pays, in ducats.

    All its goods and functions must be usable (see `check`), but they may pay too little.
    """
    pays = prices(CITY[move.buildings[0]], purse.traders)
    paid = 0
    for good in move.goods:
        paid += pays[good]
    for name in move.money:
        paid += purse.money[name]
    full = 0
    for name in move.buildings:
        full += COST[name]
    cost = full
    for _, name in move.cranes:
        cost -= SAVES[name]
    return Bill(full, cost, paid)


def check(purse: Purse, move: Build) -> None:
    """R14–R23: raise `Illegal` unless the owner of this purse may make the payment that the move names.

    A payment is refused for these reasons:

    - A good is not owned, or does not pay in that city.
    - A function is of the wrong kind, not ready, or named twice.
    - A Crane halves a building that this move does not build, or one that has a Crane already.
    - Too little is paid, or a part of the payment could be left out (R16).

    The buildings must be different ones of one city; that is not checked here.
    """
    city = CITY[move.buildings[0]]
    pays = prices(city, purse.traders)
    for good in move.goods:
        if good not in pays:
            raise Illegal("R14", "foreign", good=good, city=city)
    check_owned(purse.goods, move.goods, "R14")
    for name in move.money:
        if name not in purse.money:
            raise _function_refusal(purse, name, _MONEY, "no_money")
    _check_once(move.money)
    if move.cranes:
        for name, building in move.cranes:
            if name not in purse.cranes:
                raise _function_refusal(purse, name, ("crane",), "no_crane")
            if building not in move.buildings:
                raise Illegal("R21", "crane_elsewhere", crane=name, building=building)
        _check_once([name for name, _ in move.cranes])
        halves = [building for _, building in move.cranes]
        for building in halves:
            if halves.count(building) > 1:
                raise Illegal("R21", "two_cranes", building=building)
    sums = bill(purse, move)
    if sums.paid < sums.cost:
        raise Illegal("R14", "too_little", cost=sums.cost, paid=sums.paid)
    if (sums.lapsed or move.money) and (idle := superfluous(purse, move, sums.lapsed)):
        raise Illegal("R16", "superfluous", what=idle, lapsed=sums.lapsed)


def superfluous(purse: Purse, move: Build, lapsed: int) -> tuple[str, ...]:
    """R16: return the parts of a payment without which it would still reach the cost.

    Each part is tested alone. The parts are goods (each named once), then names of buildings whose money function pays,
    then names of Cranes. `lapsed` is the number of ducats paid too much. The result is empty if the payment is minimal.
    """
    pays = prices(CITY[move.buildings[0]], purse.traders)
    goods = [good for good in GOODS if good in move.goods and pays[good] <= lapsed]
    money = [name for name in move.money if purse.money[name] <= lapsed]
    cranes = [name for name, building in move.cranes if SAVES[building] <= lapsed]
    return (*goods, *money, *cranes)


def check_owned(owned: Mapping[str, int], goods: Sequence[str], rule: str) -> None:
    """Raise `Illegal`, citing `rule`, unless the player owns all these goods; a good may be listed several times.

    `owned` is the number of each good in hand.
    """
    for good in goods:
        if goods.count(good) > owned.get(good, 0):
            raise Illegal(rule, "goods_missing", good=good, owned=owned.get(good, 0))


def _check_once(functions: Sequence[str]) -> None:
    """R19: raise `Illegal` if the same building's name occurs twice in `functions`."""
    if len(functions) > 1:
        for name in functions:
            if functions.count(name) > 1:
                raise Illegal("R19", "doubled", building=name)


def _function_refusal(purse: Purse, name: str, kinds: Collection[str], key: str) -> Illegal:
    """Return the error that says why the building `name` cannot be used in a payment; the caller raises it.

    The caller has found that it cannot. The reasons are tested in this order: it is not one of `kinds` (the error then
    has the key `key`), not built, built in this turn, used up, or an empty Exchange.
    """
    if KIND.get(name) not in kinds:
        return Illegal("R20", key, building=name)
    return refusal_if_unready(name, purse.built, purse.used, purse.fresh) or Illegal(
        "R20", "exchange_empty", building=EXCHANGE
    )


def is_ready(name: str, built: Collection[str], used: Collection[str], fresh: Collection[str]) -> bool:
    """Return True if the function of the building `name` can be used: it is built, not in this turn, and not used up.

    `fresh` are the buildings built in this turn (R18), `used` those whose function is used up (R19).
    """
    return name in built and name not in fresh and name not in used


def refusal_if_unready(
    name: str, built: Collection[str], used: Collection[str], fresh: Collection[str]
) -> Illegal | None:
    """Return the error that says why the function of the building `name` cannot be used; None if it can.

    It is not ready if it is not in `built`, is in `fresh` (built in this turn, R18), or is in `used` (R19).
    """
    if name not in built:
        return Illegal("R17", "not_built", building=name)
    if name in fresh:
        return Illegal("R18", "too_fresh", building=name)
    if name in used:
        return Illegal("R19", "used", building=name)
    return None
