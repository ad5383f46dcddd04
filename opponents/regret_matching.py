"""Choices made at the same time: all learn mixed choices together by regret matching, until nobody regrets much."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from opponents.alderman_model import FloatArray

ExpectedMix = Callable[[int, FloatArray], FloatArray]
"""Says what is to be expected of a seat if this is its mix."""


def mix_itself(_: int, mix: FloatArray) -> FloatArray:
    """Expect everybody to choose by their mix."""
    return mix


def mixed_strategies(
    payoffs: Sequence[FloatArray], rounds: int, expect: ExpectedMix = mix_itself, order: Sequence[int] | None = None
) -> list[FloatArray]:
    """Return how often each seat should choose each of its options.

    `payoffs` has for each seat a table with one axis for each seat's options. Regrets below 0 are forgotten and late
    rounds count more: that is close to an equilibrium soonest. Of several equilibria the `order` in which seats learn
    decides (as they sit, unless it is given).
    """
    seats = len(payoffs)
    sizes = payoffs[0].shape
    # Each seat's table with its own options first and the others' flattened behind: one product answers it.
    tables = [
        np.ascontiguousarray(np.moveaxis(payoffs[seat], seat, 0).reshape(sizes[seat], -1)) for seat in range(seats)
    ]
    regrets = [np.zeros(size) for size in sizes]
    mixes = [np.full(size, 1.0 / size) for size in sizes]
    totals = [np.zeros(size) for size in sizes]
    faced = [expect(seat, mix) for seat, mix in enumerate(mixes)]
    learning = [seat for seat in order or range(seats) if sizes[seat] > 1]
    for number in range(1, rounds + 1):
        for seat in learning:
            payoff = tables[seat] @ _joint_probabilities([faced[other] for other in range(seats) if other != seat])
            regret = regrets[seat]
            regret += payoff - payoff @ mixes[seat]
            np.maximum(regret, 0.0, out=regret)
            total = np.add.reduce(regret)
            mixes[seat] = regret / total if total > 0 else np.full(sizes[seat], 1.0 / sizes[seat])
            faced[seat] = expect(seat, mixes[seat])
            totals[seat] += number * mixes[seat]
    return [total / total.sum() if total.sum() else mix for total, mix in zip(totals, mixes, strict=True)]


def expected_payoffs(payoffs: FloatArray, mixes: Sequence[FloatArray], seat: int) -> FloatArray:
    """Return what each option of a seat brings when all others choose by their mixes."""
    table = np.moveaxis(payoffs, seat, 0).reshape(payoffs.shape[seat], -1)
    brings: FloatArray = table @ _joint_probabilities([mix for other, mix in enumerate(mixes) if other != seat])
    return brings


def _joint_probabilities(mixes: Sequence[FloatArray]) -> FloatArray:
    """Return how often each joint choice is made, the last seat's options running fastest."""
    joint = mixes[0] if mixes else np.ones(1)
    for mix in mixes[1:]:
        joint = np.multiply.outer(joint, mix).ravel()
    return joint
