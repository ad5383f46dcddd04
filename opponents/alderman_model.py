"""The interface through which the alderman learns and plays one game.

A game's package declares its implementation as `MODEL` in `opponents/<game>/model.py`. One class holds the features,
the search for a move and the training games, because what is learned is only valid for the features and the search it
was learned with. `turn_model.TurnModel` and `sealed_model.SealedModel` implement the search for two common kinds of
games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from opponents.advice import MIN_POINTS, NOISE, PointsGap, Reason
from rules import AnyGame, Move
from rules.chance import Chance

FloatArray = NDArray[np.float64]


_DRAW_RESOLUTION = 1 << 30
"""A random number between 0 and 1 is drawn as a multiple of 1 / `_DRAW_RESOLUTION`."""


class Estimator(Protocol):
    """Estimates each seat's chance to win in given states; implemented by `network.WinEstimator`."""

    def chances(self, states: Sequence[Any]) -> FloatArray:
        """Return the chances to win, from 0 to 1, as an array [state, seat]."""

    def seat_scores(self, states: Sequence[Any], seat: int) -> FloatArray:
        """Return one score per state, by which the states can be compared for this seat; larger is better.

        Only this seat's features are computed, which is faster than `chances`. A score is no chance to win.
        """

    def chances_from_features(self, features: FloatArray) -> FloatArray:
        """Return the chances to win as an array [state, seat], from features as an array [state, seat, feature]."""


class WeighedMove(NamedTuple):
    """A move that the search considered, with the chance to win after it and the probability of playing it.

    Both are from 0 to 1. Several moves of one decision have a probability above 0 where a predictable player would
    lose.
    """

    move: Move
    chance: float
    probability: float
    reasons: tuple[Reason, ...] = ()
    """What speaks for the move, if the search itself found that out."""
    spread: float | None = None
    """Standard deviation of the chances over the sampled outcomes; None if the search did not sample this move."""
    points: float | None = None
    """The points that the seat expects at the end of the game; None where `spread` is None, or if not computed."""
    rival_points: float | None = None
    """The most points that another seat expects then; None where `points` is None."""

    def points_ahead(self, other: WeighedMove) -> float:
        """Return how many more points the seat expects after this move than after the other one.

        It is 0 if the chances to win differ by more than `NOISE`.
        """
        if self.points is None or other.points is None or abs(self.chance - other.chance) > NOISE:
            return 0.0
        return self.points - other.points

    def is_better_than(self, other: WeighedMove) -> bool:
        """Return True if it brings `MIN_POINTS` more at about the same chance to win, else if its chance is better."""
        ahead = self.points_ahead(other)
        return ahead > 0 if abs(ahead) >= MIN_POINTS else self.chance > other.chance

    def points_gap(self, worse: WeighedMove) -> PointsGap:
        """Return the difference in expected points that explains why this move is better than another one.

        Differences of less than `MIN_POINTS` explain nothing, and so does a rival's loss that costs the player as much.
        """
        if self.points is None or worse.points is None:
            return PointsGap()
        own = round(self.points - worse.points)
        if own >= MIN_POINTS:
            return PointsGap(own)
        if self.rival_points is None or worse.rival_points is None or own <= -MIN_POINTS:
            return PointsGap()
        rival = round(worse.rival_points - self.rival_points)
        return PointsGap(rival=rival) if rival >= MIN_POINTS else PointsGap()


class TrainingPosition(NamedTuple):
    """One position of a training game, from which the network learns: its features and chances to win.

    A plan may add shares of the victory in random playouts.
    """

    features: FloatArray
    """As an array [seat, feature]."""
    chances: FloatArray | None
    """Each seat's chance to win, from a search here or an estimate one decision later; None if there is neither."""
    playout_shares: FloatArray | None = None
    """Each seat's average share of the victory over random playouts; only if the plan has a `playout_weight`."""


class TrainingPlan(NamedTuple):
    """The parameters with which a game is learned for one number of players.

    A *generation* is a number of training games, after which the network is trained on the positions of the latest
    generations.
    """

    hidden_units: int
    """Size of the network's hidden layer."""
    search_weight: float
    """Weight of `TrainingPosition.chances` in a position's target; the rest is the target of the next position."""
    kept_generations: int
    """How many of the latest generations' games are learned from: older ones were played too badly."""
    generations: int
    """The number of generations in the whole training."""
    games_per_generation: int
    """The number of training games in each generation."""
    passes: int = 4
    """Passes over all kept positions after each generation."""
    decay_over_generations: float = 0.1
    """The last generation's learning rate as a fraction of the first one's."""
    decay_within_generation: float = 1.0
    """The learning rate at the end of a generation as a fraction of that at its beginning."""
    playout_weight: float = 0.0
    """Weight of `TrainingPosition.playout_shares` in the targets after the last generation."""
    final_passes_factor: int = 1
    """The last generation makes this many times `passes`, because no further generation plays by its result."""


class AldermanModel(ABC):
    """How the alderman learns and plays one game: features, search and training games.

    A game declares an instance as `MODEL`. `features`, `weigh_moves` and `play_training_game` must be implemented.
    """

    feature_names: ClassVar[tuple[str, ...]]
    """The features in order. A file learned with other names or in another order is refused."""
    score_scale: ClassVar[float] = 0.0
    """In training, a softmax of scores divided by this is averaged with the shares of the victory; 0: shares only."""

    initial_weights: ClassVar[Mapping[str, float]] = {}
    """Weights of direct connections from features to the output before training, by feature; others start with 0."""

    hidden_units: ClassVar[int] = 32
    search_weight: ClassVar[float] = 0.1
    kept_generations: ClassVar[int] = 4
    generations: ClassVar[int] = 12
    games_per_generation: ClassVar[int] = 300
    """The default plan; see `TrainingPlan` for each value."""

    def plan(self, seats: int) -> TrainingPlan:
        """Return the training plan for this number of players; by default made of the class attributes."""
        return TrainingPlan(
            self.hidden_units, self.search_weight, self.kept_generations, self.generations, self.games_per_generation
        )

    @abstractmethod
    def features(self, states: Sequence[Any]) -> FloatArray:
        """Return the features of all seats in these states as an array [state, seat, feature].

        Each feature is scaled to a size of about 1.
        """

    def features_of_seat(self, states: Sequence[Any], seat: int) -> FloatArray:
        """Return one seat's features in these states as an array [state, feature]."""
        found: FloatArray = self.features(states)[:, seat]
        return found

    def can_estimate(self, state: Any) -> bool:
        """Return True if the network was trained on positions like this one, of a running game. The default is True.

        The analysis of finished games skips all other positions.
        """
        return True

    def sharpness(self, state: Any) -> float:
        """Return by what the network's scores in this state are multiplied to get chances. The default is 1.

        A game lowers it where the chances would otherwise be too far apart to agree with victories.
        """
        return 1.0

    def turn_number(self, state: Any) -> int | None:
        """Return a count that grows with every turn of the game; None (the default) if the game has no turns."""
        return None

    @abstractmethod
    def weigh_moves(
        self, game: AnyGame, state: Any, seat: int, chance: Chance, estimator: Estimator, required: Sequence[Move] = ()
    ) -> list[WeighedMove]:
        """Return the moves worth considering for the seat, best first, with probabilities that add up to 1.

        The implementation may look at `state` only through `game.guess`. Moves in `required` are always among the
        result. The work is limited by counts, never by time: the same `chance` gives the same result.
        """

    def weigh_moves_quickly(
        self, game: AnyGame, state: Any, seat: int, chance: Chance, estimator: Estimator, required: Sequence[Move] = ()
    ) -> list[WeighedMove]:
        """Return the same as `weigh_moves`, at a fraction of its cost and less exactly.

        The journeyman plays by it, and the analysis of a finished game selects decisions by it. The default is
        `weigh_moves` itself.
        """
        return self.weigh_moves(game, state, seat, chance, estimator, required)

    @abstractmethod
    def play_training_game(
        self, game: AnyGame, seats: int, chance: Chance, estimator: Estimator | None
    ) -> Iterator[TrainingPosition | tuple[float, ...]]:
        """Play one game against itself; yield its positions in order and, as the last item, each seat's score.

        `estimator` holds what was learned so far; None in the first generation.
        """


def draw_index(probabilities: Sequence[float] | FloatArray, chance: Chance) -> int:
    """Return a random index, drawn with these probabilities, which must add up to about 1.

    A rest that rounding leaves goes to the most probable index.
    """
    luck = chance.below(_DRAW_RESOLUTION) / _DRAW_RESOLUTION
    for index, probability in enumerate(probabilities):
        luck -= float(probability)
        if luck < 0:
            return index
    return int(np.argmax(probabilities))
