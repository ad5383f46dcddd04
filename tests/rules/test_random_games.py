"""Random games of every kind: what the contract promises holds after every move."""

from __future__ import annotations

import pytest

from rules import GAMES, AnyGame
from rules.chance import Chance
from tests.rules.promises import check_random_game, positions, setups, shared
from tests.selection import THOROUGH

GAMES_PER_RUN = {"visby": 1000, "riga": 1000, "haithabu": 500}
"""Over all set-ups of a game; a new game begins with 1000."""
CHUNK = 25

CHUNKS = [
    pytest.param(
        *(game, seats, options, chunk),
        id=f"{game.name}-{seats}-{'-'.join(map(str, options.values()))}-{chunk}",
        marks=() if (chunk, place) == (0, len(setups(game)) - 1) else pytest.mark.thorough,
    )
    for game in GAMES.values()
    for place, (seats, options) in enumerate(setups(game))
    for chunk in range(-(-GAMES_PER_RUN.get(game.name, 1000) // (CHUNK * len(setups(game)))))
]
"""In `make test` a part of one chunk of each game, with the most players and all options."""


@pytest.mark.parametrize(("game", "seats", "options", "chunk"), CHUNKS)
def test_every_position_of_random_games_keeps_the_promises(
    game: AnyGame, seats: int, options: dict[str, int], chunk: int
) -> None:
    for number in range(CHUNK if THOROUGH else 8):
        check_random_game(game, seats, options, seed=chunk * CHUNK + number)


def test_enough_games_of_each_kind_are_played() -> None:
    for game in GAMES.values():
        played = sum(CHUNK for chunk in CHUNKS if chunk.values[0] is game)
        assert played >= GAMES_PER_RUN.get(game.name, 1000)
    assert GAMES_PER_RUN["visby"] >= 1000


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_option_has_a_text_of_its_own_that_reads_back(game: AnyGame) -> None:
    for seats, options in setups(game):
        for state in positions(game, seats, options, seed=seats):
            for seat in game.owed(state):
                moves = game.options(state, seat)
                texts = [str(move) for move in moves]
                assert [game.parse(text) for text in texts] == moves
                assert len(set(texts)) == len(moves)
                assert all(text == " ".join(text.split()) for text in texts)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_copy_shares_nothing_changeable(game: AnyGame) -> None:
    for seats, options in setups(game)[:: 1 if THOROUGH else 4]:
        for state in positions(game, seats, options, seed=seats):
            assert shared(state, state.copy()) == []


"""In `make test` a part of one chunk of each game, with the most players and all options."""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_playing_on_a_copy_leaves_the_original_alone(game: AnyGame) -> None:
    for seats, options in setups(game):
        chance = Chance(seats)
        for state in positions(game, seats, options, seed=seats):
            before, copy = game.encode(state), state.copy()
            for seat in list(game.owed(copy)):
                if seat in game.owed(copy):
                    game.play(copy, seat, game.sample(copy, seat, chance))
            assert game.encode(state) == before


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_same_seed_gives_the_same_game(game: AnyGame) -> None:
    for seats, options in setups(game):
        assert game.opening(seats, 99, options) == game.opening(seats, 99, options)
