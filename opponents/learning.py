"""Learning a game by playing against oneself, generation by generation; the same for any number of processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from opponents.learned import lesson_of
from opponents.lessons import Lesson, Note, Numbers
from opponents.network import Judge, Network, Weights
from rules import GAMES
from rules.chance import Chance

BATCH = 512
PASSES = 4
"""How often everything is gone through after each generation."""
PACE = 0.003
"""How far a weight moves at once; it falls to a tenth towards the last generation."""


class Practice(msgspec.Struct, frozen=True):
    """One game to be played for learning, in plain values."""

    game: str
    seats: int
    seed: int
    weights: Weights | None


Floats = NDArray[np.float32]


class Learnt(NamedTuple):
    """All positions of a game, or of many: features by position, seat and name, and the chances to be learned."""

    features: Floats
    targets: Floats


def seed_of(seed: int, generation: int, index: int) -> int:
    """Return the seed of a practice game."""
    chance = Chance(seed)
    for number in (generation, index):
        chance = Chance(chance.draw() ^ number)
    return chance.draw()


def practised(practice: Practice) -> Learnt:
    """Play one game and work back from its end what each position was worth."""
    game, lesson = GAMES[practice.game], _lesson(practice.game)
    judge = Judge(game, lesson, Network(practice.weights)) if practice.weights else None
    notes: list[Note] = []
    scores: tuple[float, ...] = ()
    for note in lesson.practise(game, practice.seats, Chance(practice.seed), judge):
        if isinstance(note, Note):
            notes.append(note)
        else:
            scores = note
    target = _worth(scores, lesson.spread)
    targets = []
    for note in reversed(notes):
        if note.chances is not None:
            target = lesson.faith * note.chances + (1 - lesson.faith) * target
        targets.append(target)
    features = np.array([note.features for note in notes], dtype=np.float32)
    return Learnt(features, np.array(targets[::-1], dtype=np.float32))


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


def _lesson(game: str) -> Lesson:
    lesson = lesson_of(game)
    if lesson is None:
        raise ValueError(f"{game} brings nothing to be learned")
    return lesson


class Generation(NamedTuple):
    """What came out of one generation."""

    number: int
    games: int
    positions: int
    loss: float
    weights: Weights


def learn(game: str, seats: int, generations: int, games: int, seed: int, cores: int | None) -> Iterator[Generation]:
    """Let generation after generation play so many games and learn from them."""
    lesson = _lesson(game)
    network = Network.fresh(len(lesson.names), lesson.hidden)
    for name, weight in lesson.prior.items():
        network.direct[lesson.names.index(name)] = weight
    weights: Weights | None = None
    remembered: list[Learnt] = []
    for number in range(generations):
        practices = [Practice(game, seats, seed_of(seed, number, index), weights) for index in range(games)]
        remembered = [*remembered, _joined(_played(practices, cores))][-lesson.kept :]
        pace = PACE * 0.1 ** (number / max(1, generations - 1))
        loss = fit(network, _joined(remembered), pace, Chance(seed_of(seed, number, games)))
        weights = network.rounded()
        network = Network(weights)
        yield Generation(number + 1, (number + 1) * games, sum(len(each.targets) for each in remembered), loss, weights)


def _played(practices: Sequence[Practice], cores: int | None) -> list[Learnt]:
    if cores == 1:
        return list(map(practised, practices))
    with ProcessPoolExecutor(cores) as pool:
        return list(pool.map(practised, practices, chunksize=max(1, len(practices) // 64)))


def _joined(parts: Sequence[Learnt]) -> Learnt:
    return Learnt(np.concatenate([part.features for part in parts]), np.concatenate([part.targets for part in parts]))


def fit(network: Network, learnt: Learnt, pace: float, chance: Chance) -> float:
    """Bring the network's chances nearer to the targets (Adam on the cross entropy); return the last mean loss."""
    weights = [network.direct, network.combining, network.bias, network.combined]
    first = [np.zeros_like(each) for each in weights]
    second = [np.zeros_like(each) for each in weights]
    order = np.random.default_rng(chance.draw())
    steps, loss = 0, 0.0
    for _ in range(PASSES):
        places = order.permutation(len(learnt.targets))
        losses = []
        for begin in range(0, len(places), BATCH):
            chosen = places[begin : begin + BATCH]
            features = learnt.features[chosen].astype(float)
            targets = learnt.targets[chosen].astype(float)
            losses.append(_step(network, weights, features, targets, first, second, pace, steps := steps + 1))
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
