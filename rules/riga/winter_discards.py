"""The function `discards_by_value`: the winter discards of a hand (R11), the least valuable first, for menus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import merge

from rules.riga import moves
from rules.riga.best_first import ItemKind, combinations_by_weight, min_weights
from rules.riga.data import BASE, BUILDINGS, GOODS


def discards_by_value(
    goods: Mapping[str, int], buildings: Sequence[str], least: int, most: int
) -> Iterator[moves.Discard]:
    """Yield every discard of `least` to `most` cards from this hand, the least valuable first.

    `goods` is the number of each good in the hand, `buildings` are names. The value is the base value of the goods plus
    the points of the buildings. Each discard is computed only when it is needed.
    """
    kinds = [ItemKind(1, BASE[good], goods[good]) for good in GOODS]
    kinds += [ItemKind(1, BUILDINGS[name].points, 1) for name in buildings]
    weights = min_weights(kinds, most)
    for _, counts in merge(*(combinations_by_weight(kinds, weights, count) for count in range(least, most + 1))):
        of_goods = zip(GOODS, counts, strict=False)
        of_buildings = zip(buildings, counts[len(GOODS) :], strict=True)
        yield moves.Discard(
            tuple([good for good, count in of_goods for _ in range(count)]),
            tuple([name for name, count in of_buildings if count]),
        )
