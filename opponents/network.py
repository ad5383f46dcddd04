"""The alderman's network, from features to chances to win, and the file that holds its weights.

`Network` computes, `WinEstimator` applies it to states, and `save_model` and `load_network` write and read the file.
There is one small network for each game and number of players.
"""

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
"""Significant digits of a stored weight. Training continues with the rounded weights too."""

_POINT_WORTH = 1e-5
"""What a point ahead adds to the value of a finished game, so that no points are given away."""


class UnusableModelFile(Exception):
    """The file of learned weights cannot be used. The message tells the operator why, and how to make it again."""


class Weights(msgspec.Struct, frozen=True):
    """The network's weights: one hidden layer of rectified linear units, plus a direct connection from the features.

    `combining` leads from the features to the hidden units, `bias` is added there, and `combined` are the weights of
    the hidden units in the score.
    """

    direct: list[float]
    """By feature."""
    combining: list[list[float]]
    """By feature, then by hidden unit."""
    bias: list[float]
    combined: list[float]


class ModelFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `learned-N.json`: weights, and everything that must match for them to be valid."""

    game: str
    version: int
    """Version of the rules."""
    seats: int
    features: str
    """Digest of the names of the features."""
    command: str
    """The command that trained it."""
    weights: Weights
    digest: str
    """Digest of the weights."""


def model_path(folder: Path, seats: int) -> Path:
    """Return the path of the file for this number of players."""
    return folder / f"learned-{seats}.json"


def digest_of(thing: Any) -> str:
    """Return the first 16 hex digits of the SHA-256 of a value's JSON."""
    return hashlib.sha256(msgspec.json.encode(thing)).hexdigest()[:16]


class Network:
    """The weights of the alderman's network as arrays, ready to compute with."""

    def __init__(self, weights: Weights) -> None:
        self.direct = np.array(weights.direct)
        self.combining = np.array(weights.combining)
        self.bias = np.array(weights.bias)
        self.combined = np.array(weights.combined)

    @classmethod
    def fresh(cls, features: int, hidden: int) -> Network:
        """Return an untrained network of this size, for which all chances are equal.

        `features` and `hidden` are the numbers of features and of hidden units. The hidden weights start as cosines
        instead of random numbers, so that training needs no seed for them.
        """
        grid = np.arange(features)[:, None] * (2 * np.arange(hidden) + 1)[None, :]
        combining = np.cos(np.pi * (grid + 0.5) / features) * np.sqrt(2 / features)
        return cls(Weights([0.0] * features, combining.tolist(), [0.0] * hidden, [0.0] * hidden))

    def rounded(self) -> Weights:
        """Return the weights of this network, rounded to the digits that are stored in the file."""

        def round_numbers(numbers: FloatArray) -> Any:
            """Return an array as (nested) lists of numbers rounded to `_WEIGHT_DIGITS` significant digits."""
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
        """Return one score for each vector of features (the last axis of the array); larger is better."""
        combinations = features @ self.combining
        combinations += self.bias
        np.maximum(combinations, 0.0, out=combinations)
        scores: FloatArray = features @ self.direct + combinations @ self.combined
        return scores

    def chances(self, features: FloatArray, sharpness: FloatArray | None = None) -> FloatArray:
        """Return each seat's chance to win as an array [state, seat], from features as an array [state, seat, feature].

        It is the softmax of the scores over the seats. In each state they are first multiplied by its `sharpness`.
        """
        scores = self.scores(features)
        if sharpness is not None:
            scores *= sharpness[:, None]
        scores -= scores.max(axis=-1, keepdims=True)
        powers = np.exp(scores)
        shares: FloatArray = powers / powers.sum(axis=-1, keepdims=True)
        return shares


class WinEstimator:
    """Estimates each seat's chance to win in guessed states of one game, for the alderman.

    A running game is estimated by the network, a finished one is valued by its result.
    """

    def __init__(self, game: AnyGame, model: AldermanModel, network: Network) -> None:
        self.game, self.model, self.network = game, model, network

    def chances_from_features(self, features: FloatArray) -> FloatArray:
        """Return the chances to win as an array [state, seat], from features as an array [state, seat, feature]."""
        return self.network.chances(features)

    def seat_scores(self, states: Sequence[Any], seat: int) -> FloatArray:
        """Return one value per state by which the states can be compared for this seat; larger is better.

        These are network scores from the seat's own features, or, if any of the games is over, chances for all of the
        states.
        """
        if any(not state.agenda for state in states):
            return self.chances(states)[:, seat]
        return self.network.scores(self.model.features_of_seat(states, seat))

    def chances(self, states: Sequence[Any]) -> FloatArray:
        """Return the chances to win as an array [state, seat]. There must be at least one state.

        In a finished game a chance is the share of the victory, with a tiny addition for the points ahead.
        """
        chances = np.empty((len(states), states[0].seats))
        running = [place for place, state in enumerate(states) if state.agenda]
        if running:
            estimated = [states[place] for place in running]
            sharpness = np.array([self.model.sharpness(state) for state in estimated])
            chances[running] = self.network.chances(self.model.features(estimated), sharpness)
        for place, state in enumerate(states):
            if not state.agenda:
                chances[place] = self._final_shares(state)
        return chances

    def _final_shares(self, state: Any) -> list[float]:
        """Return each seat's share of the victory in a finished game, with a small addition for points.

        The addition is `_POINT_WORTH` for each point ahead of the best rival, and negative for a seat that is behind.
        """
        result = self.game.result(state)
        assert result is not None
        ended = []
        for seat, score in enumerate(result.scores):
            lead = score - max(result.scores[:seat] + result.scores[seat + 1 :])
            ended.append((result.places[seat] == 1) / len(result.winners) + _POINT_WORTH * lead)
        return ended


def save_model(folder: Path, game: AnyGame, seats: int, model: AldermanModel, weights: Weights, command: str) -> Path:
    """Write the weights and everything that must match for them to be valid to the model file, and return its path.

    `command` is the command that trained them.
    """
    file = model_path(folder, seats)
    learned = ModelFile(
        game.name, game.version, seats, digest_of(model.feature_names), command, weights, digest_of(weights)
    )
    file.write_bytes(msgspec.json.format(msgspec.json.encode(learned), indent=0) + b"\n")
    return file


def load_network(folder: Path, game: AnyGame, seats: int, model: AldermanModel) -> Network:
    """Read and check the model file of a game for this number of players, and return its network.

    Raise `UnusableModelFile` if it is missing, damaged, or was made for another game, number of players, version of the
    rules or list of features.
    """
    file = model_path(folder, seats)
    again = f"learn it again: python -m opponents learn {game.name} --seats {seats}"
    try:
        learned = _read(file)
    except UnusableModelFile as problem:
        raise UnusableModelFile(f"{problem}; {again}") from None
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


def read_weights(file: Path, model: AldermanModel) -> Weights:
    """Return the weights of a model file of any number of players; raise `UnusableModelFile` if they do not fit."""
    learned = _read(file)
    if learned.features != digest_of(model.feature_names):
        raise UnusableModelFile(f"{file}: was learned from other features than these")
    return learned.weights


def _read(file: Path) -> ModelFile:
    """Return the content of a model file; raise `UnusableModelFile` if it cannot be read or is damaged."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=ModelFile)
    except OSError as problem:
        raise UnusableModelFile(f"{file}: cannot be read ({problem.strerror})") from None
    except msgspec.MsgspecError as problem:
        raise UnusableModelFile(f"{file}: damaged ({problem})") from None
