"""Versions of the rules: a game is finished, stored, taken back and replayed by the version it began with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import ClassVar

import msgspec
import pytest

from rules import GAMES, AnyGame, contract, records
from rules.chance import Chance
from rules.contract import Event, Frame, Game, Move, Result, Step, Variant, wrong_kind
from tests.rules.promises import check_guesses, check_random_game, positions, setups, viewers
from tests.selection import THOROUGH

EVERY_VERSION = pytest.mark.parametrize(
    ("game", "version"),
    [pytest.param(game, version, id=f"{name}-{version}") for name, game in GAMES.items() for version in game.versions],
)
RANDOM_GAMES = 3 if THOROUGH else 1
"""Of each set-up and version."""


class Add(Move, frozen=True):
    verb: ClassVar[str] = "add"


class Turn(Frame):
    pass


class State(contract.State[Turn]):
    total: int = 0

    def copy(self) -> State:
        raise NotImplementedError


class AddOne(Step[State, Turn, Add]):
    """Version 1 adds one, later versions two; version 3 introduced a choice of the start."""

    def options(self, state: State, frame: Turn, seat: int) -> list[Add]:
        return [Add()]

    def check(self, state: State, frame: Turn, seat: int, move: Move) -> None:
        if not isinstance(move, Add):
            raise wrong_kind("C1", move)

    def apply(self, state: State, frame: Turn, seat: int, move: Add, emitted: list[Event]) -> None:
        state.total += 1 if state.version < 2 else 2
        if state.total >= 10:
            frame.owes.clear()

    def resume(self, state: State, frame: Turn, emitted: list[Event]) -> None:
        state.agenda.pop()


class Count(Game[State, Add, contract.View]):
    """A game with three versions of its rules."""

    name: ClassVar[str] = "count"
    version: ClassVar[int] = 3
    players: ClassVar[tuple[int, ...]] = (1,)
    variants: ClassVar[tuple[Variant, ...]] = (Variant("start", (0, 4), since=3),)
    state_type: ClassVar[type[State]] = State
    move_types: ClassVar[tuple[type[Move], ...]] = (Add,)
    event_types: ClassVar[tuple[type[Event], ...]] = (Event,)
    steps: ClassVar[Mapping[type[Frame], Step[State, Turn, Add]]] = {Turn: AddOne()}

    def begin(
        self, seats: int, chance: Chance, options: Mapping[str, int], version: int, emitted: list[Event]
    ) -> State:
        state = State(seats=seats, chance=chance, version=version, total=options.get("start", 0))
        state.push(Turn(owes=[0]))
        return state

    def view(self, state: State, seat: int | None) -> contract.View:
        return contract.View(seats=state.seats, seat=seat, owed=self.owed(state))

    def guess(self, state: State, seat: int, seed: int) -> State:
        raise NotImplementedError

    def result(self, state: State) -> Result | None:
        return None if state.agenda else Result.ranked([(state.total,)])

    def check_state(self, state: State) -> None:
        return


class Later(Count):
    """The same game when version 1 can no longer be played."""

    oldest_version: ClassVar[int] = 2


def moves_to_the_end(game: Game[State, Add, contract.View], state: State) -> int:
    moves = 0
    while game.owed(state):
        game.play(state, 0, Add())
        moves += 1
    return moves


def test_a_game_is_played_to_its_end_by_the_rules_it_began_with() -> None:
    game = Count()
    assert list(game.versions) == [1, 2, 3]
    assert [moves_to_the_end(game, game.new(1, 1, version=version)) for version in game.versions] == [10, 5, 5]


def test_a_new_game_begins_with_the_newest_rules() -> None:
    game = Count()
    assert game.new(1, 1).version == 3
    assert game.complete_options(1, {}) == {"start": 0}


def test_a_choice_that_came_later_is_none_by_older_rules() -> None:
    game = Count()
    assert game.new(1, 1, {"start": 4}).total == 4
    assert game.complete_options(1, {}, version=2) == {}
    with pytest.raises(ValueError, match="count has no option start"):
        game.new(1, 1, {"start": 4}, version=2)


def test_a_state_stored_before_rules_had_versions_goes_on_by_the_first() -> None:
    game = Count()
    stored = json.loads(game.encode(game.new(1, 1, version=1)))
    assert stored.pop("version") == 1
    state = game.decode(json.dumps(stored))
    assert state == game.new(1, 1, version=1)
    assert moves_to_the_end(game, state) == 10


@pytest.mark.parametrize("version", [0, 1, 4])
def test_rules_that_nobody_knows_are_refused_with_a_sentence(version: int) -> None:
    game = Later()
    sentence = f"count is played by the rules of version 2 to 3, not {version}"
    with pytest.raises(ValueError, match=sentence):
        game.new(1, 1, version=version)
    with pytest.raises(ValueError, match=sentence):
        game.complete_options(1, {}, version=version)
    with pytest.raises(msgspec.ValidationError, match=sentence):
        game.decode(json.dumps({**json.loads(game.encode(game.new(1, 1))), "version": version}))


@pytest.mark.repeated(2)
@EVERY_VERSION
def test_random_games_keep_the_promises_by_every_version(game: AnyGame, version: int) -> None:
    for seats, options in setups(game, version):
        for seed in range(RANDOM_GAMES):
            check_random_game(game, seats, options, seed, version)


@pytest.mark.repeated(2)
@EVERY_VERSION
def test_guesses_are_of_the_version_that_is_played(game: AnyGame, version: int) -> None:
    seats, options = setups(game, version)[-1]
    chance = Chance(version)
    for number, state in enumerate(positions(game, seats, options, seed=7, version=version)):
        for seat in viewers(seats, number):
            check_guesses(game, state, seat, chance)


@pytest.mark.repeated(2)
@EVERY_VERSION
def test_moves_are_taken_back_by_the_version_that_is_played(game: AnyGame, version: int) -> None:
    taken_back = 0
    for seats, options in setups(game, version):
        chance = Chance(seats)
        record = records.Record(game.name, version, seats, 5, options)
        state = game.new(seats, 5, options, version)
        while owed := game.owed(state):
            able = [seat for seat in range(seats) if game.can_take_back(state, seat)]
            if able and chance.below(6) == 0:
                state = records.take_back(record, state, chance.choice(able))
                taken_back += 1
            else:
                seat = chance.choice(list(owed))
                move = game.sample(state, seat, chance)
                game.play(state, seat, move)
                record.log.append(records.Entry(seat, str(move)))
            assert state.version == version
        assert records.replay(records.read(str(record))) == state
    assert taken_back
