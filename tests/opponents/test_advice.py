"""Advice: complete, legal, repeatable, quick, and made from a view alone."""

from __future__ import annotations

import pytest

from opponents import advice
from opponents.advice import Advice, Reason, advise, distinguishing_reasons
from rules import GAMES, AnyGame
from tests.opponents.test_players import EVERY_GAME, some_positions


@EVERY_GAME
def test_all_options_come_back_once_and_whatever_is_advised_is_allowed(game: AnyGame) -> None:
    for state, seat in some_positions(game, game.players[-1], 40, seed=3):
        options = game.options(state, seat)
        moves = [each.move for each in advise(game.name, game.view(state, seat), options)]
        assert set(options) <= set(moves)
        assert len(set(moves)) == len(moves)
        for move in moves:
            game.check(state, seat, move)


@EVERY_GAME
def test_the_same_view_gives_the_same_advice_whatever_lies_covered(game: AnyGame) -> None:
    for state, seat in some_positions(game, game.players[-1], 10, seed=4):
        guessed = game.guess(state, seat, 99)
        view, other = game.view(state, seat), game.view(guessed, seat)
        assert view == other
        options = game.options(state, seat)
        assert advise(game.name, view, options) == advise(game.name, other, options)


@pytest.mark.parametrize(
    ("better", "worse", "distinguishes"),
    [
        (Reason("goods", {"ducats": 9}), Reason("goods", {"ducats": 9}), False),
        (Reason("goods", {"ducats": 9}), Reason("goods", {"ducats": 11}), False),
        (Reason("goods", {"ducats": 11}), Reason("goods", {"ducats": 9}), True),
        (Reason("build", {"buildings": ("a",)}), Reason("build", {"buildings": ("b", "a")}), False),
        (Reason("build", {"buildings": ("a",)}), Reason("build", {"buildings": ("b",)}), True),
        (Reason("brings", {"seals": 2, "wares": 0}), Reason("brings", {"seals": 1, "wares": 3}), True),
        (Reason("for_order", {"order": "O1", "amounts": ("2 mead",)}), None, True),
        (
            Reason("for_order", {"order": "O1", "amounts": ("2 mead",)}),
            Reason("for_order", {"order": "O1", "amounts": ("3 mead", "1 cloth")}),
            False,
        ),
        (Reason("cheap"), Reason("dear"), True),
        (Reason("pushes_out", {"order": "O1"}, is_caution=True), None, False),
    ],
)
def test_a_reason_for_the_better_move_does_not_hold_for_the_other_one(
    better: Reason, worse: Reason | None, distinguishes: bool
) -> None:
    found = distinguishing_reasons([better], [worse] if worse else [])
    assert found == ((better,) if distinguishes else ())


def test_a_game_without_a_rule_of_thumb_is_advised_in_its_own_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "_rules_of_thumb", dict)
    game = GAMES["visby"]
    state = game.new(3, 1)
    options = game.options(state, 0)
    assert advise("visby", game.view(state, 0), options) == [Advice(move) for move in options]
