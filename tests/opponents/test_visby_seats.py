"""Visby knows no order of seats, and neither does who thinks about it."""

from __future__ import annotations

from opponents.learned import judge_of
from opponents.visby.alderman import HURRY, Choices
from rules.chance import Chance
from tests.rules.visby.table import VISBY


def test_whose_options_are_left_out_first_is_chance() -> None:
    state, judge = VISBY.new(6, 1), judge_of("visby", 6)
    assert judge is not None
    most: set[int] = set()
    for seed in range(12):
        kept = [len(mine) for mine in Choices(state, judge, Chance(seed), HURRY, own=0).options]
        most |= {seat for seat, count in enumerate(kept) if count == max(kept)}
    assert most == set(range(6))
