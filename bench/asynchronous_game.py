"""Plays one game with traders who answer after hours, and counts how long everybody waited, and for what.

Nobody waits for a person who has just moved: whatever they are asked next, they answer in the same sitting. Everybody
else answers a question after a random delay. Questions to several people wait for the slowest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import exp
from random import Random
from statistics import NormalDist

import msgspec

from bench.early_answers import CHANCE, STANDING, EarlyAnswer, plan_answer, standing_answer
from opponents.trader import trader
from rules import GAMES
from rules.plans import questions_ahead

MEDIAN_DELAY_H, DELAY_SPREAD = 4.0, 1.21
"""Delays are log-normal: the median in hours, and the standard deviation of their logarithm.

The mean is 8.2 hours. One delay in ten is longer than 19 hours: those stand for nights and busy days.
"""
DELAYS_H = tuple(MEDIAN_DELAY_H * exp(DELAY_SPREAD * NormalDist().inv_cdf((i + 0.5) / 100)) for i in range(100))
"""A hundred delays that are equally likely. A game draws each once before any comes again: few games then suffice."""


class Outcome(msgspec.Struct):
    """How long one game lasted in days, and the hours that passed, by decision and by why it had to be asked."""

    days: float
    hours: dict[tuple[str, str], float]
    plans: Counter[tuple[str, str]]
    """How often each decision that could have been answered early was, or why not."""


class AsynchronousGame:
    """One simulated game. `early` are the decisions that the seats `planners` answer early where they can."""

    def __init__(self, game: str, seats: int, seed: int, early: frozenset[str], planners: frozenset[int]) -> None:
        self.game, self.state = GAMES[game], GAMES[game].new(seats, seed)
        self.early, self.planners = early, planners
        self.rng = Random(seed)
        self.delays_h: list[float] = []
        self.now_h = 0.0
        self.there: int | None = None
        """The seat of the person who has just moved and still looks."""
        self.due: dict[int, tuple[float, str]] = {}
        """By seat that is asked: when it will answer (hours), and why it had to be asked."""
        self.looks: dict[int, float] = {}
        """By seat that is not asked: when it will next look at the table (hours)."""
        self.answers: dict[tuple[int, str], EarlyAnswer] = {}
        """By seat and decision: what has been answered early and is not asked yet."""
        self.moved_in: dict[int, int] = {}
        """By seat: the year or round in which it last had a turn."""
        self.outcome = Outcome(0, defaultdict(float), Counter())

    def play(self) -> Outcome:
        """Play to the end and return how long it took."""
        while owed := self.game.owed(self.state):
            if self._answer_early(owed):
                continue
            for seat, decision in owed.items():
                if seat not in self.due:
                    self._ask(seat, self._why_unplanned(seat, decision))
            seat = min(owed, key=lambda seat: self.due[seat][0])
            if self.due[seat][0] > self.now_h:
                self._prepare(self.there)
                self.there = None
                looking = min(self.looks, key=self.looks.__getitem__, default=None)
                if looking is not None and self.looks[looking] < self.due[seat][0]:
                    self._wait_until(self.looks.pop(looking), owed)
                    self._prepare(looking)
                    continue
                self._wait_until(self.due[seat][0], owed)
            self._move(seat, owed[seat])
        self.outcome.days = self.now_h / 24
        return self.outcome

    def _seed(self) -> int:
        """Return a new seed for a trader or a guess."""
        return self.rng.getrandbits(40)

    def _delay_h(self) -> float:
        """Return a random number of hours after which somebody looks who was notified."""
        if not self.delays_h:
            self.delays_h = self.rng.sample(DELAYS_H, len(DELAYS_H))
        return self.delays_h.pop()

    def _ask(self, seat: int, reason: str) -> None:
        """Note when a seat that has just been asked will answer, and why it had to be asked."""
        look_h = self.looks.pop(seat, None)
        if seat == self.there:
            look_h = self.now_h
        self.due[seat] = self.now_h + self._delay_h() if look_h is None else look_h, reason

    def _wait_until(self, moment_h: float, owed: dict[int, str]) -> None:
        """Let time pass. The hours count for the slowest of the seats asked."""
        slowest = max(owed, key=lambda seat: self.due[seat][0])
        self.outcome.hours[owed[slowest], self.due[slowest][1]] += moment_h - self.now_h
        self.now_h = moment_h

    def _move(self, seat: int, decision: str) -> None:
        """Let the trader answer for a seat that looks at the table now."""
        self._make(seat, decision, str(trader(self.game, self.state, seat, self._seed())))
        self.there = seat

    def _make(self, seat: int, decision: str, text: str) -> None:
        """Make a move. Forget the questions that are no longer asked."""
        if decision == "turn":
            self.moved_in[seat] = self._period()
        self.game.play(self.state, seat, self.game.parse(text))
        owed = self.game.owed(self.state)
        self.due = {other: due for other, due in self.due.items() if other in owed and other != seat}

    def _answer_early(self, owed: dict[int, str]) -> bool:
        """Make the moves of one early answer; return False if nobody who has just been asked has one that applies.

        As in the product, the moves before chance are made and the owner is asked for the rest, and the owner of a plan
        that was played gets a message.
        """
        for seat, decision in owed.items():
            if seat in self.due or seat not in self.planners:
                continue
            answer = self.answers.pop((seat, decision), None)
            if decision in STANDING and decision in self.early:
                answer = standing_answer(self.game, decision, seat)
            if answer is None:
                continue
            frame, moves = self.game.current_frame_id(self.state), answer.moves(self.state)
            if not moves:
                self.outcome.plans[decision, answer.otherwise] += 1
                self._ask(seat, answer.otherwise)
                continue
            for move in moves:
                self._make(seat, decision, move)
            if self.game.early and decision in self.game.early.decisions and seat != self.there:
                self.looks.setdefault(seat, self.now_h + self._delay_h())
            is_partial = seat in self.game.owed(self.state) and frame in {each.id for each in self.state.agenda}
            self.outcome.plans[decision, "played up to chance" if is_partial else "played"] += 1
            if is_partial:
                self._ask(seat, CHANCE)
            return True
        return False

    def _period(self) -> int:
        """Return the number of the year (Riga) or round (Haithabu)."""
        assert self.game.early is not None
        return self.game.early.period(self.state)

    def _why_unplanned(self, seat: int, decision: str) -> str:
        """Return why a seat that is asked had no early answer."""
        if seat not in self.planners:
            return "its player does not plan"
        if decision not in self.early:
            return "not answered early"
        if decision != "turn":
            return "nothing was planned"
        is_first = self.moved_in.get(seat) != self._period()
        return "first turn of the year or round" if is_first else "not looked since the planned turn"

    def _prepare(self, seat: int | None) -> None:
        """Let a person who looks at the table give all early answers that are possible now."""
        if seat is None or seat not in self.planners:
            return
        for decision, question in questions_ahead(self.game, self.state, seat).items():
            if decision in self.early:
                self.answers[seat, decision] = plan_answer(self.game, question, decision, seat, self._seed())
