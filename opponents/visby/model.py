"""The alderman in Visby: `VisbyModel`, and `RoundChoices`, which solves the sealed choice of one round.

Regret matching finds all seats' mixes, from the estimated chances after the round. A *mix* is an array with the
probability of each option of one seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from opponents import regret_matching
from opponents.advice import Reason
from opponents.alderman_model import (
    AldermanModel,
    Estimator,
    FloatArray,
    TrainingPlan,
    TrainingPosition,
    WeighedMove,
    draw_index,
)
from opponents.visby import EVALUATION, habit_prediction, playouts, vector_rounds
from opponents.visby.vector_rounds import CARD_BIT, IntArray, TableArrays
from rules import AnyGame, Move
from rules.chance import Chance
from rules.visby.data import DATA
from rules.visby.moves import Pick
from rules.visby.state import Choose, State
from rules.visby.state import Trade as TradeFrame


class Effort(NamedTuple):
    """How much is computed for one choice of cards."""

    max_chances: int
    """The most chances (joint choices times seats) that are estimated; above that, the worst options are dropped."""
    rounds: int
    """Rounds of regret matching."""
    samples: int
    """Random joint choices by which the worst options are found."""


FULL_EFFORT = Effort(66_000, 300, 160)
TRAINING_EFFORT = Effort(7_500, 80, 160)
"""For training, where many games count more than good ones."""
QUICK_EFFORT = Effort(3_000, 40, 24)
MIN_PROBABILITY = 0.04
"""Options with a smaller probability are never played: they are noise of regret matching."""
MAX_TRADES_OF_OTHERS = 6
"""How many amounts another Merchant considers if two or three Merchants trade."""
BEST_REPLY_SEATS = (4, 5, 6)
"""Numbers of players with which the best reply to the expected choices is played; with fewer, all seats mix."""
REPLY_TEMPERATURE = 0.005
"""Softmax temperature of the best reply, in chances to win: replies that are closer are about equally likely."""
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

_CARDS_PER_ROUND = DATA.cards_per_round.count

RoundResult = tuple[TableArrays, NDArray[np.bool_]]
"""The tables after joint choices, and a mask of those that are over."""
RequiredOptions = Mapping[int, Sequence[tuple[str, ...]]]
"""By seat: options that are never dropped."""
NO_REQUIRED_OPTIONS: RequiredOptions = {}


class RoundChoices:
    """The sealed choice of cards of all seats in one round: their options, payoffs and mixes.

    Making one computes everything: after a shortlist for each seat, all joint choices are played and estimated, and
    regret matching finds the mixes. If `own` names a seat, the others are expected to choose partly by habit, and with
    many players the seats learn in random order: in the order of the seats, all players at a table would agree on an
    equilibrium that favours some of them. Options in `required` are never dropped. `win_chances`, `chance_spreads`,
    `gain_reasons` and `expected_chances` read the result; `use_best_reply` changes a seat's mix.
    """

    def __init__(
        self,
        state: State,
        estimator: Estimator,
        chance: Chance,
        effort: Effort,
        required: RequiredOptions = NO_REQUIRED_OPTIONS,
        own: int | None = None,
    ) -> None:
        """Compute `options`, `payoffs` and `mixes`, each by seat, as the class describes; `chance` may advance.

        The pending decision of `state` must be the choice of cards. Choices already sealed are ignored. If `own` is a
        seat, the predicted habits of all others are noted in `habits`.
        """
        frame = state.agenda[-1]
        assert isinstance(frame, Choose)
        self.options = [_options(state, frame, seat) for seat in range(state.seats)]
        bits = [np.array([sum(CARD_BIT[card] for card in cards) for cards in mine]) for mine in self.options]
        order = list(range(state.seats))
        if own is not None and state.seats in BEST_REPLY_SEATS:
            chance.shuffle(order)
        kept = _shortlists(state, estimator, bits, effort, chance, self._required_indices(required), order)
        self.options = [[mine[place] for place in keep] for mine, keep in zip(self.options, kept, strict=True)]
        bits = [mine[keep] for mine, keep in zip(bits, kept, strict=True)]
        sizes = tuple(len(mine) for mine in bits)
        grid = np.indices(sizes).reshape(len(sizes), -1)
        played = np.stack([mine[places] for mine, places in zip(bits, grid, strict=True)], axis=1)
        outcome = vector_rounds.positions_after(state, played)
        chances = _chances_after(state, estimator, played, outcome)
        self.payoffs = [chances[:, seat].reshape(sizes) for seat in range(state.seats)]
        self.habits: list[FloatArray | None] = [None] * state.seats
        if own is not None:
            self.habits = [*habit_prediction.habit_probabilities(state, self.options, *outcome)]
            self.habits[own] = None
        self.mixes = regret_matching.mixed_strategies(self.payoffs, effort.rounds, self._expected_mix, order)

    def _expected_mix(self, seat: int, mix: FloatArray) -> FloatArray:
        """Return how a seat with this mix is expected to choose: partly by habit, if a habit was computed for it."""
        return habit_prediction.expected_mix(
            mix, self.habits[seat], habit_prediction.OPPONENT_SHARES[len(self.payoffs)]
        )

    def _expected_mixes(self) -> list[FloatArray]:
        """Return how each seat is expected to choose."""
        return [self._expected_mix(seat, mix) for seat, mix in enumerate(self.mixes)]

    def _required_indices(self, required: RequiredOptions) -> list[list[int]]:
        """Return, by seat, the indices of the required options among the seat's options."""
        return [
            [place for place, cards in enumerate(mine) if cards in required.get(seat, ())]
            for seat, mine in enumerate(self.options)
        ]

    def win_chances(self, seat: int) -> FloatArray:
        """Return the chance to win with each option of a seat, if the others choose as expected."""
        return regret_matching.expected_payoffs(self.payoffs[seat], self._expected_mixes(), seat)

    def chance_spreads(self, seat: int) -> list[float]:
        """Return for each option of a seat how much its chance to win depends on what the others choose.

        These are standard deviations over the others' choices.
        """
        squares = regret_matching.expected_payoffs(self.payoffs[seat] ** 2, self._expected_mixes(), seat)
        return [float(each) for each in np.sqrt(np.maximum(0.0, squares - self.win_chances(seat) ** 2))]

    def use_best_reply(self, seat: int) -> None:
        """Replace a seat's mix in place by its best reply: the softmax of its options' chances to win."""
        win_chances = self.win_chances(seat)
        powers = np.exp((win_chances - win_chances.max()) / REPLY_TEMPERATURE)
        self.mixes[seat] = powers / powers.sum()

    def gain_reasons(self, state: State, seat: int) -> list[tuple[Reason, ...]]:
        """Return, for each option of a seat, one reason: how many seals and wares it brings in this round.

        The numbers are averages over the others' likely choices, rounded to whole numbers.
        """
        expected = self._expected_mixes()
        likely = [np.flatnonzero(mix >= min(MIN_PROBABILITY, mix.max())) for mix in expected]
        likely[seat] = np.arange(len(self.options[seat]))
        bits = [np.array([sum(CARD_BIT[card] for card in cards) for cards in mine]) for mine in self.options]
        grid = np.indices([len(mine) for mine in likely]).reshape(len(likely), -1)
        places = [mine[row] for mine, row in zip(likely, grid, strict=True)]
        weights = np.ones(grid.shape[1])
        for other, mix in enumerate(expected):
            if other != seat:
                weights *= mix[places[other]] / mix[likely[other]].sum()
        played = np.stack([mine[row] for mine, row in zip(bits, places, strict=True)], axis=1)
        after, _ = vector_rounds.positions_after(state, played)
        reasons: list[tuple[Reason, ...]] = []
        for option in range(len(self.options[seat])):
            rows = places[seat] == option
            seals, wares = (
                round(float(weights[rows] @ (column[rows, seat] - now)))
                for column, now in (
                    (after.seals, state.players[seat].seals),
                    (after.wares, state.players[seat].wares),
                )
            )
            reasons.append((Reason("brings", {"seals": seals, "wares": wares}),))
        return reasons

    def expected_chances(self) -> FloatArray:
        """Return each seat's chance to win before the choice, if all choose by their mixes."""
        return np.array([self.win_chances(seat) @ mix for seat, mix in enumerate(self.mixes)])


def _options(state: State, frame: Choose, seat: int) -> list[tuple[str, ...]]:
    """Return the combinations of cards that the seat can choose; only its sealed cards if it has no choice."""
    if seat in frame.forced:
        return [frame.picks[seat] or ()]
    return list(combinations(state.players[seat].hand, _CARDS_PER_ROUND[state.seats]))


def _chances_after(state: State, estimator: Estimator, played: IntArray, outcome: RoundResult) -> FloatArray:
    """Return each seat's chance to win after each joint choice of cards, as an array [joint choice, seat].

    `played` are the cards as bits, in an array of the same shape; `outcome` are the tables after them, where Merchants
    have sold all they can. A lone Merchant keeps its wares instead, if that is better for it.
    """
    chances = _chances_of(*outcome, estimator)
    # A lone Merchant may also keep the wares; it does what is better for its seat.
    merchants = played & CARD_BIT["merchant"] > 0
    alone = np.flatnonzero(merchants.sum(axis=1) == 1)
    if len(alone):
        who = merchants[alone].argmax(axis=1)
        kept = _chances_of(*vector_rounds.positions_after(state, played[alone], selling=False), estimator)
        places = np.arange(len(alone))
        better = kept[places, who] > chances[alone, who]
        chances[alone[better]] = kept[better]
    return chances


def _chances_of(after: TableArrays, over: NDArray[np.bool_], estimator: Estimator) -> FloatArray:
    """Return each seat's chance to win as an array [table, seat].

    `over` marks the tables whose game is over: there it is the share of the victory. For the others the estimator is
    asked.
    """
    chances = np.empty(after.seals.shape)
    chances[over] = vector_rounds.win_shares(after, over)
    if not over.all():
        chances[~over] = estimator.chances_from_features(
            vector_rounds.features(vector_rounds.select_rows(after, ~over))
        )
    return chances


def _shortlists(
    state: State,
    estimator: Estimator,
    bits: Sequence[IntArray],
    effort: Effort,
    chance: Chance,
    required: Sequence[Sequence[int]],
    order: Sequence[int],
) -> list[list[int]]:
    """Return, by seat, the indices of the options that are kept, so that there are not too many joint choices.

    `bits` are each seat's options as bits. Options that win least against random choices of the others are dropped,
    from the seat with the most options, as many as `effort` demands; `required` indices are kept. `order` decides
    between seats with equally many options.
    """
    max_joint, count = effort.max_chances // state.seats, effort.samples
    kept = [list(range(len(mine))) for mine in bits]
    if np.prod([len(mine) for mine in bits]) <= max_joint:
        return kept
    seats = len(bits)
    samples = np.array([[mine[chance.below(len(mine))] for mine in bits] for _ in range(count)])
    win_chances: list[FloatArray] = []
    for seat in range(seats):
        played = np.repeat(samples, len(bits[seat]), axis=0)
        played[:, seat] = np.tile(bits[seat], count)
        chances = _chances_after(state, estimator, played, vector_rounds.positions_after(state, played))
        win_chances.append(chances[:, seat].reshape(count, -1).mean(axis=0))
    while np.prod([len(keep) for keep in kept]) > max_joint:
        longest = max(order, key=lambda seat: len(kept[seat]))
        spare = [place for place in kept[longest] if place not in required[longest]]
        kept[longest].remove(min(spare, key=lambda place: win_chances[longest][place]))
    return kept


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
        includes the moves in `required`. For a trade all amounts are weighed, without reasons. `chance` advances.
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

        Cards then have neither reasons nor spreads. `chance` advances.
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
        has the longer target where that is allowed. In some games one seat plays simply, by what its cards bring in the
        round. Without an estimator (None) all cards are random. If the plan has a `playout_weight`, each position is
        also played out at random.
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
    """Return the choice of cards as a seat sees it, with its best reply as its mix if there are 4 or more players.

    Cards in `required` are never dropped. `chance` advances.
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

    If no other seat still owes a trade, it is mostly the best one. Otherwise, and without an estimator, it is mostly
    the largest.
    """
    options: list[Move] = game.options(state, seat)
    frame = state.agenda[-1]
    if estimator is None or len(frame.owes) > 1 or not chance.below(round(1 / RANDOM_CARD_PROBABILITY)):
        return options[0] if chance.below(4) else chance.choice(options)
    return _weigh_trades(game, state, seat, estimator)[0].move


def _weigh_trades(game: AnyGame, guess: State, seat: int, estimator: Estimator) -> list[WeighedMove]:
    """Return the amounts that the Merchant `seat` may trade, most frequent first, with chances and probabilities.

    Where several Merchants seal their trades, all of them mix; a lone one plays the best amount.
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
