"""The alderman in games of turns: plans whole turns by what was learned, and plays the best plans on for a while."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import numpy as np

from opponents.trader import EVALUATIONS
from opponents.training import Judging, Note, Numbers, Training, Weighed
from rules import AnyGame, Move
from rules.chance import Chance

CURIOUS = 20
"""In practice one move in so many is any move."""
QUICK = 6
"""Turns that are planned by who plays thousands of games."""
_LONG = 60
"""Decisions after which a look ahead ends in any case."""


class TurnTraining(Training):
    """A game in which one seat after the other acts, each with several decisions in a turn."""

    planned: ClassVar[int] = 10
    """How many first moves are looked at: for each the rest of the turn is planned."""
    lucks: ClassVar[int] = 1
    """How often that is done, each time with other dice."""
    plans: ClassVar[int] = 4
    """How many of these plans are played on."""
    guesses: ClassVar[int] = 6
    """On how many guessed states, with two players; with more there is less time for each."""

    patience: ClassVar[int] = 400
    """After how many questions, counted over all plans, playing on takes no other guess."""

    @abstractmethod
    def expectations(self, state: Any) -> list[float]:
        """Return the points that each seat can expect, by rules of thumb."""

    @abstractmethod
    def describe(self, state: Any, seat: int, expectations: list[float]) -> list[float]:
        """Return the features of one seat, in the order of `names`."""

    @abstractmethod
    def turn(self, state: Any) -> int:
        """Return a count that grows with every turn."""

    def begins(self, state: Any) -> bool:
        """Say whether what is asked may be the beginning of a turn: there playing on ends."""
        return True

    @abstractmethod
    def candidates(self, game: AnyGame, state: Any, seat: int, judge: Judging) -> list[Move]:
        """Return the first moves that are looked at, at most `planned`, the most promising first."""

    @abstractmethod
    def likely(self, game: AnyGame, state: Any, seat: int, judge: Judging | None) -> Move:
        """Return, quickly, what a seat is expected to decide, also the own one; also before anything is learned."""

    def features(self, states: Sequence[Any]) -> Numbers:
        """Return the features by state, seat and name."""
        found = []
        for state in states:
            expectations = self.expectations(state)
            found.append([self.describe(state, seat, expectations) for seat in range(state.seats)])
        return np.array(found, dtype=float)

    def of_seat(self, states: Sequence[Any], seat: int) -> Numbers:
        """Return the features of one seat by state and name."""
        return np.array([self.describe(state, seat, self.expectations(state)) for state in states], dtype=float)

    def best_first(
        self, game: AnyGame, state: Any, seat: int, options: Sequence[Move], judge: Judging | None
    ) -> list[Move]:
        """Return the options, those first after which things look best for the seat; before learning, to the trader."""
        if len(options) == 1:
            return [*options]
        tried = []
        for move in options:
            after = state.copy()
            game.play(after, seat, move)
            tried.append(after)
        if judge:
            scores = [round(float(score), 9) for score in judge.of_seat(tried, seat)]
        else:
            scores = [EVALUATIONS[game.name].value(after, seat) for after in tried]
        return [options[place] for place in sorted(range(len(options)), key=lambda place: -scores[place])]

    def weigh(
        self, game: AnyGame, state: Any, seat: int, chance: Chance, judge: Judging, wanted: Sequence[Move] = ()
    ) -> list[Weighed]:
        """Rank first moves by the turn they begin, and the best of them by playing on."""
        guess = game.guess(state, seat, chance.draw())
        options = self.candidates(game, guess, seat, judge)
        options += [move for move in wanted if move not in options]
        if len(options) == 1:
            return [Weighed(options[0], float(judge([guess])[0, seat]), 1.0)]
        means = np.zeros(len(options))
        for _ in range(self.lucks):
            luck = chance.draw()
            ends = [self._finished(game, guess.copy(), seat, move, luck, judge) for move in options]
            means += judge(ends)[:, seat] / self.lucks
        order = _downward(means)
        guesses = max(2, self.guesses * 2 // guess.seats)
        if self._later(game, guess.copy(), seat, options[0], chance.draw(), judge).agenda:
            # What looks most promising at first sight is never left out.
            alive = order[: self.plans] if 0 in order[: self.plans] else [*order[: self.plans - 1], 0]
            alive += [place for place, move in enumerate(options) if move in wanted and place not in alive]
        else:  # Near the end all plans are played to it: what is certain needs no estimate.
            alive = order
        rest = [place for place in order if place not in alive]
        totals, squares = np.zeros(len(alive)), np.zeros(len(alive))
        tried = spent = 0
        while tried < guesses and spent < self.patience:
            guess, luck = game.guess(state, seat, chance.draw()), chance.draw()
            before = guess.frames
            later = [self._later(game, guess.copy(), seat, options[place], luck, judge) for place in alive]
            chances = judge(later)[:, seat]
            totals += chances
            squares += chances**2
            tried += 1
            spent += sum([each.frames - before for each in later])
        later_means = totals / tried
        spreads = np.sqrt(np.maximum(0.0, squares / tried - later_means**2))
        weighed = [
            Weighed(options[alive[place]], float(later_means[place]), 0.0, spread=float(spreads[place]))
            for place in _downward(later_means)
        ]
        weighed += [Weighed(options[place], float(means[place]), 0.0) for place in rest]
        return [weighed[0]._replace(share=1.0), *weighed[1:]]

    def quick(self, game: AnyGame, state: Any, seat: int, chance: Chance, judge: Judging) -> Move:
        """Plan a few turns, and play none of them on."""
        guess = game.guess(state, seat, chance.draw())
        options = self.candidates(game, guess, seat, judge)[:QUICK]
        luck = chance.draw()
        ends = [self._finished(game, guess.copy(), seat, move, luck, judge) for move in options]
        return options[_downward(judge(ends)[:, seat])[0]]

    def _finished(self, game: AnyGame, state: Any, seat: int, move: Move, luck: int, judge: Judging) -> Any:
        """Return the state after a move and the rest of the turn, as is likely."""
        state.chance = Chance(luck)
        now = self.turn(state)
        game.play(state, seat, move)
        for _ in range(_LONG):
            owed = game.owed(state)
            if not owed or self.turn(state) != now:
                break
            other = next(iter(owed))
            game.play(state, other, self.likely(game, state, other, judge))
        return state

    def _later(self, game: AnyGame, state: Any, seat: int, move: Move, luck: int, judge: Judging) -> Any:
        """Return the state after a move and all turns until the seat's next one, as is likely."""
        self._finished(game, state, seat, move, luck, judge)
        for _ in range(_LONG):
            owed = game.owed(state)
            if not owed or (seat in owed and self.begins(state)):
                break
            other = next(iter(owed))
            game.play(state, other, self.likely(game, state, other, judge))
        return state

    def practise(
        self, game: AnyGame, seats: int, chance: Chance, judge: Judging | None
    ) -> Iterator[Note | tuple[float, ...]]:
        """Play what is likely, now and then any move, and a few games with the variants of the rules."""
        variants = {variant.key: chance.choice(variant.allowed(seats)) for variant in game.variants}
        state = game.new(seats, chance.draw(), variants if not chance.below(4) else {})
        before: Numbers | None = None
        while owed := game.owed(state):
            features = self.features([state])
            if before is not None:
                yield Note(before, judge.by_features(features)[0] if judge else None)
            before = features[0]
            seat = next(iter(owed))
            curious = not chance.below(CURIOUS)
            move = game.sample(state, seat, chance) if curious else self.likely(game, state, seat, judge)
            game.play(state, seat, move)
        result = game.result(state)
        assert result is not None
        if before is not None:
            yield Note(before, None)
        # Who is behind by a tie-break only is behind.
        yield tuple(score - 0.5 * (place > 1) for score, place in zip(result.scores, result.places, strict=True))


def _downward(numbers: Numbers) -> list[int]:
    """Return the places from the largest number to the smallest; of (nearly) equal ones the first stays first."""
    return sorted(range(len(numbers)), key=lambda place: -round(float(numbers[place]), 9))
