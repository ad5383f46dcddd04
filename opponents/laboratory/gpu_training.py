"""Train a network on a GPU while processes play practice games with it (`train`, `python -m opponents train`).

It needs PyTorch, which is not among our requirements; on a machine without a GPU it learns on a core. Every few seconds
the processes get the newest weights, so the result depends on how fast games are played and differs from run to run.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from opponents.laboratory.practice import PracticeGame, play_practice_game
from opponents.model_loading import model_of
from opponents.network import Network, Weights, WinEstimator
from rules import GAMES
from rules.chance import Chance

BATCH_SIZE = 1024
USES_PER_POSITION = 12
"""How often each position is learned from."""
KEPT_SHARE = 0.6
"""Part of all positions that is learned from: the latest ones. The older ones were played worse."""
FIRST_RATE, LAST_RATE = 0.0015, 0.00005
"""The learning rate at the beginning and at the end."""
AVERAGED_STEPS = 250
"""About over how many steps the weights that play are averaged."""
PUBLISH_S, SNAPSHOT_S, REPORT_S = 15.0, 60.0, 30.0
"""Seconds between new weights for the processes, between the older networks of the league, and between reports."""
HELD_OUT_ONE_IN = 20
"""One game in this many is not learned from, to measure the loss."""
MAX_HELD_OUT = 400
MAX_STEPS_AT_ONCE = 300
"""After so many steps new games are fetched in any case."""
TEMPERATURES = [0.05 * step for step in range(14, 41)]
"""By what the scores of the final weights may be multiplied, so that chances to win agree with victories."""


class Progress(NamedTuple):
    """How far a training is, with the weights that play now."""

    seconds: float
    games: int
    positions: int
    loss: float
    """Cross entropy in the latest games that were not learned from; nan before there are any."""
    weights: Weights


def train(
    name: str, seats: int, minutes: float, start: Weights | None, processes: int, seed: int
) -> Iterator[Progress]:
    """Train for some minutes; yield the progress every `REPORT_S` seconds and at the end.

    `start` are the weights to begin with; None: those of the first generation (`AldermanModel.initial_weights`).
    Raise ValueError if the game has no model, and ModuleNotFoundError without PyTorch.
    """
    model = model_of(name)
    if model is None:
        raise ValueError(f"{name} brings nothing to be learned")
    network = Network(start) if start else Network.fresh(len(model.feature_names), model.plan(seats).hidden_units)
    if not start:
        for feature, weight in model.initial_weights.items():
            network.direct[model.feature_names.index(feature)] = weight
    learner = Learner(network)
    context = multiprocessing.get_context("spawn")
    played: Queue[PracticeGame] = context.Queue(8 * processes)
    with tempfile.TemporaryDirectory() as folder:
        _publish(Path(folder), network.rounded())
        workers = [
            context.Process(target=_practise, args=(name, seats, seed * 1000 + number, folder, played), daemon=True)
            for number in range(processes)
        ]
        for worker in workers:
            worker.start()
        try:
            yield from _learn(learner, played, Path(folder), 60 * minutes)
        finally:
            for worker in workers:
                worker.kill()
                worker.join()


def _learn(learner: Learner, played: Queue[PracticeGame], folder: Path, duration_s: float) -> Iterator[Progress]:
    """Learn from the games that come from the processes until the time is over; yield the progress."""
    began = published = saved = reported = time.monotonic()
    games = 0
    while (now := time.monotonic()) < began + duration_s:
        arrived = list(_arrived(played))
        for number, each in enumerate(arrived, games):
            learner.add(each, held_out=number % HELD_OUT_ONE_IN == 0)
        games += len(arrived)
        part = (now - began) / duration_s
        learner.learn(FIRST_RATE * (LAST_RATE / FIRST_RATE) ** part)
        if now - published > PUBLISH_S:
            published = now
            _publish(folder, learner.weights(), as_older=now - saved > SNAPSHOT_S)
            saved = now if now - saved > SNAPSHOT_S else saved
        if now - reported > REPORT_S:
            reported = now
            yield Progress(now - began, games, learner.positions, learner.loss(), learner.weights())
    final = learner.weights(learner.temperature())
    yield Progress(time.monotonic() - began, games, learner.positions, learner.loss(), final)


def _arrived(played: Queue[PracticeGame]) -> Iterator[PracticeGame]:
    """Yield the games in the queue; wait a moment for the first one."""
    try:
        yield played.get(timeout=0.05)
        while True:
            yield played.get_nowait()
    except queue.Empty:
        return


class Learner:
    """A network in PyTorch, with Adam and the positions of the latest games, on the GPU if there is one."""

    def __init__(self, network: Network) -> None:
        import torch

        self._torch = torch
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        arrays = (network.direct, network.combining, network.bias, network.combined)
        self._weights = [self._tensor(each).requires_grad_() for each in arrays]
        self._average = [each.detach().clone() for each in self._weights]
        self._optimizer = torch.optim.AdamW(self._weights, weight_decay=0.01)
        self._new: list[PracticeGame] = []
        self._kept: deque[tuple[Any, Any]] = deque()
        self._held_out: deque[PracticeGame] = deque(maxlen=MAX_HELD_OUT)
        self._steps = 0
        self.positions = 0
        """How many positions it got to learn from."""

    def _tensor(self, values: Any) -> Any:
        return self._torch.tensor(values, dtype=self._torch.float32, device=self._device)

    def add(self, game: PracticeGame, *, held_out: bool) -> None:
        """Take a game, to learn from it or, if `held_out`, to measure the loss with it."""
        if held_out:
            self._held_out.append(game)
        else:
            self._new.append(game)
            self.positions += len(game.targets)

    def learn(self, rate: float) -> None:
        """Make steps until each position has been used often enough, at most `MAX_STEPS_AT_ONCE`."""
        wanted = self.positions * USES_PER_POSITION // BATCH_SIZE - self._steps
        if wanted <= 0:
            return
        if self._new:
            features, targets = (np.concatenate(each) for each in zip(*[game[:2] for game in self._new], strict=True))
            self._kept.append((self._tensor(features), self._tensor(targets)))
            self._new = []
            while sum(len(each) for _, each in list(self._kept)[1:]) > KEPT_SHARE * self.positions:
                self._kept.popleft()
        features, targets = (self._torch.cat(each) for each in zip(*self._kept, strict=True))
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        for _ in range(min(wanted, MAX_STEPS_AT_ONCE)):
            chosen = self._torch.randint(len(targets), (BATCH_SIZE,), device=self._device)
            self._optimizer.zero_grad()
            self._loss(self._weights, features[chosen], targets[chosen]).backward()
            self._optimizer.step()
            self._steps += 1
            with self._torch.no_grad():
                for average, weight in zip(self._average, self._weights, strict=True):
                    average.lerp_(weight, 1 / min(self._steps, AVERAGED_STEPS))

    def loss(self) -> float:
        """Return the cross entropy of the averaged weights in the games that were held out; nan without any."""
        if not self._held_out:
            return float("nan")
        features, targets = (np.concatenate(each) for each in zip(*[game[:2] for game in self._held_out], strict=True))
        with self._torch.no_grad():
            return float(self._loss(self._average, self._tensor(features), self._tensor(targets)))

    def _loss(self, weights: list[Any], features: Any, targets: Any) -> Any:
        """Return the mean cross entropy; `Network.scores` has the same formula."""
        direct, combining, bias, combined = weights
        scores = features @ direct + self._torch.relu(features @ combining + bias) @ combined
        return -(targets * self._torch.log_softmax(scores, dim=1)).sum(dim=1).mean()

    def weights(self, temperature: float = 1.0) -> Weights:
        """Return the averaged weights, rounded; the scores of all seats are multiplied by `temperature`."""
        network = Network.__new__(Network)
        direct, network.combining, network.bias, combined = [each.double().cpu().numpy() for each in self._average]
        network.direct, network.combined = direct * temperature, combined * temperature
        return network.rounded()

    def temperature(self) -> float:
        """Return the temperature with which the chances fit the victories best, in games of learners held out.

        Targets mix victories with scores, so that chances without it are too close to each other.
        """
        games = [game for game in self._held_out if all(game.learners)]
        if not games:
            return 1.0
        features = self._tensor(np.concatenate([game.features for game in games]))
        shares = self._tensor(np.concatenate([np.tile(game.shares, (len(game.features), 1)) for game in games]))
        direct, combining, bias, combined = self._average
        with self._torch.no_grad():
            losses = [
                float(self._loss([direct * by, combining, bias, combined * by], features, shares))
                for by in TEMPERATURES
            ]
        return TEMPERATURES[int(np.argmin(losses))]


def _publish(folder: Path, weights: Weights, *, as_older: bool = False) -> None:
    """Write the weights for the processes, `as_older` also as one of the older networks of the league."""
    encoded = msgspec.json.encode(weights)
    for name in ["newest", f"older-{time.monotonic_ns()}"][: 1 + as_older]:
        draft = folder / "draft"
        draft.write_bytes(encoded)
        draft.replace(folder / f"{name}.json")


def _practise(name: str, seats: int, seed: int, folder: str, played: Queue[PracticeGame]) -> None:
    """Play practice games without end, always with the newest weights in the folder, and put them into the queue."""
    # The processes share the cores already.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    game, model, chance = GAMES[name], model_of(name), Chance(seed)
    assert model is not None

    def estimator(file: Path) -> WinEstimator:
        return WinEstimator(game, model, Network(msgspec.json.decode(file.read_bytes(), type=Weights)))

    while True:
        older = [estimator(file) for file in sorted(Path(folder).glob("older-*.json"))]
        newest = estimator(Path(folder) / "newest.json")
        played.put(play_practice_game(game, model, seats, newest, older, chance))
