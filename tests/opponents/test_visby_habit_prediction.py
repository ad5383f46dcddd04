"""What others choose out of habit in Visby: foreseen for traders, valued as the evaluation values it."""

from __future__ import annotations

import numpy as np
import pytest

from opponents.alderman import weigh_moves
from opponents.alderman_model import FloatArray
from opponents.trader import trader
from opponents.visby import habit_prediction, vector_rounds
from opponents.visby.evaluation import seals_worth
from opponents.visby.habit_prediction import OPPONENT_SHARES, OpponentShares, expected_mix
from rules import Result
from rules.visby import scoring
from rules.visby.data import DATA
from rules.visby.moves import Pick
from rules.visby.state import Choose, State
from tests.opponents.test_visby_vector_rounds import positions
from tests.rules.visby.table import VISBY


def habits_in(state: State) -> tuple[list[list[tuple[str, ...]]], list[FloatArray]]:
    """Return everybody's options and how likely each is out of habit."""
    frame = state.agenda[-1]
    assert isinstance(frame, Choose)
    options = [
        [frame.picks[seat] or ()] if seat in frame.forced else [pick.cards for pick in VISBY.options(state, seat)]
        for seat in range(state.seats)
    ]
    bits = [np.array([sum(vector_rounds.CARD_BIT[card] for card in cards) for cards in mine]) for mine in options]
    grid = np.indices([len(mine) for mine in bits]).reshape(len(bits), -1)
    played = np.stack([mine[row] for mine, row in zip(bits, grid, strict=True)], axis=1)
    return options, habit_prediction.habit_probabilities(state, options, *vector_rounds.positions_after(state, played))


@pytest.mark.repeated(2)
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
            (worths,) = habit_prediction._running_worths(vector_rounds.arrays_of([state]))
            assert list(worths) == pytest.approx([seals_worth(state, player) for player in state.players])


def test_at_the_end_wares_left_are_changed_into_seals() -> None:
    """V21, V22: worths are in the order of the final ranking, also where wares decide."""
    compared = 0
    for seats in (2, 5):
        for state in positions(seats, seed=seats, many=10):
            ended = state.copy()
            scoring.finish(ended, [])
            (worths,) = habit_prediction._final_worths(vector_rounds.arrays_of([state]))
            keys = [(player.seals, player.wares, len(player.hand)) for player in ended.players]
            in_thousandths = [(round(1000 * worth),) for worth in worths]
            assert Result.ranked(keys).places == Result.ranked(in_thousandths).places
            compared += any(player.wares >= DATA.setup.rest_rate for player in state.players)
    assert compared


def test_others_are_expected_to_choose_partly_out_of_habit_and_who_chooses_by_the_mix() -> None:
    expected = OpponentShares(0.4, 0.2)
    assert list(expected_mix(np.array([0.5, 0.5]), None, expected)) == [0.5, 0.5]
    assert list(expected_mix(np.array([1.0, 0.0]), np.array([0.0, 1.0]), expected)) == pytest.approx([0.5, 0.5])


def test_parts_of_what_is_expected_are_no_more_than_all() -> None:
    for expected in OPPONENT_SHARES.values():
        assert 0 <= expected.habitual + expected.random <= 1
    assert set(OPPONENT_SHARES) == set(VISBY.players)


def test_who_plays_by_habit_is_met_better_than_by_who_expects_none(monkeypatch: pytest.MonkeyPatch) -> None:
    state = VISBY.new(2, 1)
    monkeypatch.setitem(OPPONENT_SHARES, 2, OpponentShares(0.6, 0.0))
    met = weigh_moves(VISBY, state, 0, 1)
    monkeypatch.setitem(OPPONENT_SHARES, 2, OpponentShares(0.0, 0.0))
    mixed = weigh_moves(VISBY, state, 0, 1)
    assert max(each.chance for each in met) > max(each.chance for each in mixed)
