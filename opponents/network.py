"""What was learned: for each number of players a small network from features to chances to win; its file, refusals."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from opponents.training import Numbers, Training
from opponents.versions import serves
from rules import AnyGame

_DIGITS = 5
"""Significant digits of a weight: all that is learned is learned and played with these."""

_POINT = 1e-5
"""What a point is worth when the game is over."""


class BadLearning(Exception):
    """What was learned cannot be used; says why, for the operator."""


class Weights(msgspec.Struct, frozen=True):
    """The network: a straight sum of the features, and the same of combinations of them."""

    direct: list[float]
    combining: list[list[float]]
    """By feature, then by combination."""
    bias: list[float]
    combined: list[float]


class LearnedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of what was learned, with all that it depends on."""

    game: str
    version: int
    """Of the rules."""
    seats: int
    features: str
    """Digest of the names of the features."""
    command: str
    """How it was learned."""
    weights: Weights
    digest: str
    """Of the weights."""


def file_of(folder: Path, seats: int) -> Path:
    """Return where is kept what was learned for so many players."""
    return folder / f"learned-{seats}.json"


def digest_of(thing: Any) -> str:
    """Return a short digest of plain values."""
    return hashlib.sha256(msgspec.json.encode(thing)).hexdigest()[:16]


class Network:
    """Weights ready to be used."""

    def __init__(self, weights: Weights) -> None:
        self.direct = np.array(weights.direct)
        self.combining = np.array(weights.combining)
        self.bias = np.array(weights.bias)
        self.combined = np.array(weights.combined)

    @classmethod
    def fresh(cls, features: int, hidden: int) -> Network:
        """Return a network that knows nothing: all chances are equal. No dice: the combinations begin as waves."""
        grid = np.arange(features)[:, None] * (2 * np.arange(hidden) + 1)[None, :]
        combining = np.cos(np.pi * (grid + 0.5) / features) * np.sqrt(2 / features)
        return cls(Weights([0.0] * features, combining.tolist(), [0.0] * hidden, [0.0] * hidden))

    def rounded(self) -> Weights:
        """Return the weights as they are kept."""

        def few(numbers: Numbers) -> Any:
            return [few(row) for row in numbers] if numbers.ndim > 1 else [float(f"{n:.{_DIGITS}g}") for n in numbers]

        return Weights(few(self.direct), few(self.combining), few(self.bias), few(self.combined))

    def scores(self, features: Numbers) -> Numbers:
        """Return how good things look: larger is better."""
        combinations = features @ self.combining
        combinations += self.bias
        np.maximum(combinations, 0.0, out=combinations)
        scores: Numbers = features @ self.direct + combinations @ self.combined
        return scores

    def chances(self, features: Numbers) -> Numbers:
        """Return everybody's chance to win, from features by state, seat and name."""
        scores = self.scores(features)
        scores -= scores.max(axis=-1, keepdims=True)
        powers = np.exp(scores)
        shares: Numbers = powers / powers.sum(axis=-1, keepdims=True)
        return shares


class Judge:
    """Says everybody's chances to win in guessed states: by the result if the game is over, else by the network."""

    def __init__(self, game: AnyGame, training: Training, network: Network) -> None:
        self.game, self.training, self.network = game, training, network

    def by_features(self, features: Numbers) -> Numbers:
        """Return the chances by state and seat, from features by state, seat and name."""
        return self.network.chances(features)

    def of_seat(self, states: Sequence[Any], seat: int) -> Numbers:
        """Return how good each state looks for a seat by its own features alone; what is over, by the result."""
        if any(not state.agenda for state in states):
            return self(states)[:, seat]
        return self.network.scores(self.training.of_seat(states, seat))

    def __call__(self, states: Sequence[Any]) -> Numbers:
        """Return the chances by state and seat."""
        chances = np.empty((len(states), states[0].seats))
        running = [place for place, state in enumerate(states) if state.agenda]
        if running:
            chances[running] = self.network.chances(self.training.features([states[place] for place in running]))
        for place, state in enumerate(states):
            if not state.agenda:
                chances[place] = self._ended(state)
        return chances

    def _ended(self, state: Any) -> list[float]:
        """Return everybody's part of the victory; the lead counts a little too: nobody gives points away."""
        result = self.game.result(state)
        assert result is not None
        ended = []
        for seat, score in enumerate(result.scores):
            lead = score - max(result.scores[:seat] + result.scores[seat + 1 :])
            ended.append((result.places[seat] == 1) / len(result.winners) + _POINT * lead)
        return ended


def keep(folder: Path, game: AnyGame, seats: int, training: Training, weights: Weights, command: str) -> Path:
    """Write what was learned into its file."""
    file = file_of(folder, seats)
    learned = LearnedFile(
        game.name, game.version, seats, digest_of(training.names), command, weights, digest_of(weights)
    )
    file.write_bytes(msgspec.json.format(msgspec.json.encode(learned), indent=0) + b"\n")
    return file


def load(folder: Path, game: AnyGame, seats: int, training: Training) -> Network:
    """Read what was learned; raise `BadLearning` if it is missing, damaged, or was learned for something else."""
    file = file_of(folder, seats)
    again = f"learn it again: python -m opponents learn {game.name} --seats {seats}"
    try:
        learned = msgspec.json.decode(file.read_bytes(), type=LearnedFile)
    except OSError as problem:
        raise BadLearning(f"{file}: cannot be read ({problem.strerror}); {again}") from None
    except msgspec.MsgspecError as problem:
        raise BadLearning(f"{file}: damaged ({problem}); {again}") from None
    if (learned.game, learned.seats) != (game.name, seats):
        raise BadLearning(f"{file}: was learned for {learned.game} with {learned.seats} players; {again}")
    if not serves(game, learned.version):
        raise BadLearning(f"{file}: was learned by the rules of version {learned.version}, not {game.version}; {again}")
    if learned.features != digest_of(training.names):
        raise BadLearning(f"{file}: was learned from other features than these; {again}")
    if learned.digest != digest_of(learned.weights):
        raise BadLearning(f"{file}: damaged (the digest of the weights differs); {again}")
    return Network(learned.weights)
