"""H40 to H43: the end of the game."""

from __future__ import annotations

from itertools import product

import pytest

from rules import Result
from rules.haithabu.end_events import Finished, RoundEnded, Score
from rules.haithabu.events import Repaid
from rules.haithabu.scoring import completion_points
from rules.haithabu.state import State
from tests.rules.by_text import events_of
from tests.rules.haithabu.table import GAME, amounts, end_round, last_turn, refused

pytestmark = pytest.mark.quick


def final(**wishes: object) -> tuple[State, list[Score]]:
    """Play the last placement of the last round, a point on D; return the state and the scores."""
    seats = wishes.pop("seats", 2)
    assert isinstance(seats, int)
    state = last_turn(seats, round=8, **wishes)
    events = end_round(state)
    (finished,) = events_of(events, Finished)
    assert not events_of(events, RoundEnded)
    assert GAME.owed(state) == {}
    return state, list(finished.scores)


def test_h40_after_round_8_the_game_is_over_without_an_end_of_round() -> None:
    state, _ = final(characters={0: "starter seer stevedore carpenter"}, orders={0: "O70 O71 O122 O123 O124"})
    assert GAME.result(state) is not None
    assert GAME.view(state, None).round == 8


def test_h40_loans_are_repaid_with_silver_at_hand_as_many_as_possible() -> None:
    state = last_turn(round=8, silver={0: 450}, loans={0: 3})
    events = end_round(state)
    assert events_of(events, Repaid) == [Repaid(0, 2, 400)]
    assert (state.players[0].silver, state.players[0].loans) == (50, 1)


def test_h40_wares_of_both_stores_are_sold_at_half_price_rounded_down_once() -> None:
    state, scores = final(
        silver={0: 0},
        warehouse={0: "mead:3 cloth"},
        post={0: "spices:2"},
        characters={0: "trader"},
        levels={"cloth": 8},
    )
    assert scores[0].wares == (15 + 12 + 50) // 2 == 38
    assert state.players[0].silver == 38
    assert state.levels == [5, 8, 5, 5, 5, 5]
    assert state.players[0].warehouse == list(amounts())


def test_h40_that_money_repays_nothing() -> None:
    _, scores = final(silver={0: 190}, loans={0: 1}, post={0: "spices:10"})
    assert (scores[0].wares, scores[0].loans, scores[0].silver) == (125, 1, 315)


def test_h41_points_for_characters_silver_cubes_and_transports() -> None:
    state, scores = final(
        silver={0: 119, 1: 0},
        characters={0: "trader seer"},
        orders={0: "O07 O70"},
        cubes={"O07": "mead:2 cloth:2", "O70": "tools"},
        transports={0: "cart20-11 ship30-15"},
        points={0: 10},
    )
    assert scores[0] == Score(
        points=10,
        wares=0,
        silver=119,
        loans=0,
        for_characters=4,
        for_loans=0,
        for_silver=2,
        for_cubes=2,
        for_transports=2,
        for_completed=0,
        total=20,
    )
    assert state.players[0].points == 20
    assert scores[1].total == 6


def test_h41_a_loan_left_costs_10_points_and_all_silver() -> None:
    _, scores = final(silver={0: 199}, loans={0: 2}, post={0: "spices:10"})
    assert (scores[0].for_loans, scores[0].for_silver) == (-20, 0)
    assert scores[0].total == 5 - 20
    _, scores = final(silver={0: 199}, post={0: "spices:10"})
    assert (scores[0].silver, scores[0].for_silver) == (324, 8)


@pytest.mark.parametrize(
    ("completed", "points"),
    [
        ([3, 2, 1, 0], [6, 4, 2, 0]),
        ([1, 1, 0, 0], [5, 5, 0, 0]),
        ([2, 2, 1, 0], [5, 5, 2, 0]),
        ([3, 1, 1, 0], [6, 3, 3, 0]),
        ([2, 2, 2, 1], [4, 4, 4, 0]),
        ([2, 2, 2, 2], [3, 3, 3, 3]),
        ([4, 3, 1, 1], [6, 4, 1, 1]),
        ([5, 2, 2, 2], [6, 2, 2, 2]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
        ([0, 7, 0, 0], [0, 6, 0, 0]),
        ([1, 0], [6, 0]),
        ([2, 2], [5, 5]),
        ([1, 1, 1], [4, 4, 4]),
    ],
)
def test_h42_most_completed_orders_and_ties_share_their_ranks(completed: list[int], points: list[int]) -> None:
    assert completion_points(completed) == points


def test_h42_shares_always_go_even() -> None:
    """So scores are whole numbers, whatever the ties."""
    ranks = [6, 4, 2, 0]
    for seats in (2, 3, 4):
        for completed in product(range(5), repeat=seats):
            for count in set(completed) - {0}:
                better = sum(other > count for other in completed)
                tied = completed.count(count)
                assert sum(ranks[better : better + tied]) % tied == 0


def test_h42_at_the_table() -> None:
    _, scores = final(seats=4, completed={0: "O70 O71", 1: "O122", 2: "O123 O124"}, silver=dict.fromkeys(range(4), 0))
    assert [score.for_completed for score in scores] == [5, 2, 5, 0]


def test_h43_most_points_win_and_ties_share_the_victory() -> None:
    none = dict.fromkeys(range(4), 0)
    state, _ = final(seats=4, points={0: 9, 1: 20, 2: 9, 3: 19}, silver=none)
    assert GAME.result(state) == Result(places=(3, 1, 3, 1), scores=(9, 20, 9, 20))
    assert GAME.view(state, None).result.winners == (1, 3)


def test_h43_points_may_be_below_0() -> None:
    state, _ = final(points={0: -7}, silver={0: 0, 1: 0})
    assert GAME.result(state) == Result(places=(2, 1), scores=(-7, 6))


def test_a_finished_game_asks_nobody() -> None:
    state, _ = final()
    assert GAME.options(state, 0) == []
    with pytest.raises(Exception, match="the game is over"):
        refused(state, 0, "work own D point")
