"""Hints are compared with the trader's moves by playing games on after both."""

from typing import Any

import pytest

from opponents.alderman_model import WeighedMove
from opponents.laboratory import hint_playouts
from opponents.laboratory.hint_playouts import Comparison, Position, compare, compare_all, positions
from opponents.novice import novice
from opponents.trader import trader
from rules import GAMES, AnyGame


@pytest.fixture(scope="module")
def found() -> list[Position]:
    """Return positions of a game of Riga."""
    return list(positions("riga", 2, 12, seed=1))


def test_positions_are_decisions_with_several_options(found: list[Position]) -> None:
    assert len(found) == 12
    for each in found:
        game = GAMES[each.game]
        assert len(game.options(game.decode(each.snapshot), each.seat)) > 1


def test_equal_moves_are_not_played_on(found: list[Position], monkeypatch: pytest.MonkeyPatch) -> None:
    def give_hint(game: AnyGame, state: Any, seat: int, seed: int) -> list[WeighedMove]:
        return [WeighedMove(trader(game, state, seat, 1), 0.5, 1.0)]

    monkeypatch.setattr(hint_playouts, "weigh_moves", give_hint)
    monkeypatch.setattr(hint_playouts, "trader", lambda game, state, seat, _: trader(game, state, seat, 1))
    assert {compare(0, "", each) for each in found} == {Comparison(0.0, 0.0)}


def test_random_hints_are_worse_than_the_trader(found: list[Position], monkeypatch: pytest.MonkeyPatch) -> None:
    def give_hint(game: AnyGame, state: Any, seat: int, seed: int) -> list[WeighedMove]:
        return [WeighedMove(novice(game, state, seat, seed), 0.5, 1.0)]

    monkeypatch.setattr(hint_playouts, "weigh_moves", give_hint)
    assert compare_all(found, 4, cores=1).mean < 0
    again = [[compare(4, player, each) for each in found[:4]] for player in ("trader", "trader", "")]
    assert again[0] == again[1] != again[2], "the same player plays on the same, another one does not"


def test_a_hint_is_worse_from_two_standard_errors_on() -> None:
    assert Comparison(-0.3, 0.1).worse
    assert not Comparison(-0.2, 0.1).worse
    assert not Comparison(0.3, 0.1).worse
