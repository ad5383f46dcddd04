"""The trader: sees what wins, spends what it was given, and plays games nobody has taught it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from opponents import PLAYERS
from opponents.evaluations import Evaluation
from opponents.laboratory.tournament import matches, play_all, tallies
from opponents.trader import EVALUATIONS, trader
from rules.chance import Chance
from rules.visby.moves import Trade
from tests.rules.visby.table import VISBY, move, pick, table


class Counted(Evaluation):
    """Counts looks ahead, and likes to be told nothing."""

    max_playouts = 60
    max_options = 6

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def progress(self, state: Any) -> int:
        """Count rounds."""
        return int(state.round)

    def value(self, state: Any, seat: int) -> float:
        """Remember what was looked at; find everything equally good."""
        self.seen.append(state)
        return 0.0


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    evaluation = Counted()
    monkeypatch.setitem(EVALUATIONS, "visby", evaluation)
    return evaluation


def test_the_trader_stays_within_its_budget(counted: Counted) -> None:
    trader(VISBY, VISBY.new(2, 1), 0, seed=1)
    assert counted.max_playouts // 2 < len(counted.seen) <= counted.max_playouts


def test_a_look_ahead_ends_with_the_round(counted: Counted) -> None:
    trader(VISBY, VISBY.new(4, 1), 0, seed=1)
    assert {state.round for state in counted.seen} == {2}


def test_a_look_ahead_ends_with_the_game(counted: Counted) -> None:
    trader(VISBY, table(4, battle=15, seals=(30, 0, 0, 0)), 0, seed=1)
    assert not any(state.agenda for state in counted.seen)


def test_of_equally_good_options_the_games_best_is_taken(counted: Counted) -> None:
    state = VISBY.new(2, 1)
    assert trader(VISBY, state, 0, seed=1) == VISBY.options(state, 0)[0]


def test_more_options_than_the_breadth_are_cut_but_not_always_the_same(counted: Counted) -> None:
    state = VISBY.new(2, 1)
    tried: set[tuple[str, ...]] = set()
    for seed in range(30):
        trader(VISBY, state, 0, seed)
        tried |= {tuple(seen.players[0].discard) for seen in counted.seen}
    assert len(tried) > counted.max_options


def test_without_a_choice_nothing_is_looked_at(counted: Counted) -> None:
    state = table(4, battle=3, market=2, wares=(3, 0, 0, 0), discards={1: "troops"})
    pick(state, "merchant", "ship", "ship", "ship")
    state.players[0].wares = 0
    assert trader(VISBY, state, 0, seed=1) == Trade(0)
    assert not counted.seen


@pytest.mark.parametrize("known", [True, False], ids=["visby", "a game without an evaluation"])
@pytest.mark.parametrize("seed", range(3))
def test_the_trader_sells_when_that_wins(known: bool, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if not known:
        monkeypatch.setattr(import_module("opponents.trader"), "EVALUATIONS", {})
    state = table(4, market=15, wares=(6, 0, 0, 0), seals=(14, 29, 20, 10))
    pick(state, "merchant", "ship", "ship", "ship")
    assert trader(VISBY, state, 0, seed) == Trade(6)
    move(state, 0, "trade 6")
    result = VISBY.result(state)
    assert result is not None
    assert result.winners == (0,)


@pytest.mark.parametrize("seed", range(5))
def test_the_trader_takes_the_knight_when_that_wins(seed: int) -> None:
    state = table(4, battle=15, seals=(27, 20, 20, 20), discards={1: "knight", 2: "knight", 3: "knight"})
    assert str(trader(VISBY, state, 0, seed)) == "pick knight"


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 4])
def test_the_trader_beats_novices(seats: int) -> None:
    played = list(matches("visby", ["trader", *["novice"] * (seats - 1)], games=6, seed=1))
    assert tallies(played, play_all(played, cores=1))[0].share > 0.8


def test_a_trader_at_every_seat_comes_to_an_end() -> None:
    state = VISBY.new(3, 4)
    chance = Chance(4)
    while owed := VISBY.owed(state):
        seat = next(iter(owed))
        VISBY.play(state, seat, PLAYERS["trader"](VISBY, state, seat, chance.draw()))
    assert VISBY.result(state)
