"""The alderman in Visby: `VisbyModel`.

It chooses cards by the mixes that `opponents.visby.round_choices` finds; trades are weighed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, ClassVar

import numpy as np

from opponents import regret_matching
from opponents.alderman_model import (
    AldermanModel,
    Estimator,
    FloatArray,
    TrainingPlan,
    TrainingPosition,
    WeighedMove,
    draw_index,
)
from opponents.visby import EVALUATION, playouts, vector_rounds
from opponents.visby.round_choices import (
    BEST_REPLY_SEATS,
    FULL_EFFORT,
    MIN_PROBABILITY,
    QUICK_EFFORT,
    TRAINING_EFFORT,
    Effort,
    RoundChoices,
)
from rules import AnyGame, Move
from rules.chance import Chance
from rules.visby.data import DATA
from rules.visby.moves import Pick
from rules.visby.state import Choose, State
from rules.visby.state import Trade as TradeFrame

MAX_TRADES_OF_OTHERS = 6
"""How many amounts another Merchant considers if two or three Merchants trade."""
RANDOM_CARD_PROBABILITY = 0.08
"""How often a training game plays random cards."""
PLAYOUTS_PER_POSITION = 16
"""Playouts of each training position, if the plan has a `playout_weight`."""

TWO_PLAYER_PLAN = TrainingPlan(
    hidden_units=80,
    search_weight=0.5,
    kept_generations=10,
    generations=16,
    games_per_generation=1000,
    passes=6,
    decay_over_generations=1.0,
    decay_within_generation=0.03,
    playout_weight=0.8,
    final_passes_factor=8,
)
"""The training plan for two players, where any error can be exploited."""


class VisbyModel(AldermanModel):
    """The alderman model of Visby; `MODEL` is its only instance. It learned positions at the beginning of a round.

    `AldermanModel` explains the class attributes.
    """

    feature_names: ClassVar[tuple[str, ...]] = vector_rounds.FEATURE_NAMES
    hidden_units: ClassVar[int] = 40
    search_weight: ClassVar[float] = 0.3
    kept_generations: ClassVar[int] = 10
    generations: ClassVar[int] = 16
    games_per_generation: ClassVar[int] = 300

    def plan(self, seats: int) -> TrainingPlan:
        """Return `TWO_PLAYER_PLAN`, a longer training, for two players, and the default plan for more."""
        return TWO_PLAYER_PLAN if seats == 2 else super().plan(seats)

    def features(self, states: Sequence[Any]) -> FloatArray:
        """Return the features of all seats in these states as an array [state, seat, feature]."""
        return vector_rounds.features(vector_rounds.arrays_of(states))

    def can_estimate(self, state: Any) -> bool:
        """Return True if the cards of a round are being chosen; the trades in its middle were not learned."""
        return isinstance(state.agenda[-1], Choose)

    def weigh_moves(
        self, game: AnyGame, state: Any, seat: int, chance: Chance, estimator: Estimator, required: Sequence[Move] = ()
    ) -> list[WeighedMove]:
        """Return the seat's moves, most frequent first, by its mix or (with 4 or more players) by its best reply.

        For cards, each move has reasons and the spread of its chances, and only the shortlist is returned, which always
        includes the moves in `required`. For a trade all amounts are weighed, without reasons. Random numbers are drawn
        from `chance`.
        """
        guess = game.guess(state, seat, chance.draw())
        if not isinstance(guess.agenda[-1], Choose):
            return _weigh_trades(game, guess, seat, estimator)
        choices = _choices_of(guess, seat, chance, estimator, FULL_EFFORT, required)
        picks: list[Move] = [Pick(cards) for cards in choices.options[seat]]
        why = dict(zip(picks, choices.gain_reasons(guess, seat), strict=True))
        chance_spreads = dict(zip(picks, choices.chance_spreads(seat), strict=True))
        weighed = _weighed_moves(picks, choices.win_chances(seat), choices.mixes[seat])
        return [each._replace(reasons=why[each.move], spread=chance_spreads[each.move]) for each in weighed]

    def weigh_moves_quickly(
        self, game: AnyGame, state: Any, seat: int, chance: Chance, estimator: Estimator, required: Sequence[Move] = ()
    ) -> list[WeighedMove]:
        """Return the same as `weigh_moves` for a trade; for cards, what is found with `QUICK_EFFORT`.

        Cards then have neither reasons nor spreads. Random numbers are drawn from `chance`.
        """
        guess = game.guess(state, seat, chance.draw())
        if not isinstance(guess.agenda[-1], Choose):
            return _weigh_trades(game, guess, seat, estimator)
        choices = _choices_of(guess, seat, chance, estimator, QUICK_EFFORT, required)
        picks: list[Move] = [Pick(cards) for cards in choices.options[seat]]
        return _weighed_moves(picks, choices.win_chances(seat), choices.mixes[seat])

    def play_training_game(
        self, game: AnyGame, seats: int, chance: Chance, estimator: Estimator | None
    ) -> Iterator[TrainingPosition | tuple[float, ...]]:
        """Play one game by the mixes, with some random cards; yield its positions and finally each seat's score.

        Only positions at the beginning of a round are yielded. The score is the share of the victory. One game in six
        has the longer target where that is allowed. In some games one seat plays by `predicted_move` of the trader's
        evaluation instead, because real opponents play worse. Without an estimator (None) all cards are random. If the
        plan has a `playout_weight`, each position is also played out at random.
        """
        long = seats in DATA.setup.long_target_players and not chance.below(6)
        state = game.new(seats, chance.draw(), {"target": DATA.setup.targets[long]})
        # Real opponents play worse, so in some games one seat plays cards by what they bring at once.
        simple = chance.below(3 * seats) if estimator else seats
        begun: list[State] = []
        notes: list[TrainingPosition] = []
        while state.agenda:
            frame = state.agenda[-1]
            if not isinstance(frame, Choose):
                for seat in list(frame.owes):
                    game.play(state, seat, _training_trade(game, state, seat, chance, estimator))
                continue
            features = self.features([state])[0]
            choices = RoundChoices(state, estimator, chance, TRAINING_EFFORT) if estimator else None
            begun.append(state.copy())
            notes.append(TrainingPosition(features, choices.expected_chances() if choices else None))
            for seat in list(frame.owes):
                if seat == simple:
                    game.play(state, seat, EVALUATION.predicted_move(game, state, seat, chance))
                elif choices is None or not chance.below(round(1 / RANDOM_CARD_PROBABILITY)):
                    game.play(state, seat, game.sample(state, seat, chance))
                else:
                    game.play(state, seat, Pick(choices.options[seat][draw_index(choices.mixes[seat], chance)]))
        if self.plan(seats).playout_weight:
            parts = playouts.average_win_shares(vector_rounds.arrays_of(begun), PLAYOUTS_PER_POSITION, chance)
            notes = [note._replace(playout_shares=part) for note, part in zip(notes, parts, strict=True)]
        yield from notes
        result = game.result(state)
        assert result is not None
        yield tuple((place == 1) / len(result.winners) for place in result.places)


def _choices_of(
    guess: State, seat: int, chance: Chance, estimator: Estimator, effort: Effort, required: Sequence[Move]
) -> RoundChoices:
    """Solve the choice of cards of a round as one seat sees it, with the choices it expects of the others.

    With 4 or more players the seat's own mix is replaced by its best reply. Cards in `required` are never dropped from
    the options. Random numbers are drawn from `chance`.
    """
    cards = {seat: [move.cards for move in required if isinstance(move, Pick)]}
    choices = RoundChoices(guess, estimator, chance, effort, cards, own=seat)
    if guess.seats in BEST_REPLY_SEATS:
        choices.use_best_reply(seat)
    return choices


def _weighed_moves(moves: Sequence[Move], win_chances: FloatArray, mix: FloatArray) -> list[WeighedMove]:
    """Return the moves with their chances to win and probabilities, most frequent first.

    `win_chances` and `mix` are in the order of `moves`. Moves with a probability below `MIN_PROBABILITY` get 0; the
    others are scaled up so that they add up to 1.
    """
    shares = np.where(mix < min(MIN_PROBABILITY, mix.max()), 0.0, mix)
    shares /= shares.sum()
    ranks = [
        (-round(float(share), 9), -round(float(chance), 9)) for share, chance in zip(shares, win_chances, strict=True)
    ]
    order = sorted(range(len(moves)), key=ranks.__getitem__)
    return [WeighedMove(moves[place], float(win_chances[place]), float(shares[place])) for place in order]


def _training_trade(game: AnyGame, state: State, seat: int, chance: Chance, estimator: Estimator | None) -> Move:
    """Return the trade that a Merchant makes in a training game.

    If no other seat still owes a trade, it is mostly the trade with the best chance to win. Otherwise, and without an
    estimator, it is mostly the largest trade. The rest are random.
    """
    options: list[Move] = game.options(state, seat)
    frame = state.agenda[-1]
    if estimator is None or len(frame.owes) > 1 or not chance.below(round(1 / RANDOM_CARD_PROBABILITY)):
        return options[0] if chance.below(4) else chance.choice(options)
    return _weigh_trades(game, state, seat, estimator)[0].move


def _weigh_trades(game: AnyGame, guess: State, seat: int, estimator: Estimator) -> list[WeighedMove]:
    """Return the trades `seat` may make, each with its chance to win and the probability of playing it.

    The most probable comes first. If several Merchants seal their trades, each chooses by a mixed strategy; a lone one
    plays the best amount.
    """
    frame = guess.agenda[-1]
    assert isinstance(frame, TradeFrame)
    # Seats that have sealed a trade replace it first: the last pending trade opens them all.
    asked = sorted(frame.sealed, key=lambda each: each in frame.owes) or [seat]
    most = MAX_TRADES_OF_OTHERS if len(asked) < 4 else 2
    options = [_considered_trades(game, guess, each, 99 if each == seat else most) for each in asked]
    ends = []
    for joint in product(*options):
        end = guess.copy()
        for each, move in zip(asked, joint, strict=True):
            game.play(end, each, move)
        ends.append(end)
    chances = estimator.chances(ends)
    sizes = tuple(len(mine) for mine in options)
    payoffs = [chances[:, each].reshape(sizes) for each in asked]
    mixes = (
        regret_matching.mixed_strategies(payoffs, FULL_EFFORT.rounds)
        if len(asked) > 1
        else [_pure_strategy(payoffs[0])]
    )
    own = asked.index(seat)
    return _weighed_moves(options[own], regret_matching.expected_payoffs(payoffs[own], mixes, own), mixes[own])


def _considered_trades(game: AnyGame, guess: State, seat: int, most: int) -> list[Move]:
    """Return at most `most` trades of a seat: the largest ones, and the trade of nothing as the last."""
    options: list[Move] = game.options(guess, seat)
    return options if len(options) <= most else [*options[: most - 1], options[-1]]


def _pure_strategy(win_chances: FloatArray) -> FloatArray:
    """Return a mix with probability 1 for the option with the largest chance to win, and 0 for all others."""
    mix = np.zeros(len(win_chances))
    mix[int(np.argmax(np.round(win_chances, 9)))] = 1.0
    return mix


MODEL = VisbyModel()
