"""The alderman in small games of sealed choices: all seats mix together, on what was learned of the states after it."""

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
"""In practice one choice in so many is any."""


class SealedModel(AldermanModel):
    """A game in which all who are asked choose at once, each among a few moves."""

    rounds: ClassVar[int] = 200
    """In how many rounds the mixed choices are learned."""
    training_rounds: ClassVar[int] = 30
    """The same in practice, where many games count more than good ones."""
    search_weight: ClassVar[float] = 0.3

    @abstractmethod
    def describe_seat(self, state: Any, seat: int) -> list[float]:
        """Return the features of one seat, in the order of `names`."""

    def features(self, states: Sequence[Any]) -> FloatArray:
        """Return the features by state, seat and name."""
        return np.array(
            [[self.describe_seat(state, seat) for seat in range(state.seats)] for state in states], dtype=float
        )

    def weigh_moves(
        self, game: AnyGame, state: Any, seat: int, chance: Chance, estimator: Estimator, required: Sequence[Move] = ()
    ) -> list[WeighedMove]:
        """Mix the seat's moves with everybody else's: all of them are weighed anyway."""
        guess = game.guess(state, seat, chance.draw())
        asked, options, payoffs, mixes = self._solve(game, guess, estimator, self.rounds)
        own = asked.index(seat)
        brings = regret_matching.expected_payoffs(payoffs[own], mixes, own)
        order = sorted(range(len(options[own])), key=lambda place: -round(float(mixes[own][place]), 9))
        return [WeighedMove(options[own][place], float(brings[place]), float(mixes[own][place])) for place in order]

    def _solve(
        self, game: AnyGame, state: Any, estimator: Estimator, rounds: int
    ) -> tuple[list[int], list[list[Move]], list[FloatArray], list[FloatArray]]:
        """Return who is asked, everybody's moves, what each joint choice is worth to them, and their mixes."""
        owed = game.owed(state)
        # Who has sealed a choice chooses again first: the last one who is still asked opens them all.
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
        """Play by mixed choices, now and then any move."""
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
