"""Playing many tables of Visby to the end at once (`average_win_shares`), for training.

All seats choose like `VisbyEvaluation.predicted_move`.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from opponents.alderman_model import FloatArray
from opponents.visby import vector_rounds
from opponents.visby.evaluation import BASE_ATTRACTION_TENTHS
from opponents.visby.vector_rounds import IntArray, TableArrays
from rules.chance import Chance
from rules.visby.data import CARDS, DATA, LIMITS

_COUNT = DATA.cards_per_round.count


def average_win_shares(begun: TableArrays, playouts: int, chance: Chance) -> FloatArray:
    """Return each seat's average share of the victory over random playouts, as an array [table, seat].

    All seats draw predicted cards (`draw_predicted_cards`), and Merchants sell all they can. `begun` are the tables to
    start from, and `playouts` is the number of playouts of each.
    """
    luck = np.random.default_rng(chance.draw())
    won = np.zeros(begun.seals.shape)
    which = np.repeat(np.arange(len(won)), playouts)
    now = vector_rounds.select_rows(begun, which)
    while len(which):
        after, over = vector_rounds.positions_after_each(now, draw_predicted_cards(now, luck))
        np.add.at(won, which[over], vector_rounds.win_shares(after, over))
        now, which = vector_rounds.select_rows(after, ~over), which[~over]
    return won / playouts


def draw_predicted_cards(now: TableArrays, luck: Generator) -> IntArray:
    """Return a random choice of cards for each seat, as bits in an array [table, seat].

    Cards that bring more in this round are more likely (see `attractions`). As many are drawn as are played in a round.
    """
    pulls = attractions(now)
    played = np.zeros(now.hands.shape, dtype=np.int64)
    for _ in range(_COUNT[now.hands.shape[1]]):
        sums = pulls.cumsum(axis=2)
        place = (sums <= luck.integers(sums[:, :, -1])[:, :, None]).sum(axis=2)
        played |= 1 << place
        np.put_along_axis(pulls, place[:, :, None], 0, axis=2)
    return played


def attractions(now: TableArrays) -> IntArray:
    """Return each card's relative probability to be chosen, as an array [table, seat, card]; 0 for cards not in hand.

    It is computed like `card_weights` in `evaluation`.
    """
    rows, seats = now.seals.shape
    brings = np.empty((rows, seats, len(CARDS)), dtype=np.int64)
    for place, tenths in enumerate(
        (
            10 * np.minimum(LIMITS["troops"], now.battle)[:, None] + 5,
            10 * np.minimum(LIMITS["knight"], now.battle)[:, None],
            4 * seats,
            7 * np.minimum(LIMITS["fleet"], now.journey)[:, None],
            5 * now.journey[:, None],
            5 * seats,
            8 * vector_rounds.BEST_DEAL[now.market[:, None], now.wares],
            5 * (len(CARDS) - vector_rounds.HAND_SIZE[now.hands]),
        )
    ):
        brings[:, :, place] = tenths
    held = now.hands[:, :, None] >> np.arange(len(CARDS)) & 1
    pulls: IntArray = held * (brings + BASE_ATTRACTION_TENTHS) ** 2
    return pulls
