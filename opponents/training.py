"""What a game brings so that the alderman can learn and play it: `TRAINING` in the module `alderman` of its package."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from opponents.advice import Reason
from rules import AnyGame, Move
from rules.chance import Chance

Numbers = NDArray[np.float64]


_PARTS = 1 << 30
"""In how many parts a mixed choice is drawn."""


class Judging(Protocol):
    """Who knows what was learned: says everybody's chances to win."""

    def __call__(self, states: Sequence[Any]) -> Numbers:
        """Return the chances by state and seat."""

    def of_seat(self, states: Sequence[Any], seat: int) -> Numbers:
        """Return how good each state looks for a seat by its own features alone: quick, and only to compare."""

    def by_features(self, features: Numbers) -> Numbers:
        """Return the chances by state and seat, from features by state, seat and name."""


class Weighed(NamedTuple):
    """A move, the chance to win with it, and how often it should be played: who is foreseen loses."""

    move: Move
    chance: float
    share: float
    reasons: tuple[Reason, ...] = ()
    """What speaks for it, where the search found that out."""
    spread: float | None = None
    """How far the chances lie apart that it was found to lead to; None where it was not looked at closely."""


class Note(NamedTuple):
    """A position of a practice game: everybody's features, and the chances that thinking found there or a move on."""

    features: Numbers
    chances: Numbers | None
    """None where nothing was thought."""
    continued: Numbers | None = None
    """Everybody's part of the victory if all go on as is likely, where a plan wants that."""


class TrainingPlan(NamedTuple):
    """How a game is learned with some number of players."""

    hidden: int
    """How many combinations of features the network finds for itself."""
    faith: float
    """How much of a position's target is what thinking found there; the rest is how the game went on."""
    kept: int
    """Generations whose games are learned from: older ones were played too badly."""
    generations: int
    games: int
    """How many generations learn, and how many games each of them plays."""
    passes: int = 4
    """How often everything is gone through after each generation."""
    slowing: float = 0.1
    """To what part the pace of learning falls from the first generation to the last."""
    settling: float = 1.0
    """To what part it falls within each generation."""
    continued: float = 0.0
    """How much of the targets after the last generation is what comes of going on as is likely: others will."""
    review: int = 1
    """How many times as many passes there are after the last generation, which nobody plays by any more."""


class Training(ABC):
    """A game as it is learned: the same features in practice and in play."""

    names: ClassVar[tuple[str, ...]]
    """What each feature is. With other names or in another order what was learned before is refused."""
    spread: ClassVar[float] = 0.0
    """Points of the final score that make a difference in practice; 0: only the victory counts."""

    prior: ClassVar[Mapping[str, float]] = {}
    """Features that are known to matter: with which weight learning begins."""

    hidden: ClassVar[int] = 32
    faith: ClassVar[float] = 0.1
    kept: ClassVar[int] = 4
    generations: ClassVar[int] = 12
    games: ClassVar[int] = 300
    """The usual plan; what each is says `TrainingPlan`."""

    def plan(self, seats: int) -> TrainingPlan:
        """Return how the game is learned with so many players."""
        return TrainingPlan(self.hidden, self.faith, self.kept, self.generations, self.games)

    @abstractmethod
    def features(self, states: Sequence[Any]) -> Numbers:
        """Return the features by state, seat and name, each of a size of about 1."""

    def of_seat(self, states: Sequence[Any], seat: int) -> Numbers:
        """Return the features of one seat by state and name."""
        found: Numbers = self.features(states)[:, seat]
        return found

    def settled(self, state: Any) -> bool:
        """Say whether what was learned can judge a state: not in the midst of something, if that was never learned."""
        return True

    @abstractmethod
    def weigh(
        self, game: AnyGame, state: Any, seat: int, chance: Chance, judge: Judging, wanted: Sequence[Move] = ()
    ) -> list[Weighed]:
        """Return moves worth making for the seat, best first. All that is known of the state comes from `guess`.

        Moves that are `wanted` are among them, however they look.
        The work is counted, never timed: the same chance gives the same answer.
        """

    def quick(self, game: AnyGame, state: Any, seat: int, chance: Chance, judge: Judging) -> Move:
        """Return a good move at a small part of the cost: for thousands of games that are looked at together."""
        weighed = self.weigh(game, state, seat, chance, judge)
        return weighed[drawn([each.share for each in weighed], chance)].move

    @abstractmethod
    def practise(
        self, game: AnyGame, seats: int, chance: Chance, judge: Judging | None
    ) -> Iterator[Note | tuple[float, ...]]:
        """Play a game against oneself, by what was learned so far (None: nothing); at last yield everybody's score."""


def drawn(shares: Sequence[float] | Numbers, chance: Chance) -> int:
    """Return one of the places, each as likely as its share."""
    luck = chance.below(_PARTS) / _PARTS
    for place, share in enumerate(shares):
        luck -= float(share)
        if luck < 0:
            return place
    return int(np.argmax(shares))
