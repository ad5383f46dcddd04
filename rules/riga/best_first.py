"""The best ways first, one after the other: what a menu shows is found without listing everything.

There are sorts of things, so many of each; one of a sort has a size and a weight. A way is how many of each sort are
taken. First it is worked out from the last sort on how little weight can make up any size; that says at every step how
light the best way on will be, so that the lightest way of all is always the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

IMPOSSIBLE = 1 << 60


class Sort(NamedTuple):
    """So many things that are all alike."""

    size: int
    weight: int
    amount: int


Least = list[list[int]]
"""The least weight that makes up a size, by the number of the first sort that may be used."""


def least_weights(sorts: Sequence[Sort], size: int) -> Least:
    """Work out the least weight of every size up to this one."""
    after = [0] + [IMPOSSIBLE] * size
    least = [after]
    for sort in reversed(sorts):
        best = after.copy()
        for taken in range(1, min(sort.amount, size // sort.size) + 1):
            weight, used = taken * sort.weight, taken * sort.size
            for whole in range(used, size + 1):
                found = weight + after[whole - used]
                if found < best[whole]:
                    best[whole] = found
        least.append(best)
        after = best
    least.reverse()
    return least


def lightest(sorts: Sequence[Sort], least: Least, size: int) -> tuple[int, ...]:
    """Return the first of the ways to make up a size that can be made up."""
    taken: list[int] = []
    for number, sort in enumerate(sorts):
        after, best = least[number + 1], least[number][size]
        more = next(n for n in range(size // sort.size + 1) if n * sort.weight + after[size - n * sort.size] == best)
        taken.append(more)
        size -= more * sort.size
    return tuple(taken)


def ways(sorts: Sequence[Sort], least: Least, size: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield weight and numbers of every way to make up exactly this size, the lightest first.

    Of equal weights, the one that takes less of the first sorts comes first.
    """
    open_: list[tuple[int, tuple[int, ...], int]] = []
    if least[0][size] < IMPOSSIBLE:
        open_.append((least[0][size], (), size))
    while open_:
        weight, taken, rest = heappop(open_)
        number = len(taken)
        if number == len(sorts):
            yield weight, taken
            continue
        sort, after = sorts[number], least[number + 1]
        so_far = weight - least[number][rest]
        for more in range(min(sort.amount, rest // sort.size) + 1):
            left = rest - more * sort.size
            if after[left] < IMPOSSIBLE:
                heappush(open_, (so_far + more * sort.weight + after[left], (*taken, more), left))
