"""A cup always ends with one champion."""

from __future__ import annotations

import random

import pytest

from leagues.cup import advancing, round_tables


@pytest.mark.repeated(5)
@pytest.mark.parametrize("size", range(2, 7))
@pytest.mark.parametrize("count", range(2, 65))
def test_a_cup_ends_with_one_champion(count: int, size: int) -> None:
    chance = random.Random(count * 10 + size)
    left = list(range(count))
    for _ in range(10):
        tables = round_tables(left, size)
        assert sorted(player for table in tables for player in table) == sorted(left)
        sizes = [len(table) for table in tables]
        assert len(tables) == -(-len(left) // size)
        assert max(sizes) <= size
        assert max(sizes) - min(sizes) <= 1
        if len(tables) == 1:
            return
        places = {player: chance.randint(1, size) for player in left}
        through = {player for table in tables for player in advancing(table, places)}
        assert len(through) == sum(max(1, len(table) // 2) for table in tables)
        left = [player for player in left if player in through]
    pytest.fail("the cup does not end")


def test_strong_players_meet_late() -> None:
    assert round_tables(range(8), 4) == [[0, 3, 4, 7], [1, 2, 5, 6]]


def test_at_the_line_the_better_seed_advances() -> None:
    assert advancing([3, 5, 8, 9], {3: 2, 5: 2, 8: 1, 9: 2}) == [8, 3]
    assert advancing([4, 6, 7], {4: 2, 6: 1, 7: 2}) == [6]
    assert advancing([4], {}) == [4]
