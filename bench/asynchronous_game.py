"""Plays one game with traders who answer after hours, and counts how long everybody waited, and for what.

Nobody waits for a person who has just moved: whatever they are asked next, they answer in the same sitting. Everybody
else answers a question after a random delay. Questions to several people wait for the slowest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import exp
from random import Random
from statistics import NormalDist
from typing import Any

import msgspec

from bench.early_answers import (
    Plan,
    TradeOrder,
    make_plan,
    order_trade,
    ordered_trade,
    period_of,
    planned_moves,
    questions_ahead,
    standing_answer,
)
from opponents.trader import trader
from rules import GAMES

MEDIAN_DELAY_H, DELAY_SPREAD = 4.0, 1.21
"""Delays are log-normal: the median in hours, and the standard deviation of their logarithm.

The mean is 8.2 hours. One delay in ten is longer than 19 hours: those stand for nights and busy days.
"""
DELAYS_H = tuple(MEDIAN_DELAY_H * exp(DELAY_SPREAD * NormalDist().inv_cdf((i + 0.5) / 100)) for i in range(100))
"""A hundred delays that are equally likely. A game draws each once before any comes again: few games then suffice."""
STANDING = ("viking_games", "unrest")
"""The decisions of Haithabu that a standing answer can answer."""


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
        self.plans: dict[tuple[int, str], Plan | TradeOrder] = {}
        self.moved_in: dict[int, int] = {}
        """By seat: the year or round in which it last had a turn."""
        self.invited = 0
        """The last frame for which people were told that they can choose their next card early."""
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
                self._invite(owed)
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
        move: Any = trader(self.game, self.state, seat, self._seed())
        if decision == "choose" and "trade" in self.early and seat in self.planners and "merchant" in move.cards:
            self.plans[seat, "trade"] = order_trade(self.game, self.state, seat, move, self._seed())
        self._make(seat, decision, str(move))
        self.there = seat

    def _make(self, seat: int, decision: str, text: str) -> None:
        """Make a move. Forget the questions that are no longer asked."""
        if decision == "turn":
            self.moved_in[seat] = period_of(self.state)
        self.game.play(self.state, seat, self.game.parse(text))
        owed = self.game.owed(self.state)
        self.due = {other: due for other, due in self.due.items() if other in owed and other != seat}

    def _answer_early(self, owed: dict[int, str]) -> bool:
        """Make the moves of one early answer; return False if nobody who has just been asked has one that applies."""
        for seat, decision in owed.items():
            if seat in self.due or seat not in self.planners:
                continue
            if decision in STANDING and decision in self.early:
                self._make(seat, decision, standing_answer(self.game, self.state, seat, self._seed()))
                return True
            plan = self.plans.get((seat, decision))
            if isinstance(plan, TradeOrder):
                trade = ordered_trade(self.game, self.state, seat, plan)
                moves: list[str] | str = "no longer applies" if trade is None else [trade]
            elif plan:
                moves = planned_moves(self.game, self.state, seat, plan, self._seed())
            else:
                continue
            del self.plans[seat, decision]
            if isinstance(moves, str):
                self.outcome.plans[decision, moves] += 1
                self._ask(seat, moves)
                continue
            for move in moves:
                self._make(seat, decision, move)
            self.outcome.plans[decision, "played"] += 1
            if seat != self.there and decision == "turn":
                self.looks.setdefault(seat, self.now_h + self._delay_h())
            return True
        return False

    def _why_unplanned(self, seat: int, decision: str) -> str:
        """Return why a seat that is asked had no early answer."""
        if seat not in self.planners or decision not in self.early:
            return "asked as today"
        if decision != "turn":
            return "nothing was planned"
        is_first = self.moved_in.get(seat) != period_of(self.state)
        return "first turn of the year or round" if is_first else "not looked since the planned turn"

    def _prepare(self, seat: int | None) -> None:
        """Let a person who looks at the table give all early answers that are possible now."""
        if seat is None or seat not in self.planners:
            return
        for decision, asked in questions_ahead(self.game, self.state, seat, self._seed()).items():
            if decision in self.early:
                self.plans[seat, decision] = make_plan(self.game, asked, seat, decision, self._seed())

    def _invite(self, owed: dict[int, str]) -> None:
        """While Merchants trade, notify the others that they can choose their next card."""
        frame = self.game.current_frame_id(self.state)
        if "choose" in self.early and "trade" in owed.values() and frame != self.invited:
            self.invited = frame
            for seat in self.planners:
                if seat not in owed and (seat, "choose") not in self.plans:
                    self.looks.setdefault(seat, self.now_h + self._delay_h())
