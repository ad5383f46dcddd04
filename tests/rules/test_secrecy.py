"""Secrecy in every game: a seat learns what its view shows, and nothing in any other way."""

from __future__ import annotations

import typing

import msgspec
import pytest

from rules import GAMES, AnyGame
from rules.chance import Chance
from tests.rules.promises import check_guesses, check_sealed_choice, positions, setups, viewers
from tests.selection import THOROUGH

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
EVERY_SETUP = pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        pytest.param(game, seats, options, id=f"{game.name}-{seats}-{'-'.join(map(str, options.values()))}")
        for game in GAMES.values()
        for seats, options in setups(game)
    ],
)
RANDOM_GAMES = 3 if THOROUGH else 1
"""Of each set-up."""


@pytest.mark.repeated(3)
@EVERY_SETUP
def test_nobody_can_tell_what_others_have_sealed(game: AnyGame, seats: int, options: dict[str, int]) -> None:
    chance = Chance(seats)
    for seed in range(RANDOM_GAMES):
        for state in positions(game, seats, options, seed):
            for seat in game.owed(state):
                check_sealed_choice(game, state, seat, chance)


@EVERY_GAME
def test_sealed_choices_are_found_where_there_are_secret_moves(game: AnyGame) -> None:
    found = sum(
        check_sealed_choice(game, state, seat, Chance(seats))
        for seats, options in setups(game)
        for state in positions(game, seats, options, seed=1)
        for seat in game.owed(state)
    )
    together = any(len(game.owed(state)) > 1 for state in positions(game, *setups(game)[-1], seed=1))
    assert found or not together or not any(kind.secret for kind in game.move_types)


@pytest.mark.repeated(4)
@EVERY_SETUP
def test_a_guess_agrees_with_the_view_and_depends_on_nothing_else(
    game: AnyGame, seats: int, options: dict[str, int]
) -> None:
    chance = Chance(seats)
    for number, state in enumerate(positions(game, seats, options, seed=seats)):
        for seat in viewers(seats, number):
            check_guesses(game, state, seat, chance)


@pytest.mark.repeated(3)
@EVERY_SETUP
def test_neither_the_seed_nor_the_generator_is_in_a_view_or_an_event(
    game: AnyGame, seats: int, options: dict[str, int]
) -> None:
    chance = Chance(2**63)
    for _ in range(RANDOM_GAMES):
        seed = chance.draw() | 1 << 63
        state, events = game.opening(seats, seed, options)
        while True:
            hidden = [str(seed).encode(), str(state.chance.at).encode()]
            shown = [msgspec.json.encode(game.view(state, seat)) for seat in (None, *range(seats))]
            for told in (*shown, game.encode_events(events)):
                assert not any(number in told for number in hidden)
            owed = game.owed(state)
            if not owed:
                break
            seat = chance.choice(list(owed))
            events = game.play(state, seat, game.sample(state, seat, chance))


@EVERY_GAME
def test_a_view_stays_as_it_was_when_the_game_goes_on(game: AnyGame) -> None:
    for seats, options in setups(game):
        kept = [
            (view, msgspec.json.encode(view))
            for state in positions(game, seats, options, seed=seats)
            for view in (game.view(state, None), game.view(state, 0))
        ]
        for view, encoded in kept:
            assert msgspec.json.encode(view) == encoded


@EVERY_GAME
def test_a_view_says_whose_it_is_and_who_owes_what(game: AnyGame) -> None:
    for seats, options in setups(game):
        for state in positions(game, seats, options, seed=seats):
            for seat in (None, *range(seats)):
                view = game.view(state, seat)
                assert (view.seats, view.seat, view.owed) == (seats, seat, game.owed(state))


@EVERY_GAME
def test_every_event_with_a_secret_says_whose_it_is(game: AnyGame) -> None:
    for kind in game.event_types:
        hints = typing.get_type_hints(kind)
        if "private" in hints:
            assert hints["seat"] is int
            assert type(None) in typing.get_args(hints["private"])


@EVERY_GAME
def test_only_its_owner_sees_the_secret_of_an_event(game: AnyGame) -> None:
    for seats, options in setups(game):
        chance = Chance(seats)
        state = game.new(seats, 1, options)
        while owed := game.owed(state):
            seat = chance.choice(list(owed))
            for event in game.play(state, seat, game.sample(state, seat, chance)):
                if getattr(event, "private", None) is not None:
                    owner = getattr(event, "seat", None)
                    for viewer in (None, *range(seats)):
                        seen = game.redact(event, viewer)
                        assert seen == (event if viewer == owner else msgspec.structs.replace(event, private=None))
                else:
                    assert all(game.redact(event, viewer) == event for viewer in (None, *range(seats)))
