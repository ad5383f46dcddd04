"""Predicts others' choices in Visby: partly by habit, like a player who looks no further than the end of the round.

`habit_probabilities` computes the habitual choices, `expected_mix` combines them with a mix.
"""

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
"""Softmax temperature of habitual choices, in seals: choices that are closer are about equally likely."""


class OpponentShares(NamedTuple):
    """Shares (0 to 1) of the others' choices that are expected to be habitual and random.

    The rest is expected to follow the mixed strategy that was computed for them.
    """

    habitual: float
    random: float


OPPONENT_SHARES = {
    2: OpponentShares(0.4, 0.0),
    3: OpponentShares(0.3, 0.0),
    4: OpponentShares(0.4, 0.3),
    5: OpponentShares(0.4, 0.3),
    6: OpponentShares(0.4, 0.5),
}
"""By the number of players.

With two players, a larger habitual share beats traders more often, and is easier to exploit. With many players, one
random choice of many changes the round for everybody.
"""


def expected_mix(mix: FloatArray, habit: FloatArray | None, expected: OpponentShares) -> FloatArray:
    """Return how often each option of a seat is expected: a weighted sum of its habit, random choice and its mix.

    `expected` are the weights of habit and random choice; the mix has the rest. Return `mix` itself for a seat without
    a habit (None).
    """
    if habit is None:
        return mix
    return expected.habitual * habit + expected.random / len(mix) + (1 - expected.habitual - expected.random) * mix


def habit_probabilities(
    state: State, options: Sequence[Sequence[tuple[str, ...]]], after: TableArrays, over: NDArray[np.bool_]
) -> list[FloatArray]:
    """Return for each seat the probabilities of its options if it chooses by habit.

    Such a seat looks only at its lead at the end of the round, and expects every other seat to draw its cards by what
    they bring in this round. `options` are by seat. `after` has a table for each joint choice of the options, those of
    the last seat varying fastest; `over` is True for tables whose game is over.
    """
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
    """Return the probabilities of a seat's options if it draws its cards by what they bring in this round.

    Cards are drawn by their `card_weights`. An option has one card, or two that are drawn one after the other in either
    order.
    """
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
    """Return what each player's seals, wares and cards are worth in running games, in seals: an array [table, seat].

    It is computed like `seals_worth` in `evaluation`.
    """
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
    """Return what each player's seals, wares and cards are worth in finished games, in seals: an array [table, seat].

    Wares are changed into seals (V21). Those left over and the cards in hand count only as tie-breaks (V22).
    """
    ware, card = TIE_BREAK_SEALS
    bought, left = np.divmod(after.wares, DATA.setup.rest_rate)
    worths: FloatArray = after.seals + bought + ware * left + card * HAND_SIZE[after.hands]
    return worths
