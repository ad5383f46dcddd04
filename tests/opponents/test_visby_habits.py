"""What others choose out of habit in Visby: foreseen for traders, valued as the evaluation values it."""

from __future__ import annotations

import numpy as np
import pytest

from opponents.alderman import weigh
from opponents.trader import trader
from opponents.training import Numbers
from opponents.visby import habits, tables
from opponents.visby.evaluation import worth
from opponents.visby.habits import EXPECTED, Expected, faced
from rules.visby.moves import Pick
from rules.visby.state import Choose, State
from tests.opponents.test_visby_tables import positions
from tests.rules.visby.table import VISBY


def habits_in(state: State) -> tuple[list[list[tuple[str, ...]]], list[Numbers]]:
    """Return everybody's options and how likely each is out of habit."""
    frame = state.agenda[-1]
    assert isinstance(frame, Choose)
    options = [
        [frame.picks[seat] or ()] if seat in frame.forced else [pick.cards for pick in VISBY.options(state, seat)]
        for seat in range(state.seats)
    ]
    bits = [np.array([sum(tables.BIT[card] for card in cards) for cards in mine]) for mine in options]
    grid = np.indices([len(mine) for mine in bits]).reshape(len(bits), -1)
    played = np.stack([mine[row] for mine, row in zip(bits, grid, strict=True)], axis=1)
    return options, habits.habits_of(state, options, *tables.after_round(state, played))


@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_trader_plays_is_foreseen_more_often_than_not(seats: int) -> None:
    foreseen = []
    for state in positions(seats, seed=seats, many=16):
        options, likely = habits_in(state)
        for mix in likely:
            assert mix.sum() == pytest.approx(1)
        if len(options[0]) > 1:
            chosen = trader(VISBY, state, 0, 1)
            assert isinstance(chosen, Pick)
            foreseen.append(set(options[0][int(likely[0].argmax())]) == set(chosen.cards))
    assert sum(foreseen) > len(foreseen) / 2


def test_what_somebody_has_is_worth_what_the_evaluation_says() -> None:
    for seats in (2, 5):
        for state in positions(seats, seed=seats, many=10):
            (worths,) = habits._worths(tables.of_states([state]))
            assert list(worths) == pytest.approx([worth(state, player) for player in state.players])


def test_others_are_expected_to_choose_partly_out_of_habit_and_who_chooses_by_the_mix() -> None:
    expected = Expected(0.4, 0.2)
    assert list(faced(np.array([0.5, 0.5]), None, expected)) == [0.5, 0.5]
    assert list(faced(np.array([1.0, 0.0]), np.array([0.0, 1.0]), expected)) == pytest.approx([0.5, 0.5])


def test_parts_of_what_is_expected_are_no_more_than_all() -> None:
    for expected in EXPECTED.values():
        assert 0 <= expected.habit + expected.anything <= 1
    assert set(EXPECTED) == set(VISBY.players)


def test_who_plays_by_habit_is_met_better_than_by_who_expects_none(monkeypatch: pytest.MonkeyPatch) -> None:
    state = VISBY.new(2, 1)
    monkeypatch.setitem(EXPECTED, 2, Expected(0.6, 0.0))
    met = weigh(VISBY, state, 0, 1)
    monkeypatch.setitem(EXPECTED, 2, Expected(0.0, 0.0))
    mixed = weigh(VISBY, state, 0, 1)
    assert max(each.chance for each in met) > max(each.chance for each in mixed)
