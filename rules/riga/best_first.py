"""Solutions of a bounded subset-sum problem in order of weight, found one by one without listing them all.

There are several kinds of items and a limited number of each; an item has a size and a weight. A *combination* says how
many items of each kind are taken. The combinations whose sizes add up to a given total are wanted, the lightest first.
`min_weights` computes once the least weight for every total; the search then always extends the combination whose
lightest completion is lightest of all. Payments and winter discards are found this way, so that a menu is fast.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

UNREACHABLE = 1 << 60
"""The weight of a total that no combination reaches."""


class ItemKind(NamedTuple):
    """A kind of items, all alike: the size and the weight of one of them, and how many there are."""

    size: int
    weight: int
    amount: int


MinWeights = list[list[int]]
"""`[n][total]`: the least weight that makes up this total with the kinds from number `n` on, or `UNREACHABLE`."""


def min_weights(kinds: Sequence[ItemKind], size: int) -> MinWeights:
    """Return a table `[n][total]` of least weights, for every total size from 0 to `size`.

    An entry is the least weight of a combination of the kinds from number `n` on that has exactly this total size, or
    `UNREACHABLE` if there is none. `n` goes from 0 to the number of kinds.
    """
    after = [0] + [UNREACHABLE] * size
    least = [after]
    for kind in reversed(kinds):
        best = after.copy()
        for taken in range(1, min(kind.amount, size // kind.size) + 1):
            weight, used = taken * kind.weight, taken * kind.size
            for whole in range(used, size + 1):
                found = weight + after[whole - used]
                if found < best[whole]:
                    best[whole] = found
        least.append(best)
        after = best
    least.reverse()
    return least


def lightest_combination(kinds: Sequence[ItemKind], least: MinWeights, size: int) -> tuple[int, ...]:
    """Return how many items of each kind make up exactly this size with the least weight.

    `least` is `min_weights(kinds, …)`, and the size must be reachable. The result is the first combination that
    `combinations_by_weight` yields.
    """
    taken: list[int] = []
    for number, kind in enumerate(kinds):
        after, best = least[number + 1], least[number][size]
        more = next(n for n in range(size // kind.size + 1) if n * kind.weight + after[size - n * kind.size] == best)
        taken.append(more)
        size -= more * kind.size
    return tuple(taken)


def combinations_by_weight(
    kinds: Sequence[ItemKind], least: MinWeights, size: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield (weight, number of items of each kind) for every combination of exactly this size, the lightest first.

    `least` is `min_weights(kinds, …)`. Of equal weights, the combination that takes fewer of the first kinds comes
    first. Nothing is yielded if the size cannot be reached.
    """
    unfinished: list[tuple[int, tuple[int, ...], int]] = []
    if least[0][size] < UNREACHABLE:
        unfinished.append((least[0][size], (), size))
    while unfinished:
        weight, taken, rest = heappop(unfinished)
        number = len(taken)
        if number == len(kinds):
            yield weight, taken
            continue
        kind, after = kinds[number], least[number + 1]
        so_far = weight - least[number][rest]
        for more in range(min(kind.amount, rest // kind.size) + 1):
            left = rest - more * kind.size
            if after[left] < UNREACHABLE:
                heappush(unfinished, (so_far + more * kind.weight + after[left], (*taken, more), left))
