"""What can go of a hand in winter (R11), best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import merge

from rules.riga import moves
from rules.riga.best_first import Sort, least_weights, ways
from rules.riga.data import BASE, BUILDINGS, GOODS


def discards(goods: Mapping[str, int], buildings: Sequence[str], least: int, most: int) -> Iterator[moves.Discard]:
    """Yield what can go of a hand, first what gives up the least base value of goods and points of buildings."""
    sorts = [Sort(1, BASE[good], goods[good]) for good in GOODS]
    sorts += [Sort(1, BUILDINGS[name].points, 1) for name in buildings]
    weights = least_weights(sorts, most)
    for _, counts in merge(*(ways(sorts, weights, count) for count in range(least, most + 1))):
        of_goods = zip(GOODS, counts, strict=False)
        of_buildings = zip(buildings, counts[len(GOODS) :], strict=True)
        yield moves.Discard(
            tuple([good for good, count in of_goods for _ in range(count)]),
            tuple([name for name, count in of_buildings if count]),
        )
