"""The trader at Haithabu: knows what brings points, and beats one who plays at random."""

from __future__ import annotations

import pytest

from opponents.haithabu.evaluation import HaithabuEvaluation, expected_points, turns_left
from opponents.laboratory.tournament import matches, play_all, tallies
from opponents.trader import trader
from rules.chance import Chance
from rules.haithabu.state import State
from tests.rules.haithabu.table import GAME, load_dice, move, table


def decides(state: State, seat: int = 0) -> str:
    """Return the trader's move."""
    return str(trader(GAME, state, seat, seed=1))


def test_in_the_last_turn_an_order_is_completed_that_can_be() -> None:
    state = table(round=8, phase=3, dawn=4, orders={0: "O07"}, post={0: "cloth:4 mead:2 spices:2"})
    assert decides(state) == "work own E deliver O07 mead:2 cloth:4"


def test_two_orders_at_once_are_better_than_one() -> None:
    state = table(
        round=8, phase=3, dawn=4, lower="S6 S7 S8 S9", orders={0: "O07 O51"}, post={0: "cloth:4 mead:6 spices:2"}
    )
    assert {word for word in decides(state).split() if word[0] == "O"} == {"O07", "O51"}


def test_wares_for_an_order_are_carried_before_it_is_too_late() -> None:
    state = table(
        round=8,
        phase=2,
        dawn=4,
        orders={0: "O07"},
        warehouse={0: "cloth:4 mead:2 spices:2"},
        transports={0: "cart20-12"},
    )
    assert decides(state) == "work own F load cart mead:2 cloth:4"


def test_of_two_events_the_harmless_one_is_chosen() -> None:
    state = table(characters={0: "seer trader supplier steward"}, transports={0: "cart40-11 ship40-11"}, points={0: 9})
    load_dice(state, (2, 3))
    move(state, 0, "work own H dice 2")
    assert decides(state) == "event fog"


def test_no_loan_is_taken_in_the_last_turn_for_wares_nobody_wants() -> None:
    state = table(round=8, phase=3, silver={0: 10})
    assert "loan" not in decides(state)


def test_the_count_of_turns_only_grows() -> None:
    evaluation = HaithabuEvaluation()
    for seats in (2, 3, 4):
        chance = Chance(seats)
        state = GAME.new(seats, seats)
        moments = [evaluation.progress(state)]
        while owed := GAME.owed(state):
            seat = chance.choice(list(owed))
            GAME.play(state, seat, GAME.sample(state, seat, chance))
            moments.append(evaluation.progress(state))
        assert moments == sorted(moments)
        assert moments[-1] >= 2 * 24 * seats


def test_turns_left_are_counted_with_the_running_one_and_the_neutral_worker() -> None:
    state = table(2)
    assert [turns_left(state, seat) for seat in (0, 1)] == [24, 24]
    move(state, 0, "hire")
    assert turns_left(state, 0) == 25
    move(state, 0, "work own D point")
    move(state, 0, "work neutral D point")
    assert [turns_left(state, seat) for seat in (0, 1)] == [23, 24]
    assert turns_left(table(2, round=8, phase=3, turn=1), 0) == 0


def test_progress_on_an_order_is_worth_more_step_by_step() -> None:
    orders = {"orders": {0: "O07"}, "silver": {0: 100}}
    stages = [
        table(**orders),  # type: ignore[arg-type]
        table(**orders, warehouse={0: "cloth:4 mead:2"}),  # type: ignore[arg-type]
        table(**orders, warehouse={0: "cloth:4 mead:2"}, transports={0: "cart30-12"}),  # type: ignore[arg-type]
        table(**orders, post={0: "cloth:4 mead:2"}),  # type: ignore[arg-type]
    ]
    worth = [expected_points(state, 0) for state in stages]
    assert worth == sorted(worth)
    assert len(set(worth)) == 4


@pytest.mark.thorough
def test_the_trader_beats_a_novice() -> None:
    played = list(matches("haithabu", ["trader", "novice"], 2, seed=5))
    best, _ = tallies(played, play_all(played, cores=1))
    assert best.player == "trader"
    assert best.share >= 0.8
