"""Regret matching: what nobody can gain by choosing otherwise."""

from __future__ import annotations

import numpy as np
import pytest

from opponents.regret_matching import expected_payoffs, mixed_strategies

ROCK_PAPER_SCISSORS = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])


def test_rock_paper_and_scissors_are_played_equally_often() -> None:
    for mix in mixed_strategies([ROCK_PAPER_SCISSORS, -ROCK_PAPER_SCISSORS], 2000):
        assert mix == pytest.approx([1 / 3] * 3, abs=0.02)


def test_what_is_always_worse_is_never_chosen() -> None:
    mine = np.array([[3.0, 0.0], [5.0, 1.0]])
    assert [mix.argmax() for mix in mixed_strategies([mine, mine.T], 200)] == [1, 1]


def test_an_uneven_game_is_mixed_as_the_books_say() -> None:
    mine = np.array([[2.0, -3.0], [-3.0, 4.0]])
    first, second = mixed_strategies([mine, -mine], 4000)
    assert first == pytest.approx([7 / 12, 5 / 12], abs=0.02)
    assert second == pytest.approx([7 / 12, 5 / 12], abs=0.02)
    assert expected_payoffs(mine, [first, second], 0) == pytest.approx([-1 / 12, -1 / 12], abs=0.08)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_gains_much_by_choosing_otherwise(seats: int) -> None:
    """Three or more are not promised an equilibrium; on average over random games they come near one."""
    dice = np.random.default_rng(seats)
    gains = []
    for _ in range(4):
        payoffs = [dice.random((4,) * seats) for _ in range(seats)]
        mixes = mixed_strategies(payoffs, 400)
        for seat in range(seats):
            brings = expected_payoffs(payoffs[seat], mixes, seat)
            gains.append(brings.max() - brings @ mixes[seat])
    assert np.mean(gains) < 0.03


def test_who_has_no_choice_does_not_matter() -> None:
    payoffs = [np.array([[0.2, 0.9]]), np.array([[0.8, 0.1]])]
    assert [list(mix.round(6)) for mix in mixed_strategies(payoffs, 50)] == [[1.0], [1.0, 0.0]]


def test_of_several_equilibria_the_order_of_learning_decides() -> None:
    """Who gives way when both would rather not: the one who learns later finds the other one resolved."""
    mine = np.array([[0.0, 0.9], [0.2, 0.5]])
    payoffs = [mine, mine.T]
    first, second = mixed_strategies(payoffs, 300)
    assert first.argmax() != second.argmax()
    turned = mixed_strategies(payoffs, 300, order=[1, 0])
    assert [mix.argmax() for mix in turned] == [second.argmax(), first.argmax()]
