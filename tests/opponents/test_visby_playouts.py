"""Visby played on by columns of numbers goes on as the evaluation finds likely."""

from __future__ import annotations

import numpy as np
import pytest

from opponents.trader import EVALUATIONS
from opponents.visby import playouts, vector_rounds
from opponents.visby.evaluation import card_weights
from rules.chance import Chance
from rules.visby.data import CARDS
from rules.visby.moves import Pick
from rules.visby.state import State
from tests.opponents.test_visby_vector_rounds import positions
from tests.rules.visby.table import VISBY


def unsealed(seats: int, many: int) -> list[State]:
    """Return states in which nobody has chosen yet."""
    return [state for state in positions(seats, seed=3, many=3 * many) if len(VISBY.owed(state)) == seats][:many]


@pytest.mark.parametrize("seats", VISBY.players)
def test_cards_attract_as_the_evaluation_says(seats: int) -> None:
    for state in positions(seats, seed=seats, many=10):
        (found,) = playouts.attractions(vector_rounds.arrays_of([state]))
        for seat in range(seats):
            pulls = card_weights(state, seat)
            assert list(found[seat]) == [pulls.get(card, 0) for card in CARDS]


@pytest.mark.parametrize("seats", [2, 4])
def test_cards_are_drawn_as_often_as_the_evaluation_draws_them(seats: int) -> None:
    state = unsealed(seats, 1)[0]
    many = 2_000
    now = vector_rounds.select_rows(vector_rounds.arrays_of([state]), np.zeros(many, dtype=np.int64))
    drawn = playouts.draw_predicted_cards(now, np.random.default_rng(1))[:, 0]
    chance = Chance(1)
    expected = np.zeros(len(CARDS))
    for _ in range(many):
        move = EVALUATIONS["visby"].predicted_move(VISBY, state, 0, chance)
        assert isinstance(move, Pick)
        expected += [card in move.cards for card in CARDS]
    found = [(drawn & vector_rounds.CARD_BIT[card] > 0).sum() for card in CARDS]
    # The difference of two such counts has an error of at most 32.
    assert np.abs(found - expected).max() < 130
    assert len(set(drawn.tolist())) > 4


def test_games_end_as_they_do_by_the_rules() -> None:
    many, chance = 400, Chance(2)
    found = unsealed(2, 4)
    won = [playouts.average_win_shares(vector_rounds.arrays_of([state]), 4_000, chance)[0] for state in found]
    for state, parts in zip(found, won, strict=True):
        assert parts.sum() == pytest.approx(1)
        by_rules = 0.0
        for _ in range(many):
            end = state.copy()
            while owed := VISBY.owed(end):
                seat = next(iter(owed))
                VISBY.play(end, seat, EVALUATIONS["visby"].predicted_move(VISBY, end, seat, chance))
            result = VISBY.result(end)
            assert result is not None
            by_rules += (0 in result.winners) / len(result.winners) / many
        assert parts[0] == pytest.approx(by_rules, abs=0.1)


def test_each_table_is_played_on_by_itself() -> None:
    found = [state for state in unsealed(2, 12) if state.target == 30]
    together = playouts.average_win_shares(vector_rounds.arrays_of(found), 2_000, Chance(1))
    for state, parts in zip(found, together, strict=True):
        assert parts == pytest.approx(
            playouts.average_win_shares(vector_rounds.arrays_of([state]), 2_000, Chance(5))[0], abs=0.08
        )
