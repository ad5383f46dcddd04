"""Plans apply only if the position still offers what was planned, and `bench` plays them as the product does."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

from bench.asynchronous_game import AsynchronousGame
from bench.early_answers import CHANCE, EarlyAnswer
from opponents.riga.evaluation import RigaEvaluation
from opponents.trader import EVALUATIONS
from rules import GAMES
from rules.chance import Chance
from rules.early_answers import Question
from rules.plans import Plan, planned_moves, questions_ahead, rehearse, wish_from


def _at_first_turn(name: str) -> tuple[Any, int]:
    """Return a game of two in which the first turn is pending, and the seat whose turn it is."""
    game, chance = GAMES[name], Chance(1)
    state = game.new(2, 1)
    while "turn" not in game.owed(state).values():
        seat = next(iter(game.owed(state)))
        game.play(state, seat, game.sample(state, seat, chance))
    return state, next(iter(game.owed(state)))


def _plan(name: str, question: Question, seat: int, *wishes: tuple[str, ...]) -> Plan:
    """Return a plan for a turn with these wishes."""
    game, state = GAMES[name], question.state
    assert game.early is not None
    rehearsals = [rehearse(game, question, seat, moves) for moves in wishes]
    made = tuple(wish_from(game, question, "turn", seat, rehearsal) for rehearsal in rehearsals)
    return Plan("turn", game.early.period(state), state.version, made)


def _haithabu_plan(state: Any, seat: int, move: str) -> Plan:
    """Return a plan to make one move in the turn that is pending."""
    early = GAMES["haithabu"].early
    assert early is not None
    imagined = early.isolated(state.copy(), "turn", seat)
    return _plan("haithabu", Question(imagined, early.frame_of(imagined, "turn")), seat, (move,))


def test_a_planned_row_of_riga_is_found_by_its_goods() -> None:
    game = GAMES["riga"]
    state, first = _at_first_turn("riga")
    question = questions_ahead(game, state, 1 - first)["turn"]
    plan = _plan("riga", question, 1 - first, ("take row 2", "done"), ("take row 3", "done"))
    answers = {}
    for taken in (1, 2):
        after = state.copy()
        for text in (f"take row {taken}", "done"):
            game.play(after, first, game.parse(text))
        answers[taken] = planned_moves(game, after, 1 - first, plan)
    assert answers == {1: ("take row 1", "done"), 2: ("take row 2", "done")}


def test_a_planned_turn_of_haithabu_is_played_only_if_it_costs_what_was_shown() -> None:
    game = GAMES["haithabu"]
    state, seat = _at_first_turn("haithabu")
    buy = next(move for move in map(str, game.options(state, seat)) if move.startswith("work own market buy mead"))
    plan = _haithabu_plan(state, seat, buy)
    assert planned_moves(game, state, seat, plan) == (buy,)
    state.levels[0] += 1
    assert planned_moves(game, state, seat, plan) == ()


def test_a_planned_turn_of_haithabu_is_void_once_its_field_is_by_night() -> None:
    game = GAMES["haithabu"]
    state, seat = _at_first_turn("haithabu")
    work = next(
        move for move in map(str, game.options(state, seat)) if move.split()[2] in "ABCDEFGH" and "dice" not in move
    )
    plan = _haithabu_plan(state, seat, work)
    assert planned_moves(game, state, seat, plan) == (work,)
    state.dawn = (state.dawn + 4) % 8
    assert planned_moves(game, state, seat, plan) == ()


class _HastyRiga(RigaEvaluation):
    max_playouts = 1
    max_options = 4


def test_the_days_count_the_wait_for_the_rest_of_a_plan_that_stops_before_chance() -> None:
    state, seat = _at_first_turn("riga")
    simulated = AsynchronousGame("riga", 2, 1, frozenset(), frozenset({seat}))
    simulated.state = state
    simulated.answers[seat, "turn"] = EarlyAnswer(lambda asked: ("take row 1",))
    with patch.dict(EVALUATIONS, {"riga": _HastyRiga()}):
        outcome = simulated.play()
    assert outcome.plans == {("turn", "played up to chance"): 1}
    assert outcome.hours["turn", CHANCE] > 0
