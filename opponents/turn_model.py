"""`TurnModel`: the alderman in games in which the seats take turns, each with several decisions.

For each candidate the rest of the turn is played with predicted moves and estimated. The best candidates are then
played on, on several guesses, until the seat's next turn.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, ClassVar

import numpy as np

from opponents.alderman_model import AldermanModel, Estimator, FloatArray, TrainingPosition, WeighedMove
from opponents.trader import EVALUATIONS
from rules import AnyGame, Move
from rules.chance import Chance

ONE_RANDOM_MOVE_IN = 20
"""In training, one move in this many is random."""
_MAX_LOOKAHEAD_DECISIONS = 60
"""A lookahead ends after this many decisions in any case."""


class TurnModel(AldermanModel):
    """An `AldermanModel` for games in which the seats take turns, each with several decisions.

    A game derives its `MODEL` from it and implements the abstract methods: features, candidates and predicted moves.
    """

    max_candidates: ClassVar[int] = 10
    """How many moves are compared by playing the rest of the turn after them."""
    max_quick_candidates: ClassVar[int] = 6
    """How many of them `weigh_moves_quickly` compares, moves that are required not counted."""
    dice_samples: ClassVar[int] = 1
    """How often the rest of the turn is played after each candidate, each time with other dice."""
    max_deep_candidates: ClassVar[int] = 4
    """How many of the candidates are played on to the seat's next turn."""
    two_player_guesses: ClassVar[int] = 6
    """On how many guesses these are played on, with two players; with more players there are fewer guesses."""
    plays_rivals_on: ClassVar[bool] = True
    """False if candidates are played on only to the end of the turn, as long as the end of the game is out of reach.

    That is better where rivals' predicted moves are so weak that the chances after them would be too high.
    """

    lookahead_budget: ClassVar[int] = 400
    """No further guess is tried after this many decisions, counted over all candidates that are played on."""

    @abstractmethod
    def facts(self, state: Any) -> Any:
        """Return what the features of all seats are computed from, such as the points that each seat can expect."""

    @abstractmethod
    def describe_seat(self, state: Any, seat: int, facts: Any) -> list[float]:
        """Return one seat's features in the order of `feature_names`; `facts` are those of this state."""

    @abstractmethod
    def expected_points(self, state: Any, seat: int) -> float:
        """Return the points that a seat can expect at the end of the game; in a finished game its points."""

    @abstractmethod
    def turn_number(self, state: Any) -> int:
        """Return a count that grows with every turn."""

    def can_start_turn(self, state: Any) -> bool:
        """Return True if the pending decision may be the first of a turn. The default is True.

        A lookahead for a seat ends at the seat's next such decision.
        """
        return True

    @abstractmethod
    def candidates(
        self, game: AnyGame, state: Any, seat: int, estimator: Estimator, most: int, required: Sequence[Move]
    ) -> dict[Move, float]:
        """Return at most `most` moves to search, the most promising first, then those in `required`, with doubts.

        By its doubt a move's estimated chance to win is lowered before moves are ranked. It is 0 unless the game's rule
        of thumb knows something that its network has not learned. Results of finished games are not lowered. Doubts
        change only the ranking: the search returns the chances as estimated, except that none is larger than that of a
        move ranked above it. `state` is a guess.
        """

    @abstractmethod
    def predicted_move(self, game: AnyGame, state: Any, seat: int, estimator: Estimator | None) -> Move:
        """Return the move that a seat is assumed to make in a lookahead or in a training game.

        It is fast, and works without an estimator too (None).
        """

    def features(self, states: Sequence[Any]) -> FloatArray:
        """Return the features of all seats in these states as an array [state, seat, feature]."""
        found = []
        for state in states:
            facts = self.facts(state)
            found.append([self.describe_seat(state, seat, facts) for seat in range(state.seats)])
        return np.array(found, dtype=float)

    def features_of_seat(self, states: Sequence[Any], seat: int) -> FloatArray:
        """Return one seat's features as an array [state, feature]."""
        return np.array([self.describe_seat(state, seat, self.facts(state)) for state in states], dtype=float)

    def ranked_moves(
        self, game: AnyGame, state: Any, seat: int, options: Sequence[Move], estimator: Estimator | None
    ) -> list[Move]:
        """Return all options, best first, by how good the state right after each is for the seat.

        The estimator says how good it is, or without one (None) the game's `EVALUATION`. `state` is not changed.
        """
        if len(options) == 1:
            return [*options]
        tried = []
        for move in options:
            after = state.copy()
            game.play(after, seat, move)
            tried.append(after)
        if estimator:
            scores = [round(float(score), 9) for score in estimator.seat_scores(tried, seat)]
        else:
            scores = [EVALUATIONS[game.name].value(after, seat) for after in tried]
        return [options[place] for place in sorted(range(len(options)), key=lambda place: -scores[place])]

    def weigh_moves(
        self, game: AnyGame, state: Any, seat: int, chance: Chance, estimator: Estimator, required: Sequence[Move] = ()
    ) -> list[WeighedMove]:
        """Return the candidate moves of the seat, best first, each with its chance to win.

        The first has probability 1, so only it is played; all others have 0.

        1. All candidates are compared by playing the rest of the turn after them.
        2. The best few are compared by playing on to the seat's next turn, on several guesses. The first candidate and
           the moves in `required` are always among them. Near the end of the game, where playing on reaches the end,
           all candidates are played on.

        Candidates that were not played on come last and have no spread. A single candidate is estimated without a
        search.
        """
        guess = game.guess(state, seat, chance.draw())
        candidates = self.candidates(game, guess, seat, estimator, self.max_candidates, required)
        options, doubts = list(candidates), np.array(list(candidates.values()))
        if len(options) == 1:
            return [WeighedMove(options[0], float(estimator.chances([guess])[0, seat]), 1.0)]
        means = np.zeros(len(options))
        for _ in range(self.dice_samples):
            luck = chance.draw()
            ends = [self._after_turn(game, guess.copy(), seat, move, luck, estimator) for move in options]
            means += estimator.chances(ends)[:, seat] / self.dice_samples
        order = _indices_descending(_lowered(means, doubts))
        guesses = max(2, self.two_player_guesses * 2 // guess.seats)
        if self._at_next_turn(game, guess.copy(), seat, options[0], chance.draw(), estimator).agenda:
            # The most promising candidate is always played on.
            alive = (
                order[: self.max_deep_candidates]
                if 0 in order[: self.max_deep_candidates]
                else [*order[: self.max_deep_candidates - 1], 0]
            )
            alive += [place for place, move in enumerate(options) if move in required and place not in alive]
            play_on = self._at_next_turn if self.plays_rivals_on else self._after_turn
        else:  # The lookahead reaches the end of the game, where no estimate is needed: play all candidates on.
            alive = order
            doubts[:] = 0
            play_on = self._at_next_turn
        rest = [place for place in order if place not in alive]
        totals, squares, reached = np.zeros(len(alive)), np.zeros(len(alive)), list[list[Any]]()
        tried = spent = 0
        while tried < guesses and spent < self.lookahead_budget:
            guess, luck = game.guess(state, seat, chance.draw()), chance.draw()
            before = guess.frames
            later = [play_on(game, guess.copy(), seat, options[place], luck, estimator) for place in alive]
            chances = estimator.chances(later)[:, seat]
            totals += chances
            squares += chances**2
            reached.append(later)
            tried += 1
            spent += sum([each.frames - before for each in later])
        later_means = totals / tried
        spreads = np.sqrt(np.maximum(0.0, squares / tried - later_means**2))
        points = [self._mean_points(states, seat) for states in zip(*reached, strict=True)]
        weighed = [
            WeighedMove(
                options[alive[place]], float(later_means[place]), 0.0, (), float(spreads[place]), *points[place]
            )
            for place in _indices_descending(_lowered(later_means, doubts[alive]))
        ]
        return _best_first([*weighed, *(WeighedMove(options[place], float(means[place]), 0.0) for place in rest)])

    def _mean_points(self, states: Sequence[Any], seat: int) -> tuple[float, float]:
        """Return the points that a seat expects and the most that a rival expects, both averaged over the states."""
        own = rivals = 0.0
        for state in states:
            expected = [self.expected_points(state, each) for each in range(state.seats)]
            own += expected.pop(seat)
            rivals += max(expected)
        return own / len(states), rivals / len(states)

    def weigh_moves_quickly(
        self, game: AnyGame, state: Any, seat: int, chance: Chance, estimator: Estimator, required: Sequence[Move] = ()
    ) -> list[WeighedMove]:
        """Return a few candidates and the moves in `required`, best first, by the estimate at the end of the turn.

        The first has probability 1, all others have 0. Only one guess is made, and all moves meet the same dice.
        """
        guess = game.guess(state, seat, chance.draw())
        candidates = self.candidates(game, guess, seat, estimator, self.max_quick_candidates, required)
        options, doubts = list(candidates), np.array(list(candidates.values()))
        luck = chance.draw()
        ends = [self._after_turn(game, guess.copy(), seat, move, luck, estimator) for move in options]
        chances = estimator.chances(ends)[:, seat]
        lowered = _lowered(chances, doubts) if all(end.agenda for end in ends) else chances
        return _best_first(
            [
                WeighedMove(options[place], float(chances[place]), 0.0, points=self.expected_points(ends[place], seat))
                for place in _indices_descending(lowered)
            ]
        )

    def _after_turn(self, game: AnyGame, state: Any, seat: int, move: Move, luck: int, estimator: Estimator) -> Any:
        """Play the move and then predicted moves to the end of the turn; change `state` in place and return it.

        `luck` is the seed of the random generator from the move on, so that all candidates meet the same dice. After
        `_MAX_LOOKAHEAD_DECISIONS` decisions the lookahead ends in any case.
        """
        state.chance = Chance(luck)
        now = self.turn_number(state)
        game.play(state, seat, move)
        for _ in range(_MAX_LOOKAHEAD_DECISIONS):
            owed = game.owed(state)
            if not owed or self.turn_number(state) != now:
                break
            other = next(iter(owed))
            game.play(state, other, self.predicted_move(game, state, other, estimator))
        return state

    def _at_next_turn(self, game: AnyGame, state: Any, seat: int, move: Move, luck: int, estimator: Estimator) -> Any:
        """Play the move and predicted moves until the seat can start its next turn or the game ends.

        `state` is changed in place and returned. `luck` is the seed of the random generator. After a fixed number of
        decisions the lookahead ends in any case.
        """
        self._after_turn(game, state, seat, move, luck, estimator)
        for _ in range(_MAX_LOOKAHEAD_DECISIONS):
            owed = game.owed(state)
            if not owed or (seat in owed and self.can_start_turn(state)):
                break
            other = next(iter(owed))
            game.play(state, other, self.predicted_move(game, state, other, estimator))
        return state

    def play_training_game(
        self, game: AnyGame, seats: int, chance: Chance, estimator: Estimator | None
    ) -> Iterator[TrainingPosition | tuple[float, ...]]:
        """Play one game with predicted moves and some random ones; yield its positions and finally each seat's score.

        One game in four has random variants of the rules. Each position is yielded with the chances that were estimated
        one decision later (None without an estimator and for the last one). A seat that lost by a tie-break scores half
        a point less.
        """
        variants = {variant.key: chance.choice(variant.allowed(seats)) for variant in game.variants}
        state = game.new(seats, chance.draw(), variants if not chance.below(4) else {})
        before: FloatArray | None = None
        while owed := game.owed(state):
            features = self.features([state])
            if before is not None:
                yield TrainingPosition(before, estimator.chances_from_features(features)[0] if estimator else None)
            before = features[0]
            seat = next(iter(owed))
            curious = not chance.below(ONE_RANDOM_MOVE_IN)
            move = game.sample(state, seat, chance) if curious else self.predicted_move(game, state, seat, estimator)
            game.play(state, seat, move)
        result = game.result(state)
        assert result is not None
        if before is not None:
            yield TrainingPosition(before, None)
        # A seat that lost by a tie-break has the winner's score: half a point less makes the place count.
        yield tuple(score - 0.5 * (place > 1) for score, place in zip(result.scores, result.places, strict=True))


def _lowered(chances: FloatArray, doubts: FloatArray) -> FloatArray:
    """Return the estimated chances minus the doubts about them (see `TurnModel.candidates`), but not below 0.

    A chance whose doubt is 0 is returned exactly as it is.
    """
    lowered: FloatArray = chances - np.minimum(doubts, np.maximum(chances, 0.0))
    return lowered


def _best_first(weighed: list[WeighedMove]) -> list[WeighedMove]:
    """Return these ranked moves with the probability 1 for the first, which is played; others keep theirs.

    A chance that is larger than that of a move ranked above it is lowered to the same value.
    """
    chances = accumulate((each.chance for each in weighed), min)
    capped = [each._replace(chance=chance) for each, chance in zip(weighed, chances, strict=True)]
    return [capped[0]._replace(probability=1.0), *capped[1:]]


def _indices_descending(numbers: FloatArray) -> list[int]:
    """Return the indices from the largest number to the smallest; of (nearly) equal ones the first stays first."""
    return sorted(range(len(numbers)), key=lambda place: -round(float(numbers[place]), 9))
