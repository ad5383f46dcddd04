"""Everybody plays the same number of games, and pairs meet about equally often."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from leagues.divisions import MAX_PLAYERS, MAX_PLAYERS_IN_PAIRS, min_players, order_for_next_season, split
from leagues.schedule import season_tables

EQUAL = {(7, 3): 1, (7, 4): 2, (13, 4): 1, (11, 5): 2, (11, 6): 3, (5, 4): 3, (4, 3): 2, (6, 5): 4, (7, 6): 5}
"""Players and table size for which a difference set exists, and how often every pair meets."""


@pytest.mark.parametrize("size", [3, 4, 5, 6])
@pytest.mark.parametrize("count", range(4, 16))
def test_in_a_division_all_play_equally_often_and_pairs_meet_equally_often_or_almost(count: int, size: int) -> None:
    if count <= size:
        with pytest.raises(ValueError, match="too few"):
            season_tables(range(count), size)
        return
    tables = season_tables(range(100, 100 + count), size)
    assert all(len(set(table)) == size for table in tables)
    games = Counter(player for table in tables for player in table)
    assert games == dict.fromkeys(range(100, 100 + count), size)
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    times = [met[frozenset(pair)] for pair in combinations(range(100, 100 + count), 2)]
    assert max(times) - min(times) <= 1
    if (count, size) in EQUAL:
        assert set(times) == {EQUAL[count, size]}


@pytest.mark.parametrize("count", range(3, 10))
def test_in_a_game_for_two_everybody_meets_everybody_once(count: int) -> None:
    tables = season_tables(range(count), 2)
    assert Counter(map(frozenset, tables)) == Counter(map(frozenset, combinations(range(count), 2)))


@pytest.mark.parametrize("size", range(2, 7))
def test_any_number_of_players_is_split_into_divisions_that_can_be_played(size: int) -> None:
    for count in range(min_players(size), 80):
        divisions = split(range(count), size)
        assert [player for division in divisions for player in division] == list(range(count))
        sizes = [len(division) for division in divisions]
        assert max(sizes) - min(sizes) <= 1
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[-1] >= min_players(size)
        assert sizes[0] <= (MAX_PLAYERS_IN_PAIRS if size == 2 else MAX_PLAYERS)


@pytest.mark.parametrize("size", range(2, 7))
def test_too_few_players_are_refused(size: int) -> None:
    for count in range(min_players(size)):
        with pytest.raises(ValueError, match="too few"):
            split(range(count), size)


def test_two_go_up_and_two_go_down_and_newcomers_begin_at_the_bottom() -> None:
    order = order_for_next_season([range(10, 15), range(20, 25), range(30, 35)], [90, 91])
    assert order == [10, 11, 12, 20, 21, 13, 14, 22, 30, 31, 23, 24, 32, 33, 34, 90, 91]


def test_nobody_is_lost_if_hardly_anybody_of_a_division_plays_again() -> None:
    divisions = [[1], [2, 3, 4], [], [5]]
    assert sorted(order_for_next_season(divisions, [6])) == [1, 2, 3, 4, 5, 6]
