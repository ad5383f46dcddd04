"""The alderman: the same move wherever it thinks, the same training with any number of processes, no plain mistakes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from opponents import PLAYERS
from opponents.alderman import weigh_moves
from opponents.haithabu.model import MODEL
from opponents.laboratory.self_play import learn
from opponents.laboratory.tournament import matches, play_all, tallies
from opponents.trader import EVALUATIONS
from rules import GAMES
from rules.haithabu.card_data import ORDERS
from rules.haithabu.data import FIELDS
from rules.riga.state import State as RigaState
from tests.rules.visby.table import VISBY, pick, table

THINK = """
from opponents import PLAYERS
from rules import GAMES
from rules.chance import Chance
for name, game in GAMES.items():
    chance = Chance(5)
    state = game.new(game.players[0], 3)
    for _ in range(24):
        seat = next(iter(game.owed(state)))
        game.play(state, seat, game.sample(state, seat, chance))
    seat = next(iter(game.owed(state)))
    print(name, [str(PLAYERS["alderman"](game, state, seat, seed)) for seed in range(1)])
"""


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_move_in_any_process() -> None:
    said = []
    for hashing, threads in (("1", "1"), ("2", "2")):
        environment = os.environ | {"PYTHONHASHSEED": hashing, "OPENBLAS_NUM_THREADS": threads}
        command = [sys.executable, "-c", THINK]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        said.append(done.stdout)
    assert said[0] == said[1]
    assert len(said[0].splitlines()) == len(GAMES)


@pytest.mark.repeated(3)
@pytest.mark.parametrize("game", GAMES)
def test_a_generation_learns_the_same_with_any_number_of_processes(game: str) -> None:
    seats = GAMES[game].players[0]
    alone, together = ([one.weights for one in learn(game, seats, 1, 2, 7, cores)] for cores in (1, 2))
    assert alone == together


def test_between_two_every_pair_of_cards_is_weighed() -> None:
    state = VISBY.new(2, 1)
    assert {each.move for each in weigh_moves(VISBY, state, 0, 1)} == {*VISBY.options(state, 0)}


@pytest.mark.parametrize("seed", range(2))
def test_the_alderman_takes_the_knight_when_that_wins(seed: int) -> None:
    state = table(4, battle=15, seals=(27, 20, 20, 20), discards={1: "knight", 2: "knight", 3: "knight"})
    assert str(PLAYERS["alderman"](VISBY, state, 0, seed)) == "pick knight"


@pytest.mark.parametrize("seed", range(2))
def test_the_alderman_sells_when_that_wins(seed: int) -> None:
    state = table(4, market=15, wares=(6, 0, 0, 0), seals=(14, 29, 20, 10))
    pick(state, "merchant", "ship", "ship", "ship")
    assert str(PLAYERS["alderman"](VISBY, state, 0, seed)) == "trade 6"


def test_it_says_the_chance_to_win_and_how_often_to_play_each_move() -> None:
    weighed = weigh_moves(VISBY, VISBY.new(4, 1), 0, 1)
    assert sum(each.probability for each in weighed) == pytest.approx(1)
    assert all(0 <= each.chance <= 1 for each in weighed)
    assert len([each for each in weighed if each.probability]) > 1, "who is foreseen loses"


@pytest.mark.thorough
def test_it_beats_novices() -> None:
    played = list(matches("visby", ["alderman", *["novice"] * 3], games=3, seed=1))
    assert tallies(played, play_all(played, cores=1))[0].share > 0.8


def last_turn(seed: int) -> RigaState:
    """Return Riga in its very last turn, before anything is taken; the goods in hand are gone."""
    riga: Any = GAMES["riga"]
    state: RigaState = riga.new(2, seed)
    while not (state.year == 8 and state.turn == 3 and "turn" in riga.owed(state).values()):
        seat = next(iter(riga.owed(state)))
        riga.play(state, seat, riga.options(state, seat)[0])
    me = state.players[next(iter(riga.owed(state)))]
    for good, count in me.goods.items():
        state.goods_discard[good] += count
        me.goods[good] = 0
    me.secret = []
    assert state.rows
    assert state.new or state.old
    return state


@pytest.mark.parametrize("player", ["trader", "alderman"])
@pytest.mark.parametrize("seed", range(3))
def test_in_the_last_turn_nobody_takes_a_building_that_cannot_be_paid(player: str, seed: int) -> None:
    riga: Any = GAMES["riga"]
    state = last_turn(seed)
    seat = next(iter(riga.owed(state)))
    state.players[seat].used = list(state.players[seat].built)
    move: Any = PLAYERS[player](riga, state, seat, seed)
    assert isinstance(move.what, int)


@pytest.mark.parametrize("seed", range(3))
def test_two_cranes_do_not_pay_one_building(seed: int) -> None:
    riga: Any = GAMES["riga"]
    state = last_turn(seed)
    seat = next(iter(riga.owed(state)))
    me = state.players[seat]
    me.buildings, me.built, me.used = [], ["visby:crane", "danzig:crane"], []
    worth = {}
    for move in riga.options(state, seat):
        after = state.copy()
        riga.play(after, seat, move)
        worth[move.what] = EVALUATIONS["riga"].value(after, seat)
    rows = [value for what, value in worth.items() if isinstance(what, int)]
    assert max(value for what, value in worth.items() if isinstance(what, str)) < min(rows)


@pytest.mark.repeated(2)
@pytest.mark.parametrize("seed", range(2))
def test_an_order_that_can_be_delivered_in_the_last_turn_is_delivered(seed: int) -> None:
    haithabu: Any = GAMES["haithabu"]
    state = haithabu.new(2, seed)
    while not (state.round == 8 and state.phase == 3 and "turn" in haithabu.owed(state).values()):
        seat = next(iter(haithabu.owed(state)))
        haithabu.play(state, seat, MODEL.predicted_move(haithabu, state, seat, None))
    seat = next(iter(haithabu.owed(state)))
    me = state.players[seat]
    order = next(card for card in state.lower if card >= 0)
    state.lower[state.lower.index(order)], me.orders[1] = me.orders[1], order
    me.cubes[1] = (0,) * len(me.post)
    for ware, count in enumerate(ORDERS[order].wares):
        me.post[ware] += count
        state.supply[ware] -= count
    state.dawn = FIELDS.index("E")
    state.standing[FIELDS.index("E")] = ()
    while haithabu.owed(state).get(seat) == "turn":
        haithabu.play(state, seat, PLAYERS["alderman"](haithabu, state, seat, seed))
    assert order in state.players[seat].completed


@pytest.mark.parametrize("seats", [3, 4])
def test_a_first_character_does_not_promise_a_victory(seats: int) -> None:
    """A hint does not count on the others to pick badly."""
    game = GAMES["haithabu"]
    for seed in range(3):
        state = game.new(seats, seed)
        (seat,) = game.owed(state)
        assert weigh_moves(game, state, seat, seed)[0].chance < 1.4 / seats
