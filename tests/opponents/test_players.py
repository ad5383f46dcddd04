"""Computer players: legal, repeatable, and blind for what a player may not see."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import pytest

import opponents
from opponents import PLAYERS
from rules import GAMES, AnyGame
from rules.chance import Chance
from tests.opponents.blind import Blind, Covered
from tests.rules.visby.table import VISBY, pick, table

EVERY_PLAYER = pytest.mark.parametrize("player", PLAYERS)
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def some_positions(game: AnyGame, seats: int, many: int, seed: int) -> Iterator[tuple[Any, int]]:
    """Yield a few positions spread over one random game, and a seat that owes a decision."""
    chance = Chance(seed)
    state = game.new(seats, chance.draw())
    states = []
    while owed := game.owed(state):
        seat = chance.choice(list(owed))
        states.append((state.copy(), seat))
        game.play(state, seat, game.sample(state, seat, chance))
    for number in range(many):
        yield states[number * len(states) // many]


@EVERY_PLAYER
@EVERY_GAME
def test_a_player_decides_something_that_is_allowed_and_leaves_the_state_alone(game: AnyGame, player: str) -> None:
    for state, seat in some_positions(game, game.players[-1], 4, seed=1):
        before = state.copy()
        move = PLAYERS[player](game, state, seat, 5)
        assert state == before
        game.check(state, seat, move)


@EVERY_PLAYER
@EVERY_GAME
def test_a_player_touches_the_real_state_only_through_guess(game: AnyGame, player: str) -> None:
    for state, seat in some_positions(game, game.players[-1], 3, seed=2):
        blind: Any = Blind(game, state)
        move = PLAYERS[player](blind, Covered(), seat, 6)
        assert blind.guesses
        assert move == PLAYERS[player](game, state, seat, 6)


@EVERY_PLAYER
@EVERY_GAME
def test_what_is_hidden_cannot_matter(game: AnyGame, player: str) -> None:
    for state, seat in some_positions(game, game.players[-1], 3, seed=3):
        other = game.guess(state, seat, 77)
        assert game.view(other, seat) == game.view(state, seat)
        assert PLAYERS[player](game, other, seat, 7) == PLAYERS[player](game, state, seat, 7)


@EVERY_PLAYER
@pytest.mark.parametrize("sealed", [("troops", "troops", "troops"), ("mendicant", "ship", "merchant")])
def test_what_others_have_sealed_cannot_matter(player: str, sealed: tuple[str, ...]) -> None:
    state = table(battle=9, journey=6, market=11, wares=(4, 6, 2, 9))
    twin = state.copy()
    pick(state, "", "knight", "fleet", "blacksmith")
    pick(twin, "", *sealed)
    for seed in range(5):
        assert PLAYERS[player](VISBY, state, 0, seed) == PLAYERS[player](VISBY, twin, 0, seed)


@EVERY_PLAYER
def test_in_what_order_others_sealed_cannot_matter(player: str) -> None:
    state = table(2, battle=9, journey=6, market=11, wares=(4, 6))
    twin = state.copy()
    pick(state, "", "knight ship")
    for cards in ("knight troops", "fleet merchant", "knight ship"):
        pick(twin, "", cards)
    for seed in range(3):
        assert PLAYERS[player](VISBY, state, 0, seed) == PLAYERS[player](VISBY, twin, 0, seed)


@EVERY_PLAYER
def test_the_same_seed_gives_the_same_move_and_another_one_may_not(player: str) -> None:
    state = VISBY.new(4, 1)
    moves = [PLAYERS[player](VISBY, state, 2, seed) for seed in range(12)]
    assert moves == [PLAYERS[player](VISBY, state, 2, seed) for seed in range(12)]
    assert len(set(moves)) > 1 or player != "novice"


def test_the_novice_plays_every_option() -> None:
    state = VISBY.new(2, 1)
    moves = {PLAYERS["novice"](VISBY, state, 0, seed) for seed in range(400)}
    assert moves == set(VISBY.options(state, 0))


@EVERY_PLAYER
@EVERY_GAME
def test_thinking_in_plain_values_is_the_same_as_thinking(game: AnyGame, player: str) -> None:
    think = pickle.loads(pickle.dumps(opponents.think))
    for state, seat in some_positions(game, game.players[0], 2, seed=4):
        text = think(game.name, game.encode(state), seat, player, 9)
        assert game.parse(text) == PLAYERS[player](game, state, seat, 9)
