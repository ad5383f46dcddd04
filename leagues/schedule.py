"""The tables of a division: everybody plays the same number of games, and pairs meet about equally often.

With `v` players there are `v` tables. Table number `i` seats the players `(d + i) mod v`, for every number `d` in one
*block* of as many numbers as a table has seats. So everybody plays at as many tables as a table has seats. If the block
is a difference set (all differences of its numbers occur equally often), every pair meets equally often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations


def season_tables(players: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Return the tables of a division, each with `size` players.

    With `size` 2 every pair meets once. With larger tables there are as many tables as players, and everybody plays at
    `size` of them. Some pairs may then meet once more often than others, but not twice (for up to 15 players at tables
    of 3 to 6). Raise ValueError unless there are more players than a table seats: with as many, all tables would be the
    same.
    """
    count = len(players)
    if count <= size:
        raise ValueError(f"{count} players are too few for tables of {size}")
    if size == 2:
        return list(combinations(players, 2))
    block = _best_block(count, size)
    return [tuple(players[(each + shift) % count] for each in block) for shift in range(count)]


@cache
def _best_block(count: int, size: int) -> tuple[int, ...]:
    """Return `size` numbers below `count`, 0 among them, whose differences modulo `count` occur most evenly.

    The first such block in ascending order is returned.
    """
    blocks = ((0, *rest) for rest in combinations(range(1, count), size - 1))
    return min(blocks, key=lambda block: _unevenness(block, count))


def _unevenness(block: tuple[int, ...], count: int) -> int:
    """Return how much more often the most frequent difference modulo `count` occurs than the rarest one."""
    seen = Counter((second - first) % count for first, second in permutations(block, 2))
    times = [seen[difference] for difference in range(1, count)]
    return max(times) - min(times)
