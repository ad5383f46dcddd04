"""`SealedModel`: the alderman in small games in which all seats choose at the same time.

All joint choices are played, the positions after them are estimated, and regret matching finds each seat's mix.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, ClassVar

import numpy as np

from opponents import regret_matching
from opponents.alderman_model import AldermanModel, Estimator, FloatArray, TrainingPosition, WeighedMove, draw_index
from rules import AnyGame, Move
from rules.chance import Chance

ONE_RANDOM_CHOICE_IN = 12
"""In training, one choice in this many is random."""


class SealedModel(AldermanModel):
    """An `AldermanModel` for games in which all seats choose at the same time, each among a few moves.

    A game derives its `MODEL` from it and implements `describe_seat`.
    """

    rounds: ClassVar[int] = 200
    """Rounds of regret matching for a decision."""
    training_rounds: ClassVar[int] = 30
    """Rounds of regret matching in training, where many games count more than good ones."""
    search_weight: ClassVar[float] = 0.3

    @abstractmethod
    def describe_seat(self, state: Any, seat: int) -> list[float]:
        """Return one seat's features, in the order of `feature_names`."""

    def features(self, states: Sequence[Any]) -> FloatArray:
        """Return the features of all seats in these states as an array [state, seat, feature]."""
        return np.array(
            [[self.describe_seat(state, seat) for seat in range(state.seats)] for state in states], dtype=float
        )

    def weigh_moves(
        self, game: AnyGame, state: Any, seat: int, chance: Chance, estimator: Estimator, required: Sequence[Move] = ()
    ) -> list[WeighedMove]:
        """Return all moves of the seat with their chances to win and their probabilities, most frequent first.

        The probabilities are those of the seat's mix. The chances are those against the mixes of the other seats.
        """
        guess = game.guess(state, seat, chance.draw())
        asked, options, payoffs, mixes = self._solve(game, guess, estimator, self.rounds)
        own = asked.index(seat)
        brings = regret_matching.expected_payoffs(payoffs[own], mixes, own)
        order = sorted(range(len(options[own])), key=lambda place: -round(float(mixes[own][place]), 9))
        return [WeighedMove(options[own][place], float(brings[place]), float(mixes[own][place])) for place in order]

    def _solve(
        self, game: AnyGame, state: Any, estimator: Estimator, rounds: int
    ) -> tuple[list[int], list[list[Move]], list[FloatArray], list[FloatArray]]:
        """Play all joint choices from this state and find each seat's mix with `rounds` rounds of regret matching.

        Return four lists with one entry per seat that may choose or change its choice: the seats, their moves, their
        payoffs (an array with one axis per seat) and their mixes. `state` is not changed.
        """
        owed = game.owed(state)
        # Seats that have sealed a choice replace it first: the last pending choice opens them all.
        asked = [seat for seat in range(state.seats) if game.may_change(state, seat)] + sorted(owed)
        options = [game.options(state, seat) for seat in asked]
        ends = []
        for joint in product(*options):
            end = state.copy()
            for seat, move in zip(asked, joint, strict=True):
                game.play(end, seat, move)
            ends.append(end)
        chances = estimator.chances(ends)
        sizes = tuple(len(mine) for mine in options)
        payoffs = [chances[:, seat].reshape(sizes) for seat in asked]
        return asked, options, payoffs, regret_matching.mixed_strategies(payoffs, rounds)

    def play_training_game(
        self, game: AnyGame, seats: int, chance: Chance, estimator: Estimator | None
    ) -> Iterator[TrainingPosition | tuple[float, ...]]:
        """Play one game; yield its positions and finally each seat's score, which is its share of the victory.

        Seats draw their choices from their mixes (probabilities found by regret matching), and some at random. Without
        an estimator (None) all choices are random.
        """
        state = game.new(seats, chance.draw())
        while owed := game.owed(state):
            features = self.features([state])[0]
            moves = {seat: game.sample(state, seat, chance) for seat in owed}
            chances: FloatArray | None = None
            if estimator:
                asked, options, payoffs, mixes = self._solve(game, state, estimator, self.training_rounds)
                chances = estimator.chances([state])[0]
                for own, seat in enumerate(asked):
                    chances[seat] = regret_matching.expected_payoffs(payoffs[own], mixes, own) @ mixes[own]
                    if chance.below(ONE_RANDOM_CHOICE_IN):
                        moves[seat] = options[own][draw_index(mixes[own], chance)]
            yield TrainingPosition(features, chances)
            for seat, move in moves.items():
                game.play(state, seat, move)
        result = game.result(state)
        assert result is not None
        yield tuple((place == 1) / len(result.winners) for place in result.places)
