"""Solutions of a bounded subset-sum problem in order of weight, found one by one without listing them all.

There are several kinds of items and a limited number of each; an item has a size and a weight. A *combination* says how
many items of each kind are taken. `combinations_by_weight` yields the combinations whose sizes add up to a given total,
the lightest first. It needs the table of `min_weights`, which says how light every total can be. With it, the search
always extends the partial combination that can be completed with the least weight. Payments and winter discards are
found this way, so that a menu is fast.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

UNREACHABLE = 1 << 60
"""The weight of a total that no combination reaches."""


class ItemKind(NamedTuple):
    """A kind of items that are all alike: the size and the weight of one item, and the number of items (`amount`)."""

    size: int
    weight: int
    amount: int


MinWeights = list[list[int]]
"""`[n][total]`: the least weight that makes up this total with the kinds from number `n` on, or `UNREACHABLE`."""


def min_weights(kinds: Sequence[ItemKind], size: int) -> MinWeights:
    """Return a table of least weights: entry `[n][total]` is for the kinds with index `n` or higher.

    The entry is the least weight of a combination of these kinds whose sizes add up to exactly `total`, or
    `UNREACHABLE` if there is none. `total` goes from 0 to `size`, `n` from 0 to the number of kinds.
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
    """Return the lightest combination with exactly this total size: the number of items of each kind.

    `least` is the result of `min_weights` for these kinds and this size or a larger one. There must be such a
    combination. The result is the first one that `combinations_by_weight` yields.
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
    """Yield (weight, number of items of each kind) for every combination with exactly this total size.

    The lightest comes first; of two equal weights, the one that takes fewer items of the first kinds. `least` is the
    result of `min_weights` for these kinds and this size or a larger one. Yield nothing if no combination has this
    size.
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
