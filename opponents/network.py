"""What was learned: for each number of players a small network from features to chances to win; its file, refusals."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from opponents.alderman_model import AldermanModel, FloatArray
from opponents.versions import is_compatible_version
from rules import AnyGame

_WEIGHT_DIGITS = 5
"""Significant digits of a weight: all that is learned is learned and played with these."""

_POINT_WORTH = 1e-5
"""What a point is worth when the game is over."""


class UnusableModelFile(Exception):
    """What was learned cannot be used; says why, for the operator."""


class Weights(msgspec.Struct, frozen=True):
    """The network: a straight sum of the features, and the same of combinations of them."""

    direct: list[float]
    combining: list[list[float]]
    """By feature, then by combination."""
    bias: list[float]
    combined: list[float]


class ModelFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


def model_path(folder: Path, seats: int) -> Path:
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

        def round_numbers(numbers: FloatArray) -> Any:
            return (
                [round_numbers(row) for row in numbers]
                if numbers.ndim > 1
                else [float(f"{n:.{_WEIGHT_DIGITS}g}") for n in numbers]
            )

        return Weights(
            round_numbers(self.direct),
            round_numbers(self.combining),
            round_numbers(self.bias),
            round_numbers(self.combined),
        )

    def scores(self, features: FloatArray) -> FloatArray:
        """Return how good things look: larger is better."""
        combinations = features @ self.combining
        combinations += self.bias
        np.maximum(combinations, 0.0, out=combinations)
        scores: FloatArray = features @ self.direct + combinations @ self.combined
        return scores

    def chances(self, features: FloatArray) -> FloatArray:
        """Return everybody's chance to win, from features by state, seat and name."""
        scores = self.scores(features)
        scores -= scores.max(axis=-1, keepdims=True)
        powers = np.exp(scores)
        shares: FloatArray = powers / powers.sum(axis=-1, keepdims=True)
        return shares


class WinEstimator:
    """Says everybody's chances to win in guessed states: by the result if the game is over, else by the network."""

    def __init__(self, game: AnyGame, model: AldermanModel, network: Network) -> None:
        self.game, self.model, self.network = game, model, network

    def chances_from_features(self, features: FloatArray) -> FloatArray:
        """Return the chances by state and seat, from features by state, seat and name."""
        return self.network.chances(features)

    def seat_scores(self, states: Sequence[Any], seat: int) -> FloatArray:
        """Return how good each state looks for a seat by its own features alone; what is over, by the result."""
        if any(not state.agenda for state in states):
            return self.chances(states)[:, seat]
        return self.network.scores(self.model.features_of_seat(states, seat))

    def chances(self, states: Sequence[Any]) -> FloatArray:
        """Return the chances by state and seat."""
        chances = np.empty((len(states), states[0].seats))
        running = [place for place, state in enumerate(states) if state.agenda]
        if running:
            chances[running] = self.network.chances(self.model.features([states[place] for place in running]))
        for place, state in enumerate(states):
            if not state.agenda:
                chances[place] = self._final_shares(state)
        return chances

    def _final_shares(self, state: Any) -> list[float]:
        """Return everybody's part of the victory; the lead counts a little too: nobody gives points away."""
        result = self.game.result(state)
        assert result is not None
        ended = []
        for seat, score in enumerate(result.scores):
            lead = score - max(result.scores[:seat] + result.scores[seat + 1 :])
            ended.append((result.places[seat] == 1) / len(result.winners) + _POINT_WORTH * lead)
        return ended


def save_model(folder: Path, game: AnyGame, seats: int, model: AldermanModel, weights: Weights, command: str) -> Path:
    """Write what was learned into its file."""
    file = model_path(folder, seats)
    learned = ModelFile(
        game.name, game.version, seats, digest_of(model.feature_names), command, weights, digest_of(weights)
    )
    file.write_bytes(msgspec.json.format(msgspec.json.encode(learned), indent=0) + b"\n")
    return file


def load_network(folder: Path, game: AnyGame, seats: int, model: AldermanModel) -> Network:
    """Read what was learned; raise `BadLearning` if it is missing, damaged, or was learned for something else."""
    file = model_path(folder, seats)
    again = f"learn it again: python -m opponents learn {game.name} --seats {seats}"
    try:
        learned = msgspec.json.decode(file.read_bytes(), type=ModelFile)
    except OSError as problem:
        raise UnusableModelFile(f"{file}: cannot be read ({problem.strerror}); {again}") from None
    except msgspec.MsgspecError as problem:
        raise UnusableModelFile(f"{file}: damaged ({problem}); {again}") from None
    if (learned.game, learned.seats) != (game.name, seats):
        raise UnusableModelFile(f"{file}: was learned for {learned.game} with {learned.seats} players; {again}")
    if not is_compatible_version(game, learned.version):
        raise UnusableModelFile(
            f"{file}: was learned by the rules of version {learned.version}, not {game.version}; {again}"
        )
    if learned.features != digest_of(model.feature_names):
        raise UnusableModelFile(f"{file}: was learned from other features than these; {again}")
    if learned.digest != digest_of(learned.weights):
        raise UnusableModelFile(f"{file}: damaged (the digest of the weights differs); {again}")
    return Network(learned.weights)
