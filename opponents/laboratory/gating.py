"""Whether a trained network may replace another one: `gate` lets them play each other by the quick search."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from multiprocessing import get_context
from typing import NamedTuple

from opponents.laboratory.tournament import win_shares
from opponents.model_loading import model_of
from opponents.network import Network, Weights, WinEstimator
from rules import GAMES
from rules.chance import Chance


class Gate(NamedTuple):
    """The result of a newcomer's games against another network, which had all other seats."""

    share: float
    """The newcomer's mean share of the victory."""
    error: float
    """Standard error of the share."""
    seats: int

    @property
    def passed(self) -> bool:
        """True if the newcomer won more than its part."""
        return self.share > 1 / self.seats


def gate(name: str, seats: int, newcomer: Weights, other: Weights, games: int, seed: int, cores: int) -> Gate:
    """Let the newcomer play `games` games (at least 2), each from the next seat, and return its share of the victory.

    `name` is the game's name. The games are played in `cores` processes; the result does not depend on their number.
    """
    seeds = Chance(seed)
    jobs = [(number % seats, seeds.draw()) for number in range(games)]
    # A process that has used the GPU must not be forked.
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        parts = pool.map(partial(_play_games, name, seats, newcomer, other), [jobs[n::cores] for n in range(cores)])
        shares = [share for part in parts for share in part]
    mean = sum(shares) / games
    spread = sum((share - mean) ** 2 for share in shares) / (games - 1)
    return Gate(mean, sqrt(spread / games), seats)


def _play_games(
    name: str, seats: int, newcomer: Weights, other: Weights, jobs: Sequence[tuple[int, int]]
) -> list[float]:
    """Play one game for each job, (seat of the newcomer, seed); return the newcomer's shares of the victories."""
    # The processes share the cores already.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    game, model = GAMES[name], model_of(name)
    assert model is not None
    first, second = (WinEstimator(game, model, Network(weights)) for weights in (newcomer, other))
    return [
        _newcomer_share([first if place == seat else second for place in range(seats)], seat, seed)
        for seat, seed in jobs
    ]


def _newcomer_share(estimators: Sequence[WinEstimator], seat: int, seed: int) -> float:
    """Play a game with one estimator for each seat, and return the seat's share of the victory."""
    game, model, chance = estimators[0].game, estimators[0].model, Chance(seed)
    state = game.new(len(estimators), chance.draw(), {})
    while owed := game.owed(state):
        acting = next(iter(owed))
        options = game.options(state, acting)
        if len(options) > 1:
            options = [model.weigh_moves_quickly(game, state, acting, chance, estimators[acting])[0].move]
        game.play(state, acting, options[0])
    result = game.result(state)
    assert result is not None
    return win_shares(result)[seat]
