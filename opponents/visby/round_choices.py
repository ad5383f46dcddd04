"""The sealed choice of cards of one round: `RoundChoices` solves it for all seats.

Regret matching finds all seats' mixes, from the estimated chances after the round. A *mix* is an array with the
probability of each option of one seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from opponents import regret_matching
from opponents.advice import Reason
from opponents.alderman_model import Estimator, FloatArray
from opponents.visby import habit_prediction, vector_rounds
from opponents.visby.vector_rounds import CARD_BIT, IntArray, TableArrays
from rules.chance import Chance
from rules.visby.data import DATA
from rules.visby.state import Choose, State


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
BEST_REPLY_SEATS = (4, 5, 6)
"""Numbers of players with which the best reply to the expected choices is played; with fewer, all seats mix."""
REPLY_TEMPERATURE = 0.005
"""Softmax temperature of the best reply, in chances to win: replies that are closer are about equally likely."""
CERTAIN, PROBABLE, AVERAGE = 2, 1, 0
"""How often cards bring just what a reason says: always, in at least half of the cases, or only on average."""
_CARDS_PER_ROUND = DATA.cards_per_round.count

RoundResult = tuple[TableArrays, NDArray[np.bool_]]
"""The tables after joint choices, and a mask of those that are over."""
RequiredOptions = Mapping[int, Sequence[tuple[str, ...]]]
"""By seat: options that are never dropped."""
NO_REQUIRED_OPTIONS: RequiredOptions = {}


class RoundChoices:
    """The sealed choice of cards of all seats in one round: their options, payoffs and mixes.

    Making one computes everything: after a shortlist for each seat, all joint choices are played and estimated, and
    regret matching finds the mixes. Options in `required` are never dropped.

    `own` is the seat that will use the result, if any. Then all other seats are expected to choose partly by habit.
    With many players the seats also learn in random order: in a fixed order, all players would find the same
    equilibrium, which favours some seats.

    `win_chances`, `chance_spreads`, `gain_reasons` and `expected_chances` read the result; `use_best_reply` changes a
    seat's mix.
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
        self._is_shortened = any(len(keep) < len(mine) for keep, mine in zip(kept, self.options, strict=True))
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
        """Return, for each option of a seat, one reason: how many seals, wares and cards it brings in this round.

        Seals and wares are averages over the others' likely choices, rounded to whole numbers; `certainty` says how
        often it is exactly that many (`CERTAIN`, `PROBABLE` or `AVERAGE`). The cards are those discarded before that a
        Mendicant takes back.
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
        gained = _gains(state, seat, played)
        certain = self._certain_gains(state, seat, bits)
        reasons: list[tuple[Reason, ...]] = []
        for option in range(len(self.options[seat])):
            rows = places[seat] == option
            seals, wares = (round(float(weights[rows] @ gained[rows, kind])) for kind in (0, 1))
            # What is not positive is not told, so that it need not be exact.
            exact = ((gained[rows] == (seals, wares)) | (np.maximum(gained[rows], (seals, wares)) <= 0)).all(axis=1)
            certainty = PROBABLE if weights[rows] @ exact >= 0.5 else AVERAGE
            regained = len(state.players[seat].discard) if "mendicant" in self.options[seat][option] else 0
            facts = {"seals": seals, "wares": wares, "cards": regained}
            reasons.append((Reason("brings", {**facts, "certainty": CERTAIN if certain[option] else certainty}),))
        return reasons

    def _certain_gains(self, state: State, seat: int, bits: Sequence[IntArray]) -> list[bool]:
        """Return, for each option of a seat, True if it brings the same whatever the others choose.

        `bits` are each seat's options as bits. All are False if options were dropped: nothing is known about those.
        """
        if self._is_shortened:
            return [False] * len(bits[seat])
        grid = np.indices([len(mine) for mine in bits]).reshape(len(bits), -1)
        gained = _gains(state, seat, np.stack([mine[row] for mine, row in zip(bits, grid, strict=True)], axis=1))
        by_option = [np.maximum(gained[grid[seat] == option], 0) for option in range(len(bits[seat]))]
        return [bool((rows == rows[0]).all()) for rows in by_option]

    def expected_chances(self) -> FloatArray:
        """Return each seat's chance to win before the choice, if all choose by their mixes."""
        return np.array([self.win_chances(seat) @ mix for seat, mix in enumerate(self.mixes)])


def _gains(state: State, seat: int, played: IntArray) -> IntArray:
    """Return how many seals and wares a seat gains by each joint choice, as an array [joint choice, 2].

    `played` are the cards as bits, in an array [joint choice, seat].
    """
    after, _ = vector_rounds.positions_after(state, played)
    mine = state.players[seat]
    return np.stack([after.seals[:, seat] - mine.seals, after.wares[:, seat] - mine.wares], axis=1)


def _options(state: State, frame: Choose, seat: int) -> list[tuple[str, ...]]:
    """Return the combinations of cards that the seat can choose.

    If the rules force its cards (`frame.forced`), these are the only option.
    """
    if seat in frame.forced:
        return [frame.picks[seat] or ()]
    return list(combinations(state.players[seat].hand, _CARDS_PER_ROUND[state.seats]))


def _chances_after(state: State, estimator: Estimator, played: IntArray, outcome: RoundResult) -> FloatArray:
    """Return each seat's chance to win after each joint choice of cards, as an array [joint choice, seat].

    `played` are the cards as bits, in an array of the same shape. `outcome` are the tables after the joint choices,
    where Merchants have sold all they can. If there is only one Merchant and keeping its wares is better for it, the
    chances are those without the sale.
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

    `over` marks the tables whose game is over: there the chance is the share of the victory. At the other tables the
    estimator computes it.
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

    `bits` are each seat's options as bits. While there are more joint choices than `effort` allows, the seat with the
    most options drops the one that wins least against random choices of the others. The indices in `required`, by seat,
    are kept. Of seats with equally many options the first in `order` drops one.
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
