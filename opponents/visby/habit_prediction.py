"""What others choose out of habit: cards for what they have after the round, as somebody who looks no further."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from opponents import regret_matching
from opponents.alderman_model import FloatArray
from opponents.visby.evaluation import SEALS_BY_CARDS, TIE_BREAK_SEALS, VICTORY_SEALS, card_weights
from opponents.visby.vector_rounds import BEST_DEAL, CARD_BIT, HAND_SIZE, TableArrays
from rules.visby.data import DATA
from rules.visby.state import State

HABIT_TEMPERATURE_SEALS = 0.25
"""Seals that hardly matter to them: choices so close are about equally likely."""


class OpponentShares(NamedTuple):
    """How others are expected to choose: partly out of habit, partly anything, for the rest as well as can be."""

    habitual: float
    random: float


OPPONENT_SHARES = {
    2: OpponentShares(0.4, 0.0),
    3: OpponentShares(0.3, 0.0),
    4: OpponentShares(0.4, 0.3),
    5: OpponentShares(0.4, 0.3),
    6: OpponentShares(0.4, 0.5),
}
"""By the number of players. Between two, more of it beats traders more often, and is easier to exploit.

With many players one choice of many at random changes the round for everybody.
"""


def expected_mix(mix: FloatArray, habit: FloatArray | None, expected: OpponentShares) -> FloatArray:
    """Return how often each option of a seat is to be expected; who has no habit chooses by the mix."""
    if habit is None:
        return mix
    return expected.habitual * habit + expected.random / len(mix) + (1 - expected.habitual - expected.random) * mix


def habit_probabilities(
    state: State, options: Sequence[Sequence[tuple[str, ...]]], after: TableArrays, over: NDArray[np.bool_]
) -> list[FloatArray]:
    """Return how likely each seat's options are out of habit, from the tables after all joint choices in order."""
    sizes = tuple(len(mine) for mine in options)
    worths = np.where(over[:, None], _final_worths(after), _running_worths(after))
    usual = [_probabilities_by_gain(state, seat, mine) for seat, mine in enumerate(options)]
    found = []
    for seat in range(state.seats):
        lead = worths[:, seat] - np.delete(worths, seat, axis=1).max(axis=1)
        lead += np.where(over, VICTORY_SEALS * np.sign(lead), 0.0)
        brings = regret_matching.expected_payoffs(lead.reshape(sizes), usual, seat)
        powers = np.exp((brings - brings.max()) / HABIT_TEMPERATURE_SEALS)
        found.append(powers / powers.sum())
    return found


def _probabilities_by_gain(state: State, seat: int, options: Sequence[tuple[str, ...]]) -> FloatArray:
    """Return how likely each option is for what its cards bring at once, taken one after the other."""
    if len(options) == 1:
        return np.ones(1)
    pull = card_weights(state, seat)
    total = sum(pull.values())
    shares = np.empty(len(options))
    for place, cards in enumerate(options):
        first = pull[cards[0]]
        shares[place] = first
        if len(cards) > 1:
            second = pull[cards[1]]
            shares[place] = first * second * (1 / (total - first) + 1 / (total - second))
    normal: FloatArray = shares / shares.sum()
    return normal


def _running_worths(after: TableArrays) -> FloatArray:
    """Return what everybody has, in seals, as `worth` in `evaluation` says it."""
    weights = SEALS_BY_CARDS[DATA.cards_per_round.count[after.seals.shape[1]]]
    deals = weights.merchant + weights.deal * BEST_DEAL[after.market[:, None], after.wares]
    worths: FloatArray = (
        after.seals
        + weights.ware * after.wares
        + weights.card * HAND_SIZE[after.hands]
        + np.where(after.hands & CARD_BIT["merchant"], deals, 0.0)
        + np.where(after.hands & CARD_BIT["knight"], weights.knight, 0.0)
    )
    return worths


def _final_worths(after: TableArrays) -> FloatArray:
    ware, card = TIE_BREAK_SEALS
    worths: FloatArray = after.seals + ware * after.wares + card * HAND_SIZE[after.hands]
    return worths
