"""How a plan of training goes: a pace that falls, and what the last generation learns besides good play."""

from __future__ import annotations

import numpy as np
import pytest

from opponents.alderman_model import TrainingPlan
from opponents.laboratory.self_play import TrainingGame, TrainingSet, fit, learn, positions_of_game
from opponents.network import Network, Weights
from opponents.visby import model
from rules.chance import Chance

PLAN = TrainingPlan(hidden_units=2, search_weight=0.5, kept_generations=2, generations=2, games_per_generation=2)


def moved(passes: int = 4, settling: float = 1.0) -> float:
    """Return how far a network that knows nothing goes from two thousand positions with one feature that decides."""
    features = np.random.default_rng(1).random((2_000, 2, 1), dtype=np.float32)
    targets = (features[:, :, 0] == features[:, :, 0].max(axis=1, keepdims=True)).astype(np.float32)
    network = Network.fresh(1, 2)
    fit(
        network,
        TrainingSet(features, targets, np.empty((0, 2), dtype=np.float32)),
        passes,
        0.01,
        settling,
        Chance(1),
    )
    return float(network.direct[0])


def test_the_pace_falls_within_a_generation() -> None:
    steady, falling = moved(), moved(settling=0.01)
    assert 0 < falling < steady / 2


def test_more_passes_learn_more() -> None:
    assert moved(passes=8) > moved()


def learned(monkeypatch: pytest.MonkeyPatch, plan: TrainingPlan) -> list[Weights]:
    """Return what two short generations learn of Visby with two players."""
    monkeypatch.setattr(model, "TWO_PLAYER_PLAN", plan)
    return [generation.weights for generation in learn("visby", 2, 2, 2, 7, 1)]


def test_only_the_last_generation_learns_what_comes_of_going_on_as_is_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    good, mixed = (learned(monkeypatch, PLAN._replace(playout_weight=share)) for share in (0.0, 0.7))
    assert good[0] == mixed[0]
    assert good[1] != mixed[1]


def test_everything_is_gone_through_more_often_after_the_last_generation(monkeypatch: pytest.MonkeyPatch) -> None:
    once, often = (learned(monkeypatch, PLAN._replace(final_passes_factor=times)) for times in (1, 3))
    assert once[0] == often[0]
    assert once[1] != often[1]


def test_a_pace_that_slows_does_so_from_the_second_generation_on(monkeypatch: pytest.MonkeyPatch) -> None:
    steady, slowing = (learned(monkeypatch, PLAN._replace(decay_over_generations=part)) for part in (1.0, 0.1))
    assert steady[0] == slowing[0]
    assert steady[1] != slowing[1]


def test_every_position_is_played_on_where_a_course_wants_that() -> None:
    two, three = (positions_of_game(TrainingGame("visby", seats, 5, None)) for seats in (2, 3))
    assert two.playout_shares.shape == two.targets.shape
    assert two.playout_shares.sum(axis=1) == pytest.approx(np.ones(len(two.targets)))
    assert three.playout_shares.shape == (0, 3)
