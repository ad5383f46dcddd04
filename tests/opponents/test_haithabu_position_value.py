"""What the rule of thumb thinks of orders and characters in Haithabu, and that the alderman listens to it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from opponents.haithabu.model import MAX_DOUBT, MODEL
from opponents.haithabu.position import position_of
from opponents.haithabu.rule_of_thumb import MoveScorer
from opponents.network import Network, WinEstimator
from rules.chance import Chance
from rules.haithabu import moves
from rules.haithabu.data import CHARACTER, DATA
from rules.haithabu.state import State
from tests.rules.haithabu.table import GAME, table


def points(state: State) -> float:
    return position_of(GAME.view(state, 0), 0).expected_points


def test_every_step_of_an_order_is_worth_more_than_a_free_point() -> None:
    wares = "mead:2 cloth:4"
    steps = [
        table(round=3, orders={0: "O07"}, transports={0: "cart40-12"}, warehouse={0: wares}),
        table(round=3, orders={0: "O07"}, post={0: wares}),
        table(round=3, completed={0: "O07"}, points={0: 5 + 6}, silver={0: 250 + 40}),
    ]
    for before, after in pairwise([points(step) for step in steps]):
        assert after - before > DATA.pittance.points


def test_an_order_that_takes_more_workers_than_it_brings_points_is_worth_nothing() -> None:
    assert points(table(round=3, orders={0: "O148"})) == pytest.approx(points(table(round=3)))
    stored = {0: "mead:2 cloth:4"}
    assert points(table(round=3, orders={0: "O07"}, warehouse=stored)) > points(table(round=3, warehouse=stored))


def test_a_character_is_worth_more_the_sooner_it_can_be_turned_into_points() -> None:
    worth = {}
    for number in range(1, 9):
        alone = position_of(GAME.view(table(round=number), 0), 0)
        served = alone.copy()
        served.owned.append(CHARACTER["starter"])
        worth[number] = served.expected_points - alone.expected_points
    assert worth[1] < worth[2] < worth[3] < worth[4]
    assert worth[5] < worth[6] < worth[7] < worth[8]
    assert worth[1] > DATA.pittance.points
    assert worth[5] < worth[4]


def test_a_character_is_taken_from_a_rival_rather_than_from_the_display() -> None:
    state = table(round=8, phase=3, dawn=1, characters={1: "juggler"})
    scores = MoveScorer(GAME.view(state, 0)).scores(GAME.options(state, 0))
    taken = [str(move) for move in scores if str(move).startswith("work own B recruit")]
    assert taken[0] == "work own B recruit juggler"


def test_a_network_that_is_a_little_wrong_does_not_keep_the_alderman_from_a_delivery() -> None:
    network = Network.fresh(len(MODEL.feature_names), 4)
    network.direct[MODEL.feature_names.index("points")] = -0.3  # it believes that points are bad
    state = table(dawn=4, orders={0: "O07"}, post={0: "cloth:4 mead:2"})
    best = MODEL.weigh_moves_quickly(GAME, state, 0, Chance(1), WinEstimator(GAME, MODEL, network))[0].move
    assert str(best) == "work own E deliver O07 mead:2 cloth:4"


def test_doubts_are_0_for_the_best_move_and_limited_for_all_others() -> None:
    state = table(dawn=4, orders={0: "O07"}, post={0: "cloth:4 mead:2"})
    estimator = WinEstimator(GAME, MODEL, Network.fresh(len(MODEL.feature_names), 4))
    doubts = MODEL.candidates(GAME, state, 0, estimator, 6, GAME.options(state, 0))
    best = min(doubts, key=doubts.__getitem__)
    assert isinstance(best, moves.Work)
    assert best.place == "E"
    assert min(doubts.values()) == 0
    assert max(doubts.values()) == MAX_DOUBT * MODEL.sharpness(state)


def test_early_chances_are_closer_together_than_the_network_says() -> None:
    network = Network.fresh(len(MODEL.feature_names), 4)
    network.direct[MODEL.feature_names.index("points")] = 0.3
    estimator = WinEstimator(GAME, MODEL, network)
    states = [table(round=number, points={0: 30}) for number in range(1, 9)]
    raw = network.chances(MODEL.features(states))[:, 0]
    chances = estimator.chances(states)[:, 0]
    assert all(0.5 < chance < unlowered for chance, unlowered in zip(chances[:5], raw[:5], strict=True))
    assert list(chances[5:]) == list(raw[5:])
