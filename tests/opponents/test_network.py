"""What was learned: kept in a file, refused if it is not what this game and these features were learned from."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from opponents import model_loading
from opponents.alderman import alderman, weigh_moves
from opponents.network import Network, UnusableModelFile, load_network, model_path, save_model
from opponents.trader import trader
from opponents.visby.model import MODEL
from rules import GAMES
from tests.rules.visby.table import VISBY


@pytest.fixture
def file(tmp_path: Path) -> Path:
    fresh = Network.fresh(len(MODEL.feature_names), MODEL.hidden_units)
    return save_model(tmp_path, VISBY, 4, MODEL, fresh.rounded(), "nobody's command")


def change(file: Path, **changes: Any) -> None:
    """Write other values into a file of what was learned."""
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


def test_what_is_kept_comes_back(file: Path) -> None:
    features = np.random.default_rng(1).random((3, 4, len(MODEL.feature_names)))
    chances = load_network(file.parent, VISBY, 4, MODEL).chances(features)
    assert chances.sum(axis=1) == pytest.approx([1, 1, 1])
    assert file == model_path(file.parent, 4)


def test_without_a_file_it_says_how_to_learn(file: Path) -> None:
    with pytest.raises(UnusableModelFile, match=r"cannot be read .*python -m opponents learn visby --seats 5"):
        load_network(file.parent, VISBY, 5, MODEL)


@pytest.mark.parametrize("cut", [0, 10, -200])
def test_half_a_file_is_refused(file: Path, cut: int) -> None:
    file.write_bytes(file.read_bytes()[:cut])
    with pytest.raises(UnusableModelFile, match="damaged"):
        load_network(file.parent, VISBY, 4, MODEL)


def test_one_changed_weight_is_refused(file: Path) -> None:
    weights = json.loads(file.read_text())["weights"]
    weights["bias"][0] += 0.5
    change(file, weights=weights)
    with pytest.raises(UnusableModelFile, match="digest"):
        load_network(file.parent, VISBY, 4, MODEL)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"version": 1}, "by the rules of version 1, not"),
        ({"game": "riga"}, "for riga with 4 players"),
        ({"seats": 3}, "for visby with 3 players"),
        ({"features": "0" * 16}, "other features"),
    ],
)
def test_what_was_learned_for_something_else_is_refused(file: Path, changes: dict[str, Any], said: str) -> None:
    change(file, **changes)
    with pytest.raises(UnusableModelFile, match=said):
        load_network(file.parent, VISBY, 4, MODEL)


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Let everything be loaded anew, before and after."""
    model_loading.load_estimator.cache_clear()
    yield
    model_loading.load_estimator.cache_clear()


@pytest.mark.usefixtures("forgotten")
def test_with_a_damaged_file_the_trader_plays_and_the_operator_reads_why(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, file: Path
) -> None:
    file.write_text("{")
    monkeypatch.setattr(model_loading, "package_folder", lambda game: file.parent)
    state = VISBY.new(4, 1)
    with caplog.at_level(logging.WARNING):
        moves = [alderman(VISBY, state, 0, seed) for seed in range(2)]
    assert moves == [trader(VISBY, state, 0, seed) for seed in range(2)]
    assert [record.message.split(": ")[0] for record in caplog.records] == [
        "game=visby seats=4 the trader plays instead of the alderman"
    ]
    assert "damaged" in caplog.text


@pytest.mark.usefixtures("forgotten")
def test_by_older_rules_the_trader_plays() -> None:
    state = VISBY.new(4, 1, version=1)
    assert alderman(VISBY, state, 0, 3) == trader(VISBY, state, 0, 3)


def test_what_was_learned_serves_for_all_versions_of_the_rules_that_are_alike(tmp_path: Path) -> None:
    """In Haithabu only cards have changed since version 2: they are known by what they want, bring and carry."""
    haithabu, model = GAMES["haithabu"], model_loading.model_of("haithabu")
    assert model is not None
    fresh = Network.fresh(len(model.feature_names), model.hidden_units)
    file = save_model(tmp_path, haithabu, 2, model, fresh.rounded(), "nobody's command")
    for version, fits in ((1, False), (2, True), (3, True), (4, True), (5, False)):
        change(file, version=version)
        if fits:
            load_network(tmp_path, haithabu, 2, model)
        else:
            with pytest.raises(UnusableModelFile, match=f"by the rules of version {version}, not 4"):
                load_network(tmp_path, haithabu, 2, model)
    assert [
        bool(weigh_moves(haithabu, haithabu.new(2, 1, version=version), 0, 3)) for version in haithabu.versions
    ] == [*(False, True, True, True)]


def test_all_that_was_learned_is_small_and_fits() -> None:
    total = 0
    for name, game in GAMES.items():
        model = model_loading.model_of(name)
        assert model is not None
        for seats in game.players:
            load_network(model_loading.package_folder(name), game, seats, model)
            total += model_path(model_loading.package_folder(name), seats).stat().st_size
    assert 0 < total < 2_000_000
