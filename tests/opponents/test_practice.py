"""Practice games of the league, and training on them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from opponents.haithabu.model import MODEL
from opponents.laboratory import practice
from opponents.laboratory.practice import PracticeGame, play_practice_game
from opponents.network import Network, Weights, WinEstimator, load_network
from rules import GAMES
from rules.chance import Chance

GAME = GAMES["haithabu"]
PACKAGE = Path(__file__).parents[2] / "opponents" / "haithabu"


@pytest.fixture(scope="module")
def newest() -> WinEstimator:
    return WinEstimator(GAME, MODEL, load_network(PACKAGE, GAME, 2, MODEL))


def played(newest: WinEstimator, seed: int, older: tuple[WinEstimator, ...] = ()) -> PracticeGame:
    return play_practice_game(GAME, MODEL, 2, newest, older, Chance(seed))


def test_targets_lead_from_the_estimates_to_the_result(newest: WinEstimator) -> None:
    game = played(newest, 3)
    assert game.features.shape == (len(game.targets), 2, len(MODEL.feature_names))
    assert game.targets.sum(axis=1) == pytest.approx(np.ones(len(game.targets)))
    assert game.shares.sum() == pytest.approx(1)
    powers = np.exp(np.array(game.scores) / MODEL.score_scale)
    assert game.targets[-1] == pytest.approx((game.shares + powers / powers.sum()) / 2)
    estimates = newest.chances_from_features(game.features.astype(float))
    before_last = practice.ESTIMATE_SHARE * estimates[-1] + (1 - practice.ESTIMATE_SHARE) * game.targets[-1]
    assert game.targets[-2] == pytest.approx(before_last, abs=1e-6)


def test_the_same_seed_plays_the_same_game(newest: WinEstimator) -> None:
    once, again = played(newest, 4), played(newest, 4)
    assert np.array_equal(once.features, again.features)
    assert once.scores == again.scores


def test_half_of_the_games_are_against_others(newest: WinEstimator) -> None:
    rivals = [practice._rival(GAME, MODEL, [newest], Chance(seed)) for seed in range(400)]
    names = [rival.func.__name__ if rival else "" for rival in rivals]  # type: ignore[attr-defined]
    assert 0.4 < names.count("") / 400 < 0.6
    assert 0.14 < names.count("_searched_move") / 400 < 0.26
    assert 0.23 < names.count("_script_move") / 400 < 0.37


def test_against_a_script_both_sides_can_have_a_seat(newest: WinEstimator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "AGAINST_SCRIPTS", 100)
    sides = {played(newest, seed).learners for seed in range(6)}
    assert len(sides) > 1


def test_a_gpu_training_ends_with_weights_that_play(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from opponents.laboratory.gpu_training import Learner

    network = Network.fresh(2, 2)
    chance = np.random.default_rng(1)
    learner = Learner(network)
    for number in range(40):
        features = chance.random((200, 2, 2)).astype(np.float32)
        shares = (features[:, :, 0] == features[:, :, 0].max(axis=1, keepdims=True)).astype(np.float32)
        learner.add(PracticeGame(features, shares, shares[0], (1, 0), (True, True)), held_out=number % 20 == 0)
    before = learner.loss()
    for _ in range(20):
        learner.learn(0.01)
    weights = learner.weights()
    assert learner.loss() < before
    assert weights.direct[0] > abs(weights.direct[1])
    assert msgspec.json.decode(msgspec.json.encode(weights), type=Weights) == weights
