"""Which payments there are: every minimal one for a menu, the best one, or any one for a quick look.

Two payments are *alike* when they give the same goods, use money functions of the same kinds, and halve the same costs:
which of two Trading Posts pays makes no difference to anybody. One of every alike lot is offered, the one that uses
what was built first; `payment.check` allows them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from rules.chance import Chance
from rules.riga.data import BASE, CITY, COST, GOODS, KIND
from rules.riga.moves import Build
from rules.riga.payment import SAVES, Purse, prices

Rank = tuple[int, ...]

NEVER = 1_000
"""More ducats than can ever lapse."""


@lru_cache(maxsize=4096)
def halvings(buildings: tuple[str, ...], cranes: int) -> tuple[tuple[tuple[str, ...], int, int], ...]:
    """List the ways to use Cranes, none alike: on which buildings, what is left to pay, the least that one saves."""
    full = sum(COST[name] for name in buildings)
    ways: dict[tuple[int, ...], tuple[tuple[str, ...], int, int]] = {}
    for count in range(min(cranes, len(buildings)) + 1):
        for which in combinations(buildings, count):
            saved = [SAVES[name] for name in which]
            alike = tuple(sorted(COST[name] for name in which))
            ways.setdefault(alike, (which, full - sum(saved), min(saved, default=NEVER)))
    return tuple(ways.values())


def fewest(coins: Sequence[tuple[int, int]], cost: int) -> list[tuple[tuple[int, ...], int]]:
    """List how many coins of each sort reach the cost so that none could be left out, and what lapses.

    Coins are (ducats, how many), the most valuable sort first. Then a payment is complete with the very coin that
    reaches the cost: it is the smallest one in it, so nothing could be left out, and every such payment is met once.
    """
    rest = [0]
    for ducats, count in reversed(coins):
        rest.append(rest[-1] + ducats * count)
    rest.reverse()
    found: list[tuple[tuple[int, ...], int]] = []

    def go_on(sort: int, need: int, chosen: tuple[int, ...]) -> None:
        if rest[sort] < need:
            return
        ducats, count = coins[sort]
        for used in range(count + 1):
            if need <= used * ducats:
                found.append(((*chosen, used), used * ducats - need))
                return
            go_on(sort + 1, need - used * ducats, (*chosen, used))

    go_on(0, cost, ())
    return found


def minimal(purse: Purse, buildings: tuple[str, ...]) -> list[Build]:
    """List the minimal payments for buildings of one city, one of every alike lot, the best first.

    The best lets the fewest ducats lapse, then uses the fewest functions, then gives goods of the lowest base value.
    """
    return [move for _, move in ranked(purse, buildings)]


def suggest(purse: Purse, buildings: tuple[str, ...]) -> Build | None:
    """Return the best payment for buildings of one city, None if they cannot be paid."""
    return next((move for _, move in ranked(purse, buildings)), None)


def ranked(purse: Purse, buildings: tuple[str, ...]) -> list[tuple[Rank, Build]]:
    """List the minimal payments with their ranks, the smallest rank first."""
    pays = prices(CITY[buildings[0]], purse.traders)
    sorts: dict[str, list[str]] = {}
    for name, ducats in purse.money.items():
        if ducats:
            sorts.setdefault(KIND[name], []).append(name)
    coins = [(pays[good], purse.goods[good], good) for good in pays if purse.goods[good]]
    coins += [(purse.money[names[0]], len(names), kind) for kind, names in sorts.items()]
    coins.sort(reverse=True)
    values = [(ducats, count) for ducats, count, _ in coins]

    listed: list[tuple[Rank, Build]] = []
    for which, cost, least in halvings(buildings, len(purse.cranes)):
        cranes = tuple(zip(purse.cranes, which, strict=False))
        for counts, lapsed in fewest(values, cost):
            if lapsed >= least:  # R16: a Crane could be left out
                continue
            given = {coins[i][2]: count for i, count in enumerate(counts) if count}
            goods = tuple(good for good in GOODS for _ in range(given.get(good, 0)))
            money = tuple(name for name in purse.money if name in sorts.get(KIND[name], ())[: given.get(KIND[name], 0)])
            worth = sum(BASE[good] for good in goods)
            listed.append(
                ((lapsed, len(money) + len(cranes), worth, len(goods)), Build(buildings, goods, money, cranes))
            )
    listed.sort(key=lambda pair: pair[0])
    return listed


def sample(purse: Purse, buildings: tuple[str, ...], chance: Chance) -> Build | None:
    """Return one of the minimal payments at random without listing them, None if there is none (or it was not met)."""
    pays = prices(CITY[buildings[0]], purse.traders)
    owned, money = purse.goods, purse.money
    ways = halvings(buildings, len(purse.cranes))
    which, cost, least = chance.choice(ways) if len(ways) > 1 else ways[0]
    wealth = sum(money.values()) if money else 0
    for good, ducats in pays.items():
        wealth += ducats * owned[good]
    if wealth < cost:
        return None

    coins: list[tuple[int, str]] = []
    for good, ducats in pays.items():
        if owned[good]:
            coins += [(ducats, good)] * owned[good]
    for name, ducats in money.items():
        if ducats:
            coins.append((ducats, name))
    first = chance.below(len(coins))
    paid = 0
    chosen: list[tuple[int, str]] = []
    for coin in coins[first:] + coins[:first]:
        chosen.append(coin)
        paid += coin[0]
        if paid >= cost:
            break
    lapsed = paid - cost
    if lapsed:
        chosen.sort()
        while chosen[0][0] <= lapsed:
            lapsed -= chosen.pop(0)[0]
        if lapsed >= least:
            return None
    return _canonical(purse, buildings, chosen, which)


def _canonical(
    purse: Purse, buildings: tuple[str, ...], chosen: list[tuple[int, str]], which: tuple[str, ...]
) -> Build:
    """Return the payment that stands for all alike: the goods in order, of equal functions the first ones built."""
    names = [name for _, name in chosen]
    goods = tuple(good for good in GOODS for _ in range(names.count(good)))
    money: tuple[str, ...] = ()
    if len(goods) < len(names):
        kinds = [KIND[name] for name in names if name in KIND]
        spent = []
        for name in purse.money:
            if KIND[name] in kinds:
                kinds.remove(KIND[name])
                spent.append(name)
        money = tuple(spent)
    cranes = tuple(zip(purse.cranes, which, strict=False))
    return Build(buildings, goods, money, cranes)
