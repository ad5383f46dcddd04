"""Mixed strategies for choices made at the same time, computed by regret matching (CFR+).

`mixed_strategies` finds a mix for each seat, `expected_payoffs` says what options bring against such mixes. A *mix* is
an array with the probability of each option of one seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from opponents.alderman_model import FloatArray

ExpectedMix = Callable[[int, FloatArray], FloatArray]
"""`(seat, its mix) -> mix`: how a seat is expected to choose when regret matching gives it this mix."""


def mix_itself(_: int, mix: FloatArray) -> FloatArray:
    """Expect the seat to choose by its mix."""
    return mix


def mixed_strategies(
    payoffs: Sequence[FloatArray], rounds: int, expect: ExpectedMix = mix_itself, order: Sequence[int] | None = None
) -> list[FloatArray]:
    """Return for each seat its mix: the probability of each of its options, by `rounds` rounds of regret matching.

    - A seat's result is the average of its mixes in all rounds; later rounds weigh more.
    - `payoffs` has an array for each seat, with one axis for each seat's options.
    - `expect(seat, mix)` returns the mix by which the others expect a seat with this mix to choose; by default the
      same.
    - Negative regrets are set to 0, which comes close to an equilibrium in fewer rounds.
    - `order` is the order in which the seats learn, by default that of the seats. It decides which equilibrium is found
      if there are several.
    """
    seats = len(payoffs)
    sizes = payoffs[0].shape
    # Each seat's payoffs as a matrix [own option, joint choice of the others], so that one product gives all payoffs.
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
    """Return the expected payoff of each option of `seat` when all others choose by their mixes.

    `payoffs` are those of this seat, with one axis for each seat's options. `mixes` has a mix for every seat; that of
    `seat` itself is not used.
    """
    table = np.moveaxis(payoffs, seat, 0).reshape(payoffs.shape[seat], -1)
    brings: FloatArray = table @ _joint_probabilities([mix for other, mix in enumerate(mixes) if other != seat])
    return brings


def _joint_probabilities(mixes: Sequence[FloatArray]) -> FloatArray:
    """Return the probability of each joint choice of independent mixes as a flat array.

    The last mix's options vary fastest. [1.0] for no mixes.
    """
    joint = mixes[0] if mixes else np.ones(1)
    for mix in mixes[1:]:
        joint = np.multiply.outer(joint, mix).ravel()
    return joint
