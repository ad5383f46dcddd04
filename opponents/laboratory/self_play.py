"""Learning a game by playing against oneself, generation by generation; the same for any number of processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from opponents.learned import training_of
from opponents.network import Judge, Network, Weights
from opponents.training import Note, Numbers, Training
from rules import GAMES
from rules.chance import Chance

BATCH = 512
PACE = 0.003
"""How far a weight moves at once, at first."""


class Practice(msgspec.Struct, frozen=True):
    """One game to be played for learning, in plain values."""

    game: str
    seats: int
    seed: int
    weights: Weights | None


Floats = NDArray[np.float32]


class PositionsToLearn(NamedTuple):
    """All positions of a game, or of many: features by position, seat and name, and the chances to be learned."""

    features: Floats
    targets: Floats
    continued: Floats
    """What comes of going on as is likely; of no position where that is not wanted."""


def seed_of(seed: int, generation: int, index: int) -> int:
    """Return the seed of a practice game."""
    chance = Chance(seed)
    for number in (generation, index):
        chance = Chance(chance.draw() ^ number)
    return chance.draw()


def practised(practice: Practice) -> PositionsToLearn:
    """Play one game and work back from its end what each position was worth."""
    game, training = GAMES[practice.game], _training(practice.game)
    judge = Judge(game, training, Network(practice.weights)) if practice.weights else None
    notes: list[Note] = []
    scores: tuple[float, ...] = ()
    for note in training.practise(game, practice.seats, Chance(practice.seed), judge):
        if isinstance(note, Note):
            notes.append(note)
        else:
            scores = note
    target = _worth(scores, training.spread)
    faith = training.plan(practice.seats).faith
    targets = []
    for note in reversed(notes):
        if note.chances is not None:
            target = faith * note.chances + (1 - faith) * target
        targets.append(target)
    features = np.array([note.features for note in notes], dtype=np.float32)
    continued = [note.continued for note in notes if note.continued is not None]
    return PositionsToLearn(
        features,
        np.array(targets[::-1], dtype=np.float32),
        np.array(continued, dtype=np.float32).reshape(-1, practice.seats),
    )


def _worth(scores: Sequence[float], spread: float) -> Numbers:
    """Return everybody's part of the victory; where points are spread, a narrow one counts less than a clear one."""
    points = np.array(scores, dtype=float)
    won = points == points.max()
    shares: Numbers = won / won.sum()
    if not spread:
        return shares
    powers = np.exp((points - points.max()) / spread)
    powers /= powers.sum()
    shares += powers
    return shares / 2


def _training(game: str) -> Training:
    training = training_of(game)
    if training is None:
        raise ValueError(f"{game} brings nothing to be learned")
    return training


class Generation(NamedTuple):
    """What came out of one generation."""

    number: int
    games: int
    positions: int
    loss: float
    weights: Weights


def learn(game: str, seats: int, generations: int, games: int, seed: int, cores: int | None) -> Iterator[Generation]:
    """Let generation after generation play so many games and learn from them."""
    training = _training(game)
    plan = training.plan(seats)
    network = Network.fresh(len(training.names), plan.hidden)
    for name, weight in training.prior.items():
        network.direct[training.names.index(name)] = weight
    weights: Weights | None = None
    remembered: list[PositionsToLearn] = []
    for number in range(generations):
        practices = [Practice(game, seats, seed_of(seed, number, index), weights) for index in range(games)]
        remembered = [*remembered, _joined(_played(practices, cores))][-plan.kept :]
        pace = PACE * plan.slowing ** (number / max(1, generations - 1))
        positions = _joined(remembered)
        passes = plan.passes
        if number == generations - 1:
            passes *= plan.review
            if plan.continued:
                positions = _mixed(positions, plan.continued)
        loss = fit(network, positions, passes, pace, plan.settling, Chance(seed_of(seed, number, games)))
        weights = network.rounded()
        network = Network(weights)
        yield Generation(number + 1, (number + 1) * games, sum(len(each.targets) for each in remembered), loss, weights)


def _played(practices: Sequence[Practice], cores: int | None) -> list[PositionsToLearn]:
    if cores == 1:
        return list(map(practised, practices))
    with ProcessPoolExecutor(cores) as pool:
        return list(pool.map(practised, practices, chunksize=max(1, len(practices) // 64)))


def _joined(parts: Sequence[PositionsToLearn]) -> PositionsToLearn:
    return PositionsToLearn(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _mixed(positions: PositionsToLearn, share: float) -> PositionsToLearn:
    """Return the positions with targets that are in part what comes of going on as is likely."""
    return positions._replace(targets=(1 - share) * positions.targets + share * positions.continued)


def fit(
    network: Network, positions: PositionsToLearn, passes: int, pace: float, settling: float, chance: Chance
) -> float:
    """Bring the network's chances nearer to the targets (Adam on the cross entropy); return the last mean loss.

    The pace falls to that part of it while everything is gone through so many times.
    """
    weights = [network.direct, network.combining, network.bias, network.combined]
    first = [np.zeros_like(each) for each in weights]
    second = [np.zeros_like(each) for each in weights]
    order = np.random.default_rng(chance.draw())
    steps, loss = 0, 0.0
    all_steps = passes * -(-len(positions.targets) // BATCH)
    for _ in range(passes):
        places = order.permutation(len(positions.targets))
        losses = []
        for begin in range(0, len(places), BATCH):
            chosen = places[begin : begin + BATCH]
            features = positions.features[chosen].astype(float)
            targets = positions.targets[chosen].astype(float)
            steps += 1
            now = pace * settling ** (steps / all_steps)
            losses.append(_step(network, weights, features, targets, first, second, now, steps))
        loss = float(np.mean(losses))
    return loss


def _step(
    network: Network,
    weights: Sequence[Numbers],
    features: Numbers,
    targets: Numbers,
    first: Sequence[Numbers],
    second: Sequence[Numbers],
    pace: float,
    number: int,
) -> float:
    """Move all weights once."""
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
        weight -= pace * (step + 0.002 * weight)
    return loss
