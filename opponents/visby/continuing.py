"""Many tables of Visby played on to the end at once, all choosing as `VisbyEvaluation.likely` does."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from opponents.training import Numbers
from opponents.visby import tables
from opponents.visby.evaluation import ANYWAY
from opponents.visby.tables import Counts, Tables
from rules.chance import Chance
from rules.visby.data import CARDS, DATA, LIMITS

_COUNT = DATA.cards_per_round.count


def victories(begun: Tables, playouts: int, chance: Chance) -> Numbers:
    """Return everybody's part of the victory by table, on average over so many ends of each."""
    luck = np.random.default_rng(chance.draw())
    won = np.zeros(begun.seals.shape)
    which = np.repeat(np.arange(len(won)), playouts)
    now = tables.rows(begun, which)
    while len(which):
        after, over = tables.after_rounds(now, likely(now, luck))
        np.add.at(won, which[over], tables.victories(after, over))
        now, which = tables.rows(after, ~over), which[~over]
    return won / playouts


def likely(now: Tables, luck: Generator) -> Counts:
    """Draw everybody's cards for what they bring, one after the other; return them as bits by table and seat."""
    pulls = attractions(now)
    played = np.zeros(now.hands.shape, dtype=np.int64)
    for _ in range(_COUNT[now.hands.shape[1]]):
        sums = pulls.cumsum(axis=2)
        place = (sums <= luck.integers(sums[:, :, -1])[:, :, None]).sum(axis=2)
        played |= 1 << place
        np.put_along_axis(pulls, place[:, :, None], 0, axis=2)
    return played


def attractions(now: Tables) -> Counts:
    """Return how likely each card is to be chosen, by table, seat and card, as `attraction` in `evaluation` says it."""
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
            8 * tables.BEST_DEAL[now.market[:, None], now.wares],
            5 * (len(CARDS) - tables.HAND_SIZE[now.hands]),
        )
    ):
        brings[:, :, place] = tenths
    held = now.hands[:, :, None] >> np.arange(len(CARDS)) & 1
    pulls: Counts = held * (brings + ANYWAY) ** 2
    return pulls
