"""The features of Haithabu's networks say what the rules say: fields, orders in time, characters, scores."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from opponents.haithabu.model import MODEL
from opponents.network import WinEstimator, load_network
from rules.chance import Chance
from rules.haithabu import scoring
from rules.haithabu.state import State
from tests.rules.haithabu.table import GAME, table


def features(state: State, seat: int) -> dict[str, float]:
    described = MODEL.features([state])[0, seat]
    return dict(zip(MODEL.feature_names, map(float, described), strict=True))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_has_a_value_for_each_name_in_every_position_of_a_random_game(seats: int) -> None:
    chance = Chance(seats)
    state = GAME.new(seats, 5)
    assert len(set(MODEL.feature_names)) == len(MODEL.feature_names)
    while owed := GAME.owed(state):
        found = MODEL.features([state])
        assert found.shape == (1, seats, len(MODEL.feature_names))
        assert np.isfinite(found).all()
        GAME.play(state, seat := next(iter(owed)), GAME.sample(state, seat, chance))


def test_one_seat_alone_has_the_same_features_as_among_all() -> None:
    state = table(3, orders={0: "O07", 2: "O148"}, post={0: "cloth:4"}, characters={1: "juggler"})
    for seat in range(3):
        assert np.array_equal(MODEL.features_of_seat([state], seat)[0], MODEL.features([state])[0, seat])


def test_a_worker_closes_its_field_for_its_own_seat_until_the_last_phase() -> None:
    standing = {"A": [0]}
    first, last = (table(phase=phase, standing=standing) for phase in (1, 3))
    assert features(first, 0)["own worker may go to A"] == 0
    assert features(first, 1)["own worker may go to A"] == 1
    assert features(last, 0)["own worker may go to A"] == 1


def test_the_rondel_is_one_field_further_in_the_next_phase() -> None:
    now = features(table(dawn=0), 0)  # A to D lie by day, then H to C
    assert [field for field in "ABCDEFGH" if now[f"own worker may go to {field} by day"]] == ["A", "B", "C", "H"]
    assert now["fields by day"] == 1


def test_an_order_that_cannot_be_completed_in_time_is_not_possible() -> None:
    wares = {0: "mead:2 cloth:4"}
    in_time = features(table(round=8, phase=2, orders={0: "O07"}, post=wares), 0)
    too_late = features(table(round=8, phase=3, orders={0: "O148"}), 0)
    assert (in_time["possible orders"], in_time["possible order 1: workers needed"]) == (1 / 3, 1 / 5)
    assert (too_late["possible orders"], too_late["possible order 1: can be completed"]) == (0, 0)


def test_what_an_order_still_costs_is_compared_with_the_silver() -> None:
    rich, poor = (table(orders={0: "O07"}, silver={0: silver}) for silver in (250, 0))
    assert features(rich, 0)["silver missing for possible orders"] == 0
    assert features(poor, 0)["silver missing for possible orders"] > 0


def test_safe_characters_and_others_are_counted_apart() -> None:
    found = features(table(round=5, characters={0: "juggler trader"}, safe="trader"), 0)
    assert (found["safe characters"], found["other characters"]) == (0.5, 0.5)
    assert found["characters can be returned later"] == 0
    assert features(table(round=4, characters={0: "juggler"}), 0)["characters can be returned later"] == 1


def test_the_score_now_is_that_of_the_final_scoring() -> None:
    state = table(points={0: 11, 1: 7}, completed={1: "O07"}, loans={0: 1}, silver={0: 30})
    scores = [standing.total for standing in scoring.standings(GAME.view(state, None))]
    for seat in range(2):
        assert features(state, seat)["score now"] * 20 == pytest.approx(scores[seat])
        assert features(state, seat)["lead in score"] * 10 == pytest.approx(scores[seat] - scores[1 - seat])


def test_chances_are_closer_together_in_the_first_rounds() -> None:
    network = load_network(Path("opponents/haithabu"), GAME, 2, MODEL)
    estimator = WinEstimator(GAME, MODEL, network)
    for number, is_closer in ((1, True), (5, True), (6, False), (8, False)):
        state = table(round=number, points={0: 9})
        (ahead, behind), (sharp, _) = (
            estimator.chances([state])[0],
            estimator.chances_from_features(MODEL.features([state]))[0],
        )
        assert ahead > behind
        assert (ahead < sharp) == is_closer
        assert is_closer or ahead == pytest.approx(sharp)
