"""The alderman in small games of sealed choices: all seats mix together, on what was learned of the states after it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, ClassVar

import numpy as np

from opponents import regrets
from opponents.training import Judging, Note, Numbers, Training, Weighed, drawn
from rules import AnyGame, Move
from rules.chance import Chance

CURIOUS = 12
"""In practice one choice in so many is any."""


class SealedTraining(Training):
    """A game in which all who are asked choose at once, each among a few moves."""

    rounds: ClassVar[int] = 200
    """In how many rounds the mixed choices are learned."""
    practice_rounds: ClassVar[int] = 30
    """The same in practice, where many games count more than good ones."""
    faith: ClassVar[float] = 0.3

    @abstractmethod
    def describe(self, state: Any, seat: int) -> list[float]:
        """Return the features of one seat, in the order of `names`."""

    def features(self, states: Sequence[Any]) -> Numbers:
        """Return the features by state, seat and name."""
        return np.array([[self.describe(state, seat) for seat in range(state.seats)] for state in states], dtype=float)

    def weigh(
        self, game: AnyGame, state: Any, seat: int, chance: Chance, judge: Judging, wanted: Sequence[Move] = ()
    ) -> list[Weighed]:
        """Mix the seat's moves with everybody else's: all of them are weighed anyway."""
        guess = game.guess(state, seat, chance.draw())
        asked, options, payoffs, mixes = self._mixed(game, guess, judge, self.rounds)
        own = asked.index(seat)
        brings = regrets.expected(payoffs[own], mixes, own)
        order = sorted(range(len(options[own])), key=lambda place: -round(float(mixes[own][place]), 9))
        return [Weighed(options[own][place], float(brings[place]), float(mixes[own][place])) for place in order]

    def _mixed(
        self, game: AnyGame, state: Any, judge: Judging, rounds: int
    ) -> tuple[list[int], list[list[Move]], list[Numbers], list[Numbers]]:
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
        chances = judge(ends)
        sizes = tuple(len(mine) for mine in options)
        payoffs = [chances[:, seat].reshape(sizes) for seat in asked]
        return asked, options, payoffs, regrets.mixed_choices(payoffs, rounds)

    def practise(
        self, game: AnyGame, seats: int, chance: Chance, judge: Judging | None
    ) -> Iterator[Note | tuple[float, ...]]:
        """Play by mixed choices, now and then any move."""
        state = game.new(seats, chance.draw())
        while owed := game.owed(state):
            features = self.features([state])[0]
            moves = {seat: game.sample(state, seat, chance) for seat in owed}
            chances: Numbers | None = None
            if judge:
                asked, options, payoffs, mixes = self._mixed(game, state, judge, self.practice_rounds)
                chances = judge([state])[0]
                for own, seat in enumerate(asked):
                    chances[seat] = regrets.expected(payoffs[own], mixes, own) @ mixes[own]
                    if chance.below(CURIOUS):
                        moves[seat] = options[own][drawn(mixes[own], chance)]
            yield Note(features, chances)
            for seat, move in moves.items():
                game.play(state, seat, move)
        result = game.result(state)
        assert result is not None
        yield tuple((place == 1) / len(result.winners) for place in result.places)
