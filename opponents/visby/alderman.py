"""The alderman in Visby: all seats learn mixed choices together, on what was learned of the state after the round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from opponents import regrets
from opponents.advice import Reason
from opponents.training import Judging, Note, Numbers, Training, TrainingPlan, Weighed, drawn
from opponents.visby import EVALUATION, continuing, habits, tables
from opponents.visby.tables import BIT, Counts, Tables
from rules import AnyGame, Move
from rules.chance import Chance
from rules.visby.data import DATA
from rules.visby.moves import Pick
from rules.visby.state import Choose, State
from rules.visby.state import Trade as TradeFrame


class Effort(NamedTuple):
    """How much is thought about one choice."""

    joint: int
    """How many chances of seats are worked out at most; where joint choices are more, the worst options go."""
    rounds: int
    """Rounds in which all seats learn from their regrets."""
    tried: int
    """Joint choices at random by which the worst options are found."""


THOROUGH = Effort(66_000, 300, 160)
PRACTICE = Effort(7_500, 80, 160)
"""Where many games count more than good ones."""
HURRY = Effort(3_000, 40, 24)
RARE = 0.04
"""An option that is played less often than this is left out: so much is noise."""
TRADES = 6
"""Amounts that others are expected to think of where two or three Merchants trade."""
REPLYING = (4, 5, 6)
"""With so many players the best reply to what is expected is played; with fewer, who can be foreseen loses: all mix."""
ALIKE = 0.005
"""Chances to win that hardly differ: replies so close are played about equally often."""
CURIOUS = 0.08
"""How often any card is played in practice."""
PLAYOUTS = 16
"""How often each position of practice is played out as is likely, where a plan wants that."""

TWO = TrainingPlan(
    hidden=80,
    faith=0.5,
    kept=10,
    generations=16,
    games=1000,
    passes=6,
    slowing=1.0,
    settling=0.03,
    continued=0.8,
    review=8,
)
"""How the game is learned with 2 players."""

_COUNT = DATA.cards_per_round.count

RoundOutcome = tuple[Tables, NDArray[np.bool_]]
"""The tables after joint choices, and which of them are over."""
Wanted = Mapping[int, Sequence[tuple[str, ...]]]
"""Options of seats that are weighed in any case."""
NOTHING: Wanted = {}


class Choices:
    """A sealed choice of all seats: everybody's options, and how often each should be played.

    `own`: whose choice it is. Of the others a part is expected to choose out of habit then; else all mix. Seats
    learn in an order of chance then: in the order they sit in, all at a table would agree on what favours some of them.
    """

    def __init__(
        self,
        state: State,
        judge: Judging,
        chance: Chance,
        effort: Effort,
        wanted: Wanted = NOTHING,
        own: int | None = None,
    ) -> None:
        frame = state.agenda[-1]
        assert isinstance(frame, Choose)
        self.options = [_options(state, frame, seat) for seat in range(state.seats)]
        bits = [np.array([sum(BIT[card] for card in cards) for cards in mine]) for mine in self.options]
        order = list(range(state.seats))
        if own is not None and state.seats in REPLYING:
            chance.shuffle(order)
        kept = _shortlists(state, judge, bits, effort, chance, self._places(wanted), order)
        self.options = [[mine[place] for place in keep] for mine, keep in zip(self.options, kept, strict=True)]
        bits = [mine[keep] for mine, keep in zip(bits, kept, strict=True)]
        sizes = tuple(len(mine) for mine in bits)
        grid = np.indices(sizes).reshape(len(sizes), -1)
        played = np.stack([mine[places] for mine, places in zip(bits, grid, strict=True)], axis=1)
        outcome = tables.after_round(state, played)
        chances = _chances_after(state, judge, played, outcome)
        self.payoffs = [chances[:, seat].reshape(sizes) for seat in range(state.seats)]
        self.habits: list[Numbers | None] = [None] * state.seats
        if own is not None:
            self.habits = [*habits.habits_of(state, self.options, *outcome)]
            self.habits[own] = None
        self.mixes = regrets.mixed_choices(self.payoffs, effort.rounds, self._expect, order)

    def _expect(self, seat: int, mix: Numbers) -> Numbers:
        """Return what is to be expected of a seat that should choose by this mix."""
        return habits.faced(mix, self.habits[seat], habits.EXPECTED[len(self.payoffs)])

    def _expected(self) -> list[Numbers]:
        """Return what is to be expected of everybody."""
        return [self._expect(seat, mix) for seat, mix in enumerate(self.mixes)]

    def _places(self, wanted: Wanted) -> list[list[int]]:
        """Return where options stand that are weighed in any case, by seat."""
        return [
            [place for place, cards in enumerate(mine) if cards in wanted.get(seat, ())]
            for seat, mine in enumerate(self.options)
        ]

    def brings(self, seat: int) -> Numbers:
        """Return the chance to win with each option of a seat."""
        return regrets.expected(self.payoffs[seat], self._expected(), seat)

    def spreads(self, seat: int) -> list[float]:
        """Return how far the chances lie apart to which each option of a seat leads, by what the others choose."""
        squares = regrets.expected(self.payoffs[seat] ** 2, self._expected(), seat)
        return [float(each) for each in np.sqrt(np.maximum(0.0, squares - self.brings(seat) ** 2))]

    def reply(self, seat: int) -> None:
        """Let a seat choose what is good against what is expected of the others."""
        brings = self.brings(seat)
        powers = np.exp((brings - brings.max()) / ALIKE)
        self.mixes[seat] = powers / powers.sum()

    def gains(self, state: State, seat: int) -> list[tuple[Reason, ...]]:
        """Return what each option of a seat brings at once, on average over what the others are likely to choose."""
        expected = self._expected()
        likely = [np.flatnonzero(mix >= min(RARE, mix.max())) for mix in expected]
        likely[seat] = np.arange(len(self.options[seat]))
        bits = [np.array([sum(BIT[card] for card in cards) for cards in mine]) for mine in self.options]
        grid = np.indices([len(mine) for mine in likely]).reshape(len(likely), -1)
        places = [mine[row] for mine, row in zip(likely, grid, strict=True)]
        weights = np.ones(grid.shape[1])
        for other, mix in enumerate(expected):
            if other != seat:
                weights *= mix[places[other]] / mix[likely[other]].sum()
        played = np.stack([mine[row] for mine, row in zip(bits, places, strict=True)], axis=1)
        after, _ = tables.after_round(state, played)
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

    def chances(self) -> Numbers:
        """Return everybody's chance to win before the choice."""
        return np.array([self.brings(seat) @ mix for seat, mix in enumerate(self.mixes)])


def _options(state: State, frame: Choose, seat: int) -> list[tuple[str, ...]]:
    if seat in frame.forced:
        return [frame.picks[seat] or ()]
    return list(combinations(state.players[seat].hand, _COUNT[state.seats]))


def _chances_after(state: State, judge: Judging, played: Counts, outcome: RoundOutcome) -> Numbers:
    """Return everybody's chance to win after each joint choice."""
    chances = _valued(*outcome, judge)
    # A lone Merchant may keep the wares: what is better for that seat happens.
    merchants = played & BIT["merchant"] > 0
    alone = np.flatnonzero(merchants.sum(axis=1) == 1)
    if len(alone):
        who = merchants[alone].argmax(axis=1)
        kept = _valued(*tables.after_round(state, played[alone], selling=False), judge)
        places = np.arange(len(alone))
        better = kept[places, who] > chances[alone, who]
        chances[alone[better]] = kept[better]
    return chances


def _valued(after: Tables, over: NDArray[np.bool_], judge: Judging) -> Numbers:
    chances = np.empty(after.seals.shape)
    chances[over] = tables.victories(after, over)
    if not over.all():
        chances[~over] = judge.by_features(tables.features(tables.rows(after, ~over)))
    return chances


def _shortlists(
    state: State,
    judge: Judging,
    bits: Sequence[Counts],
    effort: Effort,
    chance: Chance,
    wanted: Sequence[Sequence[int]],
    order: Sequence[int],
) -> list[list[int]]:
    """Return which options of each seat are kept: those that bring most against choices of others at random."""
    joint, tried = effort.joint // state.seats, effort.tried
    kept = [list(range(len(mine))) for mine in bits]
    if np.prod([len(mine) for mine in bits]) <= joint:
        return kept
    seats = len(bits)
    drawn = np.array([[mine[chance.below(len(mine))] for mine in bits] for _ in range(tried)])
    brings: list[Numbers] = []
    for seat in range(seats):
        played = np.repeat(drawn, len(bits[seat]), axis=0)
        played[:, seat] = np.tile(bits[seat], tried)
        chances = _chances_after(state, judge, played, tables.after_round(state, played))
        brings.append(chances[:, seat].reshape(tried, -1).mean(axis=0))
    while np.prod([len(keep) for keep in kept]) > joint:
        longest = max(order, key=lambda seat: len(kept[seat]))
        spare = [place for place in kept[longest] if place not in wanted[longest]]
        kept[longest].remove(min(spare, key=lambda place: brings[longest][place]))
    return kept


class VisbyTraining(Training):
    """Visby as it is learned: positions at the beginning of a round."""

    names: ClassVar[tuple[str, ...]] = tables.NAMES
    hidden: ClassVar[int] = 40
    faith: ClassVar[float] = 0.3
    kept: ClassVar[int] = 10
    generations: ClassVar[int] = 16
    games: ClassVar[int] = 300

    def plan(self, seats: int) -> TrainingPlan:
        """Learn longer with 2 players, where any error can be exploited."""
        return TWO if seats == 2 else super().plan(seats)

    def features(self, states: Sequence[Any]) -> Numbers:
        """Return the features by state, seat and name."""
        return tables.features(tables.of_states(states))

    def settled(self, state: Any) -> bool:
        """Say whether a round begins: what the Merchants trade in its midst was not learned."""
        return isinstance(state.agenda[-1], Choose)

    def weigh(
        self, game: AnyGame, state: Any, seat: int, chance: Chance, judge: Judging, wanted: Sequence[Move] = ()
    ) -> list[Weighed]:
        """Mix choices that are sealed; trade alone for the best chance."""
        guess = game.guess(state, seat, chance.draw())
        if not isinstance(guess.agenda[-1], Choose):
            return _trades(game, guess, seat, judge)
        cards = {seat: [move.cards for move in wanted if isinstance(move, Pick)]}
        choices = Choices(guess, judge, chance, THOROUGH, cards, own=seat)
        if guess.seats in REPLYING:
            choices.reply(seat)
        picks: list[Move] = [Pick(cards) for cards in choices.options[seat]]
        why = dict(zip(picks, choices.gains(guess, seat), strict=True))
        spreads = dict(zip(picks, choices.spreads(seat), strict=True))
        weighed = _weighed(picks, choices.brings(seat), choices.mixes[seat])
        return [each._replace(reasons=why[each.move], spread=spreads[each.move]) for each in weighed]

    def quick(self, game: AnyGame, state: Any, seat: int, chance: Chance, judge: Judging) -> Move:
        """Mix on fewer joint choices, and look no further."""
        guess = game.guess(state, seat, chance.draw())
        if not isinstance(guess.agenda[-1], Choose):
            return _trades(game, guess, seat, judge)[0].move
        choices = Choices(guess, judge, chance, HURRY, own=seat)
        if guess.seats in REPLYING:
            choices.reply(seat)
        return Pick(choices.options[seat][drawn(choices.mixes[seat], chance)])

    def practise(
        self, game: AnyGame, seats: int, chance: Chance, judge: Judging | None
    ) -> Iterator[Note | tuple[float, ...]]:
        """Play by mixed choices, now and then any card; a few games go on to the longer target."""
        long = seats in DATA.setup.long_target_players and not chance.below(6)
        state = game.new(seats, chance.draw(), {"target": DATA.setup.targets[long]})
        # Not everybody plays well: in some games one seat plays its cards for what they bring at once.
        simple = chance.below(3 * seats) if judge else seats
        begun: list[State] = []
        notes: list[Note] = []
        while state.agenda:
            frame = state.agenda[-1]
            if not isinstance(frame, Choose):
                for seat in list(frame.owes):
                    game.play(state, seat, _practised_trade(game, state, seat, chance, judge))
                continue
            features = self.features([state])[0]
            choices = Choices(state, judge, chance, PRACTICE) if judge else None
            begun.append(state.copy())
            notes.append(Note(features, choices.chances() if choices else None))
            for seat in list(frame.owes):
                if seat == simple:
                    game.play(state, seat, EVALUATION.likely(game, state, seat, chance))
                elif choices is None or not chance.below(round(1 / CURIOUS)):
                    game.play(state, seat, game.sample(state, seat, chance))
                else:
                    game.play(state, seat, Pick(choices.options[seat][drawn(choices.mixes[seat], chance)]))
        if self.plan(seats).continued:
            parts = continuing.victories(tables.of_states(begun), PLAYOUTS, chance)
            notes = [note._replace(continued=part) for note, part in zip(notes, parts, strict=True)]
        yield from notes
        result = game.result(state)
        assert result is not None
        yield tuple((place == 1) / len(result.winners) for place in result.places)


def _weighed(moves: Sequence[Move], brings: Numbers, mix: Numbers) -> list[Weighed]:
    """Return the moves with their chances and shares, the most frequent first; rare ones are left out."""
    shares = np.where(mix < min(RARE, mix.max()), 0.0, mix)
    shares /= shares.sum()
    ranks = [(-round(float(share), 9), -round(float(chance), 9)) for share, chance in zip(shares, brings, strict=True)]
    order = sorted(range(len(moves)), key=ranks.__getitem__)
    return [Weighed(moves[place], float(brings[place]), float(shares[place])) for place in order]


def _practised_trade(game: AnyGame, state: State, seat: int, chance: Chance, judge: Judging | None) -> Move:
    options: list[Move] = game.options(state, seat)
    frame = state.agenda[-1]
    if judge is None or len(frame.owes) > 1 or not chance.below(round(1 / CURIOUS)):
        return options[0] if chance.below(4) else chance.choice(options)
    return _trades(game, state, seat, judge)[0].move


def _trades(game: AnyGame, guess: State, seat: int, judge: Judging) -> list[Weighed]:
    """Weigh all amounts; where several Merchants seal theirs, all of them mix."""
    frame = guess.agenda[-1]
    assert isinstance(frame, TradeFrame)
    # Who has sealed a trade seals another one first: the last one still asked opens them all.
    asked = sorted(frame.sealed, key=lambda each: each in frame.owes) or [seat]
    most = TRADES if len(asked) < 4 else 2
    options = [_amounts(game, guess, each, 99 if each == seat else most) for each in asked]
    ends = []
    for joint in product(*options):
        end = guess.copy()
        for each, move in zip(asked, joint, strict=True):
            game.play(end, each, move)
        ends.append(end)
    chances = judge(ends)
    sizes = tuple(len(mine) for mine in options)
    payoffs = [chances[:, each].reshape(sizes) for each in asked]
    mixes = regrets.mixed_choices(payoffs, THOROUGH.rounds) if len(asked) > 1 else [_best(payoffs[0])]
    own = asked.index(seat)
    return _weighed(options[own], regrets.expected(payoffs[own], mixes, own), mixes[own])


def _amounts(game: AnyGame, guess: State, seat: int, most: int) -> list[Move]:
    """Return the amounts a Merchant thinks of: the largest ones, and none."""
    options: list[Move] = game.options(guess, seat)
    return options if len(options) <= most else [*options[: most - 1], options[-1]]


def _best(brings: Numbers) -> Numbers:
    mix = np.zeros(len(brings))
    mix[int(np.argmax(np.round(brings, 9)))] = 1.0
    return mix


TRAINING = VisbyTraining()
