"""Plans and standing answers in random games: they do only what was shown, and need only what their owners know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rules import GAMES, AnyGame
from rules.chance import Chance
from rules.early_answers import Question
from rules.errors import Refused
from rules.plans import MAX_WISHES, Plan, Wish, planned_moves, questions_ahead, rehearse, why_not, wish_from
from rules.standing_answers import StandingAnswer, standing_move
from tests.rules.haithabu.given_away import expected_answer
from tests.rules.promises import setups
from tests.selection import THOROUGH

EARLY_GAMES = [game for game in GAMES.values() if game.early is not None]
CHUNK = 50
CHUNKS = 20
"""Of each game, 1,000 games are played with THOROUGH=1."""
SEEDS_IN_BRIEF = {"visby": range(8), "riga": (0, 1), "haithabu": (0, 3, 5, 16, 58)}
"""Otherwise only these games are played. In game 5 of Haithabu somebody has too little silver to give."""
MAX_MOVES = 40
"""A rehearsal with more moves is given up."""
EXPECTED_ANSWERS: dict[str, Callable[[Any, int, str, str], str]] = {"haithabu": expected_answer}
"""By game: what a policy must answer to a question, as a text; "" if the player must be asked."""


class Planners:
    """Random players in a random game who plan and have standing answers.

    `counts` says how often each thing that matters has happened.
    """

    def __init__(self, game: AnyGame, seed: int, counts: Counter[str]) -> None:
        self.game, self.counts, self.chance = game, counts, Chance(seed)
        assert game.early is not None
        self.early = game.early
        seats, options = setups(game)[seed % len(setups(game))]
        self.state = game.new(seats, self.chance.draw(), options)
        self.plans: dict[tuple[int, str], Plan] = {}
        self.policies: dict[tuple[int, str], str] = {}
        self.whims = Chance(seed + 1)
        """Decides about standing answers."""

    def play(self) -> None:
        """Play to the end. Now and then somebody plans, or sets a standing answer.

        Whoever is asked follows their plan or standing answer, if they have one.
        """
        while owed := self.game.owed(self.state):
            if self.chance.below(3) == 0:
                self.plan(self.chance.below(self.state.seats))
            if self.early.policies and self.whims.below(4) == 0:
                self.set_policy(self.whims.below(self.state.seats))
            seat = self.chance.choice(list(owed))
            plan = self.plans.pop((seat, owed[seat]), None)
            moves = self.moves_of(plan, seat) if plan else self.standing_moves(owed[seat], seat)
            for text in moves or (str(self.game.sample(self.state, seat, self.chance)),):
                self.game.play(self.state, seat, self.game.parse(text))

    def set_policy(self, seat: int) -> None:
        """Let a seat set, change or end its standing answer to any decision that may have one."""
        decision = self.whims.choice(sorted(self.early.policies))
        self.policies[seat, decision] = self.whims.choice(["", *self.early.policies[decision]])

    def standing_moves(self, decision: str, seat: int) -> tuple[str, ...]:
        """Return the move of a seat's standing answer to what it is asked, and check it; () if it has to decide."""
        policy = self.policies.get((seat, decision), "")
        if not policy:
            return ()
        game, answer = self.game, StandingAnswer(decision, policy)
        before = game.encode(self.state)
        move = standing_move(game, self.state, seat, answer)
        guess = game.guess(self.state, seat, self.whims.draw())
        assert standing_move(game, guess, seat, answer) == move, "an answer uses more than its owner can know"
        assert str(move or "") == EXPECTED_ANSWERS[game.name](self.state, seat, decision, policy)
        assert game.encode(self.state) == before
        self.counts["answered" if move else "asked in spite of a policy"] += 1
        return (str(move),) if move else ()

    def plan(self, seat: int) -> None:
        """Let a seat plan an answer to everything that it can answer early, and check what that depends on."""
        before = self.game.encode(self.state)
        questions = questions_ahead(self.game, self.state, seat)
        assert self.game.encode(self.state) == before
        for seed in (1, 2) if self.chance.below(4) == 0 else ():
            guess = self.game.guess(self.state, seat, seed)
            assert questions_ahead(self.game, guess, seat) == questions, "a question shows more than the view"
        assert not questions or seat not in self.game.owed(self.state)
        for decision, question in questions.items():
            assert self.game.owed(question.state)[seat] == decision
            assert decision in self.early.decisions
            wish = self.wish(question, decision, seat)
            if wish is None:
                continue
            wishes: tuple[Wish, ...] = (wish,)
            old = self.plans.get((seat, decision))
            period, version = self.early.period(question.state), self.state.version
            if old and old.period == period and decision in self.early.alternatives:
                wishes = (*old.wishes, wish)[:MAX_WISHES]
            self.plans[seat, decision] = Plan(decision, period, version, wishes)
            self.counts["made"] += 1

    def wish(self, question: Question, decision: str, seat: int) -> Wish | None:
        """Return a random answer to a question; None if chance decides at once."""
        before, tried = self.game.encode(question.state), rehearse(self.game, question, seat, ())
        while not (tried.is_complete or tried.is_stopped):
            if len(tried.moves) >= MAX_MOVES:
                return None
            move = str(self.game.sample(tried.state, seat, self.chance))
            tried = rehearse(self.game, question, seat, (*tried.moves, move))
        assert self.game.encode(question.state) == before
        if decision in self.early.exact:
            assert tried.state.chance == question.state.chance, "dice or draws are planned"
        self.counts["stopped by chance"] += tried.is_stopped
        return wish_from(self.game, question, decision, seat, tried) if tried.moves else None

    def moves_of(self, plan: Plan, seat: int) -> tuple[str, ...]:
        """Return the moves with which a plan answers the seat's question, and check that they are what was promised."""
        game, state = self.game, self.state
        before = game.encode(state)
        moves = planned_moves(game, state, seat, plan)
        assert game.encode(state) == before
        guess = game.guess(state, seat, self.chance.draw())
        assert planned_moves(game, guess, seat, plan) == moves, "a plan uses more than its owner can know"
        why = why_not(game, state, seat, plan)
        assert repr(why) == repr(why_not(game, guess, seat, plan)), "a reason shows more than its owner can know"
        if (plan.period, plan.version) != (self.early.period(state), state.version):
            self.counts["of another period"] += 1
            assert (moves, why) == ((), "")
        elif not moves:
            self.counts["did not apply"] += 1
            self.counts["with a reason"] += bool(why)
            if plan.decision in self.early.exact:
                outcomes = [self.outcome(plan, seat, wish.moves) for wish in plan.wishes]
                assert "as shown" not in outcomes, "a plan that fits is not used"
        else:
            assert why == ""
            self.counts["applied"] += 1
            self.counts["applied with several moves"] += len(moves) > 1
            assert self.outcome(plan, seat, moves) != "otherwise"
            if plan.decision in self.early.exact:
                chosen = [wish.moves for wish in plan.wishes].index(moves)
                outcomes = [self.outcome(plan, seat, wish.moves) for wish in plan.wishes[:chosen]]
                assert "as shown" not in outcomes, "an earlier wish that fits is not used"
                self.counts["an alternative applied"] += chosen > 0
            other = next(iter(self.early.decisions - {plan.decision}))
            for changes in ({"period": plan.period + 1}, {"version": plan.version - 1}, {"decision": other}):
                assert planned_moves(game, state, seat, msgspec.structs.replace(plan, **changes)) == ()
        return moves

    def outcome(self, plan: Plan, seat: int, moves: tuple[str, ...]) -> str:
        """Return what happens if the seat makes these moves now, in truth: "as shown", "chance" or "otherwise".

        "otherwise": a move is not allowed, something else happens to the seat in an exact decision than was shown, or a
        move uses chance or shows something while the seat's answer goes on. "chance": as shown, but the last move of an
        exact decision uses chance, for the seat or for what comes after it.
        """
        game, state, about = self.game, self.state.copy(), list[Any]()
        frame = self.early.frame_of(state, plan.decision)
        for number, text in enumerate(moves, 1):
            try:
                events = game.play(state, seat, game.parse(text))
            except Refused:
                return "otherwise"
            about += [game.redact(event, seat) for event in events if event.is_about(seat)]
            goes_on = frame in {each.id for each in state.agenda} and seat in state.agenda[-1].owes
            goes_on = goes_on or game.owed(state).get(seat) in self.early.follow_ups or number < len(moves)
            if goes_on and not state.tail:
                return "otherwise"
        if plan.decision not in self.early.exact:
            return "as shown"
        promised = [game.decode_events(wish.shown) for wish in plan.wishes if wish.moves == moves]
        # What follows after the turn, such as the end of the round, was not shown.
        if not any(about[: len(shown)] == shown for shown in promised):
            return "otherwise"
        return "as shown" if state.chance == self.state.chance else "chance"


@pytest.mark.repeated(CHUNKS)
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("game", EARLY_GAMES, ids=lambda game: game.name)
def test_plans_and_standing_answers_do_what_was_shown_and_need_only_what_their_owner_knows(
    game: AnyGame, chunk: int
) -> None:
    counts: Counter[str] = Counter()
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK) if THOROUGH else SEEDS_IN_BRIEF[game.name]:
        Planners(game, seed, counts).play()
    happened = {"made", "applied", "did not apply"}
    if game.name != "visby":  # There, every answer is one move, and nothing depends on chance.
        happened |= {"applied with several moves", "stopped by chance", "with a reason"}
    if EXPECTED_ANSWERS.keys() & {game.name}:
        happened |= {"answered", "asked in spite of a policy"}
    if game.name == "haithabu":
        happened |= {"an alternative applied"}
    assert happened <= (+counts).keys(), counts


def at_first_turn(seed: int) -> Any:
    """Return a game of Riga for two in which the first turn is pending."""
    game, chance = GAMES["riga"], Chance(seed)
    state = game.new(2, seed)
    while "turn" not in game.owed(state).values():
        seat = next(iter(game.owed(state)))
        game.play(state, seat, game.sample(state, seat, chance))
    return state


def test_a_row_in_riga_is_found_again_by_its_goods_and_a_wish_for_one_that_is_gone_is_skipped() -> None:
    game = GAMES["riga"]
    state = at_first_turn(1)
    (first,) = game.owed(state)
    second = 1 - first
    question = questions_ahead(game, state, second)["turn"]
    wishes = [
        wish_from(game, question, "turn", second, rehearse(game, question, second, (f"take row {row}", "done")))
        for row in (2, 3)
    ]
    plan = Plan("turn", state.year, state.version, tuple(wishes))
    assert len({tuple(sorted(row)) for row in state.rows}) == len(state.rows) > 2
    planned = {}
    for taken in range(1, len(state.rows) + 1):
        after = state.copy()
        for text in (f"take row {taken}", "done"):
            game.play(after, first, game.parse(text))
        planned[taken] = planned_moves(game, after, second, plan)
        row = game.parse(planned[taken][0]).what
        assert sorted(after.rows[row - 1]) == sorted(state.rows[2 if taken == 2 else 1])
    assert {1: ("take row 1", "done"), 2: ("take row 2", "done")}.items() <= planned.items()
    only = msgspec.structs.replace(plan, wishes=plan.wishes[:1])
    after = state.copy()
    for text in ("take row 2", "done"):
        game.play(after, first, game.parse(text))
    assert planned_moves(game, after, second, only) == ()
    assert why_not(game, after, second, only) == "gone"


@pytest.mark.parametrize("changed", ["what is believed", "the truth"])
def test_whether_a_plan_is_played_is_decided_by_what_its_owner_believes(
    monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    game = GAMES["riga"]
    state = at_first_turn(1)
    (first,) = game.owed(state)
    second = 1 - first
    question = questions_ahead(game, state, second)["turn"]
    wish = wish_from(game, question, "turn", second, rehearse(game, question, second, ("take row 2", "done")))
    plan = Plan("turn", state.year, state.version, (wish,))
    for text in ("take row 1", "done"):
        game.play(state, first, game.parse(text))
    other = state.copy()
    other.rows[0] = [good for row in state.rows for good in row][:6]
    true, believed = (state, other) if changed == "what is believed" else (other, state)
    monkeypatch.setattr(type(game), "guess", lambda self, seen, seat, seed: believed.copy())
    assert planned_moves(game, true, second, plan) == (() if believed is other else ("take row 1", "done"))


def test_nothing_can_be_answered_early_by_whoever_is_asked_and_after_the_end() -> None:
    for game in GAMES.values():
        state, chance, ahead = game.new(2, 3), Chance(3), 0
        while owed := game.owed(state):
            assert all(questions_ahead(game, state, seat) == {} for seat in owed)
            ahead += bool(questions_ahead(game, state, 0))
            seat = chance.choice(list(owed))
            game.play(state, seat, game.sample(state, seat, chance))
        assert [questions_ahead(game, state, seat) for seat in range(2)] == [{}, {}]
        assert bool(ahead) == (game.early is not None)
