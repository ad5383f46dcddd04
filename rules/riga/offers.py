"""Which payments there are: every minimal one, the best ones one after the other, or any one for a quick look.

Two payments are *alike* when they give the same goods, use money functions of the same kinds, and halve the same costs:
which of two Trading Posts pays makes no difference to anybody. One of every alike lot is offered, the one that uses
what was built first; `payment.check` allows them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import merge
from itertools import combinations

import msgspec

from rules.chance import Chance
from rules.riga.best_first import IMPOSSIBLE, Least, Sort, least_weights, lightest, ways
from rules.riga.data import BASE, CITY, COST, GOODS, KIND
from rules.riga.moves import Build
from rules.riga.payment import SAVES, Purse, prices

Rank = tuple[int, ...]

NEVER = 1_000
"""More ducats than can ever lapse."""
_WORTH, _FUNCTION = 1_000, 1_000_000
"""What a ducat of base value and a function used weigh beside one good given, so that the lightest payment is best."""


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
    return [move for _, move in Till.of(purse, CITY[buildings[0]]).ranked(buildings)]


def suggest(purse: Purse, buildings: tuple[str, ...]) -> Build | None:
    """Return the best payment for buildings of one city, None if they cannot be paid."""
    best = Till.of(purse, CITY[buildings[0]]).best(buildings)
    return best[1] if best else None


def payments(purse: Purse, buildings: tuple[str, ...]) -> Iterator[Build]:
    """Yield the minimal payments as `minimal` lists them, but find each only when it is asked for."""
    till = Till.of(purse, CITY[buildings[0]])
    return (move for _, move in till.payments(buildings))


class Till(msgspec.Struct):
    """All that can pay in one city. What was worked out for one payment there helps with the next."""

    purse: Purse
    coins: list[tuple[int, int, str]]
    """Ducats, how many, and which good or kind of function: the most valuable sort first."""
    wealth: int
    """What all of them pay together."""
    cost: int = 0
    """The highest that will be asked for, if that is known."""
    worked_out: dict[int, tuple[list[Sort], Least]] = msgspec.field(default_factory=dict)
    """By what lapses: what can be used then, and the least weight that makes up any sum."""

    @classmethod
    def of(cls, purse: Purse, city: str, cost: int = 0) -> Till:
        """Sort what can pay in a city."""
        pays = prices(city, purse.traders)
        coins = [(pays[good], purse.goods[good], good) for good in pays if purse.goods[good]]
        kinds: dict[str, list[str]] = {}
        for name, ducats in purse.money.items():
            if ducats:
                kinds.setdefault(KIND[name], []).append(name)
        coins += [(purse.money[names[0]], len(names), kind) for kind, names in kinds.items()]
        return cls(purse, sorted(coins, reverse=True), sum([ducats * count for ducats, count, _ in coins]), cost)

    def best(self, buildings: tuple[str, ...]) -> tuple[Rank, Build] | None:
        """Return the best payment with its rank, None if there is none."""
        for lapsed, halved in self._halvings(buildings):
            weights = [
                (self._least(lapsed, cost)[1][0][cost + lapsed] + len(which) * _FUNCTION, number)
                for number, (which, cost) in enumerate(halved)
            ]
            weight, number = min(weights)
            if weight < IMPOSSIBLE:
                which, cost = halved[number]
                counts = lightest(*self._least(lapsed, cost), cost + lapsed)
                return self.payment(lapsed, buildings, counts, which)
        return None

    def payments(self, buildings: tuple[str, ...]) -> Iterator[tuple[Rank, Build]]:
        """Yield the minimal payments with their ranks, the smallest rank first."""
        for lapsed, halved in self._halvings(buildings):
            lists = [self._ways(number, len(which), cost, lapsed) for number, (which, cost) in enumerate(halved)]
            for _, number, counts in merge(*lists):
                yield self.payment(lapsed, buildings, counts, halved[number][0])

    def ranked(self, buildings: tuple[str, ...]) -> list[tuple[Rank, Build]]:
        """List the minimal payments with their ranks, the smallest rank first."""
        values = [(ducats, count) for ducats, count, _ in self.coins]
        listed = [
            self.payment(lapsed, buildings, counts, which)
            for which, cost, least in halvings(buildings, len(self.purse.cranes))
            if cost <= self.wealth
            for counts, lapsed in fewest(values, cost)
            if lapsed < least  # R16: else a Crane could be left out
        ]
        listed.sort(key=lambda pair: pair[0])
        return listed

    def _halvings(self, buildings: tuple[str, ...]) -> Iterator[tuple[int, list[tuple[tuple[str, ...], int]]]]:
        """Yield what can lapse, and then the ways to use Cranes of which none could be left out (R16)."""
        halved = halvings(buildings, len(self.purse.cranes))
        for lapsed in range(self.coins[0][0] if self.coins else 0):
            usable = [(which, cost) for which, cost, least in halved if lapsed < least and cost + lapsed <= self.wealth]
            if usable:
                yield lapsed, usable

    def _least(self, lapsed: int, cost: int) -> tuple[list[Sort], Least]:
        """Work out, once, how to pay so that just this lapses: with coins of which none could be left out (R16)."""
        if lapsed not in self.worked_out or len(self.worked_out[lapsed][1][0]) <= cost + lapsed:
            sorts = [
                Sort(ducats, _WORTH * BASE[which] + 1 if which in BASE else _FUNCTION, count)
                for ducats, count, which in self.coins
                if ducats > lapsed
            ]
            self.worked_out[lapsed] = sorts, least_weights(sorts, max(cost, self.cost) + lapsed)
        return self.worked_out[lapsed]

    def _ways(self, number: int, cranes: int, cost: int, lapsed: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        sorts, least = self._least(lapsed, cost)
        for weight, counts in ways(sorts, least, cost + lapsed):
            yield weight + cranes * _FUNCTION, number, counts

    def payment(
        self, lapsed: int, buildings: tuple[str, ...], counts: Sequence[int], which: tuple[str, ...]
    ) -> tuple[Rank, Build]:
        """Return the payment with so many of each sort and Cranes on these; of equal functions, those built first."""
        given = {coin[2]: count for coin, count in zip(self.coins, counts, strict=False) if count}
        goods = tuple([good for good in GOODS for _ in range(given.get(good, 0))])
        money = []
        for name, ducats in self.purse.money.items():
            if ducats and given.get(KIND[name], 0):
                given[KIND[name]] -= 1
                money.append(name)
        worth = sum([BASE[good] for good in goods])
        move = Build(buildings, goods, tuple(money), tuple(zip(self.purse.cranes, which, strict=False)))
        return (lapsed, len(money) + len(which), worth, len(goods)), move


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
