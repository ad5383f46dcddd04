"""What others choose out of habit: cards for what they have after the round, as somebody who looks no further."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from opponents import regrets
from opponents.training import Numbers
from opponents.visby.evaluation import TIE_BREAKS, WEIGHTS, WON, attraction
from opponents.visby.tables import BEST_DEAL, BIT, HAND_SIZE, Tables
from rules.visby.data import DATA
from rules.visby.state import State

EVEN = 0.25
"""Seals that hardly matter to them: choices so close are about equally likely."""


class Expected(NamedTuple):
    """How others are expected to choose: partly out of habit, partly anything, for the rest as well as can be."""

    habit: float
    anything: float


EXPECTED = {
    2: Expected(0.4, 0.0),
    3: Expected(0.3, 0.0),
    4: Expected(0.4, 0.3),
    5: Expected(0.4, 0.3),
    6: Expected(0.4, 0.5),
}
"""By the number of players. Between two, more of it beats traders more often, and is easier to exploit.

With many players one choice of many at random changes the round for everybody.
"""


def faced(mix: Numbers, habit: Numbers | None, expected: Expected) -> Numbers:
    """Return how often each option of a seat is to be expected; who has no habit chooses by the mix."""
    if habit is None:
        return mix
    return expected.habit * habit + expected.anything / len(mix) + (1 - expected.habit - expected.anything) * mix


def habits_of(
    state: State, options: Sequence[Sequence[tuple[str, ...]]], after: Tables, over: NDArray[np.bool_]
) -> list[Numbers]:
    """Return how likely each seat's options are out of habit, from the tables after all joint choices in order."""
    sizes = tuple(len(mine) for mine in options)
    worths = np.where(over[:, None], _final_worths(after), _worths(after))
    usual = [_usual(state, seat, mine) for seat, mine in enumerate(options)]
    habits = []
    for seat in range(state.seats):
        lead = worths[:, seat] - np.delete(worths, seat, axis=1).max(axis=1)
        lead += np.where(over, WON * np.sign(lead), 0.0)
        brings = regrets.expected(lead.reshape(sizes), usual, seat)
        powers = np.exp((brings - brings.max()) / EVEN)
        habits.append(powers / powers.sum())
    return habits


def _usual(state: State, seat: int, options: Sequence[tuple[str, ...]]) -> Numbers:
    """Return how likely each option is for what its cards bring at once, taken one after the other."""
    if len(options) == 1:
        return np.ones(1)
    pull = attraction(state, seat)
    total = sum(pull.values())
    shares = np.empty(len(options))
    for place, cards in enumerate(options):
        first = pull[cards[0]]
        shares[place] = first
        if len(cards) > 1:
            second = pull[cards[1]]
            shares[place] = first * second * (1 / (total - first) + 1 / (total - second))
    normal: Numbers = shares / shares.sum()
    return normal


def _worths(after: Tables) -> Numbers:
    """Return what everybody has, in seals, as `worth` in `evaluation` says it."""
    weights = WEIGHTS[DATA.cards_per_round.count[after.seals.shape[1]]]
    deals = weights.merchant + weights.deal * BEST_DEAL[after.market[:, None], after.wares]
    worths: Numbers = (
        after.seals
        + weights.ware * after.wares
        + weights.card * HAND_SIZE[after.hands]
        + np.where(after.hands & BIT["merchant"], deals, 0.0)
        + np.where(after.hands & BIT["knight"], weights.knight, 0.0)
    )
    return worths


def _final_worths(after: Tables) -> Numbers:
    ware, card = TIE_BREAKS
    worths: Numbers = after.seals + ware * after.wares + card * HAND_SIZE[after.hands]
    return worths
