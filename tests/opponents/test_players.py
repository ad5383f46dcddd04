"""Computer players: legal, repeatable, and blind for what a player may not see."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import opponents
from opponents import PLAYERS
from rules import GAMES, AnyGame, Move
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


@cache
def decisions(game: str, player: str) -> list[tuple[Any, int, Move]]:
    """Return positions with the most players and what a player decides there: thinking is dear, so it is done once."""
    found = []
    for state, seat in some_positions(GAMES[game], GAMES[game].players[-1], 4, seed=1):
        before = state.copy()
        move = PLAYERS[player](GAMES[game], state, seat, 5)
        assert state == before, "a player leaves the state alone"
        found.append((state, seat, move))
    return found


@pytest.mark.repeated(4)
@EVERY_PLAYER
@EVERY_GAME
def test_a_player_decides_something_that_is_allowed_and_leaves_the_state_alone(game: AnyGame, player: str) -> None:
    for state, seat, move in decisions(game.name, player):
        game.check(state, seat, move)


@pytest.mark.repeated(4)
@EVERY_PLAYER
@EVERY_GAME
def test_a_player_touches_the_real_state_only_through_guess(game: AnyGame, player: str) -> None:
    for state, seat, move in decisions(game.name, player)[::2]:
        blind: Any = Blind(game, state)
        assert PLAYERS[player](blind, Covered(), seat, 5) == move
        assert blind.guesses


@pytest.mark.repeated(4)
@EVERY_PLAYER
@EVERY_GAME
def test_what_is_hidden_cannot_matter(game: AnyGame, player: str) -> None:
    for state, seat, move in decisions(game.name, player)[1::2]:
        other = game.guess(state, seat, 77)
        assert game.view(other, seat) == game.view(state, seat)
        assert PLAYERS[player](game, other, seat, 5) == move


@pytest.mark.repeated(2)
@EVERY_PLAYER
def test_what_others_have_sealed_cannot_matter(player: str) -> None:
    tables = []
    for sealed in (
        ("knight", "fleet", "blacksmith"),
        ("troops", "troops", "troops"),
        ("mendicant", "ship", "merchant"),
    ):
        tables.append(table(battle=9, journey=6, market=11, wares=(4, 6, 2, 9)))
        pick(tables[-1], "", *sealed)
    for seed in range(4):
        assert len({PLAYERS[player](VISBY, state, 0, seed) for state in tables}) == 1


@EVERY_PLAYER
def test_in_what_order_others_sealed_cannot_matter(player: str) -> None:
    state = table(2, battle=9, journey=6, market=11, wares=(4, 6))
    twin = state.copy()
    pick(state, "", "knight ship")
    for cards in ("knight troops", "fleet merchant", "knight ship"):
        pick(twin, "", cards)
    for seed in range(2):
        assert PLAYERS[player](VISBY, state, 0, seed) == PLAYERS[player](VISBY, twin, 0, seed)


@EVERY_PLAYER
def test_the_same_seed_gives_the_same_move_and_another_one_may_not(player: str) -> None:
    state = VISBY.new(4, 1)
    moves = [PLAYERS[player](VISBY, state, 2, seed) for seed in range(4)]
    assert moves == [PLAYERS[player](VISBY, state, 2, seed) for seed in range(4)]
    assert len(set(moves)) > 1 or player != "novice"


def test_the_novice_plays_every_option() -> None:
    state = VISBY.new(2, 1)
    moves = {PLAYERS["novice"](VISBY, state, 0, seed) for seed in range(400)}
    assert moves == set(VISBY.options(state, 0))


@pytest.mark.repeated(4)
@EVERY_PLAYER
@EVERY_GAME
def test_thinking_in_plain_values_is_the_same_as_thinking(game: AnyGame, player: str) -> None:
    think = pickle.loads(pickle.dumps(opponents.choose_move))
    state, seat, move = decisions(game.name, player)[1]
    assert game.parse(think(game.name, game.encode(state), seat, player, 5)) == move
