"""Plans of `bench.early_answers` apply only if the position still offers what was planned."""

from __future__ import annotations

from typing import Any

from bench.early_answers import Plan, Wish, period_of, planned_moves
from rules import GAMES
from rules.chance import Chance


def _at_first_turn(name: str) -> tuple[Any, int]:
    """Return a game of two in which the first turn is pending, and the seat whose turn it is."""
    game, chance = GAMES[name], Chance(1)
    state = game.new(2, 1)
    while "turn" not in game.owed(state).values():
        seat = next(iter(game.owed(state)))
        game.play(state, seat, game.sample(state, seat, chance))
    return state, next(iter(game.owed(state)))


def test_a_planned_row_of_riga_is_found_by_its_goods() -> None:
    game = GAMES["riga"]
    state, first = _at_first_turn("riga")
    plan = Plan(
        "turn", state.year, (Wish(("take row 2", "done")), Wish(("take row 3", "done"))), tuple(map(tuple, state.rows))
    )
    answers = {}
    for taken in (1, 2):
        after = state.copy()
        for text in (f"take row {taken}", "done"):
            game.play(after, first, game.parse(text))
        answers[taken] = planned_moves(game, after, 1 - first, plan, 1)
    assert answers == {1: ["take row 1", "done"], 2: ["take row 2", "done"]}


def test_a_planned_turn_of_haithabu_is_played_only_if_it_costs_what_was_shown() -> None:
    game = GAMES["haithabu"]
    state, seat = _at_first_turn("haithabu")
    buy = next(move for move in map(str, game.options(state, seat)) if move.startswith("work own market buy mead"))
    shown = tuple(event for event in game.play(state.copy(), seat, game.parse(buy)) if event.is_about(seat))
    plan = Plan("turn", period_of(state), (Wish((buy,), shown=shown),))
    assert planned_moves(game, state, seat, plan, 1) == [buy]
    state.levels[0] += 1
    assert planned_moves(game, state, seat, plan, 1) == "no longer applies"


def test_a_planned_turn_of_haithabu_is_void_once_its_field_is_by_night() -> None:
    game = GAMES["haithabu"]
    state, seat = _at_first_turn("haithabu")
    work = next(
        move for move in map(str, game.options(state, seat)) if move.split()[2] in "ABCDEFGH" and "dice" not in move
    )
    shown = tuple(event for event in game.play(state.copy(), seat, game.parse(work)) if event.is_about(seat))
    plan = Plan("turn", period_of(state), (Wish((work,), shown=shown),))
    assert planned_moves(game, state, seat, plan, 1) == [work]
    state.dawn = (state.dawn + 4) % 8
    assert planned_moves(game, state, seat, plan, 1) == "no longer applies"
