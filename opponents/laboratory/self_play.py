"""Train the alderman, the strongest computer player, by self-play, generation by generation (`learn`).

`positions_of_game` plays one training game, `fit` trains the network on positions. The result does not depend on the
number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from opponents.alderman_model import AldermanModel, FloatArray, TrainingPosition
from opponents.model_loading import model_of
from opponents.network import Network, Weights, WinEstimator
from rules import GAMES
from rules.chance import Chance

BATCH_SIZE = 512
"""Positions per step of the optimizer."""
INITIAL_LEARNING_RATE = 0.003


class TrainingGame(msgspec.Struct, frozen=True):
    """One training game to play: game, number of players, seed and the weights to play by; in plain values."""

    game: str
    seats: int
    seed: int
    weights: Weights | None
    """None in the first generation."""


Floats = NDArray[np.float32]


class TrainingSet(NamedTuple):
    """Positions of one game or of many, with the targets: what the network should say about them."""

    features: Floats
    """As an array [position, seat, feature]."""
    targets: Floats
    """Chances to win, as an array [position, seat]."""
    playout_shares: Floats
    """Shares of the victory in playouts, as an array [position, seat]; no rows if the plan does not want them."""


def seed_of(seed: int, generation: int, index: int) -> int:
    """Return the seed of one training game, from the training's seed, the generation and the game's number in it."""
    chance = Chance(seed)
    for number in (generation, index):
        chance = Chance(chance.draw() ^ number)
    return chance.draw()


def positions_of_game(training_game: TrainingGame) -> TrainingSet:
    """Play one training game and return its positions with their targets. Raise ValueError if the game has no model.

    Targets are computed backwards, beginning with the result of the game. A position that was searched mixes the
    chances to win that the search found with the target of the position after it. A position that was not searched has
    the target of the position after it.
    """
    game, model = GAMES[training_game.game], _required_model(training_game.game)
    estimator = WinEstimator(game, model, Network(training_game.weights)) if training_game.weights else None
    notes: list[TrainingPosition] = []
    scores: tuple[float, ...] = ()
    for note in model.play_training_game(game, training_game.seats, Chance(training_game.seed), estimator):
        if isinstance(note, TrainingPosition):
            notes.append(note)
        else:
            scores = note
    target = _final_targets(scores, model.score_scale)
    search_weight = model.plan(training_game.seats).search_weight
    targets = []
    for note in reversed(notes):
        if note.chances is not None:
            target = search_weight * note.chances + (1 - search_weight) * target
        targets.append(target)
    features = np.array([note.features for note in notes], dtype=np.float32)
    continued = [note.playout_shares for note in notes if note.playout_shares is not None]
    return TrainingSet(
        features,
        np.array(targets[::-1], dtype=np.float32),
        np.array(continued, dtype=np.float32).reshape(-1, training_game.seats),
    )


def _final_targets(scores: Sequence[float], spread: float) -> FloatArray:
    """Return each seat's share of the victory, as the target of the last position.

    With a `spread` above 0 it is averaged with a softmax of the scores divided by `spread`, so that points matter too.
    """
    points = np.array(scores, dtype=float)
    won = points == points.max()
    shares: FloatArray = won / won.sum()
    if not spread:
        return shares
    powers = np.exp((points - points.max()) / spread)
    powers /= powers.sum()
    shares += powers
    return shares / 2


def _required_model(game: str) -> AldermanModel:
    """Return the alderman model of a game; raise ValueError if it has none."""
    model = model_of(game)
    if model is None:
        raise ValueError(f"{game} brings nothing to be learned")
    return model


class Generation(NamedTuple):
    """The result of one generation of training: the games and positions used, and the network's weights after it.

    `loss` is the mean loss of the last pass.
    """

    number: int
    games: int
    """All games played so far."""
    positions: int
    """Positions that were learned from."""
    loss: float
    weights: Weights


def learn(game: str, seats: int, generations: int, games: int, seed: int, cores: int | None) -> Iterator[Generation]:
    """Train a network for a game and number of players; yield the result of each generation.

    1. Each of the `generations` plays `games` games in `cores` processes (None: one per core). The first plays without
       a network, each later one by the weights of the one before.
    2. The network then learns from the positions of the latest generations, `kept_generations` of the game's plan.
    3. In the last generation it makes more passes over them, and, if the plan says so, playouts count in the targets.

    The same `seed` gives the same result. Raise ValueError if the game has no model.
    """
    model = _required_model(game)
    plan = model.plan(seats)
    network = Network.fresh(len(model.feature_names), plan.hidden_units)
    for name, weight in model.initial_weights.items():
        network.direct[model.feature_names.index(name)] = weight
    weights: Weights | None = None
    remembered: list[TrainingSet] = []
    for number in range(generations):
        training_games = [TrainingGame(game, seats, seed_of(seed, number, index), weights) for index in range(games)]
        remembered = [*remembered, _concatenate(_play_all(training_games, cores))][-plan.kept_generations :]
        learning_rate = INITIAL_LEARNING_RATE * plan.decay_over_generations ** (number / max(1, generations - 1))
        positions = _concatenate(remembered)
        passes = plan.passes
        if number == generations - 1:
            passes *= plan.final_passes_factor
            if plan.playout_weight:
                positions = _with_playout_targets(positions, plan.playout_weight)
        loss = fit(
            network,
            positions,
            passes,
            learning_rate,
            plan.decay_within_generation,
            Chance(seed_of(seed, number, games)),
        )
        weights = network.rounded()
        network = Network(weights)
        yield Generation(number + 1, (number + 1) * games, sum(len(each.targets) for each in remembered), loss, weights)


def _play_all(training_games: Sequence[TrainingGame], cores: int | None) -> list[TrainingSet]:
    """Play all training games and return their positions in the same order. `cores` None: one process per core."""
    if cores == 1:
        return list(map(positions_of_game, training_games))
    with ProcessPoolExecutor(cores) as pool:
        return list(pool.map(positions_of_game, training_games, chunksize=max(1, len(training_games) // 64)))


def _concatenate(parts: Sequence[TrainingSet]) -> TrainingSet:
    """Return one training set with the positions of all parts."""
    return TrainingSet(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _with_playout_targets(positions: TrainingSet, share: float) -> TrainingSet:
    """Return the positions with targets of which the part `share` (0 to 1) is the result of the playouts.

    Every position must have playout shares.
    """
    return positions._replace(targets=(1 - share) * positions.targets + share * positions.playout_shares)


def fit(
    network: Network, positions: TrainingSet, passes: int, learning_rate: float, decay: float, chance: Chance
) -> float:
    """Train the network in place with Adam, and return the mean loss of the last pass.

    The loss is the cross entropy between the targets and the network's chances. The positions are shuffled by `chance`
    in each pass. Over all passes the learning rate falls exponentially, from `learning_rate` to `decay` times that
    value.
    """
    weights = [network.direct, network.combining, network.bias, network.combined]
    first = [np.zeros_like(each) for each in weights]
    second = [np.zeros_like(each) for each in weights]
    order = np.random.default_rng(chance.draw())
    steps, loss = 0, 0.0
    all_steps = passes * -(-len(positions.targets) // BATCH_SIZE)
    for _ in range(passes):
        places = order.permutation(len(positions.targets))
        losses = []
        for begin in range(0, len(places), BATCH_SIZE):
            chosen = places[begin : begin + BATCH_SIZE]
            features = positions.features[chosen].astype(float)
            targets = positions.targets[chosen].astype(float)
            steps += 1
            now = learning_rate * decay ** (steps / all_steps)
            losses.append(_step(network, weights, features, targets, first, second, now, steps))
        loss = float(np.mean(losses))
    return loss


def _step(
    network: Network,
    weights: Sequence[FloatArray],
    features: FloatArray,
    targets: FloatArray,
    first: Sequence[FloatArray],
    second: Sequence[FloatArray],
    learning_rate: float,
    number: int,
) -> float:
    """Make one step of Adam with weight decay on a batch, in place, and return the batch's mean loss.

    `weights` are the network's arrays. `first` and `second` hold Adam's moments, and are changed too; `number` counts
    the steps from 1.
    """
    sums = features @ network.combining + network.bias
    combinations = np.maximum(sums, 0.0)
    scores = features @ network.direct + combinations @ network.combined
    scores -= scores.max(axis=1, keepdims=True)
    powers = np.exp(scores)
    chances = powers / powers.sum(axis=1, keepdims=True)
    loss = -float((targets * np.log(chances + 1e-9)).sum(axis=1).mean())
    wrong = ((chances - targets) / len(targets)).reshape(-1)
    flat, mixed = features.reshape(-1, features.shape[-1]), combinations.reshape(-1, combinations.shape[-1])
    inner = np.outer(wrong, network.combined) * (mixed > 0)
    slopes = [wrong @ flat, flat.T @ inner, inner.sum(axis=0), wrong @ mixed]
    for weight, slope, mean, square in zip(weights, slopes, first, second, strict=True):
        mean += 0.1 * (slope - mean)
        square += 0.001 * (slope**2 - square)
        step = mean / (1 - 0.9**number) / (np.sqrt(square / (1 - 0.999**number)) + 1e-8)
        weight -= learning_rate * (step + 0.002 * weight)
    return loss
