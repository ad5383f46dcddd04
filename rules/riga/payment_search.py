"""Finding payments for buildings: all minimal ones (R16), the best ones one after the other, or a random one.

`minimal_payments`, `best_payment`, `suggested_payment`, `iter_payments` and `random_payment` do that for one group of
buildings; a `PaymentFinder` for several groups of one city. A payment is *minimal* if it reaches the cost and none of
its goods, money functions and Cranes could be left out by itself.

Two payments are *alike* when they give the same goods, use money functions of the same kinds, and halve the same costs:
which of two Trading Posts pays makes no difference. Only one of all payments that are alike is offered, the one that
uses the buildings built first; `payment.check` allows them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import merge
from itertools import combinations
from typing import NamedTuple

import msgspec

from rules.chance import Chance
from rules.riga.best_first import (
    UNREACHABLE,
    ItemKind,
    MinWeights,
    combinations_by_weight,
    lightest_combination,
    min_weights,
)
from rules.riga.data import BASE, CITY, COST, GOODS, KIND
from rules.riga.moves import Build
from rules.riga.payment import SAVES, Purse, prices

Rank = tuple[int, ...]
"""(ducats that lapse, functions used, base value of the goods given, number of goods given): smaller is better."""

MORE_THAN_CAN_LAPSE = 1_000
"""More ducats than can ever lapse in a payment."""
_WEIGHT_OF_VALUE, _WEIGHT_OF_FUNCTION = 1_000, 1_000_000
"""The weight of one ducat of base value and of one function used, where one goods card weighs 1: the lightest payment
is then the best one."""


class CraneOption(NamedTuple):
    """A way to use Cranes on a group of buildings (R21): which costs are halved, and what is left to pay."""

    halved: tuple[str, ...]
    """The buildings whose cost is halved; empty without a Crane."""
    cost: int
    """The ducats left to pay for the whole group."""
    least_saved: int
    """The least that one of the Cranes saves, or a very large number without a Crane. If a payment is too high by this
    much or more, that Crane could be left out (R16)."""


@lru_cache(maxsize=4096)
def crane_options(buildings: tuple[str, ...], cranes: int) -> tuple[CraneOption, ...]:
    """Return the ways to use at most `cranes` Cranes on these buildings; the way without a Crane comes first.

    Buildings of equal cost are interchangeable: of several ways that halve the same costs only the first is listed. The
    result is cached.
    """
    full = sum(COST[name] for name in buildings)
    options: dict[tuple[int, ...], CraneOption] = {}
    for count in range(min(cranes, len(buildings)) + 1):
        for halved in combinations(buildings, count):
            saved = [SAVES[name] for name in halved]
            alike = tuple(sorted(COST[name] for name in halved))
            option = CraneOption(halved, full - sum(saved), min(saved, default=MORE_THAN_CAN_LAPSE))
            options.setdefault(alike, option)
    return tuple(options.values())


def missing_ducats(purse: Purse, name: str) -> int:
    """Return how many ducats are missing for the building `name` if everything in the purse is paid.

    All goods accepted in its city, all money functions and the best use of Cranes are counted. For a building that
    can be paid the result is 0 or negative.
    """
    pays = prices(CITY[name], purse.traders)
    wealth = sum(ducats * purse.goods[good] for good, ducats in pays.items()) + sum(purse.money.values())
    return min(cost for _, cost, _ in crane_options((name,), len(purse.cranes))) - wealth


def minimal_coin_counts(coins: Sequence[tuple[int, int]], cost: int) -> list[tuple[tuple[int, ...], int]]:
    """Return every minimal way to pay at least the cost, as (counts, ducats paid too much).

    A coin is anything that pays: a goods card or a money function. A way is minimal if no coin could be left out.
    `coins` are (ducats, how many there are), the most valuable kind first. `counts` says how many of each kind are
    used; it may be shorter than `coins`, and the kinds missing at its end are not used. The result is empty if all
    coins together do not suffice.
    """
    # Coins are added from the most valuable kind down. So the coin that reaches the cost is the smallest one used, no
    # coin could be left out, and every minimal way is found exactly once.
    rest = [0]
    for ducats, count in reversed(coins):
        rest.append(rest[-1] + ducats * count)
    rest.reverse()
    found: list[tuple[tuple[int, ...], int]] = []

    def extend(kind: int, need: int, chosen: tuple[int, ...]) -> None:
        """Add to `found` every minimal way to pay that begins with the counts `chosen`.

        `chosen` are the counts for the kinds of coins before index `kind`; `need` are the ducats still to be paid.
        """
        if rest[kind] < need:
            return
        ducats, count = coins[kind]
        for used in range(count + 1):
            if need <= used * ducats:
                found.append(((*chosen, used), used * ducats - need))
                return
            extend(kind + 1, need - used * ducats, (*chosen, used))

    extend(0, cost, ())
    return found


def minimal_payments(purse: Purse, buildings: tuple[str, ...]) -> list[Build]:
    """Return a move for every minimal payment for these buildings of one city, the best first.

    Of payments that are alike (see the module) there is only one. The best pays the fewest ducats too much, then uses
    the fewest functions, then gives goods of the lowest base value, then the fewest cards. There can be tens of
    thousands. The result is empty if the purse cannot pay for the buildings.
    """
    return [move for _, move in PaymentFinder.of(purse, CITY[buildings[0]]).ranked(buildings)]


def best_payment(purse: Purse, buildings: tuple[str, ...]) -> Build | None:
    """Return the best payment, the first of `minimal_payments`, without listing all; None if the purse cannot pay."""
    best = PaymentFinder.of(purse, CITY[buildings[0]]).best(buildings)
    return best[1] if best else None


def suggested_payment(purse: Purse, buildings: tuple[str, ...]) -> Build | None:
    """Return the payment that a menu suggests for these buildings; None if the purse cannot pay.

    It is the best payment, unless one that does without some of its functions gives no more value away. Then it is that
    one, since most functions can be used only once. The value of a payment is the base value of its goods, the ducats
    of its money functions, and what its Cranes save.
    """
    best = best_payment(purse, buildings)
    if best is None:
        return None
    spent = {*best.money, *(crane for crane, _ in best.cranes)}
    found = [best]
    for kept in [spent, *({name} for name in spent)] if spent else []:
        money = {name: ducats for name, ducats in purse.money.items() if name not in kept}
        cranes = [name for name in purse.cranes if name not in kept]
        other = best_payment(msgspec.structs.replace(purse, money=money, cranes=cranes), buildings)
        found += [other] if other else []

    def rank(move: Build) -> tuple[int, int]:
        """Return (value of the payment, functions used): smaller is better."""
        goods = sum([BASE[good] for good in move.goods])
        saved = sum([SAVES[name] for _, name in move.cranes])
        return goods + saved + sum([purse.money[name] for name in move.money]), len(move.money) + len(move.cranes)

    return min(found, key=rank)


def iter_payments(purse: Purse, buildings: tuple[str, ...]) -> Iterator[Build]:
    """Yield the moves of `minimal_payments` in the same order, computing each only when it is needed."""
    finder = PaymentFinder.of(purse, CITY[buildings[0]])
    return (move for _, move in finder.payments(buildings))


class PaymentFinder(msgspec.Struct):
    """Finds payments in one city with one player's purse; make it with `of`.

    For a group of buildings, `best` returns the best payment, `payments` yields all minimal ones in order, and `ranked`
    lists them all. A coin is anything that pays: a goods card or a money function. What was computed for one group of
    buildings is reused for the next.
    """

    purse: Purse
    coins: list[tuple[int, int, str]]
    """(ducats, how many, good or kind of money function), the most valuable first."""
    wealth: int
    """The ducats that all coins pay together."""
    max_cost: int = 0
    """The highest cost that will be asked for, if known; 0 otherwise. It only saves computing a table twice."""
    tables: dict[int, tuple[list[ItemKind], MinWeights]] = msgspec.field(default_factory=dict)
    """By the number of ducats paid too much: the coins that may be used then, and the least weight for every sum."""

    @classmethod
    def of(cls, purse: Purse, city: str, max_cost: int = 0) -> PaymentFinder:
        """Return a finder for payments with this purse in this city.

        `max_cost` is the highest cost of a group that will be asked for, or 0 if unknown. It only saves time.
        """
        pays = prices(city, purse.traders)
        coins = [(pays[good], purse.goods[good], good) for good in pays if purse.goods[good]]
        kinds: dict[str, list[str]] = {}
        for name, ducats in purse.money.items():
            if ducats:
                kinds.setdefault(KIND[name], []).append(name)
        coins += [(purse.money[names[0]], len(names), kind) for kind, names in kinds.items()]
        return cls(purse, sorted(coins, reverse=True), sum([ducats * count for ducats, count, _ in coins]), max_cost)

    def best(self, buildings: tuple[str, ...]) -> tuple[Rank, Build] | None:
        """Return (rank, move) of the best payment for these buildings; None if the purse cannot pay for them.

        The rank is (ducats paid too much, functions used, base value of the goods, number of goods); smaller is better.
        """
        for lapsed, options in self._crane_options_by_lapse(buildings):
            weights = [
                (self._table(lapsed, cost)[1][0][cost + lapsed] + len(halved) * _WEIGHT_OF_FUNCTION, number)
                for number, (halved, cost) in enumerate(options)
            ]
            weight, number = min(weights)
            if weight < UNREACHABLE:
                halved, cost = options[number]
                counts = lightest_combination(*self._table(lapsed, cost), cost + lapsed)
                return self.payment(lapsed, buildings, counts, halved)
        return None

    def payments(self, buildings: tuple[str, ...]) -> Iterator[tuple[Rank, Build]]:
        """Yield (rank, move) of the minimal payments for these buildings, the best (smallest rank) first.

        Each is computed only when it is needed. Nothing is yielded if the purse cannot pay.
        """
        for lapsed, options in self._crane_options_by_lapse(buildings):
            lists = [self._weighed(number, len(halved), cost, lapsed) for number, (halved, cost) in enumerate(options)]
            for _, number, counts in merge(*lists):
                yield self.payment(lapsed, buildings, counts, options[number][0])

    def ranked(self, buildings: tuple[str, ...]) -> list[tuple[Rank, Build]]:
        """Return (rank, move) of all minimal payments for these buildings, the best (smallest rank) first.

        It finds the same payments as `payments`, but faster if all of them are needed. The result is empty if the purse
        cannot pay.
        """
        values = [(ducats, count) for ducats, count, _ in self.coins]
        listed = [
            self.payment(lapsed, buildings, counts, halved)
            for halved, cost, least_saved in crane_options(buildings, len(self.purse.cranes))
            if cost <= self.wealth
            for counts, lapsed in minimal_coin_counts(values, cost)
            if lapsed < least_saved  # R16: else a Crane could be left out
        ]
        listed.sort(key=lambda pair: pair[0])
        return listed

    def _crane_options_by_lapse(
        self, buildings: tuple[str, ...]
    ) -> Iterator[tuple[int, list[tuple[tuple[str, ...], int]]]]:
        """Yield (lapse, options) for each number of ducats that may be paid too much, which is called the lapse.

        The options are the ways to use Cranes with this lapse, each as (buildings whose cost is halved, cost after
        that). Each Crane of an option saves more than the lapse, so that none could be left out (R16), and all coins
        together reach cost plus lapse. The lapse rises from 0 and stays below the ducats of the most valuable coin. A
        lapse without options is skipped.
        """
        options = crane_options(buildings, len(self.purse.cranes))
        for lapsed in range(self.coins[0][0] if self.coins else 0):
            usable = [
                (halved, cost)
                for halved, cost, least_saved in options
                if lapsed < least_saved and cost + lapsed <= self.wealth
            ]
            if usable:
                yield lapsed, usable

    def _table(self, lapsed: int, cost: int) -> tuple[list[ItemKind], MinWeights]:
        """Return the kinds of coins that a payment with this lapse may use, and the table `min_weights` makes of them.

        `lapsed` is the number of ducats paid too much. Only coins worth more than that may be used: any other could be
        left out (R16). The table has all sums up to `cost + lapsed` or more. The result is cached in `tables`.
        """
        if lapsed not in self.tables or len(self.tables[lapsed][1][0]) <= cost + lapsed:
            kinds = [
                ItemKind(ducats, _WEIGHT_OF_VALUE * BASE[what] + 1 if what in BASE else _WEIGHT_OF_FUNCTION, count)
                for ducats, count, what in self.coins
                if ducats > lapsed
            ]
            self.tables[lapsed] = kinds, min_weights(kinds, max(cost, self.max_cost) + lapsed)
        return self.tables[lapsed]

    def _weighed(self, number: int, cranes: int, cost: int, lapsed: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Yield (weight, `number`, coin counts) of every payment that pays `cost + lapsed` ducats, the lightest first.

        Each of the `cranes` Cranes used adds the weight of a function. `number` is returned as it is: it tells which
        sequence an entry comes from when several are merged.
        """
        kinds, least = self._table(lapsed, cost)
        for weight, counts in combinations_by_weight(kinds, least, cost + lapsed):
            yield weight + cranes * _WEIGHT_OF_FUNCTION, number, counts

    def payment(
        self, lapsed: int, buildings: tuple[str, ...], counts: Sequence[int], halved: tuple[str, ...]
    ) -> tuple[Rank, Build]:
        """Return (rank, move) for the payment with these numbers of each coin, and Cranes on the `halved` buildings.

        A coin is a kind of good, or a kind of building whose function gives money; `counts` are in the order of
        `self.coins`. `lapsed` are the ducats paid too much. Of buildings of the same kind, those built first are used.
        `best` explains the rank.
        """
        given = {coin[2]: count for coin, count in zip(self.coins, counts, strict=False) if count}
        goods = tuple([good for good in GOODS for _ in range(given.get(good, 0))])
        money = []
        for name, ducats in self.purse.money.items():
            if ducats and given.get(KIND[name], 0):
                given[KIND[name]] -= 1
                money.append(name)
        value = sum([BASE[good] for good in goods])
        move = Build(buildings, goods, tuple(money), tuple(zip(self.purse.cranes, halved, strict=False)))
        return (lapsed, len(money) + len(halved), value, len(goods)), move


def random_payment(purse: Purse, buildings: tuple[str, ...], chance: Chance) -> Build | None:
    """Return a random one of `minimal_payments` without listing them; not all are equally likely.

    Return None if the purse cannot pay for the buildings. It may also return None although the purse could pay, when
    the way drawn to use Cranes does not work.
    """
    pays = prices(CITY[buildings[0]], purse.traders)
    owned, money = purse.goods, purse.money
    options = crane_options(buildings, len(purse.cranes))
    halved, cost, least_saved = chance.choice(options) if len(options) > 1 else options[0]
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
        if lapsed >= least_saved:
            return None
    return _canonical_payment(purse, buildings, chosen, halved)


def _canonical_payment(
    purse: Purse, buildings: tuple[str, ...], chosen: list[tuple[int, str]], halved: tuple[str, ...]
) -> Build:
    """Return the move for a payment with these coins, using the buildings built first where several are alike.

    `chosen` are (ducats, good or name of a money building) of every coin given; `halved` are the buildings that get a
    Crane. The goods are put into the order of `GOODS`.
    """
    names = [name for _, name in chosen]
    goods = tuple([good for good in GOODS for _ in range(names.count(good))])
    money: tuple[str, ...] = ()
    if len(goods) < len(names):
        kinds = [KIND[name] for name in names if name in KIND]
        spent = []
        for name in purse.money:
            if KIND[name] in kinds:
                kinds.remove(KIND[name])
                spent.append(name)
        money = tuple(spent)
    cranes = tuple(zip(purse.cranes, halved, strict=False))
    return Build(buildings, goods, money, cranes)
