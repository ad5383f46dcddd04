"""Visby knows no order of seats, and neither does who thinks about it."""

from __future__ import annotations

from opponents.model_loading import load_estimator
from opponents.visby.round_choices import QUICK_EFFORT, RoundChoices
from rules.chance import Chance
from tests.rules.visby.table import VISBY


def test_whose_options_are_left_out_first_is_chance() -> None:
    state, estimator = VISBY.new(6, 1), load_estimator("visby", 6)
    assert estimator is not None
    most: set[int] = set()
    for seed in range(12):
        kept = [len(mine) for mine in RoundChoices(state, estimator, Chance(seed), QUICK_EFFORT, own=0).options]
        most |= {seat for seat, count in enumerate(kept) if count == max(kept)}
    assert most == set(range(6))
